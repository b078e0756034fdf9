//===- Judge.h - One question about one candidate ---------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_JUDGE_H
#define KOPT_GATEDRIVER_JUDGE_H

#include "kopt/Gate/Compare.h"
#include "kopt/Gate/Verdict.h"
#include "kopt/GateDriver/Session.h"

#include <optional>

namespace kopt {

/// What the user lets a candidate's arithmetic do beside reassociating sums.
struct Permission {
  bool approximates = false;
  /// Units in the last place that a function or quotient may be off by, with
  /// `approximates`, beside what every candidate's may.
  double ulps = 0;

  /// Reads "none", "approximates" (4 units) or "approximates(ULPS)".
  static std::optional<Permission> parse(llvm::StringRef text);
};

/// What the IR of a function and of the kernels that it launches shows of its
/// arithmetic. The weakest operation decides.
struct NumericClass {
  enum Kind : uint8_t { Reassociates, Contracts, Approximates, Narrows };
  Kind kind = Reassociates;
  std::string because;       ///< the operation, with its location
  bool floatAtomics = false; ///< the order of additions is open
};
/// The spelling of cards: "reassociates" …
const char *spelling(NumericClass::Kind kind);

/// `original` names the accumulators that the candidate may not go below.
NumericClass numericClassOf(mlir::func::FuncOp candidate,
                            mlir::func::FuncOp original);

/// Where the program to beat comes from. Without one named it is the original:
/// as it is where it launches kernels, else as recipe `plain` makes it.
enum class IncumbentSource : uint8_t { Given, Original, Plain };
/// "given" …
const char *spelling(IncumbentSource source);

struct JudgeOptions {
  gate::Question question = gate::Question::Equivalent;
  DeviceSpec device;
  uint64_t seed = 1;
  /// Seconds a kernel may take; the rest of an exchange gets a minute more.
  double timeoutSeconds = 10;
  std::vector<std::string> families;  ///< empty: all
  std::vector<std::string> arguments; ///< see concreteArguments
  /// Blocks until the first look at the times, four samples each; the two looks
  /// after it have twice and four times as many.
  unsigned blocks = 20;
  double faster = 1.02; ///< threshold of `faster`
  double slack = 0.02;  ///< ε of `not-slower`
  Permission permission;
  bool otherShapes = true; ///< also other shapes of dynamic arguments
  /// Seconds for the whole judgement; 0: no limit.
  double budgetSeconds = 0;
  /// Time without asking whether the candidate is right. Never an acceptance.
  bool profileOnly = false;
  /// Of a question of speed.
  IncumbentSource incumbentSource = IncumbentSource::Given;
};

/// How many elements were compared in what way, over all families.
struct ElementCounts {
  uint64_t elements = 0, ambiguous = 0, undecided = 0, nearTies = 0;
  /// An exact probe, and how many of its elements it compared bit for bit.
  struct Probe {
    std::string family;
    uint64_t elements = 0, exact = 0;
  };
  std::vector<Probe> probes;
  void add(const std::string &family, const gate::CompareResult &compared);
};

/// A verdict and what belongs in its record.
struct Judgement {
  gate::Verdict verdict;
  gate::DeviceInfo device;
  std::string binarySha256; ///< of the images, in order
  std::optional<double> candidateMicroseconds;
  std::optional<double> ratioLow, ratio, ratioHigh; ///< incumbent / candidate
  /// Microseconds of incumbent and candidate, two a block, in the order taken.
  std::vector<std::vector<double>> samples;
  unsigned restarts = 0;          ///< of a worker, or by the next one
  size_t worker = 1, workers = 1; ///< the one in use at the end, of how many
  std::vector<std::string> workerFailures; ///< of the others, see Workers
  bool modelled = false;
  ElementCounts counts;
  NumericClass numericClass;
  std::vector<std::string> shapes; ///< judged, of the dynamic arguments
};

/// Judges `candidate` (form 2 or 3) against `original` (before lifting). For a
/// question of speed `incumbent` is the program to beat, else it may be null.
/// Diagnostics of the candidate become the verdict's detail. Failure (with an
/// error emitted) only where the question itself cannot be put: the oracle
/// or the incumbent does not compile, or the arguments do not fit.
mlir::FailureOr<Judgement> judge(Session &session, mlir::func::FuncOp original,
                                 mlir::func::FuncOp candidate,
                                 mlir::func::FuncOp incumbent,
                                 const JudgeOptions &options);

/// The record of a judgement as JSON text, see docs/gate.md.
std::string toJson(const Judgement &judgement, const JudgeOptions &options);

} // namespace kopt

#endif // KOPT_GATEDRIVER_JUDGE_H
