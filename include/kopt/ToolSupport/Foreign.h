//===- Foreign.h - Text from others -----------------------------*- C++ -*-===//
//
// MLIR's parser and printer recurse and expand without a limit: text of some
// kilobytes can exhaust the stack or take for ever. What others wrote is tried
// in a child process first.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_TOOLSUPPORT_FOREIGN_H
#define KOPT_TOOLSUPPORT_FOREIGN_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace kopt {

/// What foreign text may take.
struct ForeignLimits {
  size_t bytes = size_t(64) << 20;    ///< of the text
  size_t aliases = 20000;             ///< `!a = …` and `#a = …`
  size_t printed = size_t(256) << 20; ///< bytes it prints as
  unsigned seconds = 20;              ///< of processor time
  size_t memory = size_t(4) << 30;    ///< beyond what this process has
};

/// A text and what is wrong with it.
struct ForeignError {
  size_t text; ///< its number
  unsigned line = 1, column = 1;
  std::string message;
};

/// Looks through the bytes of each text, then has a child process parse, verify
/// and print all of them under limits. The first text that breaks a limit or
/// ends the child; nothing where each can be parsed here too, be it to an
/// ordinary error. The process may have threads as long as they idle.
std::optional<ForeignError> checkForeign(const mlir::DialectRegistry &registry,
                                         llvm::ArrayRef<llvm::StringRef> texts,
                                         const ForeignLimits &limits = {});

/// The same of one text, whose error is emitted at its place in `file`.
mlir::LogicalResult checkForeignText(mlir::MLIRContext *context,
                                     llvm::StringRef text,
                                     llvm::StringRef file);

} // namespace kopt

#endif // KOPT_TOOLSUPPORT_FOREIGN_H
