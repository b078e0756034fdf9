//===- NvvmToPtx.cpp - From llvm and nvvm to PTX --------------------------===//

#include "passes/NvvmToPtx/NvvmToPtx.h"

namespace kopt {
#define GEN_PASS_DEF_NVVMTOPTXPASS
#include "passes/NvvmToPtx/NvvmToPtx.h.inc"
} // namespace kopt

using namespace mlir;

namespace {

struct NvvmToPtx : kopt::impl::NvvmToPtxPassBase<NvvmToPtx> {
  using NvvmToPtxPassBase::NvvmToPtxPassBase;

  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules) {
      llvm::Expected<std::string> ptx = kopt::compilePtx(module, chip);
      if (!ptx) {
        module.emitError() << llvm::toString(ptx.takeError());
        return signalPassFailure();
      }
      OpBuilder builder(module);
      auto target = NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3,
                                              "nvptx64-nvidia-cuda", chip);
      // The level at which whoever loads the object has it compiled, as the
      // gate's worker does: absent, upstream takes 0.
      auto properties = builder.getDictionaryAttr(
          builder.getNamedAttr("O", builder.getI32IntegerAttr(4)));
      auto object = gpu::ObjectAttr::get(
          &getContext(), target, gpu::CompilationTarget::Assembly,
          builder.getStringAttr(*ptx), properties,
          /*kernels=*/gpu::KernelTableAttr());
      gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                            /*offloadingHandler=*/Attribute(),
                            ArrayRef<Attribute>{object});
      module.erase();
    }
  }
};

} // namespace
