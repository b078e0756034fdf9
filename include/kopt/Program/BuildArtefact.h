//===- BuildArtefact.h - A host function as an artefact ---------*- C++ -*-===//

#ifndef KOPT_PROGRAM_BUILDARTEFACT_H
#define KOPT_PROGRAM_BUILDARTEFACT_H

#include "kopt/Artefact/Artefact.h"
#include "kopt/Program/Program.h"

namespace kopt {

/// PTX of a gpu.module in llvm + nvvm for an architecture. Emits a located
/// error on failure.
using PtxCompiler = std::function<mlir::FailureOr<std::string>(
    mlir::gpu::GPUModuleOp, llvm::StringRef)>;

/// Builds the artefact of host function `entry` (kernels in form 2 or 3) with
/// an image a module and architecture. Sizes that are dynamic stay computations
/// on the arguments; otherwise as buildProgram, of which it launches the same
/// for all sizes. Temporaries that do not live at the same time share memory.
///
/// A unit attribute `kopt.keep` of the function adds the variant "keep the
/// caller's kernel" where kernels cannot be used; an integer set over the
/// dynamic extents of its tensors and then its index arguments, where the set
/// holds too. `entry`'s module is left as it is. Located errors for what cannot
/// be told from the arguments' sizes and integers.
mlir::FailureOr<artefact::Artefact>
buildArtefact(mlir::func::FuncOp entry, llvm::ArrayRef<std::string> chips,
              const PtxCompiler &compile);

} // namespace kopt

#endif // KOPT_PROGRAM_BUILDARTEFACT_H
