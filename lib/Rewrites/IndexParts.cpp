//===- IndexParts.cpp - Parts of tensors where elements are read by index -===//
//
// Slices, concatenations, insertions and padding are lifted as bodies that say
// for each element where it comes from. Within a box of the result on which all
// comparisons of coordinates are decided, what is read is a box, too: a load of
// a part. The result is divided into such boxes, each of them stored by itself.
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/Parts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace kopt;

namespace {

/// A box of the result; an extent that is not static is whole, from 0.
struct Box {
  SmallVector<int64_t> low, extent;
};

/// What the body of an operation is for the elements of one box.
class BoxBody {
public:
  BoxBody(linalg::GenericOp op, const Box &box) : op(op), box(box) {}

  /// `value`, or the one that decided selections make of it.
  Value resolve(Value value);
  /// An index as an expression in the box's coordinates and `symbols`.
  AffineExpr affine(Value value);
  std::optional<bool> truth(Value value);
  /// Notes which elements `value` is computed from.
  void collect(Value value);

  SmallVector<Value> symbols;          ///< scalars of the kernel
  llvm::SetVector<Operation *> reads;  ///< tensor.extract
  llvm::SetVector<unsigned> arguments; ///< of the body
  /// A loop and a point in the box where a comparison changes, if some does.
  std::optional<std::pair<unsigned, int64_t>> change;

private:
  /// Whether lhs - rhs is below zero (-1), zero (0), above (1); nothing where
  /// that is not one and the same.
  std::optional<int> order(Value lhs, Value rhs, bool &below, bool &above);
  void noteChange(Value lhs, Value rhs, bool atZero);

  linalg::GenericOp op;
  const Box &box;
};

} // namespace

/// Notes the first point where lhs - rhs turns negative, or no longer is; with
/// `atZero`, where it turns positive, or no longer is.
void BoxBody::noteChange(Value lhs, Value rhs, bool atZero) {
  MLIRContext *context = op.getContext();
  AffineExpr a = affine(lhs), b = affine(rhs);
  if (!a || !b)
    return;
  AffineExpr difference = a - b;
  std::optional<unsigned> loop;
  int64_t slope = 0;
  SmallVector<AffineExpr> zeros(op.getNumLoops(),
                                getAffineConstantExpr(0, context));
  auto start = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      difference.replaceDims(zeros), op.getNumLoops(), symbols.size()));
  if (!start || change)
    return;
  for (unsigned d = 0; d < op.getNumLoops(); ++d) {
    AffineExpr dim = getAffineDimExpr(d, context);
    auto step = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(difference.replace(dim, dim + 1) - difference,
                           op.getNumLoops(), symbols.size()));
    if (!step || (step.getValue() != 0 && loop))
      return;
    if (step.getValue() == 0)
      continue;
    loop = d;
    slope = step.getValue();
  }
  if (!loop || ShapedType::isDynamic(box.extent[*loop]))
    return;
  // Where slope * x + start crosses from below zero, or above it.
  int64_t c = start.getValue();
  bool strict = atZero == (slope > 0);
  int64_t root = slope > 0 ? -c : c, by = std::abs(slope);
  int64_t point = strict ? llvm::divideFloorSigned(root, by) + 1
                         : llvm::divideCeilSigned(root, by);
  if (point > 0 && point < box.extent[*loop])
    change = {*loop, point};
}

/// Bounds of lhs - rhs on the box: whether some is below or above zero.
std::optional<int> BoxBody::order(Value lhs, Value rhs, bool &below,
                                  bool &above) {
  AffineExpr a = affine(lhs), b = affine(rhs);
  below = above = true;
  if (!a || !b)
    return std::nullopt;
  AffineExpr difference =
      simplifyAffineExpr(a - b, op.getNumLoops(), symbols.size());
  SmallVector<std::optional<int64_t>> lows, highs;
  for (int64_t extent : box.extent) {
    lows.push_back(0);
    highs.push_back(ShapedType::isDynamic(extent)
                        ? std::optional<int64_t>()
                        : std::optional<int64_t>(extent - 1));
  }
  lows.resize(op.getNumLoops() + symbols.size());
  highs.resize(op.getNumLoops() + symbols.size());
  auto low = getBoundForAffineExpr(difference, op.getNumLoops(), symbols.size(),
                                   lows, highs, /*isUpper=*/false);
  auto high = getBoundForAffineExpr(difference, op.getNumLoops(),
                                    symbols.size(), lows, highs,
                                    /*isUpper=*/true);
  below = !low || *low < 0;
  above = !high || *high > 0;
  bool hasZero = (!low || *low <= 0) && (!high || *high >= 0);
  if (below + above + hasZero == 1)
    return below ? -1 : above ? 1 : 0;
  return std::nullopt;
}

AffineExpr BoxBody::affine(Value value) {
  MLIRContext *context = op.getContext();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (!value.getType().isIndex())
    return {};
  Operation *def = value.getDefiningOp();
  if (!def || !op->isProperAncestor(def)) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() == op.getBody())
      return {};
    auto found = llvm::find(symbols, value);
    unsigned position = found - symbols.begin();
    if (found == symbols.end())
      symbols.push_back(value);
    return getAffineSymbolExpr(position, context);
  }
  if (auto index = dyn_cast<linalg::IndexOp>(def))
    return getAffineDimExpr(index.getDim(), context) + box.low[index.getDim()];
  if (def->getNumOperands() != 2)
    return {};
  Value lhs = def->getOperand(0), rhs = def->getOperand(1);
  if (isa<arith::MinSIOp, arith::MaxSIOp>(def)) {
    bool below, above;
    (void)order(lhs, rhs, below, above);
    if (below && above) {
      noteChange(lhs, rhs, /*atZero=*/false);
      return {};
    }
    return affine(isa<arith::MinSIOp>(def) == above ? rhs : lhs);
  }
  AffineExpr a = affine(lhs), b = affine(rhs);
  if (!a || !b)
    return {};
  if (isa<arith::AddIOp>(def))
    return a + b;
  if (isa<arith::SubIOp>(def))
    return a - b;
  bool isLinear = isa<AffineConstantExpr>(a) || isa<AffineConstantExpr>(b);
  return isa<arith::MulIOp>(def) && isLinear ? a * b : AffineExpr();
}

std::optional<bool> BoxBody::truth(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isOne();
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<arith::AndIOp, arith::OrIOp>(def) &&
      value.getType().isInteger(1)) {
    bool decides = isa<arith::OrIOp>(def);
    std::optional<bool> a = truth(def->getOperand(0));
    if (a == decides)
      return a;
    std::optional<bool> b = truth(def->getOperand(1));
    return b == decides ? b : a && b ? std::optional(!decides) : std::nullopt;
  }
  auto compare = dyn_cast_or_null<arith::CmpIOp>(def);
  if (!compare || !op->isProperAncestor(def))
    return std::nullopt;
  bool below, above;
  std::optional<int> is =
      order(compare.getLhs(), compare.getRhs(), below, above);
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = compare.getPredicate();
  if (predicate == Predicate::eq || predicate == Predicate::ne) {
    if (is)
      return (*is == 0) == (predicate == Predicate::eq);
    if (below)
      noteChange(compare.getLhs(), compare.getRhs(), /*atZero=*/false);
    if (above)
      noteChange(compare.getLhs(), compare.getRhs(), /*atZero=*/true);
    if (!below && !above)
      return predicate == Predicate::eq;
    return std::nullopt;
  }
  bool onBelow = predicate == Predicate::slt || predicate == Predicate::sge;
  bool onAbove = predicate == Predicate::sgt || predicate == Predicate::sle;
  bool isStrict = predicate == Predicate::slt || predicate == Predicate::sgt;
  if (!onBelow && !onAbove)
    return std::nullopt;
  if (!(onBelow ? below : above))
    return !isStrict;
  if (is)
    return isStrict;
  noteChange(compare.getLhs(), compare.getRhs(), /*atZero=*/onAbove);
  return std::nullopt;
}

Value BoxBody::resolve(Value value) {
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    std::optional<bool> holds = truth(select.getCondition());
    if (!holds)
      break;
    value = *holds ? select.getTrueValue() : select.getFalseValue();
  }
  return value;
}

void BoxBody::collect(Value value) {
  value = resolve(value);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == op.getBody())
      arguments.insert(argument.getArgNumber());
    return;
  }
  Operation *def = value.getDefiningOp();
  if (affine(value) || !op->isProperAncestor(def))
    return;
  if (auto read = dyn_cast<tensor::ExtractOp>(def)) {
    reads.insert(read);
    for (Value index : read.getIndices())
      (void)affine(index);
    return;
  }
  for (Value operand : def->getOperands())
    if (!truth(operand))
      collect(operand);
}

namespace {

/// Divides the result of a form-1 kernel's operation into boxes.
class Divider {
public:
  Divider(KernelOp kernel, std::string &reason)
      : kernel(kernel), builder(kernel), reason(reason) {}
  LogicalResult run();

private:
  static constexpr unsigned mostBoxes = 16;

  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LogicalResult plan();
  LogicalResult divide();
  LogicalResult emit(const Box &box);
  Part partOf(const Box &box, AffineMap map, Type type);
  FailureOr<std::pair<Value, AffineMap>>
  read(tensor::ExtractOp op, BoxBody &body, const Box &box, PartBuilder &parts);
  Value extentOf(unsigned loop);

  KernelOp kernel;
  linalg::GenericOp op;
  SmallVector<StoreOp> stores; ///< by result
  SmallVector<Box> boxes;
  OpBuilder builder;
  std::string &reason;
};

} // namespace

LogicalResult Divider::plan() {
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>())
    if (op)
      return no("expected one structured operation, but got several");
    else
      op = generic;
  if (!op || op.getNumReductionLoops() != 0)
    return no("expected an operation without a reduction");
  for (OpOperand *input : op.getDpsInputOperands())
    if (!op.getMatchingIndexingMap(input).isProjectedPermutation())
      return no("an operand with an irregular indexing map");
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    auto store = result.hasOneUse() ? dyn_cast<StoreOp>(*result.user_begin())
                                    : StoreOp();
    if (!store || store.getMap() || !store.getOffsets().empty() ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(i)).isIdentity())
      return no("expected results that are stored as they are computed");
    stores.push_back(store);
  }
  if (op.getBody()->getOps<tensor::ExtractOp>().empty())
    return no("the operation reads nothing by index");
  return success();
}

/// Boxes in which the body reads elements at places that are known.
LogicalResult Divider::divide() {
  Box whole;
  for (int64_t extent :
       cast<RankedTensorType>(op.getResult(0).getType()).getShape()) {
    whole.low.push_back(0);
    whole.extent.push_back(extent);
  }
  SmallVector<Box> work{whole};
  while (!work.empty()) {
    Box box = work.pop_back_val();
    BoxBody body(op, box);
    for (Value yielded : op.getBody()->getTerminator()->getOperands())
      body.collect(yielded);
    if (!body.change) {
      boxes.push_back(box);
      continue;
    }
    auto [loop, point] = *body.change;
    if (boxes.size() + work.size() + 2 > mostBoxes)
      return no("more than " + Twine(mostBoxes) + " boxes");
    Box above = box;
    above.low[loop] += point;
    above.extent[loop] -= point;
    box.extent[loop] = point;
    work.push_back(above);
    work.push_back(box);
  }
  return success();
}

Value Divider::extentOf(unsigned loop) {
  return memref::DimOp::create(builder, op.getLoc(), stores[0].getDest(), loop);
}

/// The part of a tensor with indexing map `map` that `box` needs.
Part Divider::partOf(const Box &box, AffineMap map, Type type) {
  Part part;
  SmallVector<AffineExpr> places;
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    places.push_back(builder.getAffineDimExpr(d) + box.low[loop]);
    part.shape.push_back(box.extent[loop]);
  }
  part.sizes.resize(places.size());
  part.map = AffineMap::get(places.size(), 0, places, op.getContext());
  return part;
}

FailureOr<std::pair<Value, AffineMap>> Divider::read(tensor::ExtractOp read,
                                                     BoxBody &body,
                                                     const Box &box,
                                                     PartBuilder &parts) {
  SmallVector<AffineExpr> places;
  for (Value index : read.getIndices()) {
    places.push_back(body.affine(index));
    if (!places.back())
      return no("an element whose place is no multiple of coordinates plus an "
                "offset");
  }
  unsigned loops = op.getNumLoops();
  Part part;
  SmallVector<AffineExpr> to(loops, builder.getAffineConstantExpr(0)), from;
  for (unsigned d = 0; d < loops; ++d) {
    AffineExpr dim = builder.getAffineDimExpr(d);
    if (llvm::none_of(places, [&](AffineExpr expr) {
          return simplifyAffineExpr(expr, loops, body.symbols.size())
              .isFunctionOfDim(d);
        }))
      continue;
    to[d] = builder.getAffineDimExpr(part.shape.size());
    from.push_back(dim);
    part.shape.push_back(box.extent[d]);
    part.sizes.push_back(ShapedType::isDynamic(box.extent[d]) ? extentOf(d)
                                                              : Value());
  }
  for (AffineExpr &expr : places)
    expr = expr.replaceDims(to);
  part.symbols = body.symbols;
  part.map = simplifyAffineMap(AffineMap::get(
      part.shape.size(), body.symbols.size(), places, op.getContext()));
  FailureOr<Value> value = parts.take(read.getTensor(), part);
  if (failed(value))
    return failure();
  return std::pair(*value, AffineMap::get(loops, 0, from, op.getContext()));
}

LogicalResult Divider::emit(const Box &box) {
  BoxBody body(op, box);
  Operation *yield = op.getBody()->getTerminator();
  for (Value yielded : yield->getOperands())
    body.collect(yielded);
  builder.setInsertionPoint(stores.front());
  PartBuilder parts(builder, reason);
  unsigned loops = op.getNumLoops();
  AffineMap identity = builder.getMultiDimIdentityMap(loops);
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  SmallVector<Value> scalars; // of the old body, by new block argument
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!body.arguments.contains(
            op.getMatchingBlockArgument(input).getArgNumber()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    Value value = input->get();
    if (isa<RankedTensorType>(value.getType())) {
      FailureOr<Value> taken =
          parts.take(value, partOf(box, map, value.getType()));
      if (failed(taken))
        return failure();
      value = *taken;
    }
    inputs.push_back(value);
    maps.push_back(map);
    scalars.push_back(op.getMatchingBlockArgument(input));
  }
  for (Operation *def : body.reads) {
    auto taken = read(cast<tensor::ExtractOp>(def), body, box, parts);
    if (failed(taken))
      return failure();
    inputs.push_back(taken->first);
    maps.push_back(taken->second);
    scalars.push_back(def->getResult(0));
  }
  for (Value init : op.getDpsInits()) {
    FailureOr<Value> taken =
        parts.take(init, partOf(box, identity, init.getType()));
    if (failed(taken))
      return failure();
    inits.push_back(*taken);
    maps.push_back(identity);
  }
  SmallVector<Value> results;
  bool isCopy = yield->getNumOperands() == 1 && inputs.size() == 1 &&
                maps[0].isIdentity() &&
                body.resolve(yield->getOperand(0)) == scalars[0];
  if (isCopy) {
    results.push_back(inputs[0]);
  } else {
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    auto build = [&](OpBuilder &b, Location loc, ValueRange blockArguments) {
      IRMapping map;
      for (auto [scalar, argument] : llvm::zip(scalars, blockArguments))
        map.map(scalar, argument);
      for (auto [init, argument] :
           llvm::zip(op.getRegionOutputArgs(),
                     blockArguments.drop_front(scalars.size())))
        map.map(init, argument);
      std::function<Value(Value)> make = [&](Value value) -> Value {
        value = body.resolve(value);
        if (Value known = map.lookupOrNull(value))
          return known;
        Operation *def = value.getDefiningOp();
        if (!def || !op->isProperAncestor(def))
          return value;
        Value result;
        if (AffineExpr expr = body.affine(value);
            expr && value.getType().isIndex()) {
          SmallVector<Value> at;
          for (unsigned l = 0; l < loops; ++l)
            at.push_back(linalg::IndexOp::create(b, loc, l));
          result = affine::expandAffineExpr(
              b, loc, simplifyAffineExpr(expr, loops, body.symbols.size()), at,
              body.symbols);
        } else if (std::optional<bool> holds = body.truth(value)) {
          result = arith::ConstantOp::create(b, loc, b.getBoolAttr(*holds));
        } else {
          for (Value operand : def->getOperands())
            map.map(operand, make(operand));
          result = b.clone(*def, map)->getResult(
              cast<OpResult>(value).getResultNumber());
        }
        map.map(value, result);
        return result;
      };
      linalg::YieldOp::create(b, loc,
                              llvm::map_to_vector(yield->getOperands(), make));
    };
    auto created = linalg::GenericOp::create(
        builder, op.getLoc(), ValueRange(inits).getTypes(), inputs, inits, maps,
        iterators, build);
    results = llvm::to_vector_of<Value>(created->getResults());
  }
  for (auto [store, result] : llvm::zip(stores, results)) {
    Part part = partOf(box, identity, result.getType());
    StoreOp::create(builder, store.getLoc(), result, store.getDest(),
                    ValueRange(), ValueRange(), ValueRange(), ArrayAttr(),
                    part.map.isIdentity() && boxes.size() == 1
                        ? AffineMapAttr()
                        : AffineMapAttr::get(part.map),
                    Attribute(), CacheAttr(), Attribute());
  }
  return success();
}

LogicalResult Divider::run() {
  if (failed(plan()) || failed(divide()))
    return failure();
  for (const Box &box : boxes)
    if (failed(emit(box)))
      return failure();
  for (StoreOp store : stores)
    store.erase();
  op.erase();
  return success();
}

LogicalResult kopt::skill::indexParts(RewriterBase &, Operation *anchor,
                                      DictionaryAttr, std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  if (!kernel)
    return failure();
  return Divider(kernel, reason).run();
}
