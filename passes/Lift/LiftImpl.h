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

/// Splits aggregates (softmax) into structured operations, and makes sums of
/// what takes terms away.
void normalise(mlir::func::FuncOp func);

/// linalg.pack or linalg.unpack `op` as one generic operation; failure for any
/// other operation, and on buffers. `op` stays.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
relayout(mlir::OpBuilder &builder, mlir::Operation *op);

/// A fill as a generic operation whose body takes the scalar from outside.
mlir::linalg::GenericOp asGeneric(mlir::linalg::FillOp fill);

/// `op` in generic form, in its place, if that can become a kernel. Otherwise
/// null with `reason`, and `op` stays as it is, by its name.
mlir::linalg::GenericOp asLiftable(mlir::linalg::LinalgOp op,
                                   std::string &reason);

} // namespace kopt::lift

#endif // PASSES_LIFT_LIFTIMPL_H
