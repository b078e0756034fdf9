//===- Child.h - Cases in processes of their own ----------------*- C++ -*-===//

#ifndef LIB_FUZZ_CHILD_H
#define LIB_FUZZ_CHILD_H

#include "Case.h"
#include "kopt/Fuzz/Campaign.h"

#include <optional>

namespace kopt::fuzz {

/// The outcome of a case as it crosses a pipe, with what it was drawn from.
struct Report {
  uint64_t seed = 0;
  Outcome outcome;
  std::vector<uint32_t> choices;
  double seconds = 0;
};

/// A process that runs cases and reports each. The parent has no threads and no
/// MLIR, so forking is all there is to do.
class Child {
public:
  /// Runs the cases of seeds first, first + step … below `end`, or, with
  /// `choices`, that one.
  static std::optional<Child> start(const FuzzOptions &options, uint64_t first,
                                    uint64_t step, uint64_t end,
                                    const std::vector<uint32_t> *choices);
  Child(Child &&other);
  Child &operator=(Child &&other);
  ~Child();

  int descriptor() const { return pipe; }
  /// Reads what there is. False at the end of the pipe.
  bool read();
  /// The next whole report.
  std::optional<Report> next();
  /// The case that was begun and not reported; none between cases.
  std::optional<uint64_t> running() const { return begun; }
  double secondsOfCase() const;
  /// What the running case has drawn.
  std::vector<uint32_t> drawn() const;
  /// After the end: how the process ended; empty: as it should.
  std::string wait();
  void kill();

private:
  Child() = default;
  int pipe = -1, process = -1;
  std::string buffer;
  std::optional<uint64_t> begun;
  uint32_t *log = nullptr; ///< shared with the process
  double since = 0;
};

/// Runs one case by itself; a crash or hang is its outcome.
Report runOne(const FuzzOptions &options, std::vector<uint32_t> choices);

/// The smallest case found that fails for the same reason.
Report reduce(const FuzzOptions &options, Report report);

} // namespace kopt::fuzz

#endif // LIB_FUZZ_CHILD_H
