//===- JudgeImpl.h - The parts of a judgement, inside the library -*- C++ -*-=//
//
// Judge.cpp puts the question, JudgeFamily.cpp executes and compares one input
// family, JudgeSpeed.cpp times, JudgeJson.cpp writes the record.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_GATEDRIVER_JUDGEIMPL_H
#define LIB_GATEDRIVER_JUDGEIMPL_H

#include "kopt/GateDriver/Judge.h"
#include "kopt/GateDriver/Workers.h"
#include "mlir/IR/Diagnostics.h"

#include <chrono>

namespace kopt {

/// Keeps the first error emitted while it lives, in place of printing it.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext &context)
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
              text.empty())
            llvm::raw_string_ostream(text)
                << diagnostic.getLocation() << ": " << diagnostic;
          return mlir::success();
        }) {}
  const std::string &get() const { return text; }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

/// Bytes that every candidate has to move: arguments that the original reads
/// whole, and its results. What is not known to be read counts nothing.
uint64_t compulsoryBytes(mlir::func::FuncOp original,
                         const gate::Program &program);

/// Whether the kernels of the candidate's module have no state and do not read
/// what they are to write; else an error is emitted there.
mlir::LogicalResult checkStatic(mlir::func::FuncOp candidate);

/// One choice of concrete arguments.
using Shapes = std::vector<HostArgument>;

/// Other shapes of a function with dynamic extents: for each extent that may
/// change by itself, a tile's, one off it, one and zero, with the others small.
/// `asked` has the right ranks and the values of everything else. Empty where
/// nothing is dynamic, or where it is not known which extents must agree.
std::vector<Shapes> perturbedShapes(mlir::func::FuncOp original,
                                    const Shapes &asked);

/// Shapes in which one extent is beyond the largest tile of `candidate` (form
/// 2), so that a kernel that does only its first tile is found; none where
/// `perturbedShapes` has such ones already, or is empty.
std::vector<Shapes> tileShapes(mlir::func::FuncOp original,
                               mlir::func::FuncOp candidate,
                               const Shapes &asked);

/// Shapes with which the launches of `candidate` (form 2) run each of their
/// variants, and just outside each of their conditions; small otherwise. Shapes
/// of more than 2^22 elements an argument are left out.
std::vector<Shapes> variantShapes(mlir::func::FuncOp original,
                                  mlir::func::FuncOp candidate,
                                  const Shapes &asked);

/// Shapes of a function with dynamic extents, where nobody asks for some;
/// nothing where `perturbedShapes` would be empty or a scalar is no extent.
std::optional<Shapes> defaultShapes(mlir::func::FuncOp original);

/// The dynamic arguments, as `--arg` takes them.
std::string describe(mlir::func::FuncOp original, const Shapes &shapes);

/// One question about one candidate, see `judge`.
class Judge {
public:
  Judge(Session &session, mlir::func::FuncOp original,
        const JudgeOptions &options)
      : session(session), original(original), options(options),
        workers(session, options.device) {
    out.verdict.question = options.question;
    out.modelled = options.device.sim;
  }

  /// Judges; afterwards `judgement` has the answer. Failure as of `judge`.
  mlir::LogicalResult run(mlir::func::FuncOp candidate,
                          mlir::func::FuncOp incumbent);
  const Judgement &judgement();

private:
  /// The program of a function; the status has a reason's kind.
  Result<gate::Program> build(mlir::func::FuncOp function);
  mlir::LogicalResult buildIncumbent(mlir::func::FuncOp function);
  bool startWorker();
  void judgeAll(const Oracle *oracle, mlir::func::FuncOp candidate);
  std::optional<uint64_t> load(const gate::Program &program);
  std::optional<uint64_t> judgeShape(const Oracle *oracle,
                                     mlir::func::FuncOp candidate,
                                     const std::vector<std::string> &families);
  void judgeFamily(const Oracle &oracle, const gate::Program &program,
                   uint64_t handle, const std::string &family);
  bool judgeReply(const gate::Program &program, const gate::RunResult &reply);
  void judgeSpeed(const gate::Program &program);
  std::optional<uint64_t> loadIncumbent();
  bool blameIncumbent();
  std::optional<uint64_t> loadOnce(const gate::Program &program);
  void failExchange(const Status &status, const std::string &during);
  bool restart(bool sameWorker = false);
  bool beatsLimit(const gate::Program &program);
  std::vector<gate::InputSpec> inputs(const gate::Program &program,
                                      const std::string &family);
  /// Seconds for one exchange with the worker that runs a kernel.
  double limit() const { return within(options.timeoutSeconds + 60); }
  double limit(const gate::Program &program) const {
    return within(gate::replySeconds(program, options.timeoutSeconds));
  }
  /// `seconds`, or what is left of the budget; never quite nothing.
  double within(double seconds) const;
  /// Seconds left of the budget.
  double remaining() const;
  /// True, with the verdict set, if the budget is spent.
  bool spent(const llvm::Twine &before);

  Session &session;
  mlir::func::FuncOp original;
  const JudgeOptions &options;
  Judgement out;
  bool lost = false;    ///< the last failure is the worker's
  size_t numShapes = 1; ///< to judge, as far as known
  unsigned repeats = 0; ///< since the family, loading or look began
  std::vector<HostArgument> arguments;
  Workers workers;
  std::optional<gate::Program> program; ///< of the shape judged last
  std::optional<gate::Program> incumbent;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

} // namespace kopt

#endif // LIB_GATEDRIVER_JUDGEIMPL_H
