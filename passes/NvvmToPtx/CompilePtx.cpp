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

/// Whether nothing in the kernel writes through what `pointer` comes from.
static bool isReadOnly(Value pointer) {
  while (auto element = pointer.getDefiningOp<LLVM::GEPOp>())
    pointer = element.getBase();
  auto argument = dyn_cast<BlockArgument>(pointer);
  if (!argument)
    return false;
  auto function =
      dyn_cast<LLVM::LLVMFuncOp>(argument.getOwner()->getParentOp());
  return function && argument.getOwner()->isEntryBlock() &&
         function.getArgAttr(argument.getArgNumber(), "llvm.readonly") &&
         function.getArgAttr(argument.getArgNumber(), "llvm.noalias");
}

/// LLVM has no eviction priorities: inline PTX, which orders itself with other
/// memory operations only where something may write the memory.
static void lowerLoad(kopt::nv::LoadOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto dialect = LLVM::AsmDialectAttr::get(context, LLVM::AsmDialect::AD_ATT);
  auto assembly = [&](Type type, ValueRange operands, const Twine &text,
                      const Twine &constraints, bool hasEffects) -> Value {
    return LLVM::InlineAsmOp::create(
               builder, loc, type, operands, text.str(), constraints.str(),
               hasEffects, /*is_align_stack=*/false,
               LLVM::tailcallkind::TailCallKind::None, dialect,
               /*operand_attrs=*/ArrayAttr())
        .getResult(0);
  };
  std::string priority =
      op.getEvict() == kopt::nv::Evict::Last ? "evict_last" : "evict_first";
  Value policy = assembly(
      i64, {}, "createpolicy.fractional.L2::" + priority + ".b64 $0, 1.0;",
      "=l", /*hasEffects=*/false);
  bool isOrdered = !isReadOnly(op.getSource());
  Value address = LLVM::AddrSpaceCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(context, 1), op.getSource());
  unsigned words = kopt::nv::LoadOp::bytesOf(op.getType()) / 4;
  std::string results = "$0", constraints = "=r";
  for (unsigned i = 1; i < words; ++i) {
    results += ", $" + std::to_string(i);
    constraints += ",=r";
  }
  std::string shape = words == 1 ? "" : ".v" + std::to_string(words);
  if (words > 1)
    results = "{" + results + "}";
  Type type = i32;
  if (words > 1)
    type = LLVM::LLVMStructType::getLiteral(context,
                                            SmallVector<Type>(words, i32));
  Value loaded = assembly(
      type, {address, policy},
      "ld.global.L1::" + priority + ".L2::cache_hint" + shape + ".b32 " +
          results + ", [$" + Twine(words) + "], $" + Twine(words + 1) + ";",
      constraints + ",l,l" + (isOrdered ? ",~{memory}" : ""), isOrdered);
  Value value = loaded;
  if (words > 1) {
    value = LLVM::PoisonOp::create(builder, loc, VectorType::get(words, i32));
    for (unsigned i = 0; i < words; ++i) {
      Value word = LLVM::ExtractValueOp::create(builder, loc, loaded, i);
      Value at = LLVM::ConstantOp::create(builder, loc, i32, int32_t(i));
      value = LLVM::InsertElementOp::create(builder, loc, value, word, at);
    }
  }
  if (value.getType() != op.getType())
    value = LLVM::BitcastOp::create(builder, loc, op.getType(), value);
  op.replaceAllUsesWith(value);
  op.erase();
}

/// Turns the approximate functions of kopt_nv into calls of intrinsics, and its
/// loads into inline PTX.
static void lowerKoptNV(gpu::GPUModuleOp module) {
  SmallVector<kopt::nv::LoadOp> loads;
  module.walk([&](kopt::nv::LoadOp op) { loads.push_back(op); });
  for (kopt::nv::LoadOp op : loads)
    lowerLoad(op);
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
  if (chip != "sm_90a")
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (function->hasAttr(NVVM::NVVMDialect::getClusterDimAttrName()))
        return llvm::createStringError(
            "expected target sm_90a for a kernel with clusters of blocks, but "
            "got '" +
            chip.str() + "'");
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

  // Verifiers of atomic accesses ask a module around for its data layout.
  OwningOpRef<ModuleOp> around = ModuleOp::create(module.getLoc());
  auto clone = cast<gpu::GPUModuleOp>(module->clone());
  around->push_back(clone);
  lowerKoptNV(clone);
  PassManager manager(context, gpu::GPUModuleOp::getOperationName());
  manager.addPass(createConvertNVVMToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  if (failed(manager.run(clone)))
    return llvm::createStringError("lowering to intrinsics failed");
  constexpr StringRef triple = "nvptx64-nvidia-cuda";
  // Without it i64 would be taken to be aligned to 4 bytes and be read by
  // halves.
  clone->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(context, llvm::Triple(triple).computeDataLayout()));
  auto target = NVVM::NVVMTargetAttr::get(context, /*optLevel=*/3, triple, chip,
                                          features);
  auto interface = dyn_cast<gpu::TargetAttrInterface>(Attribute(target));
  if (!interface)
    return llvm::createStringError("this LLVM has no NVPTX target");
  gpu::TargetOptions options("", {}, "", "", gpu::CompilationTarget::Assembly);
  std::optional<SmallVector<char, 0>> object =
      interface.serializeToObject(clone, options);
  if (!object)
    return llvm::createStringError("PTX code generation failed");
  std::string ptx(object->begin(), object->end());
  // Serialisation ends the text with a NUL; PTX images are text here.
  while (!ptx.empty() && ptx.back() == '\0')
    ptx.pop_back();
  return ptx;
}
