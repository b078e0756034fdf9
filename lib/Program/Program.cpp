//===- Program.cpp - From a host function to what a worker runs -----------===//

#include "kopt/Program/Program.h"
#include "HostWalk.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace kopt {
namespace {

/// The stages of `addSharedLowering` (passes/Pipelines), cut at form 3, where
/// grid, block and shared memory are read off the kernels.
const char *const tilePasses =
    "gpu.module(kopt-check-state,kopt-assign-layouts,kopt-allocate-shared,"
    "kopt-insert-barriers,kopt-to-simt,canonicalize,cse)";
const char *const simtPasses =
    "gpu.module(kopt-expand-math,canonicalize,cse,kopt-simt-to-nvvm)";

LogicalResult runPasses(ModuleOp module, StringRef text) {
  PassManager manager(module.getContext());
  std::string error;
  llvm::raw_string_ostream stream(error);
  if (failed(parsePassPipeline(text, manager, stream)))
    return module.emitError("cannot lower: ") << error;
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
  return tiled ? runPasses(module, tilePasses) : success();
}

LogicalResult lowerToNvvm(ModuleOp module) {
  return runPasses(module, simtPasses);
}

FailureOr<gate::Program>
buildProgram(func::FuncOp entry, const std::vector<HostArgument> &arguments,
             const ImageCompiler &compile) {
  auto source = entry->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> module = source.clone();
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
