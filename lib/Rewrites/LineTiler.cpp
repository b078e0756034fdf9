//===- LineTiler.cpp - A program of a grid for each line ------------------===//

#include "lib/Rewrites/LineTiler.h"
#include "lib/Rewrites/Anchors.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

BlockArgument kopt::wholeArgument(Operation *op) {
  auto whole = [](auto access, Value memref) -> BlockArgument {
    if (!access.getOffsets().empty() || !access.getBounds().empty() ||
        !access.getIndices().empty() || access.getMapAttr())
      return {};
    return dyn_cast<BlockArgument>(memref);
  };
  if (auto load = dyn_cast_or_null<LoadOp>(op))
    return whole(load, load.getSource());
  if (auto store = dyn_cast_or_null<StoreOp>(op))
    return whole(store, store.getDest());
  return {};
}

/// `op` with `operands`, its results of the element types it has, as tiles.
static Operation *onTiles(OpBuilder &builder, Operation &op,
                          ValueRange operands, ArrayRef<int64_t> shape) {
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(RankedTensorType::get(shape, getElementTypeOrSelf(type)));
  return builder.create(op.getLoc(), op.getName().getIdentifier(), operands,
                        types, op.getAttrs());
}

SmallVector<Value> kopt::emitOnTiles(OpBuilder &builder, Block &block,
                                     ValueRange arguments,
                                     ArrayRef<int64_t> shape) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  auto inside = [&](Value value) -> Value {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    TypedAttr attr;
    matchPattern(value, m_Constant(&attr));
    return arith::ConstantOp::create(
        builder, value.getLoc(),
        DenseElementsAttr::get(RankedTensorType::get(shape, attr.getType()),
                               Attribute(attr)));
  };
  for (Operation &op : block.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    SmallVector<Value> operands = llvm::map_to_vector(op.getOperands(), inside);
    mapping.map(op.getResults(),
                onTiles(builder, op, operands, shape)->getResults());
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(), inside);
}

void LineTiler::start(BlockArgument argument, int64_t along, int64_t width) {
  shaped = argument;
  axis = unsigned(along);
  auto memref = cast<MemRefType>(argument.getType());
  unsigned rank = unsigned(memref.getRank());
  shape.assign(rank, 1);
  if (axis + 1 != rank)
    shape.back() = width;
  AffineExpr programs = builder.getAffineConstantExpr(1);
  for (unsigned d = 0; d < rank; ++d)
    if (d != axis)
      programs = programs * source.getExtent(argument, d).ceilDiv(shape[d]);
  target = startKernel(builder, source,
                       AffineMap::get(0, source.getNumSymbols(), programs),
                       source.getAssumeAttr(), arguments);

  Location loc = source.getLoc();
  zero = arith::ConstantIndexOp::create(builder, loc, 0);
  coords.assign(rank, Value());
  Value rest = ProgramIdOp::create(builder, loc, builder.getIndexType(),
                                   /*axis=*/0);
  // The first dimension has what is left and is not divided.
  unsigned first = axis == 0 ? 1 : 0;
  for (unsigned d = rank; d-- > 0;) {
    if (d == axis)
      continue;
    Value own = rest;
    if (d != first) {
      // A grid without programs divides nothing, but is still compiled.
      Value extent = memref.getDimSize(d) == 0
                         ? arith::ConstantIndexOp::create(builder, loc, 1)
                         : extentOf(d);
      if (shape[d] != 1)
        extent = arith::CeilDivUIOp::create(
            builder, loc, extent,
            arith::ConstantIndexOp::create(builder, loc, shape[d]));
      own = arith::RemUIOp::create(builder, loc, rest, extent);
      rest = arith::DivUIOp::create(builder, loc, rest, extent);
    }
    if (shape[d] != 1)
      own = affine::AffineApplyOp::create(
          builder, loc,
          AffineMap::get(1, 0, builder.getAffineDimExpr(0) * shape[d]), own);
    coords[d] = own;
  }
}

Value LineTiler::extentOf(unsigned dim) {
  auto memref = cast<MemRefType>(shaped.getType());
  Location loc = source.getLoc();
  if (!memref.isDynamicDim(dim))
    return arith::ConstantIndexOp::create(builder, loc, memref.getDimSize(dim));
  return memref::DimOp::create(builder, loc, arguments.lookup(shaped), dim);
}

RankedTensorType LineTiler::tileType(int64_t extent, Type element) {
  SmallVector<int64_t> own(shape);
  own[axis] = extent;
  return RankedTensorType::get(own, element);
}

SmallVector<Value> LineTiler::offsetsAt(Value from) {
  SmallVector<Value> offsets(coords);
  offsets[axis] = from;
  return offsets;
}

Value LineTiler::load(BlockArgument argument, Value from, int64_t extent,
                      TypedAttr pad) {
  auto memref = cast<MemRefType>(argument.getType());
  return LoadOp::create(
      builder, source.getLoc(), tileType(extent, memref.getElementType()),
      arguments.lookup(argument), offsetsAt(from), /*bounds=*/ValueRange(),
      /*indices=*/ValueRange(), /*index_dims=*/ArrayAttr(),
      /*map=*/AffineMapAttr(), pad, /*via=*/Attribute(), /*cache=*/CacheAttr(),
      /*layout=*/Attribute());
}

Value LineTiler::gather(BlockArgument argument, Value places) {
  auto memref = cast<MemRefType>(argument.getType());
  auto type = cast<RankedTensorType>(places.getType());
  SmallVector<Value> offsets;
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> dims;
  for (unsigned d = 0; d < unsigned(type.getRank()); ++d) {
    dims.push_back(d);
    if (d == axis) {
      exprs.push_back(builder.getAffineSymbolExpr(type.getRank() - 1));
      continue;
    }
    exprs.push_back(builder.getAffineDimExpr(d) +
                    builder.getAffineSymbolExpr(offsets.size()));
    offsets.push_back(coords[d]);
  }
  auto map = AffineMap::get(type.getRank(), offsets.size() + 1, exprs,
                            builder.getContext());
  return LoadOp::create(
      builder, source.getLoc(),
      RankedTensorType::get(type.getShape(), memref.getElementType()),
      arguments.lookup(argument), offsets, /*bounds=*/ValueRange(), places,
      builder.getArrayAttr(builder.getDenseI64ArrayAttr(dims)),
      AffineMapAttr::get(map), /*pad=*/TypedAttr(), /*via=*/Attribute(),
      /*cache=*/CacheAttr(), /*layout=*/Attribute());
}

void LineTiler::store(Value tile, BlockArgument argument, Value from) {
  StoreOp::create(builder, source.getLoc(), tile, arguments.lookup(argument),
                  offsetsAt(from), ValueRange(), ValueRange(), ArrayAttr(),
                  AffineMapAttr(), Attribute(), CacheAttr(), Attribute());
}

LogicalResult LineTiler::emit(Operation &op, int64_t extent) {
  auto constantOf = [&](Value value) -> Value {
    DenseElementsAttr dense;
    if (!matchPattern(value, m_Constant(&dense)) || !dense.isSplat())
      return {};
    RankedTensorType type = tileType(extent, dense.getElementType());
    return arith::ConstantOp::create(
        builder, op.getLoc(),
        DenseElementsAttr::get(type, dense.getSplatValue<Attribute>()));
  };
  if (op.hasTrait<OpTrait::ConstantLike>())
    return success();
  if (auto repeated = dyn_cast<BroadcastOp>(op)) {
    Value constant = constantOf(repeated.getSource());
    if (!constant)
      return no("expected constants to be repeated");
    tiles.map(repeated.getResult(), constant);
    return success();
  }
  if (!OpTrait::hasElementwiseMappableTraits(&op))
    return no("expected no '" + op.getName().getStringRef() +
              "' in a form-1 kernel");
  SmallVector<Value> operands;
  for (Value operand : op.getOperands()) {
    Value tile = tiles.lookupOrNull(operand);
    operands.push_back(tile ? tile : constantOf(operand));
    if (!operands.back())
      return no("an operand of '" + op.getName().getStringRef() +
                "' is no tile");
  }
  ArrayRef<int64_t> own = tileType(extent, builder.getI1Type()).getShape();
  tiles.map(op.getResults(), onTiles(builder, op, operands, own)->getResults());
  return success();
}
