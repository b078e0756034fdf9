//===- Equal.cpp - Proofs that two programs are the same ------------------===//

#include "Equal.h"
#include "StockPasses.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Program.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "llvm/ADT/MapVector.h"

#include <functional>
#include <optional>

using namespace mlir;
using namespace kopt;
using namespace kopt::fuzz;

/// All launches of each kernel.
static llvm::MapVector<KernelOp, SmallVector<LaunchOp>>
launchesOf(ModuleOp module) {
  llvm::MapVector<KernelOp, SmallVector<LaunchOp>> launches;
  module.walk([&](LaunchOp launch) {
    for (SymbolRefAttr name : launch.getKernels())
      if (auto kernel = dyn_cast_or_null<KernelOp>(
              SymbolTable::lookupNearestSymbolFrom(launch, name)))
        launches[kernel].push_back(launch);
  });
  return launches;
}

static void eraseUnusedLaunches(ModuleOp module) {
  SmallVector<LaunchOp> launches;
  module.walk([&](LaunchOp launch) { launches.push_back(launch); });
  // From the last one, as it may be the only user of one before.
  for (LaunchOp launch : llvm::reverse(launches))
    if (launch.use_empty() && launch->getNumResults())
      launch.erase();
  auto used = launchesOf(module);
  SmallVector<KernelOp> unused;
  module.walk([&](KernelOp kernel) {
    if (!used.contains(kernel))
      unused.push_back(kernel);
  });
  for (KernelOp kernel : unused)
    kernel.erase();
  for (auto kernels :
       llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>()))
    if (kernels.getBody()->empty())
      kernels.erase();
}

/// The only coordinate on an axis of extent one.
static void foldCoordinates(ModuleOp module) {
  SmallVector<ProgramIdOp> ids;
  module.walk([&](ProgramIdOp id) { ids.push_back(id); });
  for (ProgramIdOp id : ids) {
    auto kernel = id->getParentOfType<KernelOp>();
    if (!kernel || !kernel.isTiled())
      continue;
    AffineMap grid = kernel.getGridAttr().getValue();
    if (id.getAxis() >= grid.getNumResults())
      continue;
    auto extent = dyn_cast<AffineConstantExpr>(grid.getResult(id.getAxis()));
    if (!extent || extent.getValue() != 1)
      continue;
    OpBuilder builder(id);
    id.replaceAllUsesWith(
        arith::ConstantIndexOp::create(builder, id.getLoc(), 0).getResult());
    id.erase();
  }
}

/// Stores to an output that no launch's user reads.
static void eraseUnusedStores(ModuleOp module) {
  for (auto &[kernel, launches] : launchesOf(module))
    for (BlockArgument argument : kernel.getBody().getArguments()) {
      bool isUnused = llvm::all_of(launches, [&](LaunchOp launch) {
        int64_t result = int64_t(argument.getArgNumber()) -
                         int64_t(launch.getInputs().size());
        return result >= 0 && result < launch->getNumResults() &&
               launch->getResult(unsigned(result)).use_empty();
      });
      if (!isUnused || !llvm::all_of(argument.getUsers(), [](Operation *op) {
            return isa<StoreOp>(op);
          }))
        continue;
      for (Operation *store : llvm::to_vector(argument.getUsers()))
        store->erase();
    }
}

/// Two inputs that all launches give the same tensor are one.
static void uniteArguments(ModuleOp module) {
  for (auto &[kernel, launches] : launchesOf(module)) {
    auto arguments = kernel.getBody().getArguments();
    for (unsigned i = 0; i < arguments.size(); ++i)
      for (unsigned j = i + 1; j < arguments.size(); ++j)
        if (llvm::all_of(launches, [&](LaunchOp launch) {
              return j < launch.getInputs().size() &&
                     launch.getInputs()[i] == launch.getInputs()[j];
            }))
          arguments[j].replaceAllUsesWith(arguments[i]);
  }
}

/// Where values alone are sorted, equal ones cannot be told apart: `a <= b` is
/// as good as `a < b`, for integers.
template <typename Op> static void makeStrict(Op sort) {
  if (sort.getInputs().size() != 1)
    return;
  sort->walk([](arith::CmpIOp compare) {
    using P = arith::CmpIPredicate;
    const std::pair<P, P> strict[] = {
        {P::sle, P::slt}, {P::sge, P::sgt}, {P::ule, P::ult}, {P::uge, P::ugt}};
    for (auto [loose, tight] : strict)
      if (compare.getPredicate() == loose)
        compare.setPredicate(tight);
  });
}

/// A difference of which only the square or the magnitude is used.
static void orderDifference(arith::SubFOp difference) {
  Value result = difference.getResult();
  bool isEven = llvm::all_of(result.getUsers(), [&](Operation *op) {
    return isa<math::AbsFOp>(op) ||
           (isa<arith::MulFOp>(op) && op->getOperand(0) == result &&
            op->getOperand(1) == result);
  });
  Operation *left = difference.getLhs().getDefiningOp(),
            *right = difference.getRhs().getDefiningOp();
  if (!isEven || !left || !right || left->getBlock() != right->getBlock() ||
      left->isBeforeInBlock(right))
    return;
  difference->setOperands({difference.getRhs(), difference.getLhs()});
}

void fuzz::makeCanonical(ModuleOp module) {
  eraseUnusedLaunches(module);
  foldCoordinates(module);
  eraseUnusedStores(module);
  uniteArguments(module);
  module.walk([](Operation *op) {
    if (auto sort = dyn_cast<SortOp>(op))
      makeStrict(sort);
    else if (auto top = dyn_cast<TopKOp>(op))
      makeStrict(top);
    else if (auto difference = dyn_cast<arith::SubFOp>(op))
      orderDifference(difference);
  });
  (void)runPasses(module, "canonicalize,cse,canonicalize");
  // What became unused by that.
  eraseUnusedLaunches(module);
}

std::string fuzz::textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

std::string fuzz::canonicalText(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  makeCanonical(*copy);
  return textOf(*copy);
}

/// The host function, how each kernel is launched, and the PTX of all; nothing
/// where a kernel has none.
static std::optional<std::string> machineText(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  makeCanonical(*copy);
  if (failed(lowerToSimt(*copy)))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto function : copy->getOps<func::FuncOp>())
    os << function << "\n";
  copy->walk([&](gpu::GPUFuncOp function) {
    os << function.getName() << " " << function->getAttrDictionary() << "\n";
  });
  if (failed(lowerToNvvm(*copy)))
    return std::nullopt;
  for (auto kernels : copy->getOps<gpu::GPUModuleOp>()) {
    llvm::Expected<std::string> ptx = compilePtx(kernels, "sm_90a");
    if (!ptx) {
      llvm::consumeError(ptx.takeError());
      return std::nullopt;
    }
    os << kernels.getName() << "\n" << *ptx;
  }
  return text;
}

bool fuzz::haveSameMachineCode(ModuleOp first, ModuleOp second) {
  std::optional<std::string> one = machineText(first);
  return one && one == machineText(second);
}

bool fuzz::hasDataAddresses(ModuleOp module) {
  llvm::DenseSet<Operation *> seen;
  llvm::DenseSet<Value> seenArguments;
  std::function<bool(Value)> fromData = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      // The counter is no data where the bounds are none.
      if (!loop || argument.getArgNumber() == 0 ||
          !seenArguments.insert(argument).second)
        return false;
      unsigned carried = argument.getArgNumber() - 1;
      return fromData(loop.getInitArgs()[carried]) ||
             fromData(loop.getYieldedValues()[carried]);
    }
    if (!seen.insert(op).second)
      return false;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned result = cast<OpResult>(value).getResultNumber();
      return fromData(loop.getInitArgs()[result]) ||
             fromData(loop.getYieldedValues()[result]);
    }
    return !isMemoryEffectFree(op) || op->getNumRegions() > 0 ||
           llvm::any_of(op->getOperands(), fromData);
  };
  WalkResult result = module.walk([&](Operation *op) {
    if (!op->getParentOfType<gpu::GPUFuncOp>())
      return WalkResult::advance();
    SmallVector<Value> values;
    if (isa<memref::LoadOp, memref::StoreOp, scf::IfOp, scf::ForOp>(op)) {
      for (Value operand : op->getOperands())
        if (operand.getType().isIndex() || operand.getType().isInteger(1))
          values.push_back(operand);
      if (isa<memref::StoreOp>(op))
        llvm::erase(values, op->getOperand(0));
    }
    return llvm::any_of(values, fromData) ? WalkResult::interrupt()
                                          : WalkResult::advance();
  });
  return result.wasInterrupted();
}
