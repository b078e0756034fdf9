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

/// The stages from form 2 to form 3, in order, then those to llvm and nvvm.
static const char *const kStages[] = {"kopt-check-state",
                                      "kopt-assign-layouts",
                                      "kopt-allocate-shared",
                                      "kopt-insert-barriers",
                                      "kopt-to-simt",
                                      "canonicalize",
                                      "cse",
                                      "kopt-expand-math",
                                      "canonicalize",
                                      "cse",
                                      "kopt-simt-to-nvvm"};

LogicalResult kopt::addSharedLowering(OpPassManager &manager) {
  for (const char *stage : kStages)
    if (failed(parsePassPipeline(stage, manager)))
      return failure();
  return success();
}

void kopt::registerPipelinesPasses() {
  PassPipelineRegistration<LowerToPtxOptions>(
      "lower-to-ptx",
      "from form 2 (kopt.kernel on tiles) to a gpu.binary of PTX",
      [](OpPassManager &manager, const LowerToPtxOptions &options) {
        manager.setNesting(OpPassManager::Nesting::Implicit);
        if (failed(addSharedLowering(manager)))
          llvm::report_fatal_error("kopt: a lowering stage is not registered");
        NvvmToPtxPassOptions ptx;
        ptx.chip = options.chip;
        manager.addPass(createNvvmToPtxPass(ptx));
      });
}
