//===- Mutate.cpp - One fault in a right kernel ---------------------------===//

#include "Mutate.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <functional>

using namespace mlir;
using namespace kopt;
using namespace kopt::fuzz;

namespace {

/// A fault: where it can be planted, and how. Planting may fail.
struct Fault {
  const char *name;
  bool (*fits)(Operation *);
  bool (*plant)(Operation *, Choices &);
};

} // namespace

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// The access map with one more at a coordinate.
template <typename Op> static bool shift(Op access, Choices &choices) {
  AffineMap map = access.getAccessMap();
  if (map.getNumResults() == 0)
    return false;
  SmallVector<AffineExpr> results(map.getResults());
  AffineExpr &moved = results[choices.below(uint32_t(results.size()))];
  moved = moved + 1;
  access.setMapAttr(AffineMapAttr::get(AffineMap::get(
      map.getNumDims(), map.getNumSymbols(), results, map.getContext())));
  return true;
}

/// Another operation with the same operands.
static bool become(Operation *op, StringRef name) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes());
  Operation *other = builder.create(state);
  op->replaceAllUsesWith(other->getResults());
  op->erase();
  return true;
}

/// What combines differently.
static StringRef otherCombiner(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("arith.addf", "arith.maximumf")
      .Case("arith.maximumf", "arith.minimumf")
      .Case("arith.minimumf", "arith.maximumf")
      .Case("arith.maxnumf", "arith.minnumf")
      .Case("arith.minnumf", "arith.maxnumf")
      .Case("arith.addi", "arith.ori")
      .Case("arith.xori", "arith.ori")
      .Case("arith.ori", "arith.andi")
      .Case("arith.andi", "arith.ori")
      .Case("arith.maxsi", "arith.minsi")
      .Case("arith.minsi", "arith.maxsi")
      .Case("arith.maxui", "arith.maxsi")
      .Case("arith.minui", "arith.minsi")
      .Default("");
}

/// A loop whose bound moves by its step.
static bool moveBound(scf::ForOp loop, bool isUpper) {
  OpBuilder builder(loop);
  Value bound = isUpper ? loop.getUpperBound() : loop.getLowerBound();
  Value moved =
      isUpper
          ? arith::SubIOp::create(builder, loop.getLoc(), bound, loop.getStep())
                .getResult()
          : arith::AddIOp::create(builder, loop.getLoc(), bound, loop.getStep())
                .getResult();
  (isUpper ? loop.getUpperBoundMutable() : loop.getLowerBoundMutable())
      .assign(moved);
  return true;
}

/// The value through a narrower type and back.
static bool narrow(Operation *op) {
  Value value = op->getResult(0);
  auto type = cast<RankedTensorType>(value.getType());
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value back;
  Location loc = op->getLoc();
  if (type.getElementType().isF32() || type.getElementType().isF64()) {
    Value less = arith::TruncFOp::create(
        builder, loc, type.clone(builder.getBF16Type()), value);
    back = arith::ExtFOp::create(builder, loc, type, less);
  } else {
    Value less = arith::TruncIOp::create(
        builder, loc, type.clone(builder.getIntegerType(2)), value);
    back = arith::ExtSIOp::create(builder, loc, type, less);
  }
  value.replaceAllUsesExcept(
      back, back.getDefiningOp()->getOperand(0).getDefiningOp());
  return true;
}

/// A constant that is one more.
static bool increase(arith::ConstantOp op) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense || !dense.isSplat())
    return false;
  Attribute value = dense.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat more = number.getValue();
    if (!more.isFinite())
      more = APFloat(more.getSemantics(), 1);
    else
      more.add(APFloat(more.getSemantics(), 1), APFloat::rmNearestTiesToEven);
    value = FloatAttr::get(number.getType(), more);
  } else if (auto number = dyn_cast<IntegerAttr>(value)) {
    value = IntegerAttr::get(number.getType(), number.getValue() + 1);
  } else {
    return false;
  }
  op.setValueAttr(
      DenseElementsAttr::get(cast<ShapedType>(op.getType()), value));
  return true;
}

static bool inReduction(Operation *op) {
  return op->getParentOfType<ReduceOp>() || op->getParentOfType<ScanOp>();
}

static const Fault faults[] = {
    {"off-by-one load", [](Operation *op) { return isa<LoadOp>(op); },
     [](Operation *op, Choices &choices) {
       return shift(cast<LoadOp>(op), choices);
     }},
    {"off-by-one store", [](Operation *op) { return isa<StoreOp>(op); },
     [](Operation *op, Choices &choices) {
       return shift(cast<StoreOp>(op), choices);
     }},
    {"dropped store", [](Operation *op) { return isa<StoreOp>(op); },
     [](Operation *op, Choices &) { return op->erase(), true; }},
    {"dropped predicate",
     [](Operation *op) { return isa<arith::SelectOp>(op) && !inReduction(op); },
     [](Operation *op, Choices &choices) {
       Value kept = op->getOperand(1 + choices.below(2));
       if (kept.getType() != op->getResult(0).getType())
         return false;
       op->getResult(0).replaceAllUsesWith(kept);
       return op->erase(), true;
     }},
    {"other predicate", [](Operation *op) { return isa<arith::CmpIOp>(op); },
     [](Operation *op, Choices &) {
       auto compare = cast<arith::CmpIOp>(op);
       using P = arith::CmpIPredicate;
       const std::pair<P, P> others[] = {{P::eq, P::ne},   {P::ne, P::eq},
                                         {P::slt, P::sle}, {P::sle, P::slt},
                                         {P::sgt, P::sge}, {P::sge, P::sgt},
                                         {P::ult, P::ule}, {P::ule, P::ult},
                                         {P::ugt, P::uge}, {P::uge, P::ugt}};
       for (auto [from, to] : others)
         if (compare.getPredicate() == from)
           return compare.setPredicate(to), true;
       return false;
     }},
    {"swapped operands",
     [](Operation *op) {
       return op->getNumOperands() == 2 &&
              op->getOperand(0) != op->getOperand(1) &&
              op->getOperand(0).getType() == op->getOperand(1).getType() &&
              isa<arith::SubFOp, arith::SubIOp, arith::DivFOp, arith::ShLIOp,
                  arith::ShRSIOp, arith::DivUIOp, arith::RemUIOp,
                  math::CopySignOp>(op);
     },
     [](Operation *op, Choices &) {
       Value first = op->getOperand(0);
       op->setOperand(0, op->getOperand(1));
       op->setOperand(1, first);
       return true;
     }},
    {"narrowed type",
     [](Operation *op) {
       if (op->getNumResults() != 1 || !isTile(op->getResult(0)) ||
           inReduction(op) || isa<arith::ConstantOp>(op))
         return false;
       Type e = getElementTypeOrSelf(op->getResult(0).getType());
       return e.isF32() || e.isF64() || e.isInteger(32) || e.isInteger(64);
     },
     [](Operation *op, Choices &) { return narrow(op); }},
    {"lost tail", [](Operation *op) { return isa<scf::ForOp>(op); },
     [](Operation *op, Choices &) {
       return moveBound(cast<scf::ForOp>(op), true);
     }},
    {"lost head", [](Operation *op) { return isa<scf::ForOp>(op); },
     [](Operation *op, Choices &) {
       return moveBound(cast<scf::ForOp>(op), false);
     }},
    {"lost program", [](Operation *op) { return isa<KernelOp>(op); },
     [](Operation *op, Choices &choices) {
       auto kernel = cast<KernelOp>(op);
       if (!kernel.isTiled())
         return false;
       AffineMap grid = kernel.getGridAttr().getValue();
       if (grid.getNumResults() == 0)
         return false;
       SmallVector<AffineExpr> extents(grid.getResults());
       AffineExpr &extent = extents[choices.below(uint32_t(extents.size()))];
       extent = extent - 1;
       kernel.setGridAttr(AffineMapAttr::get(AffineMap::get(
           0, grid.getNumSymbols(), extents, grid.getContext())));
       return true;
     }},
    {"wrong program", [](Operation *op) { return isa<ProgramIdOp>(op); },
     [](Operation *op, Choices &) {
       OpBuilder builder(op);
       op->getResult(0).replaceAllUsesWith(
           arith::ConstantIndexOp::create(builder, op->getLoc(), 0));
       return op->erase(), true;
     }},
    {"wrong combiner",
     [](Operation *op) {
       return inReduction(op) && !otherCombiner(op).empty();
     },
     [](Operation *op, Choices &) { return become(op, otherCombiner(op)); }},
    {"wrong operation",
     [](Operation *op) {
       return !inReduction(op) && op->getNumResults() == 1 &&
              isTile(op->getResult(0)) && !otherCombiner(op).empty();
     },
     [](Operation *op, Choices &) { return become(op, otherCombiner(op)); }},
    {"wrong constant", [](Operation *op) { return isa<arith::ConstantOp>(op); },
     [](Operation *op, Choices &) {
       return increase(cast<arith::ConstantOp>(op));
     }},
    {"dropped operation",
     [](Operation *op) {
       return op->getNumOperands() == 1 && op->getNumResults() == 1 &&
              isTile(op->getResult(0)) &&
              op->getOperand(0).getType() == op->getResult(0).getType() &&
              isa<arith::NegFOp, math::AbsFOp, math::ExpOp, math::TanhOp,
                  math::SqrtOp, math::RsqrtOp, math::LogOp, math::FloorOp,
                  math::CeilOp, math::RoundOp, math::Exp2Op>(op);
     },
     [](Operation *op, Choices &) {
       op->getResult(0).replaceAllUsesWith(op->getOperand(0));
       return op->erase(), true;
     }},
};

static bool runPasses(Operation *op, StringRef passes) {
  PassManager manager(op->getContext(), op->getName().getStringRef());
  return succeeded(parsePassPipeline(passes, manager)) &&
         succeeded(manager.run(op));
}

/// Lowers to threads and takes a barrier away.
static bool dropBarrier(ModuleOp module, Choices &choices) {
  if (!runPasses(module, "gpu.module(kopt-check-state,kopt-assign-layouts,"
                         "kopt-allocate-shared,kopt-insert-barriers,"
                         "kopt-to-simt)"))
    return false;
  SmallVector<Operation *> barriers;
  module.walk([&](gpu::BarrierOp op) { barriers.push_back(op); });
  if (barriers.empty())
    return false;
  choices.of(barriers)->erase();
  return true;
}

std::string fuzz::mutate(ModuleOp module, Choices &choices) {
  // Some barriers are in many cases, some faults have a place in few.
  bool wantsBarrier = choices.chance(12);
  if (wantsBarrier) {
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
    if (!dropBarrier(*copy, choices))
      return "";
    module.getBodyRegion().takeBody(copy->getBodyRegion());
    return "missing barrier";
  }
  for (unsigned tries = 0; tries < 40; ++tries) {
    const Fault &fault = faults[choices.below(std::size(faults))];
    SmallVector<Operation *> places;
    module.walk([&](Operation *op) {
      if ((isa<KernelOp>(op) || op->getParentOfType<KernelOp>()) &&
          fault.fits(op))
        places.push_back(op);
    });
    if (!places.empty() && fault.plant(choices.of(places), choices))
      return fault.name;
  }
  return "";
}

std::string fuzz::applyStockPasses(ModuleOp module, Choices &choices,
                                   bool isStructured) {
  std::vector<std::string> passes =
      isStructured ? std::vector<std::string>{"canonicalize",
                                              "cse",
                                              "linalg-generalize-named-ops",
                                              "linalg-fuse-elementwise-ops",
                                              "linalg-inline-scalar-operands",
                                              "linalg-fold-unit-extent-dims"}
                   : std::vector<std::string>{"canonicalize",
                                              "cse",
                                              "loop-invariant-code-motion",
                                              "sccp",
                                              "control-flow-sink",
                                              "symbol-dce"};
  std::string names;
  for (uint32_t count = 1 + choices.below(3); count > 0; --count) {
    std::string pass = choices.of(passes);
    bool ofFunctions = StringRef(pass).starts_with("linalg") &&
                       pass != "linalg-fold-unit-extent-dims";
    std::string text = ofFunctions ? "func.func(" + pass + ")" : pass;
    if (!runPasses(module, pass) && !runPasses(module, text))
      return "";
    names += (names.empty() ? "" : ",") + pass;
  }
  return names;
}

std::string fuzz::canonicalText(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  (void)runPasses(*copy, "canonicalize,cse,canonicalize");
  std::string text;
  llvm::raw_string_ostream(text) << *copy;
  return text;
}
