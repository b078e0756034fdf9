//===- CompilePtx.cpp - PTX of one gpu.module -----------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

/// Turns the approximate functions of kopt_nv into calls of intrinsics.
static void lowerKoptNV(gpu::GPUModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (!kopt::nv::intrinsicOf(op).empty())
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    auto call = LLVM::CallIntrinsicOp::create(
        builder, op->getLoc(), op->getResult(0).getType(),
        builder.getStringAttr(kopt::nv::intrinsicOf(op)), op->getOperands(),
        LLVM::FastmathFlagsAttr::get(op->getContext(),
                                     LLVM::FastmathFlags::afn));
    op->replaceAllUsesWith(call->getResults());
    op->erase();
  }
}

llvm::Expected<std::string> kopt::compilePtx(gpu::GPUModuleOp module,
                                             StringRef chip) {
  // PTX 8.0 is the first with sm_90a; drivers of CUDA 12 and later load it.
  StringRef features = llvm::StringSwitch<StringRef>(chip)
                           .Case("sm_80", "+ptx78")
                           .Case("sm_89", "+ptx78")
                           .Case("sm_90a", "+ptx80")
                           .Default("");
  if (features.empty())
    return llvm::createStringError(
        "expected target sm_80, sm_89 or sm_90a, but got '" + chip.str() + "'");
  // LLVM ends the process over some others, and writes some that PTX lacks.
  for (auto symbol : module.getOps<SymbolOpInterface>()) {
    StringRef name = symbol.getName();
    if (name.empty() || llvm::isDigit(name.front()) ||
        !llvm::all_of(name, [](char c) {
          return llvm::isAlnum(c) || c == '_' || c == '$';
        }))
      return llvm::createStringError(
          "expected a name of letters, digits, _ and $ for PTX, but got '" +
          name.str() + "'");
  }
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  context->appendDialectRegistry(registry);

  OwningOpRef<gpu::GPUModuleOp> clone = cast<gpu::GPUModuleOp>(module->clone());
  lowerKoptNV(*clone);
  PassManager manager(context, gpu::GPUModuleOp::getOperationName());
  manager.addPass(createConvertNVVMToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  if (failed(manager.run(*clone)))
    return llvm::createStringError("lowering to intrinsics failed");
  auto target = NVVM::NVVMTargetAttr::get(
      context, /*optLevel=*/3, "nvptx64-nvidia-cuda", chip, features);
  auto interface = dyn_cast<gpu::TargetAttrInterface>(Attribute(target));
  if (!interface)
    return llvm::createStringError("this LLVM has no NVPTX target");
  gpu::TargetOptions options("", {}, "", "", gpu::CompilationTarget::Assembly);
  std::optional<SmallVector<char, 0>> object =
      interface.serializeToObject(clone.get(), options);
  if (!object)
    return llvm::createStringError("PTX code generation failed");
  std::string ptx(object->begin(), object->end());
  // Serialisation ends the text with a NUL; PTX images are text here.
  while (!ptx.empty() && ptx.back() == '\0')
    ptx.pop_back();
  return ptx;
}
