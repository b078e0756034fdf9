//===- Case.h - One random program and what became of it --------*- C++ -*-===//

#ifndef LIB_FUZZ_CASE_H
#define LIB_FUZZ_CASE_H

#include "Choices.h"
#include "kopt/Fuzz/Campaign.h"
#include "kopt/GateDriver/Judge.h"
#include "kopt/GateDriver/Session.h"
#include "kopt/Skill/Library.h"

#include <memory>
#include <set>

namespace kopt::fuzz {

/// What became of a case.
struct Outcome {
  enum Kind : uint8_t {
    Accepted,
    Limited,      ///< no card tiles it, or the gate names another limit
    Inconclusive, ///< the gate has no evidence
    Equivalent,   ///< no mutant could be made
    Finding
  };
  /// One fault planted in an accepted case.
  struct Mutant {
    enum Fate : uint8_t {
      Rejected,
      Proven,       ///< the same program, by the rule in `why`
      Inconclusive, ///< the gate has no evidence
      Base,         ///< rejected, as what it was made of is there
      Survived      ///< accepted, and no rule says why
    };
    std::string fault;
    Fate fate = Rejected;
    std::string why; ///< the gate's reason, or the rule
  };
  Kind kind = Accepted;
  /// Of a finding: `program` (not legal), `lift`, `card` (a legal card's result
  /// is refused afterwards), `crash`, `hang`, or the gate's reason.
  std::string reason;
  std::string detail;
  std::vector<std::string> steps; ///< "card knob=value at place"
  std::string change; ///< the fault planted, or the stock passes applied
  std::set<std::string> cards, operations, types;
  std::string original, candidate;
  std::string base; ///< of a mutant: what the fault was planted in
  std::vector<std::string> shapes; ///< as --arg takes them
  std::vector<Mutant> mutants;
};

/// What cases are made with; for many cases one after the other.
class Workbench {
public:
  /// `folders` of skills; empty: the installed ones. Null, with errors printed,
  /// where they cannot be read.
  static std::unique_ptr<Workbench> create(const FuzzOptions &options);

  /// Makes a case of `choices`, applies cards and asks the gate.
  Outcome run(Choices &choices);

private:
  Workbench(const FuzzOptions &options, const DeviceSpec &device)
      : session(options.toolPath, {}), device(device), mode(options.mode),
        caseSeconds(options.caseSeconds) {}
  void applyCards(Choices &choices, mlir::ModuleOp module, Outcome &outcome);
  bool apply(const skill::Entry &entry, mlir::ModuleOp module,
             mlir::Operation *anchor, Choices &choices, Outcome &outcome);
  void judge(Choices &choices, Outcome &outcome, mlir::ModuleOp module);
  mlir::FailureOr<Judgement> ask(const Outcome &outcome,
                                 const std::string &candidate, uint64_t seed,
                                 std::vector<std::string> families,
                                 bool otherShapes = false);
  void judgeMutants(Choices &choices, Outcome &outcome, mlir::ModuleOp original,
                    mlir::ModuleOp module);
  Outcome::Mutant judgeMutant(const Outcome &outcome, mlir::ModuleOp base,
                              mlir::ModuleOp mutant, llvm::StringRef fault,
                              uint64_t seed);

  Session session;
  DeviceSpec device;
  FuzzOptions::Mode mode;
  double caseSeconds;
  skill::Library library;
};

} // namespace kopt::fuzz

#endif // LIB_FUZZ_CASE_H
