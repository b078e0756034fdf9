//===- SimtToNvvm.cpp - Form 3 to llvm and nvvm ---------------------------===//

#include "passes/SimtToNvvm/SimtToNvvm.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace kopt {
#define GEN_PASS_DEF_SIMTTONVVMPASS
#include "passes/SimtToNvvm/SimtToNvvm.h.inc"
} // namespace kopt

using namespace mlir;

namespace {

struct SimtToNvvm : kopt::impl::SimtToNvvmPassBase<SimtToNvvm> {
  using SimtToNvvmPassBase::SimtToNvvmPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    SimtToNvvmPassBase::getDependentDialects(registry);
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    build(manager);
    manager.getDependentDialects(registry);
  }

  static void build(OpPassManager &manager) {
    manager.addPass(memref::createExpandStridedMetadataPass());
    manager.addPass(createLowerAffinePass());
    manager.addPass(createSCFToControlFlowPass());
    // First, or the conversion below makes calls into a device library of
    // scalar fma, floor, abs, maxnumf and their like.
    manager.addPass(createConvertMathToLLVMPass());
    manager.addPass(createArithToLLVMConversionPass());
    ConvertGpuOpsToNVVMOpsOptions options;
    options.useBarePtrCallConv = true;
    // NVVM's own interface would turn nvvm operations into intrinsics and PTX
    // text, which the simulated device cannot give meaning to.
    options.allowedDialects = {"arith", "cf",     "func", "index",
                               "math",  "memref", "ub",   "vector"};
    manager.addPass(createConvertGpuOpsToNVVMOps(options));
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
    manager.addPass(createReconcileUnrealizedCastsPass());
  }

  /// Shape changes of multi-dimensional vectors, which the conversion to LLVM
  /// does not take, become extracts and inserts.
  LogicalResult lowerVectors() {
    RewritePatternSet patterns(&getContext());
    vector::populateVectorBroadcastLoweringPatterns(patterns);
    vector::populateVectorShapeCastLoweringPatterns(patterns);
    vector::populateVectorFromElementsUnrollPatterns(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  void runOnOperation() override {
    if (failed(lowerVectors()))
      return signalPassFailure();
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    build(manager);
    if (failed(runPipeline(manager, getOperation())))
      return signalPassFailure();
    // Whatever the conversions left would fail in translation, far from here.
    WalkResult walk = getOperation().walk([&](Operation *op) {
      StringRef dialect = op->getName().getDialectNamespace();
      auto call = dyn_cast<LLVM::CallOp>(op);
      if (call && call.getCallee() && call.getCallee()->starts_with("__nv_")) {
        op->emitError() << "expected no call into a device library, "
                           "but got '"
                        << *call.getCallee() << "'";
        return WalkResult::interrupt();
      }
      if (op == getOperation() || dialect == "llvm" || dialect == "nvvm" ||
          dialect == "kopt_nv")
        return WalkResult::advance();
      op->emitError()
          << "expected only llvm, nvvm and kopt_nv operations after "
             "lowering, but got '"
          << op->getName() << "'";
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
