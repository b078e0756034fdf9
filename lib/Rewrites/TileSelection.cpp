//===- TileSelection.cpp - Tiles of argmax and the like -------------------===//
//
// Each element of a tile keeps the best of what a loop brings to its place, the
// first of equals; across the tile the lower number wins among equals.
//
//===----------------------------------------------------------------------===//

#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/Tiler.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kopt;

/// Emits whether `element` is taken in place of `old`.
static Value isBetter(OpBuilder &b, const Selection &s, BlockArgument acc,
                      TileBody &body, TileValue element, TileValue old) {
  body.map(s.element, element);
  body.map(acc, old);
  llvm::SetVector<Operation *> condition;
  std::function<void(Value)> visit = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!def || value == s.element || def->hasTrait<OpTrait::ConstantLike>())
      return;
    for (Value operand : def->getOperands())
      visit(operand);
    condition.insert(def);
  };
  visit(s.condition);
  for (Operation *op : condition)
    body.emit(*op);
  TileValue holds = body.lookup(s.condition);
  Value takes =
      element.dims.empty() ? holds.value : body.broadcast(holds, element.dims);
  if (!s.inverted)
    return takes;
  Value always = arith::ConstantOp::create(b, takes.getLoc(),
                                           b.getOneAttr(takes.getType()));
  return arith::XOrIOp::create(b, takes.getLoc(), takes, always);
}

/// The better of two pairs (value, number) of one shape; the lower number of
/// equal ones.
static std::pair<Value, Value> better(OpBuilder &b, Location loc,
                                      const Selection &s, BlockArgument acc,
                                      std::pair<Value, Value> left,
                                      std::pair<Value, Value> right) {
  auto type = dyn_cast<RankedTensorType>(left.first.getType());
  SmallVector<unsigned> dims;
  if (type)
    dims = llvm::to_vector(llvm::seq<unsigned>(0, type.getRank()));
  ArrayRef<int64_t> shape = type ? type.getShape() : ArrayRef<int64_t>();
  TileBody forth(b, loc, shape), back(b, loc, shape);
  TileValue l{left.first, dims}, r{right.first, dims};
  Value larger = isBetter(b, s, acc, forth, r, l);
  Value smaller = isBetter(b, s, acc, back, l, r);
  Value before = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                       right.second, left.second);
  // Not the worse one, and before: or the better one.
  Value first = arith::SelectOp::create(b, loc, smaller, larger, before);
  Value take = arith::OrIOp::create(b, loc, larger, first);
  return {arith::SelectOp::create(b, loc, take, right.first, left.first),
          arith::SelectOp::create(b, loc, take, right.second, left.second)};
}

static Value splat(OpBuilder &b, Location loc, Type type, Attribute element) {
  return arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(cast<RankedTensorType>(type), element));
}

LogicalResult Tiler::emitSelection(linalg::GenericOp op, const Selection &s) {
  SmallVector<unsigned> order, cls, reduced;
  if (failed(iterationOrder(op, order, cls)))
    return failure();
  op.getReductionDims(reduced);
  unsigned position = llvm::find(order, reduced[0]) - order.begin();
  Tiling &along = tilings[cls[position]];
  Location loc = op.getLoc();
  SmallVector<int64_t> shape = tileShape(cls);
  BlockArgument acc = op.getRegionOutputArgs()[s.value];
  // Numbers of 32 bits where they suffice.
  bool fits = !ShapedType::isDynamic(along.extent) &&
              along.extent < std::numeric_limits<int32_t>::max() - along.tile;
  Type number = fits ? builder.getI32Type() : s.at.getType();
  Attribute last = s.last;
  if (fits)
    last = builder.getI32IntegerAttr(std::numeric_limits<int32_t>::max());
  auto allDims = llvm::to_vector(llvm::seq<unsigned>(0, order.size()));
  auto step = [&](ArrayRef<Value> before) -> FailureOr<Values> {
    TileBody body(builder, loc, shape);
    if (failed(emitBody(op, body, order)))
      return failure();
    Value element = body.broadcast(body.lookup(s.element), allDims);
    Value first = offsetOf(cls[position]);
    Value at = body.broadcast(
        {countFrom(builder, loc, first, shape[position], number), {position}},
        allDims);
    if (along.padded())
      element = arith::SelectOp::create(
          builder, loc,
          isBelow(builder, loc, shape, position, first,
                  extentOf(cls[position])),
          element, splat(builder, loc, element.getType(), s.worst));
    TileBody compare(builder, loc, shape);
    Value takes = isBetter(builder, s, acc, compare, {element, allDims},
                           {before[0], allDims});
    return Values{
        arith::SelectOp::create(builder, loc, takes, element, before[0]),
        arith::SelectOp::create(builder, loc, takes, at, before[1])};
  };
  Values tiles = {
      splat(builder, loc, RankedTensorType::get(shape, acc.getType()), s.worst),
      splat(builder, loc, RankedTensorType::get(shape, number), last)};
  FailureOr<Values> bests = along.kind == Tiling::Loop
                                ? overLoop(cls[position], tiles, step)
                                : step(tiles);
  if (failed(bests))
    return failure();
  Values best =
      reduceTile(op, position, *bests, {s.worst, last}, [&](Block *block) {
        auto [value, at] =
            better(builder, loc, s, acc,
                   {block->getArgument(0), block->getArgument(1)},
                   {block->getArgument(2), block->getArgument(3)});
        YieldOp::create(builder, loc, ValueRange{value, at});
      });
  if (fits && number != s.at.getType()) {
    auto type = cast<RankedTensorType>(best[1].getType()).clone(s.at.getType());
    if (s.at.getType().isIndex())
      best[1] = arith::IndexCastOp::create(builder, loc, type, best[1]);
    else if (s.at.getType().getIntOrFloatBitWidth() > 32)
      best[1] = arith::ExtSIOp::create(builder, loc, type, best[1]);
    else
      best[1] = arith::TruncIOp::create(builder, loc, type, best[1]);
  }
  FailureOr<Value> value = initTile(op, s.value), at = initTile(op, s.number);
  if (failed(value) || failed(at))
    return failure();
  auto [bestValue, bestAt] =
      better(builder, loc, s, acc, {*value, *at}, {best[0], best[1]});
  scopes.back()->tiles[op->getResult(s.value)] = bestValue;
  scopes.back()->tiles[op->getResult(s.number)] = bestAt;
  return success();
}
