//===- Extremes.cpp - Largest and smallest elements with their numbers ----===//
//
// Front ends write the extreme of a line and its number so that a NaN among the
// elements ends the search for the number, or is passed over. What counts
// depends then on the order of the elements. It is split into operations that
// do not depend on it:
//
//   value takes a NaN, number stays   where the first NaN is; the extreme of
//                                     what is before it; where that is first;
//                                     the extreme of all
//   both pass over a NaN              the same selection, where a NaN is the
//                                     worst element
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/Lift/LiftImpl.h"

#include <limits>

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

/// A reduction of two results: an extreme and the number of the element that
/// was strictly beyond all before it.
struct Extreme {
  linalg::GenericOp op;
  unsigned value = 0, number = 1; ///< results
  unsigned loop = 0;              ///< the dimension that is reduced
  Value element, at;              ///< in the body
  bool isLargest = true;
  bool takesNaN = false; ///< a NaN becomes the value, the number stays
};

} // namespace

/// Which way element `x` has to differ from `acc` for `condition` to hold, if
/// that is a strict comparison: true if it is larger.
static std::optional<bool> isStrictlyBeyond(Value condition, Value x,
                                            Value acc) {
  Value lhs, rhs;
  bool greater;
  if (auto onFloats = condition.getDefiningOp<arith::CmpFOp>()) {
    lhs = onFloats.getLhs(), rhs = onFloats.getRhs();
    greater = onFloats.getPredicate() == arith::CmpFPredicate::OGT;
    if (!greater && onFloats.getPredicate() != arith::CmpFPredicate::OLT)
      return std::nullopt;
  } else if (auto onInts = condition.getDefiningOp<arith::CmpIOp>()) {
    lhs = onInts.getLhs(), rhs = onInts.getRhs();
    greater = onInts.getPredicate() == arith::CmpIPredicate::sgt;
    if (!greater && onInts.getPredicate() != arith::CmpIPredicate::slt)
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  if (lhs == x && rhs == acc)
    return greater;
  if (lhs == acc && rhs == x)
    return !greater;
  return std::nullopt;
}

/// The operand of two-operand `op` that is not `acc`, or null.
static Value otherOperand(Operation *op, Value acc) {
  if (op->getNumOperands() != 2)
    return {};
  for (unsigned i = 0; i < 2; ++i)
    if (op->getOperand(i) == acc && op->getOperand(1 - i) != acc)
      return op->getOperand(1 - i);
  return {};
}

/// Whether `value` depends on an accumulator of `op`.
static bool dependsOnAccumulator(linalg::GenericOp op, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return llvm::is_contained(op.getRegionOutputArgs(), argument);
  Operation *def = value.getDefiningOp();
  return def->getBlock() == op.getBody() &&
         llvm::any_of(def->getOperands(), [&](Value operand) {
           return dependsOnAccumulator(op, operand);
         });
}

static std::optional<Extreme> extremeOf(linalg::GenericOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  if (op.getNumDpsInits() != 2 || reduced.size() != 1 ||
      !op.hasPureTensorSemantics())
    return std::nullopt;
  Extreme e;
  e.op = op;
  e.loop = reduced[0];
  Operation *yield = op.getBody()->getTerminator();
  auto numberOf = [&](unsigned result) {
    auto select = yield->getOperand(result).getDefiningOp<arith::SelectOp>();
    BlockArgument acc = op.getRegionOutputArgs()[result];
    if (!select || select.getFalseValue() != acc || !acc.hasOneUse())
      return arith::SelectOp();
    Value at = select.getTrueValue();
    if (auto cast = at.getDefiningOp<arith::IndexCastOp>())
      at = cast.getIn();
    auto index = at.getDefiningOp<linalg::IndexOp>();
    return index && index.getDim() == e.loop ? select : arith::SelectOp();
  };
  arith::SelectOp choice = numberOf(1);
  if (!choice) {
    std::swap(e.value, e.number);
    choice = numberOf(0);
  }
  if (!choice)
    return std::nullopt;
  e.at = choice.getTrueValue();
  BlockArgument acc = op.getRegionOutputArgs()[e.value];
  Operation *extreme = yield->getOperand(e.value).getDefiningOp();
  if (!extreme)
    return std::nullopt;
  std::optional<bool> isLargest;
  if (auto select = dyn_cast<arith::SelectOp>(extreme)) {
    if (select.getCondition() != choice.getCondition() ||
        select.getFalseValue() != acc)
      return std::nullopt;
    e.element = select.getTrueValue();
  } else if (isa<arith::MaximumFOp, arith::MaxSIOp>(extreme)) {
    e.element = otherOperand(extreme, acc);
    isLargest = true;
  } else if (isa<arith::MinimumFOp, arith::MinSIOp>(extreme)) {
    e.element = otherOperand(extreme, acc);
    isLargest = false;
  }
  e.takesNaN = isa<arith::MaximumFOp, arith::MinimumFOp>(extreme);
  if (!e.element || dependsOnAccumulator(op, e.element) ||
      e.element.getType() != acc.getType())
    return std::nullopt;
  std::optional<bool> greater =
      isStrictlyBeyond(choice.getCondition(), e.element, acc);
  if (!greater || *greater != isLargest.value_or(*greater))
    return std::nullopt;
  e.isLargest = *greater;
  if (auto floating = dyn_cast<FloatType>(acc.getType());
      floating && !APFloat::semanticsHasInf(floating.getFloatSemantics()))
    return std::nullopt;
  return e;
}

namespace {

/// Builds the operations that an extreme is split into.
class ExtremeSplitter {
public:
  explicit ExtremeSplitter(const Extreme &e)
      : e(e), op(e.op), loc(op.getLoc()), builder(op) {}

  void run();

private:
  /// A reduction over the inputs of the operation and `more`, which are indexed
  /// as the results. `body` takes the element, `more` and the accumulators.
  linalg::GenericOp
  reduction(ValueRange more, ValueRange inits,
            function_ref<SmallVector<Value>(OpBuilder &, Value element,
                                            Value at, ValueRange more,
                                            ValueRange accs)>
                body);
  Value filled(TypedAttr value);
  Value first(ValueRange more,
              function_ref<Value(OpBuilder &, Value element, ValueRange more)>
                  holds);
  Value numberBeforeNaN();
  Value extremeOfAll();
  linalg::GenericOp selectionOfNumbers();

  const Extreme &e;
  linalg::GenericOp op;
  Location loc;
  OpBuilder builder;
};

} // namespace

linalg::GenericOp ExtremeSplitter::reduction(
    ValueRange more, ValueRange inits,
    function_ref<SmallVector<Value>(OpBuilder &, Value, Value, ValueRange,
                                    ValueRange)>
        body) {
  SmallVector<Value> inputs(op.getInputs());
  inputs.append(more.begin(), more.end());
  SmallVector<AffineMap> maps = llvm::to_vector(
      llvm::map_range(op.getDpsInputOperands(), [&](OpOperand *operand) {
        return op.getMatchingIndexingMap(operand);
      }));
  AffineMap results =
      op.getMatchingIndexingMap(op.getDpsInitOperand(e.number));
  maps.append(more.size() + inits.size(), results);
  return linalg::GenericOp::create(
      builder, loc, TypeRange(inits), inputs, inits, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location, ValueRange arguments) {
        unsigned count = op.getNumDpsInputs();
        IRMapping map;
        map.map(op.getRegionInputArgs(), arguments.take_front(count));
        for (Operation &inner : op.getBody()->without_terminator())
          if (llvm::none_of(inner.getOperands(), [&](Value operand) {
                return dependsOnAccumulator(op, operand);
              }))
            b.clone(inner, map);
        linalg::YieldOp::create(b, loc,
                                body(b, map.lookupOrDefault(e.element),
                                     map.lookupOrDefault(e.at),
                                     arguments.slice(count, more.size()),
                                     arguments.take_back(inits.size())));
      });
}

/// A number as index, in type `type` of an integer or index.
static Value asType(OpBuilder &b, Location loc, Value number, Type type) {
  return type.isIndex() ? number
                        : arith::IndexCastOp::create(b, loc, type, number);
}

/// A tensor of `element`, shaped as the results and full of `value`.
Value ExtremeSplitter::filled(TypedAttr value) {
  Value init = op.getDpsInits()[e.number];
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  Value empty = tensor::EmptyOp::create(
      builder, loc, cast<RankedTensorType>(init.getType()).getShape(),
      value.getType(), dynamicSizes(builder, loc, init));
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

/// The lowest number of a line, among those where `holds` does; the largest
/// integer where there is none.
Value ExtremeSplitter::first(
    ValueRange more,
    function_ref<Value(OpBuilder &, Value element, ValueRange more)> holds) {
  int64_t extent = op.getStaticLoopRanges()[e.loop];
  bool isShort = !ShapedType::isDynamic(extent) &&
                 extent < std::numeric_limits<int32_t>::max();
  Type number = builder.getIntegerType(isShort ? 32 : 64);
  TypedAttr last = builder.getIntegerAttr(
      number, isShort ? std::numeric_limits<int32_t>::max()
                      : std::numeric_limits<int64_t>::max());
  auto lowest = reduction(
      more, filled(last),
      [&](OpBuilder &b, Value element, Value, ValueRange more,
          ValueRange accs) {
        Value index = linalg::IndexOp::create(b, loc, e.loop);
        Value none = arith::ConstantOp::create(b, loc, last);
        Value at = arith::SelectOp::create(b, loc, holds(b, element, more),
                                           asType(b, loc, index, number), none);
        return SmallVector<Value>{arith::MinSIOp::create(b, loc, at, accs[0])};
      });
  return lowest->getResult(0);
}

/// The extreme of `a` and `b`, a NaN where there is one.
static Value extreme(OpBuilder &builder, Location loc, bool isLargest, Value a,
                     Value b) {
  if (isLargest)
    return arith::MaximumFOp::create(builder, loc, a, b);
  return arith::MinimumFOp::create(builder, loc, a, b);
}

/// The number of the first of the best elements before a NaN, where it is
/// better than what it started from.
Value ExtremeSplitter::numberBeforeNaN() {
  auto type = cast<FloatType>(e.element.getType());
  TypedAttr worst = builder.getFloatAttr(
      type, APFloat::getInf(type.getFloatSemantics(), e.isLargest));
  Value end = first({}, [&](OpBuilder &b, Value element, ValueRange) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, element,
                                 element);
  });
  Value best =
      reduction(end, filled(worst),
                [&](OpBuilder &b, Value element, Value, ValueRange more,
                    ValueRange accs) {
                  Value index = linalg::IndexOp::create(b, loc, e.loop);
                  Value isBefore = arith::CmpIOp::create(
                      b, loc, arith::CmpIPredicate::slt,
                      asType(b, loc, index, more[0].getType()), more[0]);
                  Value none = arith::ConstantOp::create(b, loc, worst);
                  Value counts =
                      arith::SelectOp::create(b, loc, isBefore, element, none);
                  return SmallVector<Value>{
                      extreme(b, loc, e.isLargest, counts, accs[0])};
                })
          ->getResult(0);
  // What is equal to it after a NaN has a higher number.
  Value at = first(best, [&](OpBuilder &b, Value element, ValueRange more) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, element,
                                 more[0]);
  });
  // Against what the reduction started from.
  SmallVector<Value> inputs = {best, at};
  TypedAttr value = constantInit(op.getDpsInits()[e.value]);
  TypedAttr number = constantInit(op.getDpsInits()[e.number]);
  for (auto [constant, result] : {std::pair(value, e.value), {number, e.number}})
    if (!constant)
      inputs.push_back(op.getDpsInits()[result]);
  auto type0 = cast<RankedTensorType>(op.getDpsInits()[e.number].getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, type0.getShape(), type0.getElementType(),
      dynamicSizes(builder, loc, op.getDpsInits()[e.number]));
  SmallVector<AffineMap> maps(
      inputs.size() + 1, builder.getMultiDimIdentityMap(type0.getRank()));
  SmallVector<utils::IteratorType> loops(type0.getRank(),
                                         utils::IteratorType::parallel);
  auto against = linalg::GenericOp::create(
      builder, loc, empty.getType(), inputs, empty, maps, loops,
      [&](OpBuilder &b, Location, ValueRange arguments) {
        unsigned next = 2;
        auto started = [&](TypedAttr constant) -> Value {
          if (constant)
            return arith::ConstantOp::create(b, loc, constant);
          return arguments[next++];
        };
        Value value0 = started(value), number0 = started(number);
        Value isBetter = arith::CmpFOp::create(
            b, loc,
            e.isLargest ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT,
            arguments[0], value0);
        Value found = arguments[1];
        Type to = type0.getElementType();
        if (to.isIndex())
          found = arith::IndexCastOp::create(b, loc, to, found);
        else if (to.getIntOrFloatBitWidth() >
                 found.getType().getIntOrFloatBitWidth())
          found = arith::ExtSIOp::create(b, loc, to, found);
        else if (to != found.getType())
          found = arith::TruncIOp::create(b, loc, to, found);
        linalg::YieldOp::create(
            b, loc,
            arith::SelectOp::create(b, loc, isBetter, found, number0)
                .getResult());
      });
  return against->getResult(0);
}

/// The extreme of all, which is a NaN where there is one.
Value ExtremeSplitter::extremeOfAll() {
  auto all = reduction(
      {}, op.getDpsInits()[e.value],
      [&](OpBuilder &b, Value element, Value, ValueRange, ValueRange accs) {
        return SmallVector<Value>{
            extreme(b, loc, e.isLargest, element, accs[0])};
      });
  return all->getResult(0);
}

/// The best of the elements that are numbers, and its number.
linalg::GenericOp ExtremeSplitter::selectionOfNumbers() {
  auto type = dyn_cast<FloatType>(e.element.getType());
  return reduction(
      {}, op.getDpsInits(),
      [&](OpBuilder &b, Value element, Value at, ValueRange, ValueRange accs) {
        Value acc = accs[e.value], takes;
        if (type) {
          Value isNumber = arith::CmpFOp::create(
              b, loc, arith::CmpFPredicate::ORD, element, element);
          Value worst = arith::ConstantOp::create(
              b, loc,
              b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics(),
                                                   e.isLargest)));
          element = arith::SelectOp::create(b, loc, isNumber, element, worst);
          // No element is a NaN now: the order in which one is best is as good.
          Value beyond =
              arith::CmpFOp::create(b, loc,
                                    e.isLargest ? arith::CmpFPredicate::UGT
                                                : arith::CmpFPredicate::ULT,
                                    element, acc);
          Value isOrdered = arith::CmpFOp::create(
              b, loc, arith::CmpFPredicate::ORD, acc, acc);
          takes = arith::AndIOp::create(b, loc, beyond, isOrdered);
        } else {
          takes = arith::CmpIOp::create(b, loc,
                                        e.isLargest ? arith::CmpIPredicate::sgt
                                                    : arith::CmpIPredicate::slt,
                                        element, acc);
        }
        SmallVector<Value> results(2);
        results[e.value] = arith::SelectOp::create(b, loc, takes, element, acc);
        results[e.number] =
            arith::SelectOp::create(b, loc, takes, at, accs[e.number]);
        return results;
      });
}

void ExtremeSplitter::run() {
  auto replace = [&](unsigned result, Value now) {
    op->getResult(result).replaceAllUsesWith(now);
  };
  if (e.takesNaN) {
    if (!op->getResult(e.value).use_empty())
      replace(e.value, extremeOfAll());
    if (!op->getResult(e.number).use_empty())
      replace(e.number, numberBeforeNaN());
  } else {
    op->replaceAllUsesWith(selectionOfNumbers());
  }
  op.erase();
}

void kopt::lift::splitExtremes(func::FuncOp func) {
  SmallVector<Extreme> found;
  func.walk([&](linalg::GenericOp op) {
    // What can be reduced in any order as it is, stays.
    if (!selectionOf(op))
      if (std::optional<Extreme> extreme = extremeOf(op))
        found.push_back(*extreme);
  });
  for (const Extreme &extreme : found)
    ExtremeSplitter(extreme).run();
}
