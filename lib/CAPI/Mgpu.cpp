//===- Mgpu.cpp - What code lowered by gpu-to-llvm calls ------------------===//
//
// Upstream's names and signatures as of LLVM 22, so that stock mlir-runner runs
// kopt's output with this library. They differ from upstream's wrappers in what
// happens around them: images are loaded when first used, and a failure is
// kept, stops further work and can be asked for (koptRuntimeFailed), instead of
// being printed and passed over.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include <cstdio>
#include <cstring>
#include <utility>

using namespace kopt;
using namespace kopt::cu;
using namespace kopt::capi;

namespace {

struct Process {
  Launcher launcher{"", 0};
  std::mutex mutex;
  Status failure;
};

/// A function of an image as mgpuModuleGetFunction hands it out.
using Function = Kernel *;

} // namespace

/// One for the process and never destroyed: modules are unloaded by destructors
/// of the jitted code, and at the end of the process the driver goes first.
static Process &process() {
  static Process *instance = new Process;
  return *instance;
}

static bool failed() {
  std::lock_guard<std::mutex> lock(process().mutex);
  return !process().failure.ok();
}

/// Keeps and prints the first failure. Returns whether `status` is a success.
static bool keep(Status status) {
  if (status.ok())
    return true;
  std::lock_guard<std::mutex> lock(process().mutex);
  if (process().failure.ok()) {
    std::fprintf(stderr, "kopt runtime: %s: %s\n", status.kind().c_str(),
                 status.message().c_str());
    process().failure = std::move(status);
  }
  return false;
}

/// Whether the calling thread has a context to work in.
static bool bound() { return keep(process().launcher.bind().status()); }

static uintptr_t address(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// New work: not after a failure.
#define WORK(kind, function, ...)                                              \
  (!failed() && bound() &&                                                     \
   keep(KOPT_CU(process().launcher.api(), kind, function, __VA_ARGS__)))
/// Releases happen after a failure too.
#define RELEASE(function, ...)                                                 \
  (bound() &&                                                                  \
   keep(KOPT_CU(process().launcher.api(), "launch", function, __VA_ARGS__)))

static void *loadImage(const void *data, size_t size) {
  return new Image(process().launcher,
                   std::string(static_cast<const char *>(data), size));
}

/// Whether the thread's next launch is one whose blocks wait for each other.
static thread_local bool cooperates = false;

static void launch(Function function, KoptLaunchConfig config, void **params,
                   std::optional<size_t> count) {
  config.cooperative = std::exchange(cooperates, false);
  // Without a function mgpuModuleGetFunction has failed before.
  if (!failed() && function)
    keep(function->launch(config, params, count));
}

extern "C" {

int32_t koptRuntimeFailed(void) { return failed(); }
const char *koptRuntimeGetFailure(void) {
  std::lock_guard<std::mutex> lock(process().mutex);
  return process().failure.message().c_str();
}
void koptRuntimeClearFailure(void) {
  std::lock_guard<std::mutex> lock(process().mutex);
  process().failure = Status::success();
}

void koptRuntimeExpect(int32_t condition, const char *message) {
  if (!condition)
    keep(Status::failure("launch", message));
}

void koptRuntimeCooperate(void) { cooperates = true; }

void mgpuSetDefaultDevice(int32_t device) {
  if (!failed())
    keep(process().launcher.select(device));
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

/// A cubin or fat binary.
void *mgpuModuleLoad(const void *data, size_t size) {
  return loadImage(data, size);
}
/// PTX that ends with a NUL. The image is always compiled with all
/// optimisations, whatever level the object carries.
void *mgpuModuleLoadJIT(const void *data, int32_t /*optLevel*/) {
  return loadImage(data, std::strlen(static_cast<const char *>(data)));
}
void mgpuModuleUnload(void *module) {
  std::unique_ptr<Image> image(static_cast<Image *>(module));
  // An image that was never loaded must not open a driver to be unloaded.
  if (image && image->library)
    keep(image->unload());
}
void *mgpuModuleGetFunction(void *module, const char *name) {
  return module ? &static_cast<Image *>(module)->kernel(name) : nullptr;
}
void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t shared, void *stream,
                      void **params, void ** /*extra*/, size_t count) {
  launch(static_cast<Function>(function),
         {{gridX, gridY, gridZ},
          {blockX, blockY, blockZ},
          {0, 0, 0},
          shared,
          stream,
          0},
         params, count);
}
/// Carries no number of parameters: it is not checked.
void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                             intptr_t clusterY, intptr_t clusterZ,
                             intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                             intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                             int32_t shared, void *stream, void **params,
                             void ** /*extra*/) {
  launch(static_cast<Function>(function),
         {{gridX, gridY, gridZ},
          {blockX, blockY, blockZ},
          {clusterX, clusterY, clusterZ},
          shared,
          stream,
          0},
         params, std::nullopt);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *mgpuStreamCreate(void) {
  CUstream stream = nullptr;
  (void)WORK("resources", cuStreamCreate, &stream, 0);
  return stream;
}
void mgpuStreamDestroy(void *stream) {
  if (stream)
    (void)RELEASE(cuStreamDestroy_v2, static_cast<CUstream>(stream));
}
void mgpuStreamSynchronize(void *stream) {
  (void)WORK("launch", cuStreamSynchronize, static_cast<CUstream>(stream));
}
void mgpuStreamWaitEvent(void *stream, void *event) {
  (void)WORK("launch", cuStreamWaitEvent, static_cast<CUstream>(stream),
             static_cast<CUevent>(event), 0);
}
void *mgpuEventCreate(void) {
  CUevent event = nullptr;
  const unsigned disableTiming = 2;
  (void)WORK("resources", cuEventCreate, &event, disableTiming);
  return event;
}
void mgpuEventDestroy(void *event) {
  if (event)
    (void)RELEASE(cuEventDestroy_v2, static_cast<CUevent>(event));
}
void mgpuEventSynchronize(void *event) {
  (void)WORK("launch", cuEventSynchronize, static_cast<CUevent>(event));
}
void mgpuEventRecord(void *event, void *stream) {
  (void)WORK("launch", cuEventRecord, static_cast<CUevent>(event),
             static_cast<CUstream>(stream));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Memory that is shared with the host is managed memory. No bytes: null.
void *mgpuMemAlloc(uint64_t bytes, void * /*stream*/, bool hostShared) {
  CUdeviceptr memory = 0;
  const unsigned attachGlobal = 1;
  if (bytes && hostShared)
    (void)WORK("resources", cuMemAllocManaged, &memory, bytes, attachGlobal);
  else if (bytes)
    (void)WORK("resources", cuMemAlloc_v2, &memory, bytes);
  return reinterpret_cast<void *>(uintptr_t(memory));
}
/// The driver waits for what still uses the memory.
void mgpuMemFree(void *memory, void * /*stream*/) {
  if (memory)
    (void)RELEASE(cuMemFree_v2, address(memory));
}
void mgpuMemcpy(void *to, const void *from, size_t bytes, void *stream) {
  if (bytes)
    (void)WORK("launch", cuMemcpyAsync, address(to), address(from), bytes,
               static_cast<CUstream>(stream));
}
void mgpuMemset32(void *to, uint32_t value, size_t count, void *stream) {
  if (count)
    (void)WORK("launch", cuMemsetD32Async, address(to), value, count,
               static_cast<CUstream>(stream));
}
void mgpuMemset16(void *to, uint16_t value, size_t count, void *stream) {
  if (count)
    (void)WORK("launch", cuMemsetD16Async, address(to), value, count,
               static_cast<CUstream>(stream));
}
void mgpuMemHostRegister(void *memory, uint64_t bytes) {
  if (bytes)
    (void)WORK("resources", cuMemHostRegister_v2, memory, bytes, 0);
}
void mgpuMemHostUnregister(void *memory) {
  if (memory)
    (void)RELEASE(cuMemHostUnregister, memory);
}

/// A memref descriptor of any rank, as MLIR passes it: sizes, then strides.
struct MemRefDescriptor {
  char *allocated, *aligned;
  int64_t offset;
  int64_t sizesAndStrides[];
};

void mgpuMemHostRegisterMemRef(int64_t rank, MemRefDescriptor *memref,
                               int64_t elementBytes) {
  int64_t elements = 1;
  for (int64_t d = rank - 1; d >= 0; --d) {
    int64_t stride = memref->sizesAndStrides[rank + d];
    if (memref->sizesAndStrides[d] > 1 && stride != elements) {
      keep(Status::failure("launch", "registering a memref: expected stride " +
                                         std::to_string(elements) +
                                         " of dimension " + std::to_string(d) +
                                         ", but got " +
                                         std::to_string(stride)));
      return;
    }
    elements *= memref->sizesAndStrides[d];
  }
  mgpuMemHostRegister(memref->aligned + memref->offset * elementBytes,
                      uint64_t(elements * elementBytes));
}
void mgpuMemHostUnregisterMemRef(int64_t /*rank*/, MemRefDescriptor *memref,
                                 int64_t elementBytes) {
  mgpuMemHostUnregister(memref->aligned + memref->offset * elementBytes);
}

} // extern "C"
