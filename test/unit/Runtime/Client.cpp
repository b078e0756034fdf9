//===- Client.cpp - The client when its worker dies or hangs --------------===//
//
//   gate-client WORKER ARGS…
//
// The worker's driver is that of test/fake-driver.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Worker.h"
#include "kopt/Support/Sha256.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

using namespace kopt;
using namespace kopt::gate;

static int failures = 0;
static bool expect(bool condition, const std::string &what) {
  std::printf("%s: %s\n", condition ? "ok" : "failed", what.c_str());
  failures += !condition;
  return condition;
}

static Program makeProgram(const std::string &kernel) {
  std::string ptx = ".version 8.0\n.target sm_80\n.address_size 64\n"
                    ".visible .entry " +
                    kernel +
                    "(.param .u64 in, .param .u64 out, .param .u64 n) "
                    "{ ret; }\n";
  Program p;
  p.name = kernel;
  p.buffers = {{"arg0", DType::F32, {100}, BufferRole::Input},
               {"result0", DType::F32, {100}, BufferRole::Output}};
  p.images.push_back({Image::Kind::PTX, ptx, sha256(ptx)});
  Launch l;
  l.kernel = kernel;
  l.args = {{0, 0, 0, 0}, {1, 0, 0, 0}, {-1, 0, 100, 8}};
  p.launches.push_back(l);
  return p;
}

int main(int argc, char **argv) {
  const std::vector<std::string> command(argv + 1, argv + argc);
  const InputSpec normal{"normal", 1, 0, false, {}};
  auto spawned = Worker::spawn(command);
  if (!expect(spawned.ok(), "spawn"))
    return 1;
  Worker &worker = **spawned;

  /// The failure of loading and running `kernel` on a fresh worker.
  auto failureOf = [&](const char *kernel, double limit, double kernelSeconds) {
    if (Status s = worker.restart(); !s.ok())
      return s;
    auto loaded = worker.load(makeProgram(kernel));
    if (!loaded)
      return loaded.status();
    return worker.run(loaded->program, {normal}, limit, kernelSeconds).status();
  };
  expect(failureOf("copy", 20, 5).ok(), "copy runs");

  // The worker's limit, then the client's where the worker itself hangs.
  Status late = failureOf("spin", 20, 0.2);
  expect(late.kind() == "timeout" && !worker.alive(), late.message());
  ::setenv("KOPT_FAKE_HANG", "cuLaunchKernelEx", 1);
  auto begin = std::chrono::steady_clock::now();
  Status hung = failureOf("copy", 0.5, 5);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  expect(hung.kind() == "timeout" && !worker.alive(), hung.message());
  expect(took.count() < 5, "the client does not wait for a hung worker");
  ::unsetenv("KOPT_FAKE_HANG");

  // Killed between two calls; a call on a dead worker; a new life.
  expect(failureOf("copy", 20, 5).ok(), "copy after a hang");
  ::kill(worker.processId(), SIGKILL);
  Status killed = worker.info().status();
  expect(killed.kind() == "fault" &&
             killed.message().find("signal 9") != std::string::npos,
         killed.message());
  expect(!worker.alive() && worker.info().status().kind() == "fault",
         "calls on a dead worker fail");
  expect(failureOf("copy", 20, 5).ok(), "copy after a kill");
  expect(worker.quit().ok(), "quit");

  // What the worker said at its end reaches the message.
  ::setenv("KOPT_FAKE_FAIL", "cuInit:100", 1);
  expect(worker.restart().ok(), "restart");
  Status none = worker.info().status();
  expect(none.kind() == "fault" &&
             none.message().find("cuInit failed with") != std::string::npos,
         none.message());
  std::printf("%d failures\n", failures);
  return failures != 0;
}
