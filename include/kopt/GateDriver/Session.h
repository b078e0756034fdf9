//===- Session.h - What kopt-run and kopt-gate share ------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_SESSION_H
#define KOPT_GATEDRIVER_SESSION_H

#include "kopt/Gate/Worker.h"
#include "kopt/Oracle/Oracle.h"
#include "kopt/Program/Program.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kopt {

/// Seconds that a worker lets a kernel take at most.
constexpr double kMostTimeout = 3600;
/// Seconds that a judgement may be given, which is a number in its record.
constexpr double kMostBudget = 1e9;
/// Seconds that a worker has to say what device it has, unless told otherwise.
constexpr double kStartSeconds = 20;

/// Where to execute: "sim", "interpret" or "cuda:N".
struct DeviceSpec {
  bool sim = true;        ///< a model of a machine, not a GPU
  bool interpret = false; ///< one that takes kernels on tiles as they are
  unsigned ordinal = 0;

  /// Nothing for any other text.
  static std::optional<DeviceSpec> parse(llvm::StringRef text);
  std::string text() const;
  /// What its workers call their device: "sim", "interpret" or "cuda".
  std::string kind() const;
};

/// A context with everything registered, and the way to workers.
class Session {
public:
  /// `toolPath`: the path of the running tool; workers are beside it, unless
  /// `workers` gives whole command lines, the words of one or more. What does
  /// not introduce itself within `startSeconds` is no worker.
  Session(std::string toolPath, std::vector<std::vector<std::string>> workers,
          double startSeconds = kStartSeconds);

  mlir::MLIRContext &context() { return mlirContext; }

  /// Parses and verifies a file; errors go to the diagnostic handler.
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef path);

  /// The same of `text`, which errors call `name`. It may be from anybody: see
  /// checkForeign.
  mlir::OwningOpRef<mlir::ModuleOp> parseText(llvm::StringRef text,
                                              llvm::StringRef name);

  /// What is parsed from now on is this process's own text.
  void trustTexts() { isForeign = false; }

  /// The oracle of a program, that of the last question where that was about
  /// the same text. Failure as of Oracle::create.
  mlir::FailureOr<const Oracle *> oracleOf(mlir::func::FuncOp original);

  /// Called with what a judgement does next, which may take long; of one line.
  std::function<void(llvm::StringRef)> onProgress;

  /// Whether workers are kopt's own, one for each device.
  bool hasOwnWorkers() const { return workers.empty(); }

  /// How many workers there are for a device: as many as command lines, or
  /// kopt's own one.
  size_t numWorkers() const { return hasOwnWorkers() ? 1 : workers.size(); }

  /// Starts the worker of a device with this number, from 0.
  Result<std::unique_ptr<gate::Worker>> start(const DeviceSpec &device,
                                              size_t number = 0) const;

  /// Seconds that a worker has to say what device it has.
  double startLimit() const { return startSeconds; }

  /// The compiler of images for a device of architecture `chip` ("sm_90a";
  /// sim ignores it).
  static ImageCompiler compiler(const DeviceSpec &device, std::string chip);

private:
  mlir::MLIRContext mlirContext;
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics;
  std::string folder;
  std::vector<std::vector<std::string>> workers;
  double startSeconds;
  bool isForeign = true;
  std::string oracleText;
  std::unique_ptr<Oracle> oracle; ///< of `oracleText`
};

/// The function named `name`, or, with an empty name, the only public function
/// with a body. Emits an error otherwise.
mlir::FailureOr<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                              llvm::StringRef name);

/// Concrete arguments: static shapes from the type, others from `texts`, each
/// "INDEX:VALUE" with VALUE a shape ("20x96") for a tensor, a number for a
/// scalar. Emits an error where one is missing or does not fit.
mlir::FailureOr<std::vector<HostArgument>>
concreteArguments(mlir::func::FuncOp entry, llvm::ArrayRef<std::string> texts);

/// The shape of each argument; of scalars empty.
std::vector<std::vector<int64_t>>
shapesOf(const std::vector<HostArgument> &arguments);

/// The oracle's view of the arguments: tensors generated from (family, seed),
/// argument i with seed + i, exactly as a worker does, indices below the extent
/// that they index (see indexBounds). Emits an error for an
/// element type that cannot cross the host boundary.
mlir::FailureOr<std::vector<HostValue>>
generateInputs(mlir::func::FuncOp entry,
               const std::vector<HostArgument> &arguments,
               const std::string &family, uint64_t seed);

/// The contents of result `i` after a run with `values`: those of an output, or
/// of the argument that is returned, which the run left as it was. Nothing
/// where the reply lacks them.
std::optional<std::vector<uint8_t>>
resultBytes(const gate::Program &program, size_t i,
            const gate::RunResult &reply, const std::vector<HostValue> &values);

} // namespace kopt

#endif // KOPT_GATEDRIVER_SESSION_H
