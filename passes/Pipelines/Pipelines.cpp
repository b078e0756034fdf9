//===- Pipelines.cpp - Orders of passes -----------------------------------===//

#include "passes/Pipelines/Pipelines.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"

using namespace mlir;

namespace {
struct LowerToPtxOptions : PassPipelineOptions<LowerToPtxOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("sm_80, sm_89 or sm_90a"),
                           llvm::cl::init("sm_90a")};
};
} // namespace

/// All stages work on a gpu.module, so the text nests explicitly.
static const char *const kTileStages =
    "gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts,"
    "kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse)";
static const char *const kSimtStages =
    "gpu.module(kopt-expand-math,canonicalize,cse,kopt-simt-to-nvvm)";

LogicalResult kopt::addTileLowering(OpPassManager &manager) {
  return parsePassPipeline(kTileStages, manager);
}

LogicalResult kopt::addSimtLowering(OpPassManager &manager) {
  return parsePassPipeline(kSimtStages, manager);
}

void kopt::registerPipelinesPasses() {
  PassPipelineRegistration<LowerToPtxOptions>(
      "lower-to-ptx",
      "from form 2 (kopt.kernel on tiles) to a gpu.binary of PTX",
      [](OpPassManager &manager, const LowerToPtxOptions &options) {
        if (failed(addTileLowering(manager)) ||
            failed(addSimtLowering(manager)))
          llvm::report_fatal_error("kopt: a lowering stage is not registered");
        NvvmToPtxPassOptions ptx;
        ptx.chip = options.chip;
        manager.addPass(createNvvmToPtxPass(ptx));
      });
}
