//===- FakeGraphs.cpp - The driver for tests: capturing graphs ------------===//
//
// What kopt itself does not call, but programs around it do. While a stream is
// captured, launches on it are kept with their parameters, and every other call
// is refused, as a capture with CU_STREAM_CAPTURE_MODE_GLOBAL does with all
// that could wait or allocate.
//
//===----------------------------------------------------------------------===//

#include "FakeState.h"

#include <cstring>

using namespace fake;

extern "C" {
CUresult cuStreamBeginCapture_v2(CUstream stream, int mode);
CUresult cuStreamEndCapture(CUstream stream, void **graph);
CUresult cuGraphInstantiateWithFlags(void **exec, void *graph,
                                     unsigned long long flags);
CUresult cuGraphLaunch(void *exec, CUstream stream);
CUresult cuGraphExecDestroy(void *exec);
CUresult cuGraphDestroy(void *graph);
}

void fake::keep(const Kernel &kernel, const Shape &shape, void **params) {
  Captured node{&kernel, shape, {}};
  for (size_t i = 0; i < kernel.sizes.size(); ++i) {
    node.params.emplace_back(8);
    std::memcpy(node.params.back().data(), params[i], kernel.sizes[i]);
  }
  state().graph.push_back(std::move(node));
}

CUresult cuStreamBeginCapture_v2(CUstream stream, int mode) {
  ENTER();
  // The default stream cannot be captured.
  REQUIRE(stream && usable(stream) && mode == 0, kInvalidHandle);
  state().capturing = stream;
  state().spoiled = false;
  state().graph.clear();
  return kSuccess;
}
CUresult cuStreamEndCapture(CUstream stream, void **graph) {
  State &s = state();
  bool spoiled = s.spoiled;
  REQUIRE(s.capturing == stream, kInvalidHandle);
  s.capturing = nullptr;
  ENTER();
  *graph = nullptr;
  REQUIRE(!spoiled, kCaptureInvalidated);
  *graph = &s.graph;
  return kSuccess;
}
CUresult cuGraphInstantiateWithFlags(void **exec, void *graph,
                                     unsigned long long) {
  ENTER();
  REQUIRE(graph == &state().graph, kInvalidHandle);
  *exec = graph;
  return kSuccess;
}
CUresult cuGraphLaunch(void *exec, CUstream stream) {
  ENTER();
  REQUIRE(exec == &state().graph && usable(stream), kInvalidHandle);
  for (Captured &node : state().graph) {
    std::vector<void *> params;
    for (std::vector<char> &bytes : node.params)
      params.push_back(bytes.data());
    if (CUresult result = start(*node.kernel, node.shape, params.data()))
      return result;
  }
  return kSuccess;
}
CUresult cuGraphExecDestroy(void *) {
  ENTER();
  return kSuccess;
}
CUresult cuGraphDestroy(void *) {
  ENTER();
  return kSuccess;
}
