//===- KoptDialect.td - The kopt dialect -------------------*- tablegen -*-===//

#ifndef KOPT_DIALECT_TD
#define KOPT_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def Kopt_Dialect : Dialect {
  let name = "kopt";
  let cppNamespace = "::kopt";
  let summary = "GPU programs on tiles with value semantics";
  let description = [{
    A *kernel* computes on **tiles**: ranked tensors with value semantics. What
    is computed is said by the operations; *how* (memory path, vector width,
    reduction strategy, warps) by typed attributes on them. Removing a schedule
    attribute changes results at most within its numeric class.

    A kernel is in one of two forms. **Form 1** works on whole tensors: loads of
    whole arguments, `linalg`, stores of whole results, no grid. **Form 2**
    works on static tiles: it has a grid and reads `kopt.program_id`.

    Memory model: kernel arguments are pairwise no-alias; programs of a grid are
    unordered, and two programs touching one element, one of them writing, is an
    error; a load outside the memref gives the pad value, a store outside is
    dropped.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

class Kopt_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kopt_Dialect, mnemonic, traits>;

#endif // KOPT_DIALECT_TD
