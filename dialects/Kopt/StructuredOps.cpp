//===- StructuredOps.cpp - What is known of linalg in form 1 --------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

std::optional<TypedAttr> kopt::neutralElementOf(Operation *combiner) {
  // Upstream asks an index how wide it is.
  constexpr unsigned width = IndexType::kInternalStorageBitWidth;
  std::optional<APInt> number;
  if (combiner->getNumResults() == 1 &&
      combiner->getResult(0).getType().isIndex())
    number = llvm::TypeSwitch<Operation *, std::optional<APInt>>(combiner)
                 .Case([](arith::MaxUIOp) { return APInt::getZero(width); })
                 .Case([](arith::MinUIOp) { return APInt::getMaxValue(width); })
                 .Case([](arith::AndIOp) { return APInt::getAllOnes(width); })
                 .Case([](arith::MaxSIOp) {
                   return APInt::getSignedMinValue(width);
                 })
                 .Case([](arith::MinSIOp) {
                   return APInt::getSignedMaxValue(width);
                 })
                 .Default([](Operation *) { return std::nullopt; });
  if (number)
    return IntegerAttr::get(IndexType::get(combiner->getContext()), *number);
  return arith::getNeutralElement(combiner);
}

bool kopt::mayFormParts(Operation *combiner) {
  return !isa<arith::MulFOp>(combiner);
}

Operation *kopt::combinerOf(linalg::GenericOp op, unsigned index) {
  BlockArgument acc = op.getRegionOutputArgs()[index];
  if (!acc.hasOneUse())
    return nullptr;
  Operation *combiner = *acc.getUsers().begin();
  Value yielded = op.getBody()->getTerminator()->getOperand(index);
  if (combiner->getNumResults() != 1 || combiner->getResult(0) != yielded ||
      combiner->getNumOperands() != 2 || !yielded.hasOneUse())
    return nullptr;
  return mayFormParts(combiner) && neutralElementOf(combiner) ? combiner
                                                              : nullptr;
}

namespace {

/// Evaluates a condition on an element and an accumulator, given as numbers.
class Condition {
public:
  Condition(Value element, Value acc) : element(element), acc(acc) {}

  std::optional<bool> holds(Value value, TypedAttr elementIs, TypedAttr accIs) {
    auto attr = dyn_cast_or_null<BoolAttr>(fold(value, elementIs, accIs));
    return attr ? std::optional(attr.getValue()) : std::nullopt;
  }

  /// Whether integers were compared as unsigned ones.
  bool comparesUnsigned() const { return isUnsigned.value_or(false); }

private:
  Attribute fold(Value value, TypedAttr elementIs, TypedAttr accIs) {
    if (value == element)
      return elementIs;
    if (value == acc)
      return accIs;
    Operation *def = value.getDefiningOp();
    // Signed and unsigned orders are different ones.
    auto compare = dyn_cast_or_null<arith::CmpIOp>(def);
    if (compare && (compare.getLhs() == element || compare.getLhs() == acc) &&
        compare.getPredicate() > arith::CmpIPredicate::ne) {
      bool is = compare.getPredicate() >= arith::CmpIPredicate::ult;
      if (isUnsigned.value_or(is) != is)
        return {};
      isUnsigned = is;
    }
    if (!def || def->getNumResults() != 1 ||
        (!isa<arith::CmpFOp, arith::CmpIOp>(def) &&
         !(isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ConstantOp,
               arith::SelectOp>(def) &&
           value.getType().isInteger(1))))
      return {};
    SmallVector<Attribute> operands;
    for (Value operand : def->getOperands()) {
      operands.push_back(fold(operand, elementIs, accIs));
      if (!operands.back())
        return {};
    }
    SmallVector<OpFoldResult> results;
    if (failed(def->fold(operands, results)) || results.size() != 1)
      return {};
    // `x and true` folds to x.
    if (auto same = dyn_cast<Value>(results[0]))
      return fold(same, elementIs, accIs);
    return cast<Attribute>(results[0]);
  }

  Value element, acc;
  std::optional<bool> isUnsigned;
};

} // namespace

/// The constant that result `index` of `op` starts from, or null.
static TypedAttr initOf(linalg::GenericOp op, unsigned index) {
  Value init = op.getDpsInits()[index];
  TypedAttr constant;
  DenseElementsAttr dense;
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    if (matchPattern(fill.getInputs()[0], m_Constant(&constant)))
      return constant;
  } else if (matchPattern(init, m_Constant(&dense)) && dense.isSplat()) {
    return cast<TypedAttr>(dense.getSplatValue<Attribute>());
  }
  return {};
}

/// The best of pairs (element, accumulator): greater, equal, less; for floats
/// also with the first, the second, or both no number.
static SmallVector<std::pair<TypedAttr, TypedAttr>> pairsOf(Type type) {
  Builder b(type.getContext());
  SmallVector<TypedAttr> values;
  auto floating = dyn_cast<FloatType>(type);
  if (floating) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    values = {b.getFloatAttr(type, APFloat::getZero(semantics)),
              b.getFloatAttr(type, APFloat::getOne(semantics)),
              b.getFloatAttr(type, APFloat::getNaN(semantics))};
  } else {
    values = {b.getIntegerAttr(type, 0), b.getIntegerAttr(type, 1)};
  }
  SmallVector<std::pair<TypedAttr, TypedAttr>> pairs = {
      {values[1], values[0]}, {values[0], values[0]}, {values[0], values[1]}};
  if (floating)
    pairs.append({{values[2], values[0]},
                  {values[0], values[2]},
                  {values[2], values[2]}});
  return pairs;
}

/// Whether `value` is computed from operands and numbers of the body, not from
/// an accumulator.
static bool isOfInputs(linalg::GenericOp op, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !llvm::is_contained(op.getRegionOutputArgs(), argument);
  Operation *def = value.getDefiningOp();
  return def->getBlock() != op.getBody() ||
         llvm::all_of(def->getOperands(),
                      [&](Value operand) { return isOfInputs(op, operand); });
}

std::optional<kopt::Selection> kopt::selectionOf(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 2 || op.getNumReductionLoops() != 1)
    return std::nullopt;
  Operation *yield = op.getBody()->getTerminator();
  arith::SelectOp selects[2];
  Selection s;
  for (unsigned i = 0; i < 2; ++i) {
    selects[i] = yield->getOperand(i).getDefiningOp<arith::SelectOp>();
    if (!selects[i] || !selects[i]->hasOneUse())
      return std::nullopt;
  }
  if (selects[0].getCondition() != selects[1].getCondition())
    return std::nullopt;
  s.condition = selects[0].getCondition();
  s.inverted = selects[0].getTrueValue() == op.getRegionOutputArgs()[0];
  auto chosen = [&](unsigned i) {
    return s.inverted ? selects[i].getFalseValue() : selects[i].getTrueValue();
  };
  for (unsigned i = 0; i < 2; ++i) {
    Value kept =
        s.inverted ? selects[i].getTrueValue() : selects[i].getFalseValue();
    if (kept != op.getRegionOutputArgs()[i] || !isOfInputs(op, chosen(i)))
      return std::nullopt;
  }
  auto numberOf = [&](Value value) -> linalg::IndexOp {
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    return value.getDefiningOp<linalg::IndexOp>();
  };
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (s.number = 0; s.number < 2; ++s.number) {
    linalg::IndexOp index = numberOf(chosen(s.number));
    if (index && index.getDim() == reduced[0])
      break;
  }
  if (s.number == 2)
    return std::nullopt;
  s.value = 1 - s.number;
  s.element = chosen(s.value), s.at = chosen(s.number);
  BlockArgument acc = op.getRegionOutputArgs()[s.value];
  BlockArgument before = op.getRegionOutputArgs()[s.number];
  if (!before.hasOneUse() || s.element.getType() != acc.getType())
    return std::nullopt;
  // A number that does not fit its type would not count.
  int64_t extent = op.getStaticLoopRanges()[reduced[0]];
  if (auto type = dyn_cast<IntegerType>(s.at.getType());
      type && type.getWidth() < 64 &&
      (ShapedType::isDynamic(extent) ||
       extent - 1 > APInt::getSignedMaxValue(type.getWidth()).getSExtValue()))
    return std::nullopt;
  if (acc.getType().isInteger(1))
    return std::nullopt;
  Condition condition(s.element, acc);
  SmallVector<bool> takes;
  for (auto [element, old] : pairsOf(acc.getType())) {
    std::optional<bool> holds = condition.holds(s.condition, element, old);
    if (!holds)
      return std::nullopt;
    takes.push_back(*holds != s.inverted);
  }
  // Greater or less, one of them; equals leave the first.
  if (takes[0] == takes[2] || takes[1])
    return std::nullopt;
  TypedAttr value = initOf(op, s.value), number = initOf(op, s.number);
  auto start = dyn_cast_or_null<IntegerAttr>(number);
  if (!value || !start || start.getValue().isStrictlyPositive())
    return std::nullopt;
  Builder b(op.getContext());
  unsigned bits = start.getValue().getBitWidth();
  s.last = b.getIntegerAttr(s.at.getType(), APInt::getSignedMaxValue(bits));
  if (auto first = dyn_cast<FloatAttr>(value)) {
    if (first.getValue().isNaN())
      return std::nullopt;
    s.nanWins = takes[3];
    if (s.nanWins && (takes[4] || takes[5]))
      return std::nullopt;
    const llvm::fltSemantics &semantics = first.getValue().getSemantics();
    if (!APFloat::semanticsHasInf(semantics))
      return std::nullopt;
    s.worst = b.getFloatAttr(acc.getType(),
                             APFloat::getInf(semantics, /*Negative=*/takes[0]));
    return s;
  }
  unsigned width = cast<IntegerAttr>(value).getValue().getBitWidth();
  bool isUnsigned = condition.comparesUnsigned();
  APInt least =
      isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  s.worst = b.getIntegerAttr(acc.getType(), takes[0] ? least : most);
  return s;
}

bool kopt::isRegular(linalg::GenericOp op, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray()))
    if (!map.isProjectedPermutation())
      return no("the indexing map of operand " + Twine(i) +
                " is not a projected permutation");
  for (Operation &inner : op.getBody()->without_terminator())
    if (!isa<linalg::IndexOp, arith::ConstantOp, tensor::ExtractOp>(inner) &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return no("'" + inner.getName().getStringRef() +
                "' in the body is not elementwise");
  if (op.getNumReductionLoops() == 0 || selectionOf(op))
    return true;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    Operation *combiner = combinerOf(op, i);
    Operation *last =
        op.getBody()->getTerminator()->getOperand(i).getDefiningOp();
    if (!combiner && last && !mayFormParts(last))
      return no("a product of floats keeps the program's order: one part of it "
                "may overflow where another underflows");
    if (!combiner)
      return no("the body is not a reduction with a known neutral element");
    for (Value operand : combiner->getOperands())
      if (operand != op.getRegionOutputArgs()[i] && !isOfInputs(op, operand))
        return no("an accumulator is used for another one");
  }
  return true;
}
