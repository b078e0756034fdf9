//===- kopt-fuzz.cpp - Random programs against the oracle -----------------===//
//
// Exit status: 0 nothing found, 1 usage or I/O, 2 a finding.
//
//===----------------------------------------------------------------------===//

#include "kopt/Fuzz/Campaign.h"
#include "kopt/GateDriver/Session.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/Support/FileSystem.h"

namespace cl = llvm::cl;

static constexpr const char tool[] = "kopt-fuzz";

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  cl::OptionCategory category("kopt-fuzz options");
  kopt::FuzzOptions options;
  auto number = [&](llvm::StringRef name, auto &value, llvm::StringRef text) {
    using T = std::decay_t<decltype(value)>;
    return std::make_unique<cl::opt<T, true>>(name, cl::location(value),
                                              cl::init(value), cl::desc(text),
                                              cl::cat(category));
  };
  auto seed = number("seed", options.seed, "of the first program");
  auto count = number("count", options.count, "programs");
  auto seconds = number("time", options.seconds,
                        "seconds after which no further program begins; 0: "
                        "no limit");
  auto jobs = number("jobs", options.jobs, "processes");
  auto findings =
      number("findings", options.findings, "stop after that many findings");
  auto limit = number("case-time", options.caseSeconds,
                      "seconds after which a program hangs");
  auto reducing = number("reduce-time", options.reduceSeconds,
                         "seconds for reducing one finding");
  auto device = number("device", options.device, "sim, interpret or cuda:N");
  auto output = number("output", options.output, "folder of reduced cases");
  cl::opt<kopt::FuzzOptions::Mode> mode(
      cl::desc("what is asked:"), cl::init(options.mode), cl::cat(category),
      cl::values(
          clEnumValN(kopt::FuzzOptions::Programs, "programs",
                     "random cards on random programs are accepted (default)"),
          clEnumValN(
              kopt::FuzzOptions::Pairs, "pairs",
              "passes of stock MLIR are accepted, on all input families"),
          clEnumValN(kopt::FuzzOptions::Mutants, "mutants",
                     "accepted programs with a fault planted are rejected")));
  cl::list<std::string> skills("skills", cl::CommaSeparated,
                               cl::desc("folders of cards"), cl::cat(category));
  if (!kopt::parseCommandLine(
          tool, argc, argv,
          "kopt fuzzer: random programs and cards against the gate's oracle\n",
          category))
    return 1;
  options.mode = mode;
  options.skills.assign(skills.begin(), skills.end());
  options.toolPath = llvm::sys::fs::getMainExecutable(argv[0], (void *)&tool);
  if (!kopt::DeviceSpec::parse(options.device))
    return kopt::fail(tool, "expected --device=sim, interpret or cuda:N, but "
                            "got '" +
                                options.device + "'");
  if (options.jobs < 1 || options.jobs > 256)
    return kopt::fail(tool, "expected --jobs from 1 to 256, but got " +
                                llvm::Twine(options.jobs));
  if (options.count > UINT64_MAX - options.seed - 256)
    return kopt::fail(tool, "expected --seed and --count below 2^64 together");
  return kopt::finish(tool, kopt::fuzzCampaign(options));
}
