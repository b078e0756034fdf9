// A program of somebody else's that calls what kopt generated:
//
//   consumer [TRACE]
//
// TRACE is the file of KOPT_FAKE_TRACE; without one the driver may be a real
// one, whose calls cannot be listed.

#include "kopt_six.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <string>
#include <vector>

static bool say(const char *what, KoptStatus status) {
  if (status)
    std::printf("%s: %s: %s\n", what, koptStatusGetKind(status),
                koptStatusGetMessage(status));
  bool ok = !status;
  koptStatusDestroy(status);
  return ok;
}
static void must(KoptStatus status) {
  if (!say("failed", status))
    std::exit(1);
}

static std::vector<std::string> linesOf(const char *path) {
  std::vector<std::string> lines;
  std::ifstream file(path ? path : "");
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  return lines;
}

/// A function of the driver that kopt's library has opened.
template <typename F> static F driver(const char *name) {
  static void *library = dlopen("libcuda.so.1", RTLD_NOW);
  void *function = library ? dlsym(library, name) : nullptr;
  if (!function)
    std::exit(2);
  return reinterpret_cast<F>(function);
}

static KoptRuntime runtime;
static void *stream;
static float *x, *y;
static void *workspace;
constexpr int64_t kMost = 1000;

static void upload(float first) {
  std::vector<float> host(kMost);
  for (int64_t i = 0; i < kMost; ++i)
    host[i] = first + float(i);
  must(koptMemoryCopy(runtime, x, host.data(), kMost * 4, stream));
  std::vector<float> none(kMost, -1);
  must(koptMemoryCopy(runtime, y, none.data(), kMost * 4, stream));
  must(koptStreamSynchronize(runtime, stream));
}
static void compare(const char *what, float first, int64_t count) {
  std::vector<float> host(kMost);
  must(koptMemoryCopy(runtime, host.data(), y, kMost * 4, stream));
  must(koptStreamSynchronize(runtime, stream));
  int64_t wrong = 0;
  for (int64_t i = 0; i < kMost; ++i)
    wrong += host[i] != (i < count ? 6 * (first + float(i)) : -1);
  if (wrong)
    std::printf("%s: %d of %d are wrong\n", what, int(wrong), int(count));
  else
    std::printf("%s: all six times\n", what);
}

int main(int argc, char **argv) {
  const char *trace = argc > 1 ? argv[1] : nullptr;
  must(koptRuntimeCreate(nullptr, 0, &runtime));
  must(koptStreamCreate(runtime, &stream));
  void *memory;
  must(koptMemoryAllocate(runtime, kMost * 4 + 16, &memory));
  x = static_cast<float *>(memory);
  must(koptMemoryAllocate(runtime, kMost * 4, &memory));
  y = static_cast<float *>(memory);

  int64_t size = 0;
  KoptTensor in = {x, &size, nullptr}, out = {y, &size, nullptr};
  uint64_t bytes = 1, persistent = 1;
  say("before prepare", kopt_six(stream, workspace, &in, &out));
  must(kopt_six_prepare());

  must(kopt_six_workspace(&bytes, &persistent, &in, &out));
  std::printf("no sizes: %d bytes of workspace\n", int(bytes));
  size = kMost;
  must(kopt_six_workspace(&bytes, &persistent, &in, &out));
  std::printf("1000 floats: %d bytes of workspace, %d persist\n", int(bytes),
              int(persistent));
  must(koptMemoryAllocate(runtime, bytes, &workspace));

  upload(1);
  size_t before = linesOf(trace).size();
  must(kopt_six(stream, workspace, &in, &out));
  std::vector<std::string> calls = linesOf(trace);
  compare("1000 floats", 1, kMost);
  if (trace) {
    std::printf("calls of the entry:");
    for (size_t i = before; i < calls.size(); ++i)
      std::printf(" %s", calls[i].c_str());
    std::printf("\n");
  }
  size = 7;
  upload(2);
  must(kopt_six(stream, workspace, &in, &out));
  compare("7 floats", 2, 7);
  size = 0;
  before = linesOf(trace).size();
  must(kopt_six(stream, workspace, &in, &out));
  if (linesOf(trace).size() == before)
    std::printf("0 floats: nothing to launch\n");

  // Captured once, replayed with other contents.
  size = kMost;
  void *graph = nullptr, *exec = nullptr;
  auto begin = driver<int (*)(void *, int)>("cuStreamBeginCapture_v2");
  auto end = driver<int (*)(void *, void **)>("cuStreamEndCapture");
  auto instantiate = driver<int (*)(void **, void *, unsigned long long)>(
      "cuGraphInstantiateWithFlags");
  auto launch = driver<int (*)(void *, void *)>("cuGraphLaunch");
  if (begin(stream, 0))
    return 3;
  must(kopt_six(stream, workspace, &in, &out));
  if (int result = end(stream, &graph)) {
    std::printf("the capture failed: %d\n", result);
    return 3;
  }
  upload(5);
  if (instantiate(&exec, graph, 0) || launch(exec, stream) ||
      launch(exec, stream))
    return 3;
  compare("replayed", 5, kMost);
  driver<int (*)(void *)>("cuGraphExecDestroy")(exec);
  driver<int (*)(void *)>("cuGraphDestroy")(graph);

  int64_t stride = 2, other = 999;
  KoptTensor wide = {x, &size, &stride}, odd = {x + 1, &size, nullptr},
             same = {x, &size, nullptr}, less = {y, &other, nullptr},
             none = {nullptr, &size, nullptr};
  say("strides", kopt_six(stream, workspace, &wide, &out));
  say("alignment", kopt_six(stream, workspace, &odd, &out));
  say("overlap", kopt_six(stream, workspace, &in, &same));
  say("sizes", kopt_six(stream, workspace, &in, &less));
  say("no workspace", kopt_six(stream, nullptr, &in, &out));
  say("no memory", kopt_six(stream, workspace, &none, &out));
  KoptCounters counters = koptArtefactGetCounters(kopt_six_artefact());
  std::printf("launched %d, kept %d, refused %d: %d strides, %d alignment, %d "
              "overlap\n",
              int(counters.launched), int(counters.kept), int(counters.refused),
              int(counters.strides), int(counters.alignment),
              int(counters.overlap));

  must(kopt_six_release());
  must(koptMemoryFree(runtime, x));
  must(koptMemoryFree(runtime, y));
  must(koptMemoryFree(runtime, workspace));
  must(koptStreamDestroy(runtime, stream));
  must(koptRuntimeDestroy(runtime));
  std::printf("released\n");
  return 0;
}
