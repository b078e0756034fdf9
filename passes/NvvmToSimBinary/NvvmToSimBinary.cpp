//===- NvvmToSimBinary.cpp - Binaries for the simulated GPU ---------------===//

#include "passes/NvvmToSimBinary/NvvmToSimBinary.h"
#include "kopt/Sim/Compile.h"

namespace kopt {
#define GEN_PASS_DEF_NVVMTOSIMBINARYPASS
#include "passes/NvvmToSimBinary/NvvmToSimBinary.h.inc"
} // namespace kopt

using namespace mlir;

namespace {

struct NvvmToSimBinary : kopt::impl::NvvmToSimBinaryPassBase<NvvmToSimBinary> {
  using NvvmToSimBinaryPassBase::NvvmToSimBinaryPassBase;

  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules) {
      llvm::Expected<std::string> image = kopt::sim::compileDriverImage(module);
      if (!image) {
        module.emitError() << llvm::toString(image.takeError());
        return signalPassFailure();
      }
      OpBuilder builder(module);
      auto target = NVVM::NVVMTargetAttr::get(&getContext());
      auto object = gpu::ObjectAttr::get(
          &getContext(), target, gpu::CompilationTarget::Binary,
          builder.getStringAttr(*image), builder.getDictionaryAttr({}),
          /*kernels=*/gpu::KernelTableAttr());
      gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                            /*offloadingHandler=*/Attribute(),
                            ArrayRef<Attribute>{object});
      module.erase();
    }
  }
};

} // namespace
