//===- ExpandLaunch.h - Launches on memrefs to gpu.launch_func --*- C++ -*-===//

#ifndef PASSES_EXPANDLAUNCH_EXPANDLAUNCH_H
#define PASSES_EXPANDLAUNCH_EXPANDLAUNCH_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ExpandLaunch/ExpandLaunch.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/ExpandLaunch/ExpandLaunch.h.inc"

} // namespace kopt

#endif // PASSES_EXPANDLAUNCH_EXPANDLAUNCH_H
