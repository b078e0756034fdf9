//===- Lift.cpp - From linalg on tensors to kernels -----------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "passes/ExpandTensorOps/ExpandTensorOps.h"
#include "passes/Lift/LiftImpl.h"
#include "passes/Lift/WholeKernel.h"

namespace kopt {
#define GEN_PASS_DEF_LIFTPASS
#include "passes/Lift/Lift.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

/// A name that PTX has for a kernel, near to `name`, which may be any text.
static std::string inPtx(StringRef name) {
  std::string result = name.str();
  for (char &c : result)
    if (!llvm::isAlnum(c) && c != '_' && c != '$')
      c = '_';
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(0, "kernel_");
  return result;
}

/// The gpu.module that holds the kernels: made on first use, named `kernels` or
/// the next free name.
gpu::GPUModuleOp kernelModule(ModuleOp module) {
  for (auto gpuModule : module.getOps<gpu::GPUModuleOp>())
    if (gpuModule->hasAttr("kopt.lifted"))
      return gpuModule;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  std::string name = "kernels";
  for (unsigned i = 0; module.lookupSymbol(name); ++i)
    name = "kernels_" + std::to_string(i);
  auto created = gpu::GPUModuleOp::create(builder, module.getLoc(), name);
  created->setAttr("kopt.lifted", builder.getUnitAttr());
  return created;
}

/// Says of each operation with tensors that stays on the host why that is,
/// where it is not yet said.
void remarkOnRest(func::FuncOp func) {
  func.walk([](Operation *op) {
    // What the host evaluates, and what was remarked on.
    if (isa<func::FuncOp, func::ReturnOp, func::CallOp, LaunchOp, scf::ForOp,
            scf::IfOp, scf::WhileOp, scf::ConditionOp, scf::YieldOp,
            tensor::EmptyOp, tensor::DimOp, tensor::CastOp,
            tensor::ExpandShapeOp, tensor::CollapseShapeOp,
            tensor::FromElementsOp, arith::ConstantOp, linalg::LinalgOp>(op) ||
        isStructured(op) || op->getParentOfType<linalg::LinalgOp>())
      return;
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      if (!matchPattern(extract.getTensor(), m_Constant()))
        op->emitRemark("not lifted: the host needs an element of a tensor "
                       "whose contents only the device knows");
      return;
    }
    auto isTensor = [](Type type) { return isa<TensorType>(type); };
    if (llvm::any_of(op->getOperandTypes(), isTensor) ||
        llvm::any_of(op->getResultTypes(), isTensor))
      op->emitRemark() << "not lifted: '" << op->getName()
                       << "' has no structured form";
  });
}

/// Says that results `widened` of `op` accumulate in a wider type than written.
static void remarkWidened(linalg::GenericOp op, ArrayRef<unsigned> widened) {
  InFlightDiagnostic remark = op.emitRemark();
  if (op.getNumDpsInits() > 1) {
    remark << (widened.size() > 1 ? "results " : "result ");
    llvm::interleaveComma(widened, remark);
    remark << (widened.size() > 1 ? " accumulate" : " accumulates");
  } else {
    remark << "accumulates";
  }
  remark << " in f32: the program's accumulator is narrower";
}

struct Lift : kopt::impl::LiftPassBase<Lift> {
  using LiftPassBase::LiftPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> all, marked;
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      all.push_back(func);
      if (func->hasAttr("kopt.optimize"))
        marked.push_back(func);
    }
    SmallVector<func::FuncOp> wanted = marked.empty() ? all : marked;
    DenseSet<Operation *> inlined;
    for (func::FuncOp func : wanted)
      lift::inlineCalls(func, inlined);
    // A private function that all its callers took in would be lifted twice.
    llvm::erase_if(wanted, [&](func::FuncOp func) {
      bool isDead = func.isPrivate() && inlined.contains(func) &&
                    SymbolTable::symbolKnownUseEmpty(func, module);
      if (isDead)
        func.erase();
      return isDead;
    });
    for (func::FuncOp func : wanted)
      if (failed(structureElementwise(func)))
        return signalPassFailure();
      else
        liftFunction(module, func);
    for (auto gpuModule : module.getOps<gpu::GPUModuleOp>())
      gpuModule->removeAttr("kopt.lifted");
  }

  /// Elementwise arithmetic on tensors, by upstream's pass.
  LogicalResult structureElementwise(func::FuncOp func) {
    OpPassManager manager(func::FuncOp::getOperationName());
    manager.addPass(createConvertElementwiseToLinalgPass());
    return runPipeline(manager, func);
  }

  void liftFunction(ModuleOp module, func::FuncOp func) {
    unsigned counter = 0;
    auto newKernel = [&]() -> std::pair<gpu::GPUModuleOp, std::string> {
      gpu::GPUModuleOp kernels = kernelModule(module);
      SymbolTable symbols(kernels);
      std::string name;
      do {
        name = inPtx(func.getName()) + "_" + std::to_string(counter++);
      } while (symbols.lookup(name));
      return {kernels, name};
    };
    unsigned kernelCount = liftCollectives(func, newKernel);
    unsigned structured = kernelCount;
    expandTensorOps(func);
    unsigned notLifted = normalise(func);
    structureTensorOps(func);
    defineContents(func);
    sinkScalars(func);
    func.walk([&](Operation *op) { structured += isStructured(op); });
    SmallVector<linalg::LinalgOp> work;
    func.walk([&](linalg::LinalgOp op) { work.push_back(op); });
    DenseSet<Operation *> left;
    for (linalg::LinalgOp op : work) {
      if (isa<linalg::FillOp>(op))
        continue;
      std::string reason;
      linalg::GenericOp generic = asLiftable(op, reason);
      if (!generic) {
        op->emitRemark() << "not lifted: " << reason;
        ++notLifted;
        left.insert(op);
        continue;
      }
      generic = dropUnitExtents(generic);
      SmallVector<unsigned> widened;
      generic = widenAccumulators(generic, widened);
      if (!widened.empty())
        remarkWidened(generic, widened);
    }
    foldReshapes(func);
    // Widening puts conversions around a reduction, which are kernels too.
    SmallVector<linalg::GenericOp> ready;
    func.walk([&](linalg::GenericOp op) {
      if (!left.contains(op))
        ready.push_back(op);
    });
    auto lift = [&](linalg::GenericOp generic) {
      auto [kernels, name] = newKernel();
      liftIntoKernel(generic, kernels, name);
      ++kernelCount;
    };
    llvm::for_each(ready, lift);
    // A fill that a kernel did not take in, as it is by no constant or is a
    // result of its own. One for an operation that stays on the host stays too.
    SmallVector<linalg::FillOp> fills;
    func.walk([&](linalg::FillOp op) {
      bool isNeeded = llvm::any_of(op->getUsers(), [&](Operation *user) {
        return !isa<linalg::LinalgOp>(user);
      });
      if (isNeeded && op.hasPureTensorSemantics() &&
          isStored(getElementTypeOrSelf(op.getResult(0).getType())))
        fills.push_back(op);
    });
    for (linalg::FillOp fill : fills)
      lift(asGeneric(fill));
    // Fills whose only users moved into kernels are dead now.
    SmallVector<Operation *> inits;
    func.walk([&](Operation *op) {
      if (isa<linalg::FillOp, tensor::EmptyOp>(op))
        inits.push_back(op);
    });
    for (Operation *op : llvm::reverse(inits))
      if (op->use_empty())
        op->erase();
    func.walk([&](linalg::FillOp op) {
      op.emitRemark()
          << "not lifted: a fill that no kernel can hold, or for an "
             "operation that is not lifted";
      ++notLifted;
    });
    saturateScalars(func);
    remarkOnRest(func);
    if (structured > 0 && (report || notLifted > 0))
      // Without the operation, which is the whole function.
      emitRemark(func.getLoc())
          << "lifted " << structured - notLifted << " of " << structured
          << " structured operations into " << kernelCount
          << (kernelCount == 1 ? " kernel" : " kernels");
  }
};

} // namespace
