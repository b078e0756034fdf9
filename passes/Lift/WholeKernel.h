//===- WholeKernel.h - Kernels on whole tensors by hand ---------*- C++ -*-===//
//
// For operations that have no structured form: a scan, an order, a scatter of
// whole tensors is one kernel in form 1.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_LIFT_WHOLEKERNEL_H
#define PASSES_LIFT_WHOLEKERNEL_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace kopt::lift {

namespace gpu = mlir::gpu;

/// Gives the module of kernels, and a name that is free in it.
using NewKernel =
    llvm::function_ref<std::pair<gpu::GPUModuleOp, std::string>()>;

/// A kernel in form 1 whose arguments are tensors of the host, then results.
class WholeKernel {
public:
  /// `access` is what the results are: `kopt.out` or `kopt.inout`.
  WholeKernel(mlir::Location loc, NewKernel newKernel, mlir::ValueRange inputs,
              mlir::TypeRange results, llvm::StringRef access);

  /// Where the body is built.
  mlir::OpBuilder builder;

  mlir::BlockArgument argument(unsigned i);
  /// Input `i` as a whole, or as `type` by `map` (from its coordinates).
  mlir::Value load(unsigned i, mlir::RankedTensorType type = {},
                   mlir::AffineMap map = {});
  /// Stores all of result `i`.
  void store(mlir::Value value, unsigned i);
  /// Ends the body and launches the kernel where `rewriter` is, on the
  /// destinations `outs`.
  mlir::ResultRange finish(mlir::RewriterBase &rewriter, mlir::ValueRange outs);

private:
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> inputs;
  KernelOp kernel;
  mlir::SymbolRefAttr symbol;
};

/// Moves the scans, orders and scatters of tm_tensor that tiles can do as the
/// program says into kernels; the others stay, with a remark. Returns how many
/// were moved.
unsigned liftCollectives(mlir::func::FuncOp func, NewKernel newKernel);

} // namespace kopt::lift

#endif // PASSES_LIFT_WHOLEKERNEL_H
