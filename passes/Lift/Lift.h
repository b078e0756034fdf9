//===- Lift.h - From linalg on tensors to kernels ---------------*- C++ -*-===//

#ifndef PASSES_LIFT_LIFT_H
#define PASSES_LIFT_LIFT_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"

#include <string>

namespace kopt {

#define GEN_PASS_DECL
#include "passes/Lift/Lift.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/Lift/Lift.h.inc"

/// Whether `op` can become a kernel; otherwise `reason` says why not (lower
/// case, no full stop).
bool isLiftable(mlir::linalg::GenericOp op, std::string &reason);

/// Moves `op`, which must be liftable, into a new kernel `name` of `module` and
/// replaces it by a launch.
void liftIntoKernel(mlir::linalg::GenericOp op, mlir::gpu::GPUModuleOp module,
                    llvm::StringRef name);

/// Widens what a reduction accumulates in a float type of less than 32 bits to
/// f32, with one rounding at the end, where arithmetic would round it at each
/// step. Returns the operation to go on with; `widened` are the numbers of the
/// results concerned.
mlir::linalg::GenericOp
widenAccumulators(mlir::linalg::GenericOp op,
                  llvm::SmallVectorImpl<unsigned> &widened);

} // namespace kopt

#endif // PASSES_LIFT_LIFT_H
