//===- VerifyLayouts.td - Consistency of layouts -----------*- tablegen -*-===//

#ifndef PASSES_VERIFYLAYOUTS_TD
#define PASSES_VERIFYLAYOUTS_TD

include "mlir/Pass/PassBase.td"

def VerifyLayoutsPass : Pass<"kopt-verify-layouts"> {
  let summary = "Check that layouts are complete and consistent";
  let description = [{
    Upstream's tensor operations let encodings change silently, so this checks
    what their verifiers do not. In every kernel in form 2 inside its operation:

    * each tile has a `#kopt.layout` of its shape, over the kernel's warps;
    * tiles of an elementwise operation or `kopt.place` have one layout;
    * inputs of a `kopt.reduce` have one layout, its results that layout's slice;
    * the operand of a `kopt.broadcast` has the slice of the result's layout.

    Changes nothing. Emits an error at each operation that breaks a rule.

    Before and after:
    ```mlir
    %e = arith.extf %t : tensor<32xbf16, #layout> to tensor<32xf32, #layout>
    ```
    Assumes nothing.
  }];
}

#endif // PASSES_VERIFYLAYOUTS_TD
