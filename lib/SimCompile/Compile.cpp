//===- Compile.cpp - Objects for the simulated GPU ------------------------===//

#include "kopt/Sim/Compile.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "passes/NvvmToSim/NvvmToSim.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

/// The code's time is in the run time it calls, so it is compiled at O0. The
/// generic processor has no instruction that rounds to bf16 or fuses a
/// multiplication and an addition by itself.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple("x86_64-unknown-linux-gnu");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("this LLVM has no x86-64 target: " + error);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "x86-64", /*Features=*/"", llvm::TargetOptions(),
      llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::None));
}

/// ELF of an LLVM module.
static llvm::Expected<std::string> emitObject(llvm::Module &module) {
  auto machine = createMachine();
  if (!machine)
    return machine.takeError();
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  // Kernels run on small stacks with a guard page, and never unwind.
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("no-stack-arg-probe");
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, stream, nullptr,
                                      llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("this LLVM cannot write x86-64 objects");
  passes.run(module);
  return object.str().str();
}

llvm::Expected<std::string> kopt::sim::compileObject(gpu::GPUModuleOp module) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);

  OwningOpRef<ModuleOp> host = hostModule(module);
  ObjectImage image;
  if (failed(instrument(*host, image.sites, image.kernels)))
    return llvm::createStringError(
        "the module has operations that the simulated device does not support");
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(*host, context);
  if (!translated)
    return llvm::createStringError("translation to LLVM IR failed");
  llvm::Expected<std::string> object = emitObject(*translated);
  if (!object)
    return object.takeError();
  image.object = std::move(*object);
  return serialise(image);
}

llvm::Expected<std::string>
kopt::sim::compileDriverImage(gpu::GPUModuleOp module) {
  llvm::Expected<std::string> object = compileObject(module);
  if (!object)
    return object.takeError();
  return driverImage(*object);
}
