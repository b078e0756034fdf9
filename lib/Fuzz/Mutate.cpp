//===- Mutate.cpp - One fault in a right program --------------------------===//

#include "Mutate.h"
#include "StockPasses.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

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

/// A constant that is one more, for one of its users. Of two that take an index
/// apart by the same constant, both wrong would be right again. No dimension of
/// a tensor: there may be none of that number.
static bool increase(arith::ConstantOp op, Choices &choices) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getUses())
    if (!isa<memref::DimOp, tensor::DimOp>(use.getOwner()))
      uses.push_back(&use);
  if ((dense && !dense.isSplat()) || uses.empty())
    return false;
  Attribute value = dense ? dense.getSplatValue<Attribute>() : op.getValue();
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
  OpBuilder builder(op);
  auto changed = cast<arith::ConstantOp>(builder.clone(*op));
  changed.setValueAttr(
      dense ? DenseElementsAttr::get(cast<ShapedType>(op.getType()), value)
            : cast<TypedAttr>(value));
  // Users are listed from the last one on.
  uses[choices.below(uint32_t(uses.size()))]->set(changed);
  return true;
}

static bool inReduction(Operation *op) {
  return op->getParentOfType<ReduceOp>() || op->getParentOfType<ScanOp>();
}

/// A neutral element that is none: 1 for a sum, 0 for everything else, which
/// minima, maxima and products of numbers of one sign do not show.
static Attribute wrongNeutral(Attribute neutral) {
  if (auto number = dyn_cast<FloatAttr>(neutral))
    return FloatAttr::get(number.getType(), number.getValue().isZero() ? 1 : 0);
  auto number = dyn_cast<IntegerAttr>(neutral);
  if (!number)
    return nullptr;
  return IntegerAttr::get(number.getType(), number.getValue().isZero() ? 1 : 0);
}

template <typename Op> static bool changeNeutral(Op op, Choices &choices) {
  SmallVector<Attribute> neutral =
      llvm::to_vector(op.getIdentity().template getAsRange<Attribute>());
  Attribute &one = neutral[choices.below(uint32_t(neutral.size()))];
  one = wrongNeutral(one);
  if (!one)
    return false;
  op.setIdentityAttr(ArrayAttr::get(op.getContext(), neutral));
  return true;
}

/// Another launch's result, not yet or no longer there.
static bool makeStale(LaunchOp launch, Choices &choices) {
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : launch->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (type && type.hasStaticShape() &&
        operand.get().getDefiningOp<LaunchOp>() &&
        operand.getOperandNumber() < launch.getInputs().size())
      operands.push_back(&operand);
  }
  if (operands.empty())
    return false;
  OpOperand &operand = *choices.of(operands);
  auto type = cast<RankedTensorType>(operand.get().getType());
  OpBuilder builder(launch);
  operand.set(tensor::EmptyOp::create(builder, launch.getLoc(), type.getShape(),
                                      type.getElementType()));
  return true;
}

/// Two operands of a launch that have the same type.
static bool swapArguments(LaunchOp launch) {
  OperandRange inputs = launch.getInputs();
  for (unsigned i = 0; i < inputs.size(); ++i)
    for (unsigned j = i + 1; j < inputs.size(); ++j)
      if (inputs[i] != inputs[j] &&
          inputs[i].getType() == inputs[j].getType()) {
        Value first = inputs[i], second = inputs[j];
        launch.getInputsMutable()[i].set(second);
        launch.getInputsMutable()[j].set(first);
        return true;
      }
  return false;
}

/// A slice that begins one later, in the dimension chosen.
static bool moveSlice(tensor::ExtractSliceOp slice, Choices &choices) {
  SmallVector<int64_t> offsets(slice.getStaticOffsets());
  SmallVector<unsigned> movable;
  for (unsigned d = 0; d < offsets.size(); ++d) {
    int64_t extent = slice.getSourceType().getDimSize(d);
    if (!ShapedType::isDynamic(offsets[d]) && !ShapedType::isDynamic(extent) &&
        offsets[d] + slice.getStaticSizes()[d] * slice.getStaticStrides()[d] <
            extent)
      movable.push_back(d);
  }
  if (movable.empty())
    return false;
  ++offsets[choices.of(movable)];
  slice.setStaticOffsets(offsets);
  return true;
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
    {"wrong offset",
     [](Operation *op) { return isa<affine::AffineApplyOp>(op); },
     [](Operation *op, Choices &) {
       auto apply = cast<affine::AffineApplyOp>(op);
       AffineMap map = apply.getAffineMap();
       apply.setMap(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                   map.getResult(0) + 1));
       return true;
     }},
    {"wrong slice",
     [](Operation *op) { return isa<tensor::ExtractSliceOp>(op); },
     [](Operation *op, Choices &choices) {
       return moveSlice(cast<tensor::ExtractSliceOp>(op), choices);
     }},
    {"wrong neutral element",
     [](Operation *op) { return isa<ReduceOp, ScanOp>(op); },
     [](Operation *op, Choices &choices) {
       if (auto scan = dyn_cast<ScanOp>(op))
         return changeNeutral(scan, choices);
       return changeNeutral(cast<ReduceOp>(op), choices);
     }},
    {"stale operand", [](Operation *op) { return isa<LaunchOp>(op); },
     [](Operation *op, Choices &choices) {
       return makeStale(cast<LaunchOp>(op), choices);
     }},
    {"swapped arguments", [](Operation *op) { return isa<LaunchOp>(op); },
     [](Operation *op, Choices &) {
       return swapArguments(cast<LaunchOp>(op));
     }},
    {"dropped launch",
     [](Operation *op) {
       auto launch = dyn_cast<LaunchOp>(op);
       return launch &&
              launch->getResultTypes() == launch.getOutputs().getTypes();
     },
     [](Operation *op, Choices &) {
       op->replaceAllUsesWith(cast<LaunchOp>(op).getOutputs());
       return op->erase(), true;
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
    {"other order", [](Operation *op) { return isa<arith::CmpFOp>(op); },
     [](Operation *op, Choices &) {
       auto compare = cast<arith::CmpFOp>(op);
       using P = arith::CmpFPredicate;
       const std::pair<P, P> others[] = {
           {P::OGT, P::OGE}, {P::OGE, P::OGT}, {P::OLT, P::OLE},
           {P::OLE, P::OLT}, {P::UGT, P::OGT}, {P::ULT, P::OLT},
           {P::OEQ, P::ONE}, {P::ONE, P::OEQ}, {P::UNE, P::ONE},
           {P::UNO, P::ORD}, {P::ORD, P::UNO}};
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
     [](Operation *op, Choices &choices) {
       return increase(cast<arith::ConstantOp>(op), choices);
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

std::string fuzz::mutate(ModuleOp module, Choices &choices,
                         bool mayNarrowFloats) {
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
      if ((isa<KernelOp, LaunchOp, tensor::ExtractSliceOp>(op) ||
           op->getParentOfType<KernelOp>()) &&
          fault.fits(op) &&
          (mayNarrowFloats || fault.name != StringRef("narrowed type") ||
           getElementTypeOrSelf(op->getResult(0)).isInteger()))
        places.push_back(op);
    });
    if (!places.empty() && fault.plant(choices.of(places), choices))
      return fault.name;
  }
  return "";
}
