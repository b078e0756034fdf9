//===- JudgeImpl.h - The parts of a judgement, inside the library -*- C++ -*-=//
//
// Judge.cpp puts the question, JudgeFamily.cpp executes and compares one input
// family, JudgeSpeed.cpp times, JudgeJson.cpp writes the record.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_GATEDRIVER_JUDGEIMPL_H
#define LIB_GATEDRIVER_JUDGEIMPL_H

#include "kopt/GateDriver/Judge.h"
#include "mlir/IR/Diagnostics.h"

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

/// The reason that a failed exchange with a worker stands for.
gate::Reason reasonOf(const Status &status);

/// One question about one candidate, see `judge`.
class Judge {
public:
  Judge(Session &session, mlir::func::FuncOp original,
        const JudgeOptions &options)
      : session(session), original(original), options(options) {
    out.verdict.question = options.question;
    out.modelled = options.device.sim;
  }

  mlir::FailureOr<Judgement> run(mlir::func::FuncOp candidate,
                                 mlir::func::FuncOp incumbent);

private:
  std::optional<gate::Program> build(mlir::func::FuncOp function);
  std::optional<uint64_t> load(const gate::Program &program);
  void judgeFamily(const Oracle &oracle, const gate::Program &program,
                   uint64_t handle, const std::string &family);
  bool judgeReply(const gate::Program &program, const gate::RunResult &reply);
  void judgeSpeed(mlir::func::FuncOp incumbent, const gate::Program &program,
                  uint64_t handle);
  std::vector<gate::InputSpec> inputs(const gate::Program &program,
                                      const std::string &family);
  double limit() const { return options.timeoutSeconds + 60; }

  Session &session;
  mlir::func::FuncOp original;
  const JudgeOptions &options;
  Judgement out;
  std::vector<HostArgument> arguments;
  std::unique_ptr<gate::Worker> worker;
};

} // namespace kopt

#endif // LIB_GATEDRIVER_JUDGEIMPL_H
