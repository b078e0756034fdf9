//===- Pipelines.cpp - Orders of passes -----------------------------------===//

#include "passes/Pipelines/Pipelines.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "passes/ExpandLaunch/ExpandLaunch.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "passes/NvvmToSimBinary/NvvmToSimBinary.h"

using namespace mlir;
using namespace kopt;

namespace {
struct LowerToPtxOptions : PassPipelineOptions<LowerToPtxOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("sm_80, sm_89 or sm_90a"),
                           llvm::cl::init("sm_90a")};
};
} // namespace

namespace {
struct HostOptions : PassPipelineOptions<HostOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("sm_80, sm_89 or sm_90a; sim for the "
                                          "driver of the tests"),
                           llvm::cl::init("sm_90a")};
  Option<bool> copy{*this, "copy",
                    llvm::cl::desc("copy memrefs to the device and back"),
                    llvm::cl::init(true)};
  Option<bool> checkStatus{*this, "check-status",
                           llvm::cl::desc("assert that no launch failed"),
                           llvm::cl::init(true)};
};
} // namespace

/// All stages work on a gpu.module, so the text nests explicitly.
static const char *const kTileStages =
    "gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts,"
    "kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse)";
static const char *const kSimtStages =
    "gpu.module(kopt-expand-math,canonicalize,cse,kopt-simt-to-nvvm)";

/// The host onto buffers it owns. Arguments and results of functions have the
/// identity layout, as kernels want it.
static const char *const kBufferStages =
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map},"
    "func.func(ownership-based-buffer-deallocation),canonicalize,"
    "buffer-deallocation-simplification,bufferization-lower-deallocations,"
    "convert-bufferization-to-memref,cse,canonicalize";
/// The host to LLVM; what was not lifted becomes loops. The C library has no
/// reciprocal root and no integer powers, and is asked last.
static const char *const kHostStages =
    "convert-linalg-to-loops,expand-strided-metadata,lower-affine,"
    "math-expand-ops{ops=clampf},convert-math-to-funcs,convert-math-to-llvm,"
    "convert-scf-to-cf,convert-math-to-libm,"
    "gpu-to-llvm{use-bare-pointers-for-kernels=true},"
    "reconcile-unrealized-casts";

LogicalResult kopt::addTileLowering(OpPassManager &manager) {
  return parsePassPipeline(kTileStages, manager);
}

LogicalResult kopt::addSimtLowering(OpPassManager &manager) {
  return parsePassPipeline(kSimtStages, manager);
}

static void addHostPipeline(OpPassManager &manager,
                            const HostOptions &options) {
  ExpandLaunchPassOptions expand;
  expand.copy = options.copy;
  expand.checkStatus = options.checkStatus;
  bool added = succeeded(addTileLowering(manager)) &&
               succeeded(parsePassPipeline(kBufferStages, manager));
  manager.addPass(createExpandLaunchPass(expand));
  added = added && succeeded(addSimtLowering(manager));
  if (options.chip == "sim") {
    manager.addPass(createNvvmToSimBinaryPass());
  } else {
    NvvmToPtxPassOptions ptx;
    ptx.chip = options.chip;
    manager.addPass(createNvvmToPtxPass(ptx));
  }
  if (!added || failed(parsePassPipeline(kHostStages, manager)))
    llvm::report_fatal_error("kopt: a lowering stage is not registered");
}

void kopt::registerPipelinesPasses() {
  PassPipelineRegistration<HostOptions>(
      "kopt-host-pipeline",
      "from form 2 to PTX in a gpu.binary and the host in the llvm dialect, as "
      "mlir-runner takes it",
      addHostPipeline);
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
