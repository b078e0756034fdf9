//===- Lift.td - From linalg on tensors to kernels ---------*- tablegen -*-===//

#ifndef PASSES_LIFT_TD
#define PASSES_LIFT_TD

include "mlir/Pass/PassBase.td"

def LiftPass : Pass<"kopt-lift", "::mlir::ModuleOp"> {
  let summary = "Move structured operations into kernels";
  let description = [{
    Each `linalg` operation of a function on tensors that kopt understands
    becomes one `kopt.launch` of a kernel in form 1, whose body loads whole
    arguments, does that operation, and stores whole results. Softmax is
    decomposed and named operations are generalised first. Scalar and splat constants, and fills
    by a constant that a kernel starts from, move into the kernel; other fills
    are kernels of their own. A reduction by `acc - x` becomes a sum of `-x`.

    Floating-point reductions that accumulate in less than 32 bits are widened
    to f32 and rounded once at the end; a remark says so.

    Calls are inlined. Tensor operations (slices, padding, concatenation …) and
    arithmetic on whole tensors become structured operations, as does what
    `kopt-expand-tensor-ops` knows. Scalars that depend on a tensor's contents
    are computed on the device; assertions about contents are left out, with a
    remark. docs/lift.md has the details.

    Works on the functions marked `kopt.optimize` if any is marked, else on all
    public and private functions. What is not lifted stays on the host, and a
    remark at it gives the reason.

    Before:
    ```mlir
    %r = linalg.generic {…} ins(%x : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) {…}
    ```
    After:
    ```mlir
    %r = kopt.launch @kernels::@f_0 ins(%x : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
    ```
    Leaves to others: fusing launches, tiling.
  }];
  let dependentDialects = [
    "::kopt::KoptDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // PASSES_LIFT_TD
