//===- Timer.cpp - The timing rule on a device -----------------------------===//
//
//   gate-timer OUT.json WORKER [ARGUMENT…]
//
// A kernel of arithmetic alone in three lengths, against itself loaded a second
// time, and against itself with 3 % more work, by the rule that kopt-gate
// applies. Each pair is loaded anew, in new memory, for every few comparisons,
// which take their blocks from one stream. OUT.json keeps all samples;
// scripts/figures recomputes the counts from them.
//
// KOPT_TIMER_LOADS and KOPT_TIMER_EACH say how often programs are loaded and
// how many comparisons each load is for (40 and 5).
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Decision.h"
#include "kopt/Gate/Worker.h"
#include "kopt/Support/Sha256.h"
#include "lib/Support/Json.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace kopt;
using namespace kopt::gate;

namespace {

constexpr unsigned kBlocks = 20; ///< of the first look, as kopt-gate has it
constexpr double kSlack = 0.02;  ///< of the question `not-slower`

/// Each thread multiplies and adds `turns` times, each time to its last result.
const char *const image = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry work(.param .u64 in, .param .u64 out, .param .u64 turns) {
  .reg .pred %p;
  .reg .f32 %f<3>;
  .reg .b32 %r<5>;
  .reg .b64 %d<6>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d1, %r4, 4;
  ld.param.u64 %d2, [in];
  add.u64 %d2, %d2, %d1;
  ld.global.f32 %f1, [%d2];
  ld.param.u64 %d3, [turns];
again:
  fma.rn.f32 %f1, %f1, 0f3F7FF000, 0f3A83126F;
  sub.u64 %d3, %d3, 1;
  setp.ne.u64 %p, %d3, 0;
  @%p bra again;
  ld.param.u64 %d4, [out];
  add.u64 %d4, %d4, %d1;
  st.global.f32 [%d4], %f1;
  ret;
}
)";

Program programOf(int64_t turns) {
  constexpr int64_t threads = 128, blocks = 132;
  Program program;
  program.name = "work";
  program.buffers = {{"arg0", DType::F32, {threads * blocks}, BufferRole::Input},
                     {"result0", DType::F32, {threads * blocks}, BufferRole::Output}};
  program.images.push_back({Image::Kind::PTX, image, sha256(image)});
  Launch launch;
  launch.kernel = "work";
  launch.grid[0] = unsigned(blocks);
  launch.block[0] = unsigned(threads);
  launch.args = {{0, 0, 0, 0}, {1, 0, 0, 0}, {-1, 0, uint64_t(turns), 8}};
  program.launches.push_back(launch);
  return program;
}

unsigned fromEnvironment(const char *name, unsigned otherwise) {
  const char *text = std::getenv(name);
  return text ? unsigned(std::strtoul(text, nullptr, 10)) : otherwise;
}

[[noreturn]] void fail(const std::string &what) {
  std::fprintf(stderr, "gate-timer: %s\n", what.c_str());
  std::exit(1);
}

using Samples = std::vector<std::vector<double>>;

/// Two programs on a worker, and the blocks that are not used yet.
class Pair {
public:
  Pair(Worker &worker, int64_t incumbentTurns, int64_t candidateTurns)
      : worker(worker) {
    for (int64_t turns : {incumbentTurns, candidateTurns}) {
      Result<LoadResult> loaded = worker.load(programOf(turns));
      if (!loaded)
        fail(loaded.status().message());
      handles.push_back(loaded->program);
    }
  }
  ~Pair() {
    for (uint64_t handle : handles)
      (void)worker.unload(handle);
  }
  /// The next blocks; at least `ahead` more are asked of the device where they
  /// are used up.
  Samples take(unsigned blocks, unsigned ahead) {
    InputSpec input;
    input.family = "uniform01";
    while (samples[0].size() < size_t(2) * (used + blocks)) {
      unsigned wanted = std::max(blocks, ahead);
      Result<TimeResult> timed =
          worker.time(handles, {input}, wanted, 300, 10);
      if (!timed)
        fail(timed.status().message());
      if (auto wrong = wrongSamples(timed->samples, wanted))
        fail(*wrong);
      if (timed->mismatches[0] || timed->mismatches[1])
        fail("a timed output differs from the checked one");
      for (unsigned arm = 0; arm < 2; ++arm)
        samples[arm].insert(samples[arm].end(), timed->samples[arm].begin(),
                            timed->samples[arm].end());
    }
    Samples taken(2);
    for (unsigned arm = 0; arm < 2; ++arm)
      taken[arm].assign(samples[arm].begin() + 2 * used,
                        samples[arm].begin() + 2 * (used + blocks));
    used += blocks;
    return taken;
  }

private:
  Worker &worker;
  std::vector<uint64_t> handles;
  Samples samples = Samples(2);
  unsigned used = 0;
};

/// One comparison; its answer and samples.
Json compare(Pair &pair, unsigned ahead) {
  Samples samples(2);
  const char *answer = "noisy";
  for (unsigned number = 0; number < kLooks; ++number) {
    Look look = lookAt(number, kBlocks);
    Samples more = pair.take(look.blocks - unsigned(samples[0].size() / 2), ahead);
    for (unsigned arm = 0; arm < 2; ++arm)
      samples[arm].insert(samples[arm].end(), more[arm].begin(), more[arm].end());
    MedianInterval ratio = estimateSpeed(samples, look.level).ratio;
    if (ratio.high < 1 - kSlack)
      answer = "slower";
    else if (ratio.low > 1 - kSlack)
      answer = "accepted";
    else
      continue;
    break;
  }
  return {{"answer", answer}, {"samples_us", samples}};
}

/// The turns that take so many microseconds.
int64_t turnsFor(Worker &worker, double microseconds) {
  constexpr int64_t few = 1000, many = 100000;
  Pair pair(worker, few, many);
  Samples samples = pair.take(kBlocks, kBlocks);
  double low = medianInterval(samples[0], 0.05).middle,
         high = medianInterval(samples[1], 0.05).middle;
  double turns = few + (microseconds - low) * double(many - few) /
                           std::max(high - low, 1e-3);
  return int64_t(std::clamp(turns, 1.0, 1e8));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    fail("expected OUT.json and the command of a worker");
  Result<std::unique_ptr<Worker>> worker =
      Worker::spawn(std::vector<std::string>(argv + 2, argv + argc));
  if (!worker)
    fail(worker.status().message());
  Result<DeviceInfo> info = (*worker)->info();
  if (!info)
    fail(info.status().message());
  unsigned loads = fromEnvironment("KOPT_TIMER_LOADS", 40),
           each = fromEnvironment("KOPT_TIMER_EACH", 5);
  Json classes = Json::array();
  for (double microseconds : {5.0, 50.0, 1000.0}) {
    int64_t turns = turnsFor(**worker, microseconds);
    for (double slowdown : {0.0, 0.03}) {
      int64_t others = std::llround(double(turns) * (1 + slowdown));
      Json comparisons = Json::array();
      std::map<std::string, unsigned> answers;
      for (unsigned load = 0; load < loads; ++load) {
        Pair pair(**worker, turns, others);
        for (unsigned i = 0; i < each; ++i) {
          Json one = compare(pair, kBlocks * (each - i));
          ++answers[one["answer"].get<std::string>()];
          one["load"] = load;
          comparisons.push_back(std::move(one));
        }
      }
      std::printf("%g us, %g %% more work:", microseconds, 100 * slowdown);
      for (const auto &[answer, count] : answers)
        std::printf(" %s %u", answer.c_str(), count);
      std::printf("\n");
      std::fflush(stdout);
      classes.push_back({{"microseconds", microseconds},
                         {"turns", turns},
                         {"turns_of_candidate", others},
                         {"slack", kSlack},
                         {"blocks", kBlocks},
                         {"comparisons", std::move(comparisons)}});
    }
  }
  std::ofstream(argv[1]) << dumpJson({{"device", info->name},
                                      {"driver", info->driver},
                                      {"resolution_us", kResolutionMicroseconds},
                                      {"timer", std::move(classes)}})
                         << "\n";
  return (*worker)->quit().ok() ? 0 : 1;
}
