//===- Session.cpp - A worker judged by what it says of known kernels -----===//
//
//   gate-session WORKER ARGS…
//
// Drives a CUDA worker (on a GPU, or on the driver of test/fake-driver) with
// kernels that are right, or wrong in one way each.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Inputs.h"
#include "kopt/Gate/Worker.h"
#include "kopt/Support/Sha256.h"

#include <algorithm>
#include <cstdio>

using namespace kopt;
using namespace kopt::gate;

static int failures = 0;
static bool expect(bool condition, const std::string &what) {
  std::printf("%s: %s\n", condition ? "ok" : "failed", what.c_str());
  failures += !condition;
  return condition;
}

/// A kernel of (in, out, n) whose thread i does `body` if i < n + `slack`.
static std::string entry(const std::string &name, int slack,
                         const std::string &body) {
  return ".visible .entry " + name +
         "(.param .u64 in, .param .u64 out, .param .u64 n) {\n"
         ".reg .pred %p; .reg .b32 %r<4>; .reg .b64 %d<6>; .reg .f32 %f;\n"
         "ld.param.u64 %d0, [in]; ld.param.u64 %d1, [out]; "
         "ld.param.u64 %d2, [n];\n"
         "mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;\n"
         "mad.lo.s32 %r3, %r0, %r1, %r2; cvt.u64.u32 %d3, %r3;\n"
         "add.s64 %d2, %d2, " +
         std::to_string(slack) +
         "; setp.ge.s64 %p, %d3, %d2; @%p bra DONE;\n"
         "shl.b64 %d4, %d3, 2; add.s64 %d0, %d0, %d4; add.s64 %d1, %d1, "
         "%d4;\n" +
         body + "DONE: ret;\n}\n";
}

static const char *const kCopy =
    "ld.global.f32 %f, [%d0]; st.global.f32 [%d1], %f;\n";

static Program makeProgram(const std::string &kernel, int64_t n) {
  std::string copy = kCopy;
  std::string ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n" +
      entry("copy", 0, copy) + entry("skip_last", -1, copy) +
      entry("overrun", 1, copy) +
      entry("spoil", 0, copy + "st.global.f32 [%d0], 0f3f9d70a4;\n") +
      entry("wild", 0, "mov.u64 %d5, 16; st.global.u32 [%d5], %r3;\n") +
      entry("spin", 0,
            "LOOP: ld.volatile.global.u32 %r0, [%d0]; setp.ne.s32 %p, %r0, "
            "0x7ff00001; @%p bra LOOP;\n");
  Program p;
  p.name = kernel;
  p.buffers = {{"arg0", DType::F32, {n}, BufferRole::Input},
               {"result0", DType::F32, {n}, BufferRole::Output}};
  p.images.push_back({Image::Kind::PTX, ptx, sha256(ptx)});
  Launch l;
  l.kernel = kernel;
  l.grid[0] = uint32_t((n + 1 + 255) / 256);
  l.block[0] = 256;
  l.args = {{0, 0, 0, 0}, {1, 0, 0, 0}, {-1, 0, uint64_t(n), 8}};
  p.launches.push_back(l);
  return p;
}

int main(int argc, char **argv) {
  auto spawned = Worker::spawn(std::vector<std::string>(argv + 1, argv + argc));
  if (!expect(spawned.ok(), "spawn"))
    return 1;
  Worker &worker = **spawned;
  auto info = worker.info();
  if (!expect(info.ok(), "info " + info.status().message()))
    return 1;
  std::printf("device: %s %s driver %s, %u SMs, L2 %llu\n", info->name.c_str(),
              info->architecture.c_str(), info->driver.c_str(),
              info->multiprocessors, (unsigned long long)info->l2Bytes);
  const int64_t n = 5001;
  InputSpec normal{"normal", 11, 0, false, {}};
  auto bytes = generate("normal", 11, DType::F32, {n});
  std::string wanted(bytes.begin(), bytes.end());

  auto tryKernel = [&](const std::string &kernel, int64_t size,
                       double kernelSeconds = 10) -> Result<RunResult> {
    auto loaded = worker.load(makeProgram(kernel, size));
    if (!loaded)
      return loaded.status();
    auto result = worker.run(loaded->program, {normal}, 60, kernelSeconds);
    if (result)
      if (Status s = worker.unload(loaded->program); !s.ok())
        return s;
    return result;
  };
  auto copy = tryKernel("copy", n);
  if (expect(copy.ok(), "copy runs " + copy.status().message())) {
    expect(copy->outputs.size() == 1 && copy->outputs[0].bytes == wanted,
           "copy copies what this end generates");
    expect(copy->outputs[0].sha256 == sha256(wanted), "copy's hash");
    expect(copy->outputs[0].unwritten == 0 && copy->guardViolations.empty() &&
               copy->modifiedInputs.empty(),
           "copy is clean");
  }
  auto skip = tryKernel("skip_last", n);
  expect(skip.ok() && skip->outputs[0].unwritten == 1, "skip_last leaves one");
  auto over = tryKernel("overrun", n);
  expect(over.ok() && over->guardViolations == std::vector<int>{1},
         "overrun breaks the guard of result0");
  auto spoil = tryKernel("spoil", n);
  expect(spoil.ok() && spoil->modifiedInputs == std::vector<int>{0},
         "spoil modifies arg0");
  auto none = tryKernel("no_such_kernel", n);
  expect(!none.ok() && none.status().kind() == "launch",
         none.status().message());
  Program broken = makeProgram("copy", n);
  broken.images[0].bytes = ".version 8.0\n.target sm_80\nnonsense";
  broken.images[0].sha256 = sha256(broken.images[0].bytes);
  auto bad = worker.load(broken);
  expect(!bad.ok() && bad.status().kind() == "compile",
         "nonsense does not compile");
  Program few = makeProgram("copy", n);
  few.launches[0].args.pop_back();
  auto fewLoaded = worker.load(few);
  if (expect(fewLoaded.ok(), "load with too few arguments")) {
    auto r = worker.run(fewLoaded->program, {normal});
    expect(!r.ok() && r.status().kind() == "launch", r.status().message());
  }
  Program empty = makeProgram("copy", 0);
  empty.launches[0].grid[0] = 0;
  auto emptyLoaded = worker.load(empty);
  expect(emptyLoaded.ok() && worker.run(emptyLoaded->program, {normal}).ok(),
         "an empty grid is skipped");

  const int64_t big = info->name == "fake" ? 5001 : int64_t(1) << 24;
  auto a = worker.load(makeProgram("copy", big));
  auto b = worker.load(makeProgram("copy", big));
  if (expect(a.ok() && b.ok(), "load two arms")) {
    auto times = worker.time({a->program, b->program}, {normal}, 10);
    if (expect(times.ok(), "time " + times.status().message())) {
      expect(times->samples[0].size() == 20 && times->samples[1].size() == 20,
             "two samples a block");
      expect(times->mismatches == std::vector<uint64_t>{0, 0},
             "timed runs agree");
      for (auto &arm : times->samples) {
        std::sort(arm.begin(), arm.end());
        std::printf("median %.2f us of %d floats, %llu copies\n", arm[10],
                    int(big), (unsigned long long)times->copies);
      }
    }
    auto zero = worker.load(makeProgram("copy", 64));
    if (zero.ok()) {
      auto differ = worker.time({a->program, zero->program}, {normal}, 1);
      expect(!differ.ok() && differ.status().kind() == "parse",
             "arms of two signatures are refused");
    }
  }

  auto spin = tryKernel("spin", n, 0.5);
  expect(!spin.ok() && spin.status().kind() == "timeout",
         "spin: " + spin.status().message());
  expect(!worker.alive(), "the worker is gone after a timeout");
  expect(worker.restart().ok() && worker.info().ok(), "restart");
  auto wild = tryKernel("wild", n);
  expect(!wild.ok() && wild.status().kind() == "fault",
         "wild: " + wild.status().message());
  expect(worker.restart().ok(), "restart");
  auto after = tryKernel("copy", n);
  expect(after.ok() && after->outputs[0].bytes == wanted, "copy after a fault");
  Status quit = worker.quit();
  expect(quit.ok(), "quit " + quit.message());
  std::printf("%d failures\n", failures);
  return failures != 0;
}
