/*===- Runtime.h - Launching kopt's kernels from C ------------------*- C
-*-===*\
|*                                                                            *|
|* The interface of libkopt_runtime: images, kernels, launches, device memory *|
|* and streams over the CUDA driver, which is opened at run time. The library *|
|* contains no LLVM and never ends the process.                               *|
|*                                                                            *|
|* It also exports the `mgpu…` functions that code lowered by upstream's      *|
|* gpu-to-llvm calls; docs/host.md describes them.                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef KOPT_C_RUNTIME_H
#define KOPT_C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Statuses
\*===----------------------------------------------------------------------===*/

/** What a call came to: null is success. A status that is not null belongs to
 *  the caller, who ends it with koptStatusDestroy. */
typedef struct KoptStatusImpl *KoptStatus;

/** The kind of a failure: "no-device", "compile", "launch", "resources" or
 *  "fault" (the device is lost to this process); "" for success. */
const char *koptStatusGetKind(KoptStatus status);
/** What failed, for people; a failed driver call with its name, its error, file
 *  and line. "" for success. Lives as long as the status. */
const char *koptStatusGetMessage(KoptStatus status);
/** Ends a status; null is allowed. */
void koptStatusDestroy(KoptStatus status);

/*===----------------------------------------------------------------------===*\
|* The driver and a device
\*===----------------------------------------------------------------------===*/

/** An opened driver and the device that is used by threads without a context of
 *  their own. Functions may be called from several threads. */
typedef struct KoptRuntimeImpl *KoptRuntime;

/** Opens the driver at `driver` (null: libcuda.so.1) for device `device`, whose
 *  primary context is used where the calling thread has none. */
KoptStatus koptRuntimeCreate(const char *driver, int32_t device,
                             KoptRuntime *runtime);
/** Releases what the runtime holds. Images of it must have been ended. The
 *  runtime is gone even where a failure is returned. */
KoptStatus koptRuntimeDestroy(KoptRuntime runtime);

/** Device memory of `bytes` (0 gives null). */
KoptStatus koptMemoryAllocate(KoptRuntime runtime, uint64_t bytes,
                              void **memory);
/** Frees what koptMemoryAllocate gave; null is allowed. */
KoptStatus koptMemoryFree(KoptRuntime runtime, void *memory);
/** Copies on `stream`; either side is memory of the host or of the device. */
KoptStatus koptMemoryCopy(KoptRuntime runtime, void *to, const void *from,
                          uint64_t bytes, void *stream);

/** A stream (CUstream); streams of other libraries serve as well. */
KoptStatus koptStreamCreate(KoptRuntime runtime, void **stream);
/** Waits for all work on `stream` and tells whether it went well. */
KoptStatus koptStreamSynchronize(KoptRuntime runtime, void *stream);
/** Ends a stream of koptStreamCreate. */
KoptStatus koptStreamDestroy(KoptRuntime runtime, void *stream);

/*===----------------------------------------------------------------------===*\
|* Images and kernels
\*===----------------------------------------------------------------------===*/

/** PTX or a cubin. Belongs to no context: it is loaded when one of its kernels
 *  is first prepared or launched, and serves every context from then on (PTX is
 *  compiled for the device of that first use). */
typedef struct KoptImageImpl *KoptImage;
/** A kernel of an image; lives as long as the image. */
typedef struct KoptKernelImpl *KoptKernel;

/** Copies `size` bytes of PTX text or of a cubin. Calls no driver. */
KoptStatus koptImageCreate(KoptRuntime runtime, const void *bytes, size_t size,
                           KoptImage *image);
/** Unloads and ends an image. */
KoptStatus koptImageDestroy(KoptImage image);
/** The kernel `name`. Calls no driver: whether the image has such a kernel is
 *  found when it is prepared. */
KoptStatus koptImageGetKernel(KoptImage image, const char *name,
                              KoptKernel *kernel);

/** How a kernel is launched. Extents count blocks and threads; a cluster of
 *  zeros or ones is none. */
typedef struct KoptLaunchConfig {
  int64_t grid[3];
  int64_t block[3];
  int64_t cluster[3];
  /** Bytes of dynamic shared memory. */
  int64_t dynamicSharedBytes;
  /** A CUstream; null is the default stream. */
  void *stream;
  /** Not 0: blocks wait for each other. The driver refuses a grid that is not
   *  resident at once. */
  int32_t cooperative;
} KoptLaunchConfig;

/** Does all that a first launch would do besides launching: loads the image,
 *  finds the kernel, raises its shared-memory and cluster limits for `config`.
 *  Launches with no larger needs then make no other driver call than looking up
 *  the context and launching, as a CUDA-graph capture demands. */
KoptStatus koptKernelPrepare(KoptKernel kernel, const KoptLaunchConfig *config);
/** Launches; `params[i]` points to parameter i, read before the call returns.
 *  `count` must be the number of the kernel's parameters. A grid with an extent
 *  of zero launches nothing. Does not wait. */
KoptStatus koptKernelLaunch(KoptKernel kernel, const KoptLaunchConfig *config,
                            void *const *params, size_t count);

/*===----------------------------------------------------------------------===*\
|* Failures behind the mgpu functions
\*===----------------------------------------------------------------------===*/

/** The `mgpu…` functions have no results that could tell a failure. The first
 *  one is printed to stderr and kept; until it is cleared they start no new
 *  work, and only release. Returns 0 as long as none failed; code made by
 *  kopt-expand-launch asserts that after each launch. */
int32_t koptRuntimeFailed(void);
/** Makes it a failure if `condition` is 0; `message` is copied. For checks of
 *  the code around the launches. */
void koptRuntimeExpect(int32_t condition, const char *message);
/** Says that the blocks of the calling thread's next launch by a `mgpu…`
 *  function wait for each other, which those cannot say. */
void koptRuntimeCooperate(void);
/** The message of that failure, "" if none. Valid until it is cleared. */
const char *koptRuntimeGetFailure(void);
/** Forgets the failure. */
void koptRuntimeClearFailure(void);

#ifdef __cplusplus
}
#endif

#endif /* KOPT_C_RUNTIME_H */
