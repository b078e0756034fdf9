//===- Translations.h - What kopt-translate makes of a module ---*- C++ -*-===//

#ifndef TOOLS_KOPT_TRANSLATE_TRANSLATIONS_H
#define TOOLS_KOPT_TRANSLATE_TRANSLATIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace kopt {

/// A file by its name and contents.
using NamedFile = std::pair<std::string, std::string>;

/// PTX of one gpu.module, or for chip `sim` what the driver for tests takes.
mlir::FailureOr<std::string> imageOf(mlir::gpu::GPUModuleOp module,
                                     llvm::StringRef chip);
/// The PTX of every gpu.module, which are lowered in place.
mlir::FailureOr<std::string> translateToPtx(mlir::ModuleOp module,
                                            llvm::StringRef chip);
/// The files of an artefact of host function `entry` (empty: the only one).
mlir::FailureOr<std::vector<NamedFile>>
translateToArtefact(mlir::ModuleOp module, llvm::StringRef entry,
                    llvm::ArrayRef<std::string> chips);
/// A C header and source with its entries.
mlir::FailureOr<std::vector<NamedFile>>
translateToC(mlir::ModuleOp module, llvm::StringRef entry,
             llvm::ArrayRef<std::string> chips);
/// program.mlir for IREE's compiler, with launches as external dispatches, and
/// the PTX that it names. The module is changed.
mlir::FailureOr<std::vector<NamedFile>> translateToIree(mlir::ModuleOp module,
                                                        llvm::StringRef chip);

} // namespace kopt

#endif // TOOLS_KOPT_TRANSLATE_TRANSLATIONS_H
