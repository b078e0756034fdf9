//===- TileBody.cpp - A linalg body on tiles ------------------------------===//

#include "lib/Rewrites/TileBody.h"

using namespace mlir;
using namespace kopt;

RankedTensorType TileBody::type(ArrayRef<unsigned> dims, Type element) const {
  SmallVector<int64_t> extents;
  for (unsigned d : dims)
    extents.push_back(shape[d]);
  return RankedTensorType::get(extents, element);
}

TileValue TileBody::lookup(Value scalar) {
  auto it = values.find(scalar);
  if (it != values.end())
    return it->second;
  Operation *def = scalar.getDefiningOp();
  Value value = scalar;
  if (def && def->hasTrait<OpTrait::ConstantLike>())
    value = builder.clone(*def)->getResult(0);
  return values[scalar] = TileValue{value, {}};
}

Value TileBody::broadcast(TileValue tile, ArrayRef<unsigned> dims) {
  if (ArrayRef<unsigned>(tile.dims) == dims)
    return tile.value;
  if (tile.dims.empty() && !isa<RankedTensorType>(tile.value.getType())) {
    RankedTensorType result = type(dims, tile.value.getType());
    // A constant stays one, for folding.
    if (auto constant = tile.value.getDefiningOp<arith::ConstantOp>())
      return arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(result, constant.getValue()));
    return tensor::SplatOp::create(builder, loc, result, tile.value);
  }
  SmallVector<int64_t> positions;
  for (unsigned d : tile.dims)
    positions.push_back(llvm::find(dims, d) - dims.begin());
  return BroadcastOp::create(
      builder, loc, type(dims, getElementTypeOrSelf(tile.value.getType())),
      tile.value, positions);
}

Value TileBody::tile(TileValue value) {
  if (isa<RankedTensorType>(value.value.getType()))
    return value.value;
  return tensor::SplatOp::create(builder, loc, type({}, value.value.getType()),
                                 value.value);
}

void TileBody::emit(Operation &op) {
  SmallVector<TileValue> operands;
  SmallVector<unsigned> dims;
  for (Value operand : op.getOperands()) {
    operands.push_back(lookup(operand));
    for (unsigned d : operands.back().dims)
      if (!llvm::is_contained(dims, d))
        dims.push_back(d);
  }
  llvm::sort(dims);
  // Without dimensions: scalars, unless one operand is a tile of rank 0.
  bool isTile = !dims.empty() || llvm::any_of(operands, [](TileValue &operand) {
    return isa<RankedTensorType>(operand.value.getType());
  });
  SmallVector<Value> tiles;
  for (TileValue &operand : operands)
    tiles.push_back(dims.empty() && isTile ? tile(operand)
                                           : broadcast(operand, dims));
  SmallVector<Type> types;
  for (Type element : op.getResultTypes())
    types.push_back(isTile ? Type(type(dims, element)) : element);
  Operation *created = builder.create(op.getLoc(), op.getName().getIdentifier(),
                                      tiles, types, op.getAttrs());
  for (auto [scalar, result] :
       llvm::zip(op.getResults(), created->getResults()))
    values[scalar] = TileValue{result, dims};
}
