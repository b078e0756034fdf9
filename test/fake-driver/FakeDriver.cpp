//===- FakeDriver.cpp - A CUDA driver for tests ---------------------------===//
//
// Answers every driver call that lib/Runtime makes, with host memory as device
// memory and kernels run at their launch (FakeKernels.h). For tests of what
// happens around a driver; it proves nothing about kernels. The environment:
//
//   KOPT_FAKE_FAIL=WHICH:RESULT  calls WHICH (a name, or the number of one
//                                call counted from 1) return RESULT
//   KOPT_FAKE_HANG=NAME          calls NAME never return
//   KOPT_FAKE_TRACE=FILE         one line for each call, its name
//   KOPT_FAKE_VERSION=NUMBER     the CUDA version that is reported, as 12040
//
// Handles that are none and addresses that were not allocated are refused as a
// driver does. Releasing the context with anything left alive is an error,
// unless a failure was asked for: the leak check of the tests.
//
//===----------------------------------------------------------------------===//

#include "FakeKernels.h"
#include "lib/Runtime/DriverApi.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <unistd.h>

using namespace kopt::cu;

// The definitions below must have exactly the types that lib/Runtime uses.
extern "C" {
#define KOPT_DECLARE(name, parameters) CUresult name parameters;
KOPT_DRIVER_FUNCTIONS(KOPT_DECLARE)
#undef KOPT_DECLARE
}

namespace {
/// When an event was recorded.
struct Event {
  unsigned long tick = 0;
};

struct State {
  std::map<CUdeviceptr, size_t> memory;
  std::set<void *> modules, streams, events, registered;
  std::map<void *, std::string> links;
  unsigned long calls = 0, ticks = 0;
  int contexts = 0;
  CUcontext current = nullptr;
  bool spinning = false, failed = false;
};
} // namespace

static State &state() {
  static State *instance = new State;
  return *instance;
}

/// As the driver's own: calls after the process's exit handlers are refused.
static bool ended = false;
static struct End {
  ~End() { ended = true; }
} end;

static constexpr CUresult kInvalidContext = 201, kInvalidHandle = 400,
                          kUnknown = 999;

/// Counts and traces a call, and does what the environment asks of it.
static CUresult enter(const char *name) {
  if (ended)
    return kDeinitialized;
  State &s = state();
  ++s.calls;
  if (const char *path = std::getenv("KOPT_FAKE_TRACE"))
    if (std::FILE *file = std::fopen(path, "a")) {
      std::fprintf(file, "%s\n", name);
      std::fclose(file);
    }
  if (const char *hang = std::getenv("KOPT_FAKE_HANG"))
    while (!std::strcmp(hang, name))
      ::sleep(1000);
  if (const char *fail = std::getenv("KOPT_FAKE_FAIL")) {
    const char *colon = std::strrchr(fail, ':');
    std::string which(fail, colon ? colon - fail : std::strlen(fail));
    if (colon && (which == name || which == std::to_string(s.calls))) {
      s.failed = true;
      return std::atoi(colon + 1);
    }
  }
  return kSuccess;
}

#define ENTER()                                                                \
  if (CUresult result_ = enter(__func__))                                      \
  return result_
#define REQUIRE(condition, result)                                             \
  if (!(condition))                                                            \
  return result

/// Whether [address, address + bytes) lies in one allocation.
static bool allocated(CUdeviceptr address, size_t bytes) {
  auto &memory = state().memory;
  auto it = memory.upper_bound(address);
  if (it == memory.begin())
    return false;
  --it;
  return address - it->first <= it->second &&
         bytes <= it->second - (address - it->first);
}
static char *host(CUdeviceptr address) {
  return reinterpret_cast<char *>(uintptr_t(address));
}
template <typename T> static bool live(const std::set<void *> &set, T handle) {
  return set.count(handle) != 0;
}
static bool usable(CUstream stream) {
  return !stream || live(state().streams, stream);
}
static fake::Kernel *find(fake::Module &module, const char *name) {
  for (fake::Kernel &kernel : module.kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}
/// The kernel a handle of any of the three kinds stands for, or null.
static fake::Kernel *kernelOf(const void *handle) {
  for (void *module : state().modules)
    for (fake::Kernel &kernel : static_cast<fake::Module *>(module)->kernels)
      if (&kernel == handle)
        return &kernel;
  return nullptr;
}
template <typename T> static CUresult loadModule(T *out, const void *image) {
  auto *module = new fake::Module;
  if (!fake::parse(static_cast<const char *>(image), *module)) {
    delete module;
    return kNoBinaryForGpu;
  }
  state().modules.insert(module);
  *out = reinterpret_cast<T>(module);
  return kSuccess;
}
template <typename T> static CUresult unloadModule(T handle) {
  REQUIRE(state().modules.erase(handle), kInvalidHandle);
  delete reinterpret_cast<fake::Module *>(handle);
  return kSuccess;
}
template <typename T>
static CUresult getKernel(T *out, void *module, const char *name) {
  REQUIRE(live(state().modules, module), kInvalidHandle);
  fake::Kernel *kernel = find(*static_cast<fake::Module *>(module), name);
  REQUIRE(kernel, kNotFound);
  *out = reinterpret_cast<T>(kernel);
  return kSuccess;
}
static CUresult setAttribute(const void *handle, int attribute, int value) {
  fake::Kernel *kernel = kernelOf(handle);
  REQUIRE(kernel, kInvalidHandle);
  if (attribute == kFunctionMaxDynamicShared) {
    REQUIRE(value <= 232448, kInvalidValue);
    kernel->dynamicShared = value;
  }
  return kSuccess;
}
static CUresult allocate(CUdeviceptr *out, size_t bytes) {
  REQUIRE(bytes, kInvalidValue);
  void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  REQUIRE(memory, kOutOfMemory);
  *out = CUdeviceptr(uintptr_t(memory));
  state().memory[*out] = bytes;
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Initialisation, device, context
//===----------------------------------------------------------------------===//

CUresult cuInit(unsigned) {
  ENTER();
  return kSuccess;
}
CUresult cuDriverGetVersion(int *version) {
  ENTER();
  const char *old = std::getenv("KOPT_FAKE_VERSION");
  *version = old ? std::atoi(old) : 13000;
  return kSuccess;
}
CUresult cuGetErrorName(CUresult result, const char **name) {
  ENTER();
  static const std::map<CUresult, const char *> names = {
      {1, "CUDA_ERROR_INVALID_VALUE"},
      {2, "CUDA_ERROR_OUT_OF_MEMORY"},
      {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {400, "CUDA_ERROR_INVALID_HANDLE"},
      {500, "CUDA_ERROR_NOT_FOUND"},
      {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {719, "CUDA_ERROR_LAUNCH_FAILED"},
      {999, "CUDA_ERROR_UNKNOWN"}};
  auto it = names.find(result);
  REQUIRE(it != names.end(), kInvalidValue);
  *name = it->second;
  return kSuccess;
}
CUresult cuGetErrorString(CUresult, const char **text) {
  ENTER();
  *text = "as asked of the driver for tests";
  return kSuccess;
}
CUresult cuDeviceGetCount(int *count) {
  ENTER();
  *count = 1;
  return kSuccess;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  ENTER();
  REQUIRE(ordinal == 0, 101);
  *device = 0;
  return kSuccess;
}
CUresult cuDeviceGetName(char *name, int bytes, CUdevice) {
  ENTER();
  std::snprintf(name, size_t(bytes), "driver for tests");
  return kSuccess;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  ENTER();
  static const std::map<int, int> values = {{kAttributeMultiprocessors, 4},
                                            {kAttributeL2Bytes, 4096},
                                            {kAttributeMajor, 9},
                                            {kAttributeMinor, 0},
                                            {kAttributeSharedOptin, 232448}};
  auto it = values.find(attribute);
  REQUIRE(it != values.end(), kInvalidValue);
  *value = it->second;
  return kSuccess;
}
CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice) {
  ENTER();
  *bytes = size_t(1) << 30;
  return kSuccess;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  ENTER();
  ++state().contexts;
  *context = reinterpret_cast<CUcontext>(&state());
  return kSuccess;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
  ENTER();
  State &s = state();
  REQUIRE(s.contexts > 0, kInvalidContext);
  if (--s.contexts == 0 && !s.failed &&
      s.memory.size() + s.modules.size() + s.streams.size() + s.events.size() +
              s.links.size() + s.registered.size() !=
          0) {
    std::fprintf(stderr,
                 "driver for tests: released with %zu allocations, %zu "
                 "modules, %zu streams, %zu events, %zu links alive\n",
                 s.memory.size(), s.modules.size(), s.streams.size(),
                 s.events.size(), s.links.size());
    return kUnknown;
  }
  return kSuccess;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  ENTER();
  state().current = context;
  return kSuccess;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  ENTER();
  *context = state().current;
  return kSuccess;
}
CUresult cuCtxGetDevice(CUdevice *device) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  *device = 0;
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Streams and events: everything is complete at once, except after `spin`
//===----------------------------------------------------------------------===//

static CUresult wait(CUstream stream) {
  REQUIRE(usable(stream), kInvalidHandle);
  while (state().spinning)
    ::sleep(1000);
  return kSuccess;
}

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  *stream = reinterpret_cast<CUstream>(new char);
  state().streams.insert(*stream);
  return kSuccess;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
  ENTER();
  REQUIRE(state().streams.erase(stream), kInvalidHandle);
  delete reinterpret_cast<char *>(stream);
  return kSuccess;
}
CUresult cuStreamQuery(CUstream stream) {
  ENTER();
  REQUIRE(usable(stream), kInvalidHandle);
  return state().spinning ? kNotReady : kSuccess;
}
CUresult cuStreamSynchronize(CUstream stream) {
  ENTER();
  return wait(stream);
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  ENTER();
  REQUIRE(usable(stream) && live(state().events, event), kInvalidHandle);
  return kSuccess;
}
CUresult cuEventCreate(CUevent *event, unsigned) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  *event = reinterpret_cast<CUevent>(new Event);
  state().events.insert(*event);
  return kSuccess;
}
CUresult cuEventDestroy_v2(CUevent event) {
  ENTER();
  REQUIRE(state().events.erase(event), kInvalidHandle);
  delete reinterpret_cast<Event *>(event);
  return kSuccess;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  ENTER();
  REQUIRE(usable(stream) && live(state().events, event), kInvalidHandle);
  reinterpret_cast<Event *>(event)->tick = ++state().ticks;
  return kSuccess;
}
CUresult cuEventSynchronize(CUevent event) {
  ENTER();
  REQUIRE(live(state().events, event), kInvalidHandle);
  return wait(nullptr);
}
/// One launch or event is 100 microseconds, or KOPT_FAKE_TICK of them.
CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
  ENTER();
  REQUIRE(live(state().events, begin) && live(state().events, end),
          kInvalidHandle);
  const char *unit = std::getenv("KOPT_FAKE_TICK");
  *milliseconds = float(reinterpret_cast<Event *>(end)->tick -
                        reinterpret_cast<Event *>(begin)->tick) *
                  (unit ? std::strtof(unit, nullptr) : 100.0f) * 1e-3f;
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUresult cuMemAlloc_v2(CUdeviceptr *out, size_t bytes) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  return allocate(out, bytes);
}
CUresult cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  return allocate(out, bytes);
}
CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER();
  REQUIRE(state().memory.erase(address), kInvalidValue);
  std::free(host(address));
  return kSuccess;
}
CUresult cuMemHostRegister_v2(void *memory, size_t bytes, unsigned) {
  ENTER();
  REQUIRE(memory && bytes && state().registered.insert(memory).second, 712);
  return kSuccess;
}
CUresult cuMemHostUnregister(void *memory) {
  ENTER();
  REQUIRE(state().registered.erase(memory), 713);
  return kSuccess;
}
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  ENTER();
  REQUIRE(allocated(to, bytes), kInvalidValue);
  std::memcpy(host(to), from, bytes);
  return kSuccess;
}
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  ENTER();
  REQUIRE(allocated(from, bytes), kInvalidValue);
  std::memcpy(to, host(from), bytes);
  return kSuccess;
}
/// Either side may be memory of the host.
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream stream) {
  ENTER();
  REQUIRE(usable(stream), kInvalidHandle);
  std::memmove(host(to), host(from), bytes);
  return kSuccess;
}
template <typename T>
static CUresult fill(CUdeviceptr to, T value, size_t count, CUstream stream) {
  REQUIRE(usable(stream), kInvalidHandle);
  REQUIRE(to % sizeof value == 0 && allocated(to, count * sizeof value),
          kInvalidValue);
  for (size_t i = 0; i < count; ++i)
    std::memcpy(host(to) + i * sizeof value, &value, sizeof value);
  return kSuccess;
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                          CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                          CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                         CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}

//===----------------------------------------------------------------------===//
// Linker, modules, libraries, kernels
//===----------------------------------------------------------------------===//

CUresult cuLinkCreate_v2(unsigned, int *, void **, CUlinkState *link) {
  ENTER();
  *link = reinterpret_cast<CUlinkState>(new char);
  state().links[*link] = std::string();
  return kSuccess;
}
CUresult cuLinkAddData_v2(CUlinkState link, int, void *data, size_t bytes,
                          const char *, unsigned, int *, void **) {
  ENTER();
  auto it = state().links.find(link);
  REQUIRE(it != state().links.end(), kInvalidHandle);
  REQUIRE(bytes && !static_cast<char *>(data)[bytes - 1] &&
              std::strstr(static_cast<char *>(data), ".version "),
          kInvalidPtx);
  it->second = std::string("\177ELF") +
               std::string(fake::kCubinHeader - 4, '\0') +
               static_cast<char *>(data);
  return kSuccess;
}
CUresult cuLinkComplete(CUlinkState link, void **cubin, size_t *bytes) {
  ENTER();
  auto it = state().links.find(link);
  REQUIRE(it != state().links.end(), kInvalidHandle);
  *cubin = it->second.data();
  *bytes = it->second.size();
  return kSuccess;
}
CUresult cuLinkDestroy(CUlinkState link) {
  ENTER();
  REQUIRE(state().links.erase(link), kInvalidHandle);
  delete reinterpret_cast<char *>(link);
  return kSuccess;
}
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, int *,
                           void **, unsigned, int *, void **, unsigned) {
  ENTER();
  return loadModule(library, image);
}
CUresult cuLibraryUnload(CUlibrary library) {
  ENTER();
  return unloadModule(library);
}
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                            const char *name) {
  ENTER();
  return getKernel(kernel, library, name);
}
CUresult cuKernelSetAttribute(int attribute, int value, CUkernel kernel,
                              CUdevice) {
  ENTER();
  return setAttribute(kernel, attribute, value);
}
CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  return loadModule(module, image);
}
CUresult cuModuleUnload(CUmodule module) {
  ENTER();
  return unloadModule(module);
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  ENTER();
  return getKernel(function, module, name);
}
CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
  ENTER();
  REQUIRE(live(state().modules, module), kInvalidHandle);
  *count = unsigned(reinterpret_cast<fake::Module *>(module)->kernels.size());
  return kSuccess;
}
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned count,
                                    CUmodule module) {
  ENTER();
  REQUIRE(live(state().modules, module), kInvalidHandle);
  for (fake::Kernel &k : reinterpret_cast<fake::Module *>(module)->kernels)
    if (count-- > 0)
      *functions++ = reinterpret_cast<CUfunction>(&k);
  return kSuccess;
}
CUresult cuFuncGetName(const char **name, CUfunction function) {
  ENTER();
  fake::Kernel *kernel = kernelOf(function);
  REQUIRE(kernel, kInvalidHandle);
  *name = kernel->name.c_str();
  return kSuccess;
}
CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  ENTER();
  REQUIRE(kernelOf(function), kInvalidHandle);
  *value = attribute == kFunctionRegisters ? 16 : 0;
  return kSuccess;
}
CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  ENTER();
  return setAttribute(function, attribute, value);
}
static CUresult paramInfo(const void *handle, size_t index, size_t *offset,
                          size_t *bytes) {
  fake::Kernel *kernel = kernelOf(handle);
  REQUIRE(kernel, kInvalidHandle);
  REQUIRE(index < kernel->sizes.size(), kInvalidValue);
  *offset = kernel->offsets[index];
  *bytes = kernel->sizes[index];
  return kSuccess;
}
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset,
                            size_t *bytes) {
  ENTER();
  return paramInfo(function, index, offset, bytes);
}
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset,
                              size_t *bytes) {
  ENTER();
  return paramInfo(kernel, index, offset, bytes);
}
CUresult cuLaunchKernelEx(const LaunchConfig *config, CUfunction function,
                          void **params, void **) {
  ENTER();
  State &s = state();
  REQUIRE(s.current, kInvalidContext);
  fake::Kernel *kernel = kernelOf(function);
  REQUIRE(kernel && usable(config->stream), kInvalidHandle);
  REQUIRE(config->gridX && config->gridY && config->gridZ &&
              config->blockX * config->blockY * config->blockZ - 1 < 1024 &&
              int(config->sharedBytes) <= kernel->dynamicShared,
          kInvalidValue);
  ++s.ticks;
  s.spinning |= !fake::execute(*kernel, params);
  return kSuccess;
}
