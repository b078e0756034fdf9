//===- ApplyRewrite.td - One structural rewrite ------------*- tablegen -*-===//

#ifndef PASSES_APPLYREWRITE_TD
#define PASSES_APPLYREWRITE_TD

include "mlir/Pass/PassBase.td"

def ApplyRewritePass : Pass<"kopt-apply-rewrite", "::mlir::ModuleOp"> {
  let summary = "Apply one structural rewrite everywhere it fits";
  let description = [{
    For developing and testing rewrites without a card. Applies the rewrite at
    every operation of its anchor kind, in program order, on a copy of the
    module first: a rewrite that fails leaves the module as it was and gives a
    remark with its reason.

    `name`: fuse_launch (at each kopt.launch, until none fits), tile_to_grid,
    resize_tile, multiply_by_reciprocal, share_divisor,
    contract_multiply_add and approximate_math (at each kopt.kernel),
    defer_reduce and block_sum (at each scf.for in a kernel). `params`: a
    dictionary attribute, e.g. `{rows = 1, cols = 512}`.

    Leaves to others: guards, cleaning up (run canonicalize and cse after it).
  }];
  let options = [
    Option<"rewriteName", "name", "std::string", /*default=*/"", "the rewrite">,
    Option<"params", "params", "std::string", /*default=*/"\"{}\"",
           "its parameters, as a dictionary attribute">
  ];
  let dependentDialects = [
    "::kopt::KoptDialect", "::mlir::scf::SCFDialect",
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // PASSES_APPLYREWRITE_TD
