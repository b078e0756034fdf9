//===- KoptNVDialect.td - What NVVM lacks ------------------*- tablegen -*-===//

#ifndef KOPT_NV_DIALECT_TD
#define KOPT_NV_DIALECT_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def KoptNV_Dialect : Dialect {
  let name = "kopt_nv";
  let cppNamespace = "::kopt::nv";
  let summary = "PTX operations that the NVVM dialect lacks";
  let description = [{
    Typed, located operations instead of inline assembly, so that the simulated
    device can give them a meaning and the PTX path an instruction.
  }];
}

class KoptNV_Op<string mnemonic, list<Trait> traits = []>
    : Op<KoptNV_Dialect, mnemonic, traits>;

#endif // KOPT_NV_DIALECT_TD
