//===- TileLoad.cpp - How a grid's program reads its tiles ----------------===//
//
// Whole arguments and parts of them by offsets; what a body reads by index by
// index tiles, but for the dimensions that run along a loop.
//
//===----------------------------------------------------------------------===//

#include "lib/Rewrites/Tiler.h"

using namespace mlir;
using namespace kopt;

Value Tiler::emitLoad(LoadOp load, ArrayRef<unsigned> order) {
  // `order` lists the tile's dimensions as dimensions of what is loaded.
  auto memref = load.getMemRefType();
  SmallVector<Value> offsets;
  SmallVector<unsigned> cls = classes.all(load.getResult());
  SmallVector<int64_t> shape;
  for (unsigned c : cls)
    offsets.push_back(offsetOf(c));
  SmallVector<AffineExpr> exprs(cls.size());
  bool identity = !load.getMap();
  for (auto [position, d] : llvm::enumerate(order)) {
    shape.push_back(tilings[cls[d]].tile);
    exprs[d] =
        builder.getAffineDimExpr(position) + builder.getAffineSymbolExpr(d);
    identity &= position == d;
  }
  AffineMapAttr map;
  if (!identity)
    map = partOfMap(load.getAccessMap(), exprs, load.getOffsets(), offsets);
  return LoadOp::create(builder, load.getLoc(),
                        RankedTensorType::get(shape, memref.getElementType()),
                        arguments.lookup(load.getSource()), offsets,
                        ValueRange{}, ValueRange{}, ArrayAttr(), map,
                        load.getPadAttr(), load.getViaAttr(),
                        load.getCacheAttr(), load.getLayoutAttr());
}

TileValue Tiler::emitRead(linalg::GenericOp op, tensor::ExtractOp read,
                          TileBody &body, ArrayRef<unsigned> order) {
  auto load = read.getTensor().getDefiningOp<LoadOp>();
  unsigned rank = read.getIndices().size();
  // Along each dimension of the tensor: a dimension of the tile, an offset, or
  // an index tile.
  SmallVector<std::optional<unsigned>> direct(rank);
  SmallVector<TileValue> at(rank);
  SmallVector<unsigned> dims;
  for (unsigned d = 0; d < rank; ++d) {
    Value index = read.getIndices()[d];
    if (DimClasses::isDirect(op, read, d)) {
      unsigned loop = index.getDefiningOp<linalg::IndexOp>().getDim();
      direct[d] = llvm::find(order, loop) - order.begin();
      // A tile has each of its dimensions once.
      if (llvm::is_contained(ArrayRef(direct).take_front(d), direct[d]))
        direct[d].reset();
      else
        at[d] = {offsetOf(classes.ofLoop(op, loop)), {*direct[d]}};
    }
    if (!direct[d])
      at[d] = body.lookup(index);
    for (unsigned position : at[d].dims)
      if (!llvm::is_contained(dims, position))
        dims.push_back(position);
  }
  llvm::sort(dims);
  SmallVector<Value> offsets, indices;
  SmallVector<Attribute> indexDims;
  SmallVector<AffineExpr> exprs(rank);
  auto isOffset = [&](unsigned d) {
    return direct[d] || !isa<RankedTensorType>(at[d].value.getType());
  };
  for (unsigned d = 0; d < rank; ++d) {
    if (!isOffset(d))
      continue;
    exprs[d] = builder.getAffineSymbolExpr(offsets.size());
    if (direct[d])
      exprs[d] = builder.getAffineDimExpr(llvm::find(dims, *direct[d]) -
                                          dims.begin()) +
                 exprs[d];
    offsets.push_back(at[d].value);
  }
  for (unsigned d = 0; d < rank; ++d) {
    if (isOffset(d))
      continue;
    exprs[d] = builder.getAffineSymbolExpr(offsets.size() + indices.size());
    SmallVector<int64_t> positions;
    for (unsigned position : at[d].dims)
      positions.push_back(llvm::find(dims, position) - dims.begin());
    indices.push_back(at[d].value);
    indexDims.push_back(builder.getDenseI64ArrayAttr(positions));
  }
  auto map = AffineMap::get(dims.size(), rank, exprs, builder.getContext());
  Type element = load.getMemRefType().getElementType();
  Value tile = LoadOp::create(
      builder, read.getLoc(), body.type(dims, element),
      arguments.lookup(load.getSource()), offsets, /*bounds=*/ValueRange(),
      indices, indices.empty() ? ArrayAttr() : builder.getArrayAttr(indexDims),
      AffineMapAttr::get(map), /*pad=*/TypedAttr(), /*via=*/Attribute(),
      /*cache=*/CacheAttr(), /*layout=*/Attribute());
  return {tile, dims};
}

/// `whole`, the map of a form-1 access with symbols `symbols`, of the places
/// `exprs`, whose symbols are `offsets`; the access's own are added to those.
AffineMapAttr Tiler::partOfMap(AffineMap whole, ArrayRef<AffineExpr> exprs,
                               ValueRange symbols,
                               SmallVectorImpl<Value> &offsets) {
  SmallVector<AffineExpr> own, places;
  for (Value symbol : symbols) {
    own.push_back(builder.getAffineSymbolExpr(offsets.size()));
    offsets.push_back(arguments.lookupOrDefault(symbol));
  }
  for (AffineExpr expr : whole.getResults())
    places.push_back(expr.replaceDimsAndSymbols(exprs, own));
  return AffineMapAttr::get(simplifyAffineMap(AffineMap::get(
      exprs.size(), offsets.size(), places, builder.getContext())));
}
