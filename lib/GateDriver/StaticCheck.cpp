//===- StaticCheck.cpp - What no kernel of a candidate may do -------------===//
//
// Faults that a single execution need not show: state that outlives a launch,
// and results read before they are written. Refused before anything runs, on
// the candidate as it was handed in (form 2 or 3).
//
//===----------------------------------------------------------------------===//

#include "JudgeImpl.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace kopt {
namespace {

/// The first operation with an effect `Effect` on `memory` or on a view of it.
/// Pointers taken out of a memref are not followed.
template <typename Effect> Operation *findAccess(Value memory) {
  for (OpOperand &use : memory.getUses()) {
    Operation *user = use.getOwner();
    if (auto interface = dyn_cast<MemoryEffectOpInterface>(user)) {
      SmallVector<MemoryEffects::EffectInstance> effects;
      interface.getEffectsOnValue(memory, effects);
      for (const MemoryEffects::EffectInstance &effect : effects)
        if (isa<Effect>(effect.getEffect()))
          return user;
    }
    bool isView = isa<ViewLikeOpInterface, arith::SelectOp, LLVM::GEPOp,
                      LLVM::AddrSpaceCastOp>(user);
    for (Value view : user->getResults())
      if (isView && isa<MemRefType, LLVM::LLVMPointerType>(view.getType()))
        if (Operation *found = findAccess<Effect>(view))
          return found;
  }
  return nullptr;
}

/// Memory of a module that keeps its contents when a kernel ends must be
/// constant, and not be written all the same.
LogicalResult checkGlobal(Operation *op, bool isShared, bool isConstant) {
  if (isShared)
    return success();
  if (!isConstant)
    return op->emitOpError("expected a constant or shared memory, but got "
                           "memory that keeps its contents from launch to "
                           "launch");
  auto name = cast<SymbolOpInterface>(op).getNameAttr();
  auto module = op->getParentOfType<gpu::GPUModuleOp>();
  Operation *writer = nullptr;
  module.walk([&](Operation *user) {
    auto get = dyn_cast<memref::GetGlobalOp>(user);
    auto address = dyn_cast<LLVM::AddressOfOp>(user);
    if ((get && get.getNameAttr().getAttr() == name) ||
        (address && address.getGlobalNameAttr().getAttr() == name))
      if (!writer)
        writer = findAccess<MemoryEffects::Write>(user->getResult(0));
  });
  if (writer)
    return writer->emitOpError("expected constant @")
           << name.getValue() << " to be read only";
  return success();
}

LogicalResult checkGlobals(gpu::GPUModuleOp module) {
  for (Operation &op : *module.getBody()) {
    LogicalResult checked = success();
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      bool isShared =
          gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(global.getType());
      checked = checkGlobal(&op, isShared, global.getConstant());
    } else if (auto global = dyn_cast<LLVM::GlobalOp>(op)) {
      bool isShared =
          global.getAddrSpace() == unsigned(NVVM::NVVMMemorySpace::Shared);
      checked = checkGlobal(&op, isShared, global.getConstant());
    }
    if (failed(checked))
      return failure();
  }
  return success();
}

/// A kernel does not read what it is to write in full. Outputs of a kernel in
/// form 3 are those that its launch says.
LogicalResult checkOutputs(LaunchOp launch) {
  unsigned inputs = launch.getInputs().size();
  for (SymbolRefAttr name : launch.getKernels()) {
    auto kernel =
        SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(launch, name);
    if (!kernel || kernel.isExternal())
      continue; // told where it is lowered
    // Extents of dynamic outputs are arguments of their own in form 3.
    unsigned argument = inputs;
    if (!isa<KernelOp>(kernel))
      for (Value input : launch.getInputs())
        if (auto tensor = dyn_cast<RankedTensorType>(input.getType()))
          argument += tensor.getNumDynamicDims();
    for (auto [i, output] : llvm::enumerate(launch.getOutputs())) {
      if (argument >= kernel.getNumArguments())
        break;
      if (!kernel.getArgAttr(argument, "kopt.inout"))
        if (Operation *reader =
                findAccess<MemoryEffects::Read>(kernel.getArgument(argument)))
          return reader->emitError("expected output ")
                 << i << " of @" << kernel.getName()
                 << " to be written only, but got '" << reader->getName()
                 << "'";
      auto tensor = dyn_cast<RankedTensorType>(output.getType());
      argument += 1;
      if (!isa<KernelOp>(kernel) && tensor)
        argument += tensor.getNumDynamicDims();
    }
  }
  return success();
}

} // namespace

LogicalResult checkStatic(func::FuncOp candidate) {
  auto module = candidate->getParentOfType<ModuleOp>();
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    if (failed(checkGlobals(kernels)))
      return failure();
  WalkResult walk = candidate.walk([](LaunchOp launch) {
    return failed(checkOutputs(launch)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

} // namespace kopt
