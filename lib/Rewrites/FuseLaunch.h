//===- FuseLaunch.h - Merge a launch into its consumer ----------*- C++ -*-===//

#ifndef LIB_REWRITES_FUSELAUNCH_H
#define LIB_REWRITES_FUSELAUNCH_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace kopt {

/// Merges `producer` into `consumer`, of the same block, as
/// kopt::skill::fuseLaunch does.
mlir::LogicalResult mergeLaunches(mlir::RewriterBase &rewriter,
                                  LaunchOp producer, LaunchOp consumer,
                                  std::string &reason);

} // namespace kopt

#endif // LIB_REWRITES_FUSELAUNCH_H
