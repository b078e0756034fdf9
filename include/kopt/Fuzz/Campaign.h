//===- Campaign.h - Many random programs ------------------------*- C++ -*-===//

#ifndef KOPT_FUZZ_CAMPAIGN_H
#define KOPT_FUZZ_CAMPAIGN_H

#include <cstdint>
#include <string>
#include <vector>

namespace kopt {

/// What to run and where.
struct FuzzOptions {
  /// Programs: random cards on random programs are to be accepted. Pairs: so
  /// are passes of stock MLIR, before and after a few cards. Mutants: an
  /// accepted case with one fault planted is to be rejected.
  enum Mode : uint8_t { Programs, Pairs, Mutants } mode = Programs;
  std::string toolPath; ///< of the running tool; workers are beside it
  std::string device = "sim";
  std::vector<std::string> skills; ///< folders; empty: the installed ones
  uint64_t seed = 1;               ///< of the first case; the others follow
  uint64_t count = 100;
  double seconds = 0;     ///< no further cases after that; 0: no limit
  unsigned jobs = 1;      ///< processes
  unsigned findings = 10; ///< cases of that many findings are reduced and kept
  double caseSeconds = 120;                  ///< a case that takes longer hangs
  double reduceSeconds = 60;                 ///< for reducing one case
  std::string output = "kopt-fuzz-findings"; ///< folder of reduced cases
};

/// Runs the cases, each in a child process, so that a crash or hang is a
/// finding as others are. Progress goes to standard error, findings and a
/// summary to standard output. Returns the exit status: 0 nothing found, 2
/// something, 1 where nothing can be run.
int fuzzCampaign(const FuzzOptions &options);

} // namespace kopt

#endif // KOPT_FUZZ_CAMPAIGN_H
