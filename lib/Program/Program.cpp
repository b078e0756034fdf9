//===- Program.cpp - From a host function to what a worker runs -----------===//

#include "kopt/Program/Program.h"
#include "HostWalk.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Pipelines/Pipelines.h"

using namespace mlir;

namespace kopt {
namespace {

using AddPasses = LogicalResult (*)(OpPassManager &);

LogicalResult runPasses(ModuleOp module, AddPasses add) {
  PassManager manager(module.getContext());
  if (failed(add(manager)))
    return module.emitError("cannot lower: a stage is not registered");
  return manager.run(module);
}

} // namespace

/// A kernel in form 3 with the arguments, grid and conditions of one on tiles
/// and no contents: all that the host's side needs of it.
static LogicalResult declareInForm3(KernelOp kernel) {
  if (!kernel.isTiled())
    return kernel.emitOpError("is in form 1: apply recipe plain first");
  OpBuilder builder(kernel);
  SmallVector<Type> types;
  SmallVector<unsigned> inOut, workspaces;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (kernel.isInOut(i))
      inOut.push_back(types.size());
    if (kernel.isWorkspace(i))
      workspaces.push_back(types.size());
    types.push_back(type);
    if (auto memref = dyn_cast<MemRefType>(type))
      types.append(memref.getNumDynamicDims(), builder.getIndexType());
  }
  auto function =
      gpu::GPUFuncOp::create(builder, kernel.getLoc(), kernel.getSymName(),
                             builder.getFunctionType(types, {}));
  int32_t threads = int32_t(kernel.getLaunchOrDefault().getWarps()) * 32;
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr({threads, 1, 1}));
  function->setAttr("kopt.grid", kernel.getGridAttr());
  if (IntegerSetAttr assume = kernel.getAssumeAttr())
    function->setAttr("kopt.assume", assume);
  for (unsigned i : inOut)
    function.setArgAttr(i, "kopt.inout", builder.getUnitAttr());
  for (unsigned i : workspaces)
    function.setArgAttr(i, "kopt.workspace", builder.getUnitAttr());
  builder.setInsertionPointToEnd(&function.getBody().front());
  gpu::ReturnOp::create(builder, kernel.getLoc());
  kernel.erase();
  return success();
}

LogicalResult lowerToSimt(ModuleOp module) {
  bool tiled = false;
  WalkResult walk = module.walk([&](KernelOp kernel) {
    if (!kernel.isTiled()) {
      kernel.emitOpError("is in form 1: apply recipe plain first");
      return WalkResult::interrupt();
    }
    tiled = true;
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return tiled ? runPasses(module, addTileLowering) : success();
}

LogicalResult lowerToNvvm(ModuleOp module) {
  return runPasses(module, addSimtLowering);
}

FailureOr<gate::Program>
buildProgram(func::FuncOp entry, const std::vector<HostArgument> &arguments,
             const ImageCompiler &compile) {
  auto source = entry->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> module = source.clone();
  if (auto copy = module->lookupSymbol<func::FuncOp>(entry.getName()))
    launchFills(copy);
  OwningOpRef<ModuleOp> tiles;
  if (compile.takesTiles) {
    tiles = module->clone();
    SmallVector<KernelOp> kernels;
    module->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels)
      if (failed(declareInForm3(kernel)))
        return failure();
  } else if (failed(lowerToSimt(*module))) {
    return failure();
  }
  auto lowered = module->lookupSymbol<func::FuncOp>(entry.getName());
  if (!lowered)
    return entry.emitOpError(
        "expected to stay on the host while kernels are lowered");
  gate::Program program;
  HostWalk walk(lowered, program);
  if (failed(walk.run(arguments)))
    return failure();

  SmallVector<std::string> used;
  for (gpu::GPUModuleOp kernels : walk.modules())
    used.push_back(kernels.getName().str());
  if (used.empty())
    return program;
  if (!compile.takesTiles && failed(lowerToNvvm(*module)))
    return failure();
  for (const std::string &name : used) {
    auto kernels = (compile.takesTiles ? *tiles : *module)
                       .lookupSymbol<gpu::GPUModuleOp>(name);
    if (!kernels)
      return entry.emitOpError("expected gpu.module @") << name << " to remain";
    FailureOr<gate::Image> image = compile.compile(kernels);
    if (failed(image))
      return failure();
    program.images.push_back(std::move(*image));
  }
  return program;
}

} // namespace kopt
