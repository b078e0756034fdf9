//===- Runtime.cpp - Launching kopt's kernels from C ----------------------===//
//
// Handles are the C++ objects themselves.
//
//===----------------------------------------------------------------------===//

#include "kopt-c/Runtime.h"
#include "Handles.h"

using namespace kopt;
using namespace kopt::cu;
using namespace kopt::capi;

static Image *unwrap(KoptImage image) {
  return reinterpret_cast<Image *>(image);
}
static Kernel *unwrap(KoptKernel kernel) {
  return reinterpret_cast<Kernel *>(kernel);
}

/// Calls a driver function with a context.
#define BOUND(runtime, kind, function, ...)                                    \
  auto device_ = (runtime)->bind();                                            \
  if (!device_)                                                                \
    return wrap(device_.status());                                             \
  return wrap(KOPT_CU((runtime)->api(), kind, function, __VA_ARGS__))

extern "C" {

const char *koptStatusGetKind(KoptStatus status) {
  return status ? status->status.kind().c_str() : "";
}
const char *koptStatusGetMessage(KoptStatus status) {
  return status ? status->status.message().c_str() : "";
}
void koptStatusDestroy(KoptStatus status) { delete status; }

KoptStatus koptRuntimeCreate(const char *driver, int32_t device,
                             KoptRuntime *runtime) {
  auto made = std::make_unique<KoptRuntimeImpl>(driver ? driver : "", device);
  // The device is looked up here, so that a wrong number is told early.
  if (Status s = made->retain(); !s.ok())
    return wrap(std::move(s));
  *runtime = made.release();
  return nullptr;
}

KoptStatus koptRuntimeDestroy(KoptRuntime runtime) {
  std::unique_ptr<KoptRuntimeImpl> owned(runtime);
  return wrap(owned ? owned->close() : Status::success());
}

KoptStatus koptMemoryAllocate(KoptRuntime runtime, uint64_t bytes,
                              void **memory) {
  *memory = nullptr;
  if (!bytes)
    return nullptr;
  auto device = runtime->bind();
  if (!device)
    return wrap(device.status());
  CUdeviceptr address = 0;
  Status status =
      KOPT_CU(runtime->api(), "resources", cuMemAlloc_v2, &address, bytes);
  *memory = reinterpret_cast<void *>(uintptr_t(address));
  return wrap(std::move(status));
}

KoptStatus koptMemoryFree(KoptRuntime runtime, void *memory) {
  if (!memory)
    return nullptr;
  BOUND(runtime, "launch", cuMemFree_v2, reinterpret_cast<uintptr_t>(memory));
}

KoptStatus koptMemoryCopy(KoptRuntime runtime, void *to, const void *from,
                          uint64_t bytes, void *stream) {
  if (!bytes)
    return nullptr;
  BOUND(runtime, "launch", cuMemcpyAsync, reinterpret_cast<uintptr_t>(to),
        reinterpret_cast<uintptr_t>(from), bytes,
        static_cast<CUstream>(stream));
}

KoptStatus koptStreamCreate(KoptRuntime runtime, void **stream) {
  BOUND(runtime, "resources", cuStreamCreate,
        reinterpret_cast<CUstream *>(stream), 0);
}

KoptStatus koptStreamSynchronize(KoptRuntime runtime, void *stream) {
  BOUND(runtime, "launch", cuStreamSynchronize, static_cast<CUstream>(stream));
}

KoptStatus koptStreamDestroy(KoptRuntime runtime, void *stream) {
  BOUND(runtime, "launch", cuStreamDestroy_v2, static_cast<CUstream>(stream));
}

KoptStatus koptImageCreate(KoptRuntime runtime, const void *bytes, size_t size,
                           KoptImage *image) {
  if (!size)
    return wrap(
        Status::failure("compile", "expected an image, but got no bytes"));
  *image = reinterpret_cast<KoptImage>(
      new Image(*runtime, std::string(static_cast<const char *>(bytes), size)));
  return nullptr;
}

KoptStatus koptImageDestroy(KoptImage image) {
  std::unique_ptr<Image> owned(unwrap(image));
  return wrap(owned ? owned->unload() : Status::success());
}

KoptStatus koptImageGetKernel(KoptImage image, const char *name,
                              KoptKernel *kernel) {
  *kernel = reinterpret_cast<KoptKernel>(&unwrap(image)->kernel(name));
  return nullptr;
}

KoptStatus koptKernelPrepare(KoptKernel kernel,
                             const KoptLaunchConfig *config) {
  return wrap(unwrap(kernel)->prepare(*config));
}

KoptStatus koptKernelLaunch(KoptKernel kernel, const KoptLaunchConfig *config,
                            void *const *params, size_t count) {
  return wrap(unwrap(kernel)->launch(*config, params, count));
}

} // extern "C"
