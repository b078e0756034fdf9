//===- FakeState.h - The driver for tests: what its parts share -*- C++ -*-===//

#ifndef TEST_FAKE_DRIVER_FAKESTATE_H
#define TEST_FAKE_DRIVER_FAKESTATE_H

#include "FakeKernels.h"
#include "lib/Runtime/DriverApi.h"

#include <map>
#include <set>
#include <string>

using namespace kopt::cu;

// The definitions must have exactly the types that lib/Runtime uses.
extern "C" {
#define KOPT_DECLARE(name, parameters) CUresult name parameters;
KOPT_DRIVER_FUNCTIONS(KOPT_DECLARE)
#undef KOPT_DECLARE
}

namespace fake {

/// When an event was recorded.
struct Event {
  unsigned long tick = 0;
};

/// A launch that a graph holds: the bytes of each parameter.
struct Captured {
  const Kernel *kernel;
  Shape shape;
  std::vector<std::vector<char>> params;
};

/// What was handed out, and what was done.
struct State {
  std::map<CUdeviceptr, size_t> memory;
  std::set<void *> modules, streams, events, registered;
  std::map<void *, std::string> links;
  unsigned long calls = 0, ticks = 0;
  int contexts = 0;
  CUcontext current = nullptr;
  bool spinning = false, failed = false;
  CUstream capturing = nullptr; ///< the stream whose launches are kept
  bool spoiled = false;         ///< by a call that a capture forbids
  std::vector<Captured> graph;  ///< the one graph
};
/// The one driver of this process; it is never destroyed.
State &state();

/// Adds a launch to the graph.
void keep(const Kernel &kernel, const Shape &shape, void **params);
/// Runs a launch and notes where it never ends.
CUresult start(const Kernel &kernel, const Shape &shape, void **params);
/// A line of the trace that is no call.
void note(const char *text);
/// Counts and traces a call, and does what the environment asks of it.
CUresult enter(const char *name);

constexpr CUresult kInvalidContext = 201, kLaunchFailed = 719,
                   kInvalidHandle = 400, kUnknown = 999,
                   kCaptureUnsupported = 900, kCaptureInvalidated = 901;

template <typename T> bool live(const std::set<void *> &set, T handle) {
  return set.count(handle) != 0;
}
inline bool usable(CUstream stream) {
  return !stream || live(state().streams, stream);
}

} // namespace fake

#define ENTER()                                                                \
  if (CUresult result_ = enter(__func__))                                      \
  return result_
#define REQUIRE(condition, result)                                             \
  if (!(condition))                                                            \
  return result

#endif // TEST_FAKE_DRIVER_FAKESTATE_H
