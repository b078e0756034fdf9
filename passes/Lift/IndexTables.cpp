//===- IndexTables.cpp - Constant tables of coordinates -------------------===//
//
// Front ends write views (channels as groups of channels, say) as reads by
// constant lists of coordinates. Where such a list follows from its own
// coordinates, it is computed; a read that is then at known coordinates becomes
// an operand with an indexing map, and one that only numbers its dimensions
// otherwise a reshape.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

/// The least and the largest value of a number.
struct Bounds {
  int64_t least = 0, most = 0;
};

/// A constant tensor of integers as a function of its coordinates.
struct Table {
  AffineExpr value; ///< over the tensor's dimensions
  Bounds bounds;
};

} // namespace

/// The elements of constant `value`, of integers, in row-major order.
static std::optional<SmallVector<int64_t>> elementsOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  ElementsAttr constant;
  if (!type || !type.getElementType().isSignlessInteger() ||
      type.getElementTypeBitWidth() > 64 ||
      type.getNumElements() > int64_t(1) << 22 ||
      !matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  SmallVector<int64_t> elements;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(constant)) {
    for (APInt element : dense)
      elements.push_back(element.getSExtValue());
    return elements;
  }
  if (auto wide = dyn_cast<DenseI64ResourceElementsAttr>(constant)) {
    if (auto array = wide.tryGetAsArrayRef())
      return SmallVector<int64_t>(array->begin(), array->end());
  } else if (auto narrow = dyn_cast<DenseI32ResourceElementsAttr>(constant)) {
    if (auto array = narrow.tryGetAsArrayRef())
      return SmallVector<int64_t>(array->begin(), array->end());
  }
  return std::nullopt;
}

/// step · ((d floordiv run) mod period) + first for every coordinate d of
/// `list`, or null.
static AffineExpr sequence(ArrayRef<int64_t> list, AffineExpr d) {
  int64_t count = list.size(), first = list[0], run = 1;
  while (run < count && list[run] == first)
    ++run;
  if (run == count)
    return getAffineConstantExpr(first, d.getContext());
  int64_t step = list[run] - first, period = 1;
  while (period * run < count && (period == 1 || list[period * run] != first))
    ++period;
  bool repeats = period * run < count;
  for (int64_t i = 0; i < count; ++i) {
    int64_t number = repeats ? i / run % period : i / run;
    if (list[i] != step * number + first)
      return {};
  }
  AffineExpr number = d.floorDiv(run);
  if (repeats)
    number = number % period;
  return number * step + first;
}

/// What `value` is, if it is a sum of sequences of its coordinates.
static std::optional<Table> tableOf(Value value) {
  std::optional<SmallVector<int64_t>> elements = elementsOf(value);
  if (!elements || elements->empty())
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  int64_t origin = elements->front();
  SmallVector<int64_t> strides = computeStrides(shape);
  Table table{getAffineConstantExpr(origin, value.getContext()),
              {*llvm::min_element(*elements), *llvm::max_element(*elements)}};
  SmallVector<SmallVector<int64_t>> lists;
  for (auto [d, size] : llvm::enumerate(shape)) {
    SmallVector<int64_t> &list = lists.emplace_back();
    for (int64_t i = 0; i < size; ++i)
      list.push_back((*elements)[i * strides[d]]);
    AffineExpr expr = sequence(list, getAffineDimExpr(d, value.getContext()));
    if (!expr)
      return std::nullopt;
    table.value = table.value + (expr - origin);
  }
  for (auto [i, element] : llvm::enumerate(*elements)) {
    int64_t sum = origin, rest = i;
    for (auto [d, list] : llvm::enumerate(lists)) {
      sum += list[rest / strides[d]] - origin;
      rest %= strides[d];
    }
    if (sum != element)
      return std::nullopt;
  }
  return table;
}

/// Decides comparisons of `value`, which lies in `bounds`, with constants.
static void decideComparisons(OpBuilder &builder, Value value, Bounds bounds) {
  for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    APInt constant;
    if (!compare || compare.getLhs() != value ||
        !matchPattern(compare.getRhs(), m_ConstantInt(&constant)))
      continue;
    auto holds = [&](int64_t number) {
      return arith::applyCmpPredicate(
          compare.getPredicate(),
          APInt(constant.getBitWidth(), number, /*isSigned=*/true), constant);
    };
    using Predicate = arith::CmpIPredicate;
    bool isOrder = llvm::is_contained(
        {Predicate::slt, Predicate::sle, Predicate::sgt, Predicate::sge},
        compare.getPredicate());
    if (!isOrder || holds(bounds.least) != holds(bounds.most))
      continue;
    Value decided = arith::ConstantOp::create(
        builder, compare.getLoc(), builder.getBoolAttr(holds(bounds.least)));
    compare.replaceAllUsesWith(decided);
  }
}

/// Computes the elements of tables that `op` reads. Returns whether there are
/// any.
static bool computeTables(linalg::GenericOp op) {
  bool found = false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument element = op.getMatchingBlockArgument(operand);
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (element.use_empty() || map.getNumResults() == 0)
      continue;
    std::optional<Table> table = tableOf(operand->get());
    if (!table)
      continue;
    OpBuilder builder = OpBuilder::atBlockBegin(op.getBody());
    Location loc = op.getLoc();
    SmallVector<Value> loops;
    for (unsigned d = 0; d < op.getNumLoops(); ++d)
      loops.push_back(linalg::IndexOp::create(builder, loc, d));
    auto inLoops = AffineMap::get(op.getNumLoops(), 0,
                                  table->value.replaceDims(map.getResults()));
    Value index = affine::AffineApplyOp::create(builder, loc, inLoops, loops);
    Value number =
        arith::IndexCastOp::create(builder, loc, element.getType(), index);
    decideComparisons(builder, element, table->bounds);
    element.replaceAllUsesWith(number);
    found = true;
  }
  return found;
}

/// `value`, of type index in the body of `op`, over the loops; null if it is
/// anything else.
static AffineExpr exprOf(Value value) {
  MLIRContext *context = value.getContext();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return getAffineDimExpr(index.getDim(), context);
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return {};
  SmallVector<AffineExpr> dims, symbols;
  for (auto [i, operand] : llvm::enumerate(apply.getMapOperands())) {
    AffineExpr expr = exprOf(operand);
    if (!expr)
      return {};
    (i < apply.getAffineMap().getNumDims() ? dims : symbols).push_back(expr);
  }
  return apply.getAffineMap().getResult(0).replaceDimsAndSymbols(dims, symbols);
}

/// The bounds of `expr` over loops of these extents, by intervals.
static std::optional<Bounds> rangeOf(AffineExpr expr,
                                    ArrayRef<int64_t> extents) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Bounds{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t extent = extents[dim.getPosition()];
    if (ShapedType::isDynamic(extent) || extent == 0)
      return std::nullopt;
    return Bounds{0, extent - 1};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Bounds> lhs = rangeOf(binary.getLHS(), extents);
  std::optional<Bounds> rhs = rangeOf(binary.getRHS(), extents);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return Bounds{lhs->least + rhs->least, lhs->most + rhs->most};
  if (rhs->least != rhs->most)
    return std::nullopt;
  int64_t by = rhs->least;
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return Bounds{std::min(lhs->least * by, lhs->most * by),
                 std::max(lhs->least * by, lhs->most * by)};
  case AffineExprKind::FloorDiv:
    return Bounds{llvm::divideFloorSigned(lhs->least, by),
                 llvm::divideFloorSigned(lhs->most, by)};
  case AffineExprKind::Mod:
    return lhs->least >= 0 && lhs->most < by ? *lhs : Bounds{0, by - 1};
  default:
    return std::nullopt;
  }
}

/// The indexing map of `read` in the body of `op`; null if it is at unknown
/// coordinates or may be outside of the tensor.
static AffineMap mapOf(linalg::GenericOp op, tensor::ExtractOp read) {
  if (op.getRegion().isAncestor(read.getTensor().getParentRegion()))
    return {};
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<AffineExpr> exprs;
  for (auto [index, size] : llvm::zip(read.getIndices(),
                                      read.getTensor().getType().getShape())) {
    AffineExpr expr = exprOf(index);
    std::optional<Bounds> bounds;
    if (expr)
      bounds = rangeOf(expr, extents);
    if (!bounds || bounds->least < 0 || ShapedType::isDynamic(size) ||
        bounds->most >= size)
      return {};
    exprs.push_back(expr);
  }
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

/// Consecutive dimensions of an operand, of shape `shape`, that are the digits
/// of one loop are collapsed. Fills `groups` with them and `exprs` with what
/// indexes each; false where there are no such, or others than plain ones.
static bool digits(AffineMap map, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> extents,
                   SmallVectorImpl<ReassociationIndices> &groups,
                   SmallVectorImpl<AffineExpr> &exprs) {
  unsigned rank = shape.size();
  for (unsigned begin = 0; begin < rank;) {
    // The longest group first: what is collapsed is the loop itself.
    unsigned end = rank;
    for (; end > begin; --end) {
      int64_t count = 1;
      for (unsigned i = begin; i < end; ++i)
        count *= shape[i];
      AffineExpr loop;
      for (unsigned d = 0; d < map.getNumDims() && !loop; ++d) {
        if (extents[d] != count)
          continue;
        AffineExpr dim = getAffineDimExpr(d, map.getContext());
        int64_t below = count;
        bool fits = true;
        for (unsigned i = begin; i < end && fits; ++i) {
          AffineExpr digit = dim;
          if (below != count)
            digit = digit % below;
          below /= shape[i];
          digit = digit.floorDiv(below);
          AffineExpr other = dim.floorDiv(below);
          if (i > begin)
            other = other % shape[i];
          fits = shape[i] == 1
                     ? map.getResult(i) ==
                           getAffineConstantExpr(0, map.getContext())
                     : map.getResult(i) == digit || map.getResult(i) == other;
        }
        if (fits)
          loop = dim;
      }
      if (loop) {
        exprs.push_back(loop);
        break;
      }
    }
    if (end == begin) {
      // A dimension by itself, in whatever way it is indexed.
      end = begin + 1;
      exprs.push_back(map.getResult(begin));
    }
    groups.emplace_back(llvm::to_vector(llvm::seq<int64_t>(begin, end)));
    begin = end;
  }
  return groups.size() < rank;
}

/// `op` with these inputs and maps and its body as it is, in its place.
static linalg::GenericOp rebuild(linalg::GenericOp op, ValueRange inputs,
                                 ArrayRef<AffineMap> maps) {
  OpBuilder builder(op);
  auto created = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray());
  created.getRegion().takeBody(op.getRegion());
  op->replaceAllUsesWith(created);
  op.erase();
  return created;
}

/// `op` without the inputs that its body does not use, in its place.
static linalg::GenericOp dropUnusedOperands(linalg::GenericOp op) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  llvm::BitVector dead(op.getBody()->getNumArguments());
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument element = op.getMatchingBlockArgument(operand);
    if (element.use_empty()) {
      dead.set(element.getArgNumber());
      continue;
    }
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand));
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&init));
  // Loops that only a dropped input gave an extent keep it.
  if (!inversePermutation(concatAffineMaps(maps, op.getContext())))
    return op;
  op.getBody()->eraseArguments(dead);
  return rebuild(op, inputs, maps);
}

/// Makes operands of what `op` reads at known coordinates.
static linalg::GenericOp takeOperands(linalg::GenericOp op) {
  SmallVector<std::pair<tensor::ExtractOp, AffineMap>> reads;
  for (auto read : op.getBody()->getOps<tensor::ExtractOp>())
    if (AffineMap map = mapOf(op, read))
      reads.push_back({read, map});
  if (reads.empty())
    return op;
  OpBuilder builder(op);
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps(op.getIndexingMapsArray());
  unsigned position = inputs.size();
  for (auto &[read, map] : reads) {
    Value tensor = read.getTensor();
    SmallVector<ReassociationIndices> groups;
    SmallVector<AffineExpr> exprs;
    if (digits(map, read.getTensor().getType().getShape(),
               op.getStaticLoopRanges(), groups, exprs)) {
      tensor = tensor::CollapseShapeOp::create(builder, op.getLoc(), tensor,
                                               groups);
      map = AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
    }
    maps.insert(maps.begin() + inputs.size(), map);
    inputs.push_back(tensor);
    Value element = op.getBody()->insertArgument(
        position++, read.getType(), read.getLoc());
    read.replaceAllUsesWith(element);
    read.erase();
  }
  return rebuild(op, inputs, maps);
}


/// Whether `op` does nothing but copy its only operand.
static bool isCopy(linalg::GenericOp op) {
  Operation *yield = op.getBody()->getTerminator();
  return op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         yield->getOperand(0) == op.getBody()->getArgument(0) &&
         op.getInputs()[0].getType() == op->getResult(0).getType() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// `expr` over `loops`, as tableOf makes them: what is divided is a loop's
/// number, which is not negative.
static Value emit(OpBuilder &b, Location loc, AffineExpr expr,
                  ValueRange loops) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(b, loc, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = emit(b, loc, binary.getLHS(), loops);
  Value rhs = emit(b, loc, binary.getRHS(), loops);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(b, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(b, loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(b, loc, lhs, rhs);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(b, loc, lhs, rhs);
  default:
    llvm_unreachable("no such expression is made");
  }
}

/// Coordinates that the body needs as numbers, in arithmetic.
static void expandApplies(linalg::GenericOp op) {
  for (auto apply : llvm::make_early_inc_range(
           op.getBody()->getOps<affine::AffineApplyOp>())) {
    OpBuilder builder(apply);
    apply.replaceAllUsesWith(emit(builder, apply.getLoc(),
                                  apply.getAffineMap().getResult(0),
                                  apply.getMapOperands()));
    apply.erase();
  }
}

void kopt::lift::resolveIndexTables(func::FuncOp func) {
  SmallVector<linalg::GenericOp> found;
  func.walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() &&
        !op.getBody()->getOps<tensor::ExtractOp>().empty() &&
        computeTables(op))
      found.push_back(op);
  });
  for (linalg::GenericOp op : found) {
    RewritePatternSet patterns(func.getContext());
    arith::SelectOp::getCanonicalizationPatterns(patterns, func.getContext());
    arith::IndexCastOp::getCanonicalizationPatterns(patterns,
                                                    func.getContext());
    (void)applyPatternsGreedily(op.getRegion(), std::move(patterns));
    op = takeOperands(dropUnusedOperands(op));
    expandApplies(op);
    if (isCopy(op)) {
      op->getResult(0).replaceAllUsesWith(op.getInputs()[0]);
      op.erase();
    }
  }
}
