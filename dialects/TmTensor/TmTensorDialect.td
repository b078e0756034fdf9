//===- TmTensorDialect.td - torch-mlir's irregular operations *- tablegen -*-===//

#ifndef TM_TENSOR_DIALECT_TD
#define TM_TENSOR_DIALECT_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def TmTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::kopt::tm";
  let summary = "the operations that torch-mlir has beside linalg";
  let description = [{
    Names and syntax of torch-mlir's dialect, so that its output on tensors can
    be read. `kopt-expand-tensor-ops` says what the operations mean.
  }];
}

class TmTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TmTensor_Dialect, mnemonic, traits>;

#endif // TM_TENSOR_DIALECT_TD
