//===- OrderLines.cpp - Sorts and selections by programs of a grid --------===//
//
// A program orders one line. Where the line is longer than a tile, the first
// elements of each tile are merged with those so far: of two lists in order, of
// which one is turned round, the earlier ones of each pair are the first of
// both.
//
// Floats may be compared as integers in the same order, which takes one
// instruction. Their values come back from the integers, but for zeros, whose
// sign is read again.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/Comparison.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/LineTiler.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

class OrderTiler : LineTiler {
public:
  using LineTiler::LineTiler;
  LogicalResult run(int64_t length, bool asIntegers);

private:
  LogicalResult plan();
  LogicalResult planInputs();
  /// The tuples of the elements from place `from` on.
  SmallVector<Value> loadTile(Value from);
  /// `inputs` in order, as far as `first`; in the reverse order.
  SmallVector<Value> emitOrder(ValueRange inputs, int64_t first,
                               bool isReversed = false);
  SmallVector<Value> emitLoop(SmallVector<Value> first);
  void fillComparison(Region &region, TypeRange elements, bool isReversed);
  Value constant(int64_t extent, Type element, const APInt &value);
  Value toInteger(Value tile);
  Value fromInteger(Value keys, Value places);
  Value ordered(Value bits, int64_t extent);
  LogicalResult emitRest();

  Operation *op = nullptr; ///< kopt.sort or kopt.top_k
  BlockArgument keys;
  SmallVector<BlockArgument> others; ///< by input from the third on
  LineOrder order;
  int64_t extent = 0, length = 0, first = 0;
  Type element, integer; ///< of keys; of the integers they become, or null
};

} // namespace

LogicalResult OrderTiler::plan() {
  for (Operation &inner : source.getBody().front().without_terminator()) {
    if (isa<SortOp, TopKOp>(inner)) {
      if (op)
        return no("expected one sort or top_k, but got several");
      op = &inner;
    }
    if (isa<LoadOp, StoreOp>(inner) && !wholeArgument(&inner))
      return no("expected accesses to whole arguments");
  }
  if (!op)
    return no("the kernel has no sort or top_k");
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  auto along = op->getAttrOfType<IntegerAttr>("axis").getInt();
  extent = type.getDimSize(along);
  if (ShapedType::isDynamic(extent) || extent == 0)
    return no("expected lines of static extent");
  first = cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(along);
  element = type.getElementType();
  axis = unsigned(along);
  return planInputs();
}

LogicalResult OrderTiler::planInputs() {
  std::optional<LineOrder> found = lineOrder(op->getRegion(0).front());
  if (!found)
    return no("expected an order by the first elements of the tuples, then by "
              "the second");
  order = *found;
  keys = wholeArgument(op->getOperand(0).getDefiningOp());
  auto places = op->getOperand(1).getDefiningOp<IotaOp>();
  if (!keys || !places || places.getDim() != axis ||
      !getElementTypeOrSelf(places.getType()).isInteger(32))
    return no("expected an argument and places along the lines as i32");
  for (Value other : op->getOperands().drop_front(2)) {
    others.push_back(wholeArgument(other.getDefiningOp()));
    if (!others.back())
      return no("what goes along is no argument");
  }
  return success();
}

Value OrderTiler::constant(int64_t extent, Type element, const APInt &value) {
  RankedTensorType type = tileType(extent, element);
  return arith::ConstantOp::create(builder, op->getLoc(),
                                   DenseElementsAttr::get(type, value));
}

/// The bits of a float, as a signed integer that is in the floats' order; its
/// own inverse.
Value OrderTiler::ordered(Value bits, int64_t extent) {
  Location loc = op->getLoc();
  unsigned width = integer.getIntOrFloatBitWidth();
  Value sign = arith::ShRSIOp::create(
      builder, loc, bits, constant(extent, integer, APInt(width, width - 1)));
  Value flip = arith::AndIOp::create(
      builder, loc, sign,
      constant(extent, integer, APInt::getSignedMaxValue(width)));
  return arith::XOrIOp::create(builder, loc, bits, flip);
}

Value OrderTiler::toInteger(Value tile) {
  Location loc = op->getLoc();
  if (element.getIntOrFloatBitWidth() < 32)
    tile = arith::ExtFOp::create(builder, loc,
                                 tileType(length, builder.getF32Type()), tile);
  Type wide = getElementTypeOrSelf(tile.getType());
  unsigned width = wide.getIntOrFloatBitWidth();
  // Zeros are equal: both become 0.0.
  Value zeros = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(tileType(length, wide),
                             Attribute(builder.getFloatAttr(wide, 0.0))));
  Value sum = arith::AddFOp::create(builder, loc, tile, zeros);
  Value bits =
      arith::BitcastOp::create(builder, loc, tileType(length, integer), sum);
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      tile, tile);
  Value last = constant(length, integer,
                        order.descending ? APInt::getSignedMinValue(width)
                                         : APInt::getSignedMaxValue(width));
  return arith::SelectOp::create(builder, loc, isNaN, last,
                                 ordered(bits, length));
}

Value OrderTiler::fromInteger(Value tile, Value places) {
  Location loc = op->getLoc();
  bool isNarrow = element.getIntOrFloatBitWidth() < 32;
  Type wide = isNarrow ? Type(builder.getF32Type()) : element;
  Value value = arith::BitcastOp::create(builder, loc, tileType(first, wide),
                                         ordered(tile, first));
  if (isNarrow)
    value =
        arith::TruncFOp::create(builder, loc, tileType(first, element), value);
  Value zeros =
      constant(first, integer, APInt::getZero(integer.getIntOrFloatBitWidth()));
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       tile, zeros);
  // Before the first element nothing is read.
  Value where = arith::SelectOp::create(
      builder, loc, isZero, places,
      constant(first, builder.getI32Type(), APInt::getAllOnes(32)));
  return arith::SelectOp::create(builder, loc, isZero, gather(keys, where),
                                 value);
}

SmallVector<Value> OrderTiler::loadTile(Value from) {
  Location loc = op->getLoc();
  // What is past the end comes last: it is like the last there can be, and at a
  // higher place.
  TypedAttr pad;
  if (auto number = dyn_cast<FloatType>(element))
    pad = builder.getFloatAttr(element,
                               APFloat::getNaN(number.getFloatSemantics()));
  else
    pad = builder.getIntegerAttr(
        element,
        order.descending
            ? APInt::getSignedMinValue(element.getIntOrFloatBitWidth())
            : APInt::getSignedMaxValue(element.getIntOrFloatBitWidth()));
  Value tile = load(keys, from, length, pad);
  SmallVector<Value> inputs = {integer ? toInteger(tile) : tile};
  RankedTensorType type = tileType(length, builder.getI32Type());
  Value places = IotaOp::create(builder, loc, type, axis);
  if (from != zero)
    places = arith::AddIOp::create(
        builder, loc, places,
        tensor::SplatOp::create(
            builder, loc, type,
            arith::IndexCastOp::create(builder, loc, builder.getI32Type(), from)
                .getResult()));
  inputs.push_back(places);
  for (BlockArgument other : others)
    inputs.push_back(load(other, from, length));
  return inputs;
}

void OrderTiler::fillComparison(Region &region, TypeRange elements,
                                bool isReversed) {
  Location loc = op->getLoc();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> both(elements);
  llvm::append_range(both, elements);
  Block *block = builder.createBlock(&region, {}, both,
                                     SmallVector<Location>(both.size(), loc));
  Value before = buildLineOrder(builder, loc, *block, order);
  if (isReversed) {
    unsigned count = elements.size();
    SmallVector<BlockArgument> own(block->getArguments());
    // Each part of the first tuple changes its place with that of the second.
    for (unsigned i = 0; i < count; ++i) {
      BlockArgument a = own[i], b = own[count + i];
      SmallVector<OpOperand *> ofA, ofB;
      for (OpOperand &use : a.getUses())
        ofA.push_back(&use);
      for (OpOperand &use : b.getUses())
        ofB.push_back(&use);
      for (OpOperand *use : ofA)
        use->set(b);
      for (OpOperand *use : ofB)
        use->set(a);
    }
  }
  kopt::YieldOp::create(builder, loc, before);
}

SmallVector<Value> OrderTiler::emitOrder(ValueRange inputs, int64_t wanted,
                                         bool isReversed) {
  Location loc = op->getLoc();
  SmallVector<Type> elements, types;
  int64_t own = 0;
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    own = type.getDimSize(axis);
    elements.push_back(type.getElementType());
    types.push_back(tileType(wanted, elements.back()));
  }
  Operation *made =
      own == wanted
          ? SortOp::create(builder, loc, types, inputs, axis).getOperation()
          : TopKOp::create(builder, loc, types, inputs, axis, uint64_t(wanted))
                .getOperation();
  fillComparison(made->getRegion(0), elements, isReversed);
  return llvm::to_vector_of<Value>(made->getResults());
}

SmallVector<Value> OrderTiler::emitLoop(SmallVector<Value> best) {
  Location loc = op->getLoc();
  Value step = arith::ConstantIndexOp::create(builder, loc, length);
  auto loop =
      scf::ForOp::create(builder, loc, step, extentOf(axis), step, best);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> offered =
      emitOrder(loadTile(loop.getInductionVar()), first);
  offered = emitOrder(offered, first, /*isReversed=*/true);
  SmallVector<Value> both(loop.getRegionIterArgs());
  llvm::append_range(both, offered);
  Region comparison;
  fillComparison(
      comparison,
      llvm::map_to_vector(
          offered, [](Value v) { return getElementTypeOrSelf(v.getType()); }),
      /*isReversed=*/false);
  Value isEarlier =
      emitOnTiles(builder, comparison.front(), both,
                  tileType(first, builder.getI1Type()).getShape())[0];
  SmallVector<Value> merged;
  for (auto [so, other] : llvm::zip(loop.getRegionIterArgs(), offered))
    merged.push_back(
        arith::SelectOp::create(builder, loc, isEarlier, so, other));
  scf::YieldOp::create(builder, loc, emitOrder(merged, first));
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// What is made of the results.
LogicalResult OrderTiler::emitRest() {
  for (Operation &inner : source.getBody().front().without_terminator()) {
    if (&inner == op || isa<LoadOp, IotaOp>(inner))
      continue;
    if (auto store = dyn_cast<StoreOp>(inner)) {
      Value tile = tiles.lookupOrNull(store.getValue());
      if (!tile)
        return no("what is stored is no tile");
      LineTiler::store(tile, wholeArgument(store), zero);
      continue;
    }
    if (failed(emit(inner, first)))
      return failure();
  }
  return success();
}

LogicalResult OrderTiler::run(int64_t most, bool asIntegers) {
  if (failed(plan()))
    return failure();
  length =
      std::min<int64_t>(most, int64_t(llvm::PowerOf2Ceil(uint64_t(extent))));
  if (first > length || (extent > length && isa<SortOp>(op)))
    return no("lines of " + Twine(extent) + " elements, of which " +
              Twine(first) + " are wanted, in tiles of " + Twine(length));
  if (extent > std::numeric_limits<int32_t>::max() - length)
    return no("the places of a line do not fit i32");
  if (asIntegers && isa<FloatType>(element)) {
    unsigned width = element.getIntOrFloatBitWidth();
    if (width < 16)
      return no("expected floats of at least 16 bits");
    integer = builder.getIntegerType(std::max(width, 32u));
  }
  // Extents of tiles are powers of two; what is past the end is not stored.
  first =
      isa<SortOp>(op) ? length : int64_t(llvm::PowerOf2Ceil(uint64_t(first)));
  start(keys, axis, /*width=*/1);
  SmallVector<Value> tuples = emitOrder(loadTile(zero), first);
  if (extent > length)
    tuples = emitLoop(tuples);
  if (integer && !op->getResult(0).use_empty())
    tuples[0] = fromInteger(tuples[0], tuples[1]);
  tiles.map(op->getResults(), tuples);
  if (failed(emitRest()))
    return failure();
  ReturnOp::create(builder, source.getLoc());
  return success();
}

LogicalResult kopt::skill::orderLines(RewriterBase &rewriter, Operation *anchor,
                                      DictionaryAttr params,
                                      std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  if (!kernel)
    return failure();
  int64_t length = parameterOf(params, "length", 16384);
  if (!llvm::isPowerOf2_64(uint64_t(std::max<int64_t>(length, 0)))) {
    reason = "expected a power of two as length";
    return failure();
  }
  if (failed(OrderTiler(kernel, reason)
                 .run(length, parameterOf(params, "integers", 0) != 0)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
