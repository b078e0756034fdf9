/*===- Artefact.h - Programs for any sizes, from C -------------------*- C
-*-===*\
|*                                                                            *|
|* Opens what `kopt-translate --kopt-to-artefact` wrote and runs it: a        *|
|* function on tensors in device memory, whose sizes are known when it is     *|
|* called. docs/artefact.md has the format and what a run promises.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef KOPT_C_ARTEFACT_H
#define KOPT_C_ARTEFACT_H

#include "kopt-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A tensor in device memory. Belongs to the caller, and is not changed. */
typedef struct KoptTensor {
  /** The first element. */
  void *pointer;
  /** An extent a dimension; may be null at rank 0. */
  const int64_t *sizes;
  /** In elements; null says row-major without gaps. */
  const int64_t *strides;
} KoptTensor;

/** An argument in the order of the artefact's: a tensor, or a scalar, whose
 *  `pointer` is host memory with the value and whose other members are null. */
typedef KoptTensor KoptArgument;

/** An opened artefact. Runs may be made by several threads, each with a
 *  workspace of its own. */
typedef struct KoptArtefactImpl *KoptArtefact;

/** The caller's own kernel, for the variants of an artefact that keep it.
 *  Starts work on `stream`; a status that is not null ends the run with it. */
typedef KoptStatus (*KoptCallback)(void *user, void *stream, void *workspace,
                                   const KoptArgument *arguments, size_t count);

/** Bytes of an image or of the JSON. */
typedef struct KoptBytes {
  const void *data;
  size_t size;
} KoptBytes;

/** Opens the artefact in folder `directory`. Whatever is not as it was written
 *  (cut files, another version, an image with another hash) is a failure.
 *  Calls no driver. */
KoptStatus koptArtefactOpen(const char *directory, KoptArtefact *artefact);
/** The same from memory, which is copied; images in any order. */
KoptStatus koptArtefactOpenMemory(KoptBytes json, const KoptBytes *images,
                                  size_t count, KoptArtefact *artefact);
/** Unloads and ends an artefact; null is allowed. Its runtime must live. */
KoptStatus koptArtefactDestroy(KoptArtefact artefact);

/** The number of arguments; outputs come behind the function's own. */
size_t koptArtefactCountArguments(KoptArtefact artefact);
/** Lets variants that keep the caller's kernel number `index` call `function`
 *  with `user`. A variant whose callback was not set is passed over. Not while
 *  a run is under way. */
KoptStatus koptArtefactSetCallback(KoptArtefact artefact, int32_t index,
                                   KoptCallback function, void *user);

/** Does for the calling thread's context (where it has none: the runtime's
 *  device) all that comes before the first launch: takes the images for this
 *  device, loads them, raises limits of kernels and compares their parameters
 *  with the artefact's. Before capturing a graph. May be called again, for
 *  instance for another device with images of the same architecture. */
KoptStatus koptArtefactPrepare(KoptArtefact artefact, KoptRuntime runtime);

/** Which variant would run, by number. Evaluates guards only. */
KoptStatus koptArtefactChoose(KoptArtefact artefact,
                              const KoptArgument *arguments, size_t count,
                              int32_t *variant);
/** The sizes that an output has to have for these arguments, of which sizes
 *  of outputs are not read. `sizes` has room for its rank. */
KoptStatus koptArtefactOutputSizes(KoptArtefact artefact,
                                   const KoptArgument *arguments, size_t count,
                                   size_t output, int64_t *sizes);
/** Bytes of the workspace for a run with these arguments; 0 where none is
 *  needed. The first `persistent` of them (null: not asked) must be zero before
 *  the first run with this memory. Kernels leave them as the next run needs
 *  them, whatever its sizes; where a run was cut off, zero them again. */
KoptStatus koptArtefactWorkspace(KoptArtefact artefact,
                                 const KoptArgument *arguments, size_t count,
                                 uint64_t *bytes, uint64_t *persistent);
/** Launches on `stream`. Allocates no device memory, waits for nothing, and
 *  makes no driver call but launches: a graph may be captured. `workspace` is a
 *  multiple of 256 and has the bytes for these arguments. */
KoptStatus koptArtefactRun(KoptArtefact artefact, void *stream, void *workspace,
                           const KoptArgument *arguments, size_t count);

/** What runs came to, since the artefact was opened. */
typedef struct KoptCounters {
  uint64_t launched; /**< by kernels of the artefact */
  uint64_t kept;     /**< by the caller's kernel */
  uint64_t refused;  /**< by none */
  /** Runs, in `kept` or `refused`, in which kernels could not be used because a
   *  tensor was not row-major, was not aligned, or overlapped an output. */
  uint64_t strides, alignment, overlap;
} KoptCounters;
KoptCounters koptArtefactGetCounters(KoptArtefact artefact);

/** What generated entries keep: an artefact in the program's own image, opened
 *  by the first koptEmbeddedPrepare. */
typedef struct KoptEmbedded {
  KoptBytes json;
  const KoptBytes *images;
  size_t count;
  KoptRuntime runtime;   /**< null before */
  KoptArtefact artefact; /**< null before */
} KoptEmbedded;
/** Opens the driver and the artefact where that has not been done, and
 *  prepares. By one thread at a time. */
KoptStatus koptEmbeddedPrepare(KoptEmbedded *embedded);
/** Ends what koptEmbeddedPrepare opened; the first failure is returned. */
KoptStatus koptEmbeddedRelease(KoptEmbedded *embedded);

#ifdef __cplusplus
}
#endif

#endif /* KOPT_C_ARTEFACT_H */
