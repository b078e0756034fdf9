//===- Oracle.h - What a program must compute -------------------*- C++ -*-===//
//
// The program before lifting, through upstream passes only, run in a child of
// this process: once with all floating-point arithmetic and accumulators in
// f64, once in the program's own types, and several times perturbed by
// roundings.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_ORACLE_ORACLE_H
#define KOPT_ORACLE_ORACLE_H

#include "kopt/Gate/Compare.h"
#include "kopt/Gate/Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ExecutionEngine;
}

namespace kopt {

/// A value crossing into the oracle: a tensor, or a scalar argument.
struct HostValue {
  gate::DType dtype = gate::DType::F32;
  bool scalar = false;        ///< a scalar argument, not a tensor of rank 0
  std::vector<int64_t> shape; ///< concrete
  std::vector<uint8_t> bytes; ///< as stored, see DType
};

/// A result with its type and concrete shape.
struct OracleTensor {
  gate::DType dtype = gate::DType::F32;
  std::vector<int64_t> shape;
  gate::OracleResult values;
};

/// The DType of an element type, or failure.
mlir::FailureOr<gate::DType> dtypeOf(mlir::Type type);

/// Processor time that all runs on one input may take.
constexpr unsigned kOracleSeconds = 600;
/// The same where a kernel may take `timeout` seconds: ten times as long.
inline unsigned oracleSeconds(double timeout) {
  return unsigned(timeout * 10) + 1;
}

/// A compiled oracle. The context must have all upstream dialects with their
/// bufferisation and translation interfaces, all upstream passes be registered.
class Oracle {
public:
  /// Compiles `entry` of its module, all three ways. Needs ranked tensors,
  /// integers, floats and indices as arguments and ranked tensors as results;
  /// emits a located error otherwise, or where an upstream pass fails.
  static mlir::FailureOr<std::unique_ptr<Oracle>>
  create(mlir::func::FuncOp entry);
  ~Oracle();

  /// Runs all on the same input; at most sixteen perturbed runs, at least four,
  /// fewer for long programs. Functions and quotients move by `ulps` units in
  /// the last place more: what a candidate is permitted to. Failure (with an
  /// error at the function) where arguments do not fit, and where the program
  /// does not return: an assertion, a signal, no memory, `seconds` of processor
  /// time. Results for the very same bytes of arguments are kept for the next
  /// time, up to some size of all: input families that differ for floats may be
  /// one for integers, and candidates are judged one after the other.
  mlir::FailureOr<std::vector<OracleTensor>>
  run(const std::vector<HostValue> &arguments, double ulps = 0,
      unsigned seconds = kOracleSeconds) const;

private:
  mlir::FailureOr<std::vector<OracleTensor>>
  runAll(const std::vector<HostValue> &arguments, double ulps) const;
  struct Compiled;
  struct Output;
  mlir::FailureOr<std::vector<Output>>
  execute(const Compiled &compiled,
          const std::vector<HostValue> &arguments) const;
  mlir::FunctionType type;
  mlir::Location loc;
  std::string name;
  std::unique_ptr<Compiled> wide, narrow, perturbed;
  mutable std::map<std::string, std::vector<OracleTensor>> known;
  mutable uint64_t knownBytes = 0; ///< of what `known` holds
  Oracle(mlir::func::FuncOp entry);
};

} // namespace kopt

#endif // KOPT_ORACLE_ORACLE_H
