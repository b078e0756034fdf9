//===- Masks.cpp - Masks of reductions ------------------------------------===//

#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/TileClasses.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

/// The largest element of an index tile, if known: iota, splats, sums.
static std::optional<int64_t> tileMaximum(Value tile, KernelOp kernel) {
  if (auto iota = tile.getDefiningOp<IotaOp>())
    return cast<RankedTensorType>(iota.getResult().getType())
               .getDimSize(iota.getDim()) -
           1;
  if (auto splat = tile.getDefiningOp<tensor::SplatOp>())
    return staticMaximum(splat.getInput(), kernel);
  DenseElementsAttr dense;
  if (matchPattern(tile, m_Constant(&dense)) && dense.isSplat())
    return dense.getSplatValue<APInt>().getSExtValue();
  if (auto sum = tile.getDefiningOp<arith::AddIOp>()) {
    std::optional<int64_t> a = tileMaximum(sum.getLhs(), kernel),
                           b = tileMaximum(sum.getRhs(), kernel);
    if (a && b)
      return *a + *b;
  }
  return std::nullopt;
}

/// The value of an index tile all of whose elements are one known constant.
static std::optional<int64_t> tileConstant(Value tile) {
  if (auto splat = tile.getDefiningOp<tensor::SplatOp>()) {
    APInt value;
    if (matchPattern(splat.getInput(), m_ConstantInt(&value)))
      return value.getSExtValue();
    return std::nullopt;
  }
  DenseElementsAttr dense;
  if (matchPattern(tile, m_Constant(&dense)) && dense.isSplat())
    return dense.getSplatValue<APInt>().getSExtValue();
  return std::nullopt;
}

void kopt::foldFullMasks(KernelOp kernel) {
  SmallVector<arith::SelectOp> selects;
  kernel.walk([&](arith::SelectOp op) { selects.push_back(op); });
  for (arith::SelectOp select : selects) {
    Value condition = select.getCondition();
    while (auto broadcast = condition.getDefiningOp<BroadcastOp>())
      condition = broadcast.getSource();
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
        !isa<RankedTensorType>(compare.getLhs().getType()))
      continue;
    std::optional<int64_t> maximum = tileMaximum(compare.getLhs(), kernel),
                           limit = tileConstant(compare.getRhs());
    if (!maximum || !limit || *maximum >= *limit)
      continue;
    select.replaceAllUsesWith(select.getTrueValue());
    select.erase();
  }
}

Value kopt::countFrom(OpBuilder &builder, Location loc, Value offset,
                      int64_t extent, Type element) {
  auto line = RankedTensorType::get({extent}, element);
  if (!element.isIndex())
    offset = arith::IndexCastOp::create(builder, loc, element, offset);
  Value iota = IotaOp::create(builder, loc, line, 0);
  Value first = tensor::SplatOp::create(builder, loc, line, offset);
  return arith::AddIOp::create(builder, loc, iota, first);
}

Value kopt::isBelow(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
                    int64_t axis, Value offset, Value extent) {
  Value coordinate =
      countFrom(builder, loc, offset, shape[axis], builder.getIndexType());
  Value valid = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, coordinate,
      tensor::SplatOp::create(builder, loc, coordinate.getType(), extent));
  if (shape.size() == 1)
    return valid;
  return BroadcastOp::create(builder, loc,
                             RankedTensorType::get(shape, builder.getI1Type()),
                             valid, ArrayRef<int64_t>{axis});
}

void kopt::maskReduction(ReduceOp reduce, Value offset, Value extent) {
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  Value valid = isBelow(builder, loc, reduce.getInputType().getShape(),
                        reduce.getAxis(), offset, extent);
  for (auto [operand, identity] :
       llvm::zip(reduce.getInputsMutable(), reduce.getIdentity())) {
    auto type = cast<RankedTensorType>(operand.get().getType());
    Value neutral = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, identity));
    operand.set(
        arith::SelectOp::create(builder, loc, valid, operand.get(), neutral));
  }
}
