//===- CompiledExpansions.cpp - Expansions run on this machine ------------===//

#include "CompiledExpansions.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "passes/ExpandMath/ExpandMath.h"
#include "llvm/Support/TargetSelect.h"

#include <cstdlib>

using namespace mlir;

/// The device's square root is the host's: both round correctly. What the
/// special-function unit approximates is rounded correctly here, as on the
/// simulated device; bench/accuracy.py measures it on a GPU.
static void replaceInstructions(ModuleOp module) {
  module.walk([](Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto number = [&](float v) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getF32FloatAttr(v));
    };
    Value result;
    if (isa<kopt::nv::SqrtRnOp>(op)) {
      result = math::SqrtOp::create(builder, loc, op->getOperand(0));
    } else if (isa<kopt::nv::Ex2ApproxOp, kopt::nv::Ex2ApproxFtzOp>(op)) {
      result = math::Exp2Op::create(builder, loc, op->getOperand(0));
    } else if (isa<kopt::nv::RcpApproxOp>(op)) {
      result =
          arith::DivFOp::create(builder, loc, number(1.0f), op->getOperand(0));
    } else if (auto fma = dyn_cast<kopt::nv::FmaSatOp>(op)) {
      result =
          math::FmaOp::create(builder, loc, fma.getA(), fma.getB(), fma.getC());
      result = arith::MaxNumFOp::create(builder, loc, result, number(0.0f));
      result = arith::MinNumFOp::create(builder, loc, result, number(1.0f));
    } else {
      return;
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  });
}

static OwningOpRef<ModuleOp> compile(MLIRContext &context,
                                     const std::string &source) {
  auto module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return nullptr;
  PassManager expand(&context);
  expand.addNestedPass<gpu::GPUModuleOp>(kopt::createExpandMathPass());
  if (failed(expand.run(*module)))
    return nullptr;
  auto kernels = *module->getOps<gpu::GPUModuleOp>().begin();
  module->getBody()->getOperations().splice(module->getBody()->end(),
                                            kernels.getBody()->getOperations());
  kernels.erase();
  replaceInstructions(*module);
  PassManager lower(&context);
  lower.addPass(createConvertToLLVMPass());
  lower.addPass(createReconcileUnrealizedCastsPass());
  if (failed(lower.run(*module)))
    return nullptr;
  return module;
}

CompiledExpansions::CompiledExpansions(const std::string &source) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<kopt::KoptNVDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
  OwningOpRef<ModuleOp> module = compile(context, source);
  if (!module)
    std::exit(1);
  ExecutionEngineOptions options;
  // Listeners for perf and gdb write files into the user's home.
  options.enablePerfNotificationListener = false;
  options.enableGDBNotificationListener = false;
  auto transformer = makeOptimizingTransformer(2, 0, nullptr);
  options.transformer = transformer;
  engine = llvm::ExitOnError("")(ExecutionEngine::create(*module, options));
}

void *CompiledExpansions::lookup(const std::string &name) const {
  return llvm::ExitOnError("")(engine->lookup("k_" + name));
}
