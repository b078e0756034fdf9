//===- LiftImpl.h - Parts of kopt-lift --------------------------*- C++ -*-===//

#ifndef PASSES_LIFT_LIFTIMPL_H
#define PASSES_LIFT_LIFTIMPL_H

#include "dialects/Kopt/StructuredOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Lift/Lift.h"

namespace kopt::lift {

/// The constant that fills `init`, or null: a linalg.fill by a constant or a
/// splat constant.
mlir::TypedAttr constantInit(mlir::Value init);

/// The dynamic extents of `init` on the host. Looks through fills and empties,
/// so that these die once their user has moved into a kernel.
llvm::SmallVector<mlir::Value>
dynamicSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value init);

/// Inlines the calls that `func` makes, and remarks on those it cannot; adds the
/// functions whose bodies it took to `inlined`.
void inlineCalls(mlir::func::FuncOp func,
                 llvm::DenseSet<mlir::Operation *> &inlined);

/// Makes slices, insertions, padding, concatenation and other operations that
/// make or move elements of tensors structured operations; elementwise
/// arithmetic on tensors too.
void structureTensorOps(mlir::func::FuncOp func);

/// Whether memory of kernels holds elements of this type.
bool isStored(mlir::Type element);

/// Fills with zeros what is read and has no contents (tensor.empty).
void defineContents(mlir::func::FuncOp func);

/// Lets floats that the host converts to integers saturate, and NaN become 0.
void saturateScalars(mlir::func::FuncOp func);

/// Scalars that depend on a tensor's contents, which the host does not know,
/// become tensors of rank 0 where structured operations take them. Assertions
/// about contents are left out, with a remark.
void sinkScalars(mlir::func::FuncOp func);

/// Whether `op` is a structured operation: one of linalg on tensors, of any
/// form.
bool isStructured(mlir::Operation *op);

/// Splits aggregates (softmax, packing) into operations that have a generic
/// form, and makes sums of what takes terms away. Returns how many operations
/// cannot be split; a remark at each says why.
unsigned normalise(mlir::func::FuncOp func);

/// Computes constant tables of coordinates from their own coordinates; reads at
/// coordinates that are known then become operands.
void resolveIndexTables(mlir::func::FuncOp func);

/// Splits reductions to an extreme and its number, whose result depends on the
/// order of the elements where one is a NaN, into ones that do not.
void splitExtremes(mlir::func::FuncOp func);

/// linalg.pack or linalg.unpack `op`, on tensors, as one generic operation.
/// `op` stays.
mlir::Value relayout(mlir::OpBuilder &builder, mlir::Operation *op);

/// The Winograd transform `op`, of static shape, as generic operations over all
/// tiles; failure where upstream has no matrices for it. `op` stays.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
winograd(mlir::OpBuilder &builder, mlir::Operation *op);

/// A fill as a generic operation whose body takes the scalar from outside.
mlir::linalg::GenericOp asGeneric(mlir::linalg::FillOp fill);

/// `op` in generic form, in its place, if that can become a kernel. Otherwise
/// null with `reason`, and `op` stays as it is, by its name.
mlir::linalg::GenericOp asLiftable(mlir::linalg::LinalgOp op,
                                   std::string &reason);

/// `op` without loops and dimensions of extent 1, in its place; its operands
/// and results are reshaped.
mlir::linalg::GenericOp dropUnitExtents(mlir::linalg::GenericOp op);

/// Folds reshapes into each other, and into fills and tensor.empty.
void foldReshapes(mlir::func::FuncOp func);

} // namespace kopt::lift

#endif // PASSES_LIFT_LIFTIMPL_H
