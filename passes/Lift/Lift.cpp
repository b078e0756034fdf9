//===- Lift.cpp - From linalg on tensors to kernels -----------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Lift/LiftImpl.h"

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
    for (func::FuncOp func : marked.empty() ? all : marked)
      liftFunction(module, func);
    for (auto gpuModule : module.getOps<gpu::GPUModuleOp>())
      gpuModule->removeAttr("kopt.lifted");
  }

  void liftFunction(ModuleOp module, func::FuncOp func) {
    normalise(func);
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
        left.insert(op);
        continue;
      }
      SmallVector<unsigned> widened;
      generic = widenAccumulators(generic, widened);
      if (!widened.empty())
        remarkWidened(generic, widened);
    }
    // Widening puts conversions around a reduction, which are kernels too.
    SmallVector<linalg::GenericOp> ready;
    func.walk([&](linalg::GenericOp op) {
      if (!left.contains(op))
        ready.push_back(op);
    });
    unsigned counter = 0;
    auto lift = [&](linalg::GenericOp generic) {
      gpu::GPUModuleOp kernels = kernelModule(module);
      SymbolTable symbols(kernels);
      std::string name;
      do {
        name = inPtx(func.getName()) + "_" + std::to_string(counter++);
      } while (symbols.lookup(name));
      liftIntoKernel(generic, kernels, name);
    };
    llvm::for_each(ready, lift);
    // A fill that a kernel did not take in, as it is by no constant or is a
    // result of its own. One for an operation that stays on the host stays too.
    SmallVector<linalg::FillOp> fills;
    func.walk([&](linalg::FillOp op) {
      bool isNeeded = llvm::any_of(op->getUsers(), [&](Operation *user) {
        return !isa<linalg::LinalgOp>(user);
      });
      if (isNeeded && op.hasPureTensorSemantics())
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
          << "not lifted: a fill for an operation that is not lifted";
    });
  }
};

} // namespace
