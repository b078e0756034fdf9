//===- Lift.td - From linalg on tensors to kernels ---------*- tablegen -*-===//

#ifndef PASSES_LIFT_TD
#define PASSES_LIFT_TD

include "mlir/Pass/PassBase.td"

def LiftPass : Pass<"kopt-lift", "::mlir::ModuleOp"> {
  let summary = "Move structured operations into kernels";
  let description = [{
    Each `linalg` operation of a function on tensors that kopt understands
    becomes one `kopt.launch` of a kernel in form 1, whose body loads whole
    arguments, does that operation, and stores whole results. Softmax, packing and
    Winograd transforms are decomposed and named operations are generalised
    first. Scalar and splat constants, and fills
    by a constant that a kernel starts from, move into the kernel; other fills
    are kernels of their own. A reduction by `acc - x` becomes a sum of `-x`.
    Dimensions of extent 1 go (reshapes on the host are views), and so do results
    that nobody uses.

    Accumulators that a reduction rounds to less than 32 bits at each step are
    widened to f32 and rounded once at the end; a remark says so, and which ones
    where there are several results.

    Calls are inlined. Tensor operations (slices, padding, concatenation …) and
    arithmetic on whole tensors become structured operations, as does what
    `kopt-expand-tensor-ops` knows. Scalars that depend on a tensor's contents
    are computed on the device; assertions about contents are left out, with a
    remark. docs/lift.md has the details.

    Works on the functions marked `kopt.optimize` if any is marked, else on all
    public and private functions. What is not lifted stays on the host, and a
    remark at it gives the reason; another one at the function counts
    (`report` counts where everything is lifted, too).

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
  let options = [
    Option<"report", "report", "bool", /*default=*/"false",
           "Say of each function how much of it was lifted, also where that is "
           "all. Off, as what is not lifted is told anyway">
  ];
  let dependentDialects = [
    "::kopt::KoptDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect"
  ];
}

#endif // PASSES_LIFT_TD
