//===- FakeDriver.cpp - A CUDA driver for tests ---------------------------===//
//
// Answers every driver call that lib/Runtime makes, with host memory as device
// memory and kernels run at their launch, by what its machine is
// (FakeKernels.h): some kernels by name, or the simulated GPU. The environment:
//
//   KOPT_FAKE_FAIL=WHICH:RESULT  calls WHICH (a name, or the number of one
//                                call counted from 1) return RESULT
//   KOPT_FAKE_HANG=NAME          calls NAME never return
//   KOPT_FAKE_TRACE=FILE         one line for each call, its name, and one
//                                more for a cooperative launch
//   KOPT_FAKE_VERSION=NUMBER     the CUDA version that is reported, as 12040
//
// Handles that are none and addresses that were not allocated are refused as a
// driver does. Releasing the context with anything left alive is an error,
// unless a failure was asked for: the leak check of the tests.
//
//===----------------------------------------------------------------------===//

#include "FakeState.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace fake;

State &fake::state() {
  static State *instance = new State;
  return *instance;
}

/// As the driver's own: calls after the process's exit handlers are refused.
static bool ended = false;
static struct End {
  ~End() { ended = true; }
} end;

void fake::note(const char *text) {
  if (const char *path = std::getenv("KOPT_FAKE_TRACE"))
    if (std::FILE *file = std::fopen(path, "a")) {
      std::fprintf(file, "%s\n", text);
      std::fclose(file);
    }
}

CUresult fake::enter(const char *name) {
  if (ended)
    return kDeinitialized;
  State &s = state();
  ++s.calls;
  note(name);
  if (s.capturing && std::strcmp(name, "cuLaunchKernelEx")) {
    s.spoiled = true;
    return kCaptureUnsupported;
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
  static const std::map<int, int> values = {
      {kAttributeMultiprocessors, 4},
      {kAttributeL2Bytes, 4096},
      {kAttributeMajor, fake::capability() / 10},
      {kAttributeMinor, fake::capability() % 10},
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
