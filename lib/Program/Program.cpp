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
  if (failed(lowerToSimt(*module)))
    return failure();
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
  if (failed(lowerToNvvm(*module)))
    return failure();
  for (const std::string &name : used) {
    auto kernels = module->lookupSymbol<gpu::GPUModuleOp>(name);
    if (!kernels)
      return entry.emitOpError("expected gpu.module @") << name << " to remain";
    FailureOr<gate::Image> image = compile(kernels);
    if (failed(image))
      return failure();
    program.images.push_back(std::move(*image));
  }
  return program;
}

} // namespace kopt
