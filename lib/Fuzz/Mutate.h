//===- Mutate.h - One fault in a right program ------------------*- C++ -*-===//

#ifndef LIB_FUZZ_MUTATE_H
#define LIB_FUZZ_MUTATE_H

#include "Choices.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace kopt::fuzz {

/// Plants one fault in a kernel of `module`, which is in form 2 (a missing
/// barrier: then in form 3). The name of the fault; empty where no kernel has a
/// place for one. A float becomes a bf16 where `mayNarrowFloats`: where the
/// original computes in types of 16 bits, that may be what it says.
std::string mutate(mlir::ModuleOp module, Choices &choices,
                   bool mayNarrowFloats);

} // namespace kopt::fuzz

#endif // LIB_FUZZ_MUTATE_H
