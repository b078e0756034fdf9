//===- kopt-translate.cpp - PTX text of a module --------------------------===//

#include "kopt/Registration/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "passes/Pipelines/Pipelines.h"

using namespace mlir;

static llvm::cl::opt<std::string> chip("chip",
                                       llvm::cl::desc("sm_80, sm_89 or sm_90a"),
                                       llvm::cl::init("sm_90a"));

/// Lowers every gpu.module of `op` and prints its PTX. Kernels may be in form 2
/// or form 3, or already llvm and nvvm.
static LogicalResult printPtx(Operation *op, llvm::raw_ostream &os) {
  PassManager manager(op->getContext());
  if (failed(kopt::addTileLowering(manager)) ||
      failed(kopt::addSimtLowering(manager)) || failed(manager.run(op)))
    return failure();
  bool any = false;
  WalkResult walk = op->walk([&](gpu::GPUModuleOp module) {
    llvm::Expected<std::string> ptx = kopt::compilePtx(module, chip);
    if (!ptx) {
      module.emitError() << llvm::toString(ptx.takeError());
      return WalkResult::interrupt();
    }
    any = true;
    os << *ptx;
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (!any)
    return op->emitError("expected a gpu.module to translate, but got none");
  return success();
}

int main(int argc, char **argv) {
  kopt::registerAllPasses();
  mlir::TranslateFromMLIRRegistration registration(
      "kopt-to-ptx", "lower kernels and print their PTX", printPtx,
      [](DialectRegistry &registry) { kopt::registerAllDialects(registry); });
  return failed(mlirTranslateMain(argc, argv, "kopt translation driver\n")) ? 1
                                                                            : 0;
}
