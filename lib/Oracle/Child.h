//===- Child.h - The original in a process of its own -----------*- C++ -*-===//

#ifndef LIB_ORACLE_CHILD_H
#define LIB_ORACLE_CHILD_H

#include "kopt/Oracle/Oracle.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace kopt::oracle {

/// What `compute` returns, called in a child of this process, so that a program
/// that ends its process, or never ends, does so there. On failure `reason`
/// says what became of it: the first error that `compute` emitted, an assertion
/// that fails, a signal, memory, or `seconds` of processor time that are used.
mlir::FailureOr<std::vector<OracleTensor>> inChild(
    mlir::MLIRContext *context, unsigned seconds,
    llvm::function_ref<mlir::FailureOr<std::vector<OracleTensor>>()> compute,
    std::string &reason);

/// What compiled code calls instead of `puts` and `abort`, for an assertion
/// that fails; and where it gets no memory. All end a child with their text.
int takeMessage(const char *text);
[[noreturn]] void endByAssertion();
[[noreturn]] void endWithoutMemory(size_t bytes);

} // namespace kopt::oracle

#endif // LIB_ORACLE_CHILD_H
