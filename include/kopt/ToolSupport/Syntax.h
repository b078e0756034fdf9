//===- Syntax.h - Which syntax is expected ----------------------*- C++ -*-===//

#ifndef KOPT_TOOLSUPPORT_SYNTAX_H
#define KOPT_TOOLSUPPORT_SYNTAX_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <utility>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace kopt {

/// While it lives, the first error in a context gets a note that says of which
/// LLVM the syntax is. Meant for parsing and verifying input: much IR in the
/// world is of another version.
class SyntaxNote {
public:
  explicit SyntaxNote(mlir::MLIRContext *context);

private:
  bool isNoted = false;
  mlir::ScopedDiagnosticHandler handler;
};

/// Emits an error at a symbol below `op` whose name is empty: MLIR reads @""
/// and prints it as what it does not read.
mlir::LogicalResult checkNames(mlir::Operation *op);

/// Has diagnostics of a context that are at no line printed without one, as
/// long as it lives: as of `tool` ("kopt-run: error: …"), or of a whole file,
/// which matters where a tool has several ("in.mlir: error: …"). Others, and
/// all that a handler registered later takes, are printed as before.
void registerPlacelessHandler(mlir::MLIRContext *context, llvm::StringRef tool,
                              bool hasSeveralFiles);

/// Where brackets are nested so deep (beyond 1000) that parsing or walking the
/// IR could exhaust the stack; no program comes near that. Line and column,
/// both counted from one. Bytecode is not looked into.
std::optional<std::pair<unsigned, unsigned>>
findDeepNesting(llvm::StringRef text);

/// The text of that error.
inline constexpr char deepNesting[] =
    "expected brackets nested at most 1000 deep, but got more";

/// For a driver that parses in a context of its own and has failed: parses the
/// pieces of `input`, which `marker` separates if it is not empty, and prints
/// that note for the first one that does not parse or verify, if any.
void printSyntaxNote(llvm::MemoryBufferRef input, llvm::StringRef marker,
                     bool allowUnregistered,
                     const mlir::DialectRegistry &registry);

} // namespace kopt

#endif // KOPT_TOOLSUPPORT_SYNTAX_H
