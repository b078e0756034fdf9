//===- Emitter.h - What the groups of the rewrite share ---------*- C++ -*-===//

#ifndef PASSES_NVVMTOSIM_EMITTER_H
#define PASSES_NVVMTOSIM_EMITTER_H

#include "kopt/Support/Location.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "passes/NvvmToSim/NvvmToSim.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kopt::sim {

/// The state of one module's rewrite and helpers to write host code. The
/// members that take an operation rewrite it and return true, or return false
/// where it belongs to another group.
class Emitter {
public:
  Emitter(mlir::ModuleOp module, std::vector<Site> &sites);

  /// Rewrites one operation of a function; sets `failed` after an error.
  void rewrite(mlir::Operation *op);

  /// Counts one turn of a loop at the terminator of its back edge.
  void tick(mlir::Operation *terminator);

  // Groups, each in a file of its own.
  bool memory(mlir::Operation *op);    ///< Memory.cpp
  bool arith(mlir::Operation *op);     ///< Arith.cpp
  bool functions(mlir::Operation *op); ///< Functions.cpp
  bool sync(mlir::Operation *op);      ///< NvvmSync.cpp

  /// Emits "the simulated device does not support …" at the operation.
  bool unsupported(mlir::Operation *op, const llvm::Twine &detail = "");

  mlir::Value constant(mlir::Location loc, int64_t value);
  /// A constant of an integer, or a splat of a vector of integers.
  mlir::Value constant(mlir::Location loc, mlir::Type type,
                       const llvm::APInt &value);
  /// Calls a function of the run time, declared on first use; pointers lose
  /// their address space. A null `result` is void.
  mlir::Value call(mlir::Location loc, llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange args);
  /// Memory for `count` elements, allocated at the entry of the function.
  mlir::Value slot(mlir::Location loc, mlir::Type type, unsigned count = 1);
  /// The number of a new site for the operation.
  mlir::Value site(mlir::Operation *op, Site facts = {});
  /// A special register, at its offset from `self`.
  mlir::Value specialRegister(mlir::Location loc, unsigned offset,
                              mlir::Type type);
  /// `pointer` in the address space of `type`.
  mlir::Value castPointer(mlir::Location loc, mlir::Value pointer,
                          mlir::Type type);
  /// Replaces the operation's result, if it has one, and erases it.
  bool replace(mlir::Operation *op, mlir::Value value = {});

  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  mlir::DataLayout layout;
  /// The running thread, in the function being rewritten.
  mlir::Value self;
  /// Shared globals of that function: offset in the block's window.
  llvm::StringMap<uint32_t> sharedOffsets;
  bool failed = false;
  mlir::Type i1, i8, i16, i32, i64, f32, f64, ptr;

private:
  std::vector<Site> &sites;
};

} // namespace kopt::sim

#endif // PASSES_NVVMTOSIM_EMITTER_H
