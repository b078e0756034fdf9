//===- Variants.h - The conditions of a program's launches ------*- C++ -*-===//

#ifndef KOPT_PROGRAM_VARIANTS_H
#define KOPT_PROGRAM_VARIANTS_H

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Program.h"

namespace kopt {

/// A kernel of a launch that chooses between several.
struct LaunchVariant {
  LaunchOp launch;
  std::string kernel;
  /// What the kernel assumes, symbols by name (see textOf in
  /// dialects/Kopt/Assumptions.h); where no kernel before it is taken, this
  /// decides. Empty: nothing.
  std::string condition;
  /// Arguments of the host function with which the launch runs this kernel, as
  /// near to the asked ones as was found; empty where none were found, for
  /// instance because sizes are computed on the host.
  std::vector<HostArgument> arguments;
  /// For each constraint of its assumption that is no other kernel's business,
  /// arguments where that one alone fails, as near.
  std::vector<std::vector<HostArgument>> outside;
};

/// All kernels of launches in `entry` (form 2) that have variants, in program
/// order, each as it is tried. Running `entry` with the arguments of all of
/// them runs every variant: shapes on both sides of every condition. Which
/// kernel really ran says gate::Launch::kernel of the program built.
/// `asked` are complete arguments of `entry`.
std::vector<LaunchVariant>
launchVariants(mlir::func::FuncOp entry,
               const std::vector<HostArgument> &asked);

} // namespace kopt

#endif // KOPT_PROGRAM_VARIANTS_H
