//===- ExpandTensorOps.td - Irregular operations to linalg -*- tablegen -*-===//

#ifndef PASSES_EXPANDTENSOROPS_TD
#define PASSES_EXPANDTENSOROPS_TD

include "mlir/Pass/PassBase.td"

def ExpandTensorOpsPass : Pass<"kopt-expand-tensor-ops"> {
  let summary = "Make linalg of tm_tensor, tensor.gather, scatter and reshape";
  let description = [{
    Gives a meaning to operations on tensors for which upstream has no lowering:

    * `tensor.gather`: an element each; an index outside of the source reads the
      nearest element.
    * `tensor.scatter`, `tm_tensor.scatter`: each element of the result looks
      through the indices, in order, for what is put there; indices outside of
      the result put nothing.
    * `tm_tensor.scan`: each element folds what is before it, in order.
    * `tm_tensor.sort`, `tm_tensor.topk`: each element counts what comes before
      it, and then each place looks for its element.
    * `tm_tensor.attention`: two contractions and a softmax.
    * `tensor.reshape`: a collapse to one dimension and an expansion from it.

    Correct first: scan, sort, top-k and scatter do as many steps an element of
    the result as the dimension, or the list of indices, is long.

    Before:
    ```mlir
    %s:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<9xf32>, tensor<9xi64>) {…}
    ```
    After: three `linalg.generic`: ranks, sorted elements, sorted indices.
  }];
  let dependentDialects = [
    "::kopt::tm::TmTensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // PASSES_EXPANDTENSOROPS_TD
