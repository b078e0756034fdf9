//===- Lift.cpp - From linalg on tensors to kernels -----------------------===//

#include "passes/Lift/Lift.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

namespace kopt {
#define GEN_PASS_DEF_LIFTPASS
#include "passes/Lift/Lift.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

namespace {

/// acc - x in a reduction → acc + -x, a sum, which has a neutral element.
void addInstead(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return;
  for (BlockArgument acc : op.getRegionOutputArgs()) {
    if (!acc.hasOneUse())
      continue;
    Operation *sub = *acc.getUsers().begin();
    if (!isa<arith::SubFOp, arith::SubIOp>(sub) || sub->getOperand(0) != acc)
      continue;
    IRRewriter rewriter(sub);
    Location loc = sub->getLoc();
    Value x = sub->getOperand(1);
    if (auto onFloats = dyn_cast<arith::SubFOp>(sub)) {
      Value minus =
          arith::NegFOp::create(rewriter, loc, x, onFloats.getFastmath());
      rewriter.replaceOpWithNewOp<arith::AddFOp>(sub, acc, minus,
                                                 onFloats.getFastmath());
    } else {
      Value zero = arith::ConstantOp::create(rewriter, loc,
                                             rewriter.getZeroAttr(x.getType()));
      Value minus = arith::SubIOp::create(rewriter, loc, zero, x);
      rewriter.replaceOpWithNewOp<arith::AddIOp>(sub, acc, minus);
    }
  }
}

/// Splits aggregates (softmax) into structured operations, and makes sums of
/// what takes terms away.
void normalise(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  SmallVector<linalg::SoftmaxOp> aggregates;
  func.walk([&](linalg::SoftmaxOp op) { aggregates.push_back(op); });
  for (linalg::SoftmaxOp op : aggregates) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (succeeded(parts))
      rewriter.replaceOp(op, *parts);
  }
  func.walk(addInstead);
}

/// A fill as a generic operation whose body takes the scalar from outside.
linalg::GenericOp asGeneric(linalg::FillOp fill) {
  IRRewriter rewriter(fill);
  Value init = fill.getOutputs()[0], scalar = fill.getInputs()[0];
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<utils::IteratorType> parallel(rank,
                                            utils::IteratorType::parallel);
  AffineMap id = rewriter.getMultiDimIdentityMap(rank);
  auto generic = linalg::GenericOp::create(
      rewriter, fill.getLoc(), init.getType(), ValueRange(), init, id, parallel,
      [&](OpBuilder &b, Location loc, ValueRange) {
        linalg::YieldOp::create(b, loc, scalar);
      });
  rewriter.replaceOp(fill, generic);
  return generic;
}

/// `op` in generic form, in its place, if that can become a kernel. Otherwise
/// null with `reason`, and `op` stays as it is, by its name.
linalg::GenericOp asLiftable(linalg::LinalgOp op, std::string &reason) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return isLiftable(generic, reason) ? generic : linalg::GenericOp();
  if (!op.hasPureTensorSemantics()) {
    reason = "expected tensor operands";
    return {};
  }
  IRRewriter rewriter(op);
  auto copy = cast<linalg::LinalgOp>(rewriter.clone(*op));
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, copy);
  if (failed(generic)) {
    copy->erase();
    reason = "the operation has no generic form";
    return {};
  }
  if (!isLiftable(*generic, reason)) {
    (*generic)->erase();
    return {};
  }
  rewriter.replaceOp(op, (*generic)->getResults());
  return *generic;
}

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
      bool widened = false;
      generic = widenAccumulator(generic, widened);
      if (widened)
        generic.emitRemark(
            "accumulates in f32: the program's accumulator is narrower");
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
