//===- Relayout.cpp - Packing and unpacking as generic operations ---------===//
//
// Both move elements and compute nothing: one parallel loop an element of the
// result. Where the tiles are known and nothing is padded, the source is read
// through an indexing map. Else the body computes the place and reads the
// source by it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

/// A dimension of the unpacked tensor in the packed one.
struct Dim {
  unsigned outer;    ///< dimension that counts tiles, or elements if not tiled
  int inner = -1;    ///< dimension within a tile; -1 if not tiled
  OpFoldResult tile; ///< extent of a tile
};

/// By dimension of the unpacked tensor.
template <typename Op> SmallVector<Dim> dimsOf(Op op, int64_t unpackedRank) {
  SmallVector<Dim> dims(unpackedRank);
  ArrayRef<int64_t> permutation = op.getOuterDimsPerm();
  for (int64_t d = 0; d < unpackedRank; ++d)
    dims[permutation.empty() ? d : permutation[d]].outer = d;
  SmallVector<OpFoldResult> tiles = op.getMixedTiles();
  for (auto [i, d] : llvm::enumerate(op.getInnerDimsPos())) {
    dims[d].inner = int(unpackedRank + i);
    dims[d].tile = tiles[i];
  }
  return dims;
}

bool hasStaticTiles(ArrayRef<Dim> dims) {
  return llvm::all_of(dims, [](const Dim &dim) {
    return dim.inner < 0 || isa<Attribute>(dim.tile);
  });
}

Value sizeOf(OpBuilder &builder, Location loc, OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return value;
  return arith::ConstantIndexOp::create(
      builder, loc, cast<IntegerAttr>(cast<Attribute>(size)).getInt());
}

/// A generic operation on parallel loops that yields `source`'s element at
/// `map`, for each element of `dest`.
Value copyThrough(OpBuilder &builder, Location loc, Value source, Value dest,
                  AffineMap map) {
  auto type = cast<RankedTensorType>(dest.getType());
  AffineMap id = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, type, source, dest, ArrayRef<AffineMap>{map, id}, loops,
      [](OpBuilder &b, Location l, ValueRange args) {
        linalg::YieldOp::create(b, l, args[0]);
      });
  return generic->getResult(0);
}

/// The same where `body` makes the element.
Value compute(OpBuilder &builder, Location loc, Value dest,
              function_ref<Value(OpBuilder &)> body) {
  auto type = cast<RankedTensorType>(dest.getType());
  AffineMap id = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, type, ValueRange(), dest, id, loops,
      [&](OpBuilder &b, Location l, ValueRange) {
        linalg::YieldOp::create(b, l, body(b));
      });
  return generic->getResult(0);
}

Value pack(OpBuilder &builder, linalg::PackOp op) {
  Location loc = op.getLoc();
  auto source = op.getSourceType();
  SmallVector<Dim> dims = dimsOf(op, source.getRank());
  bool pads = bool(op.getPaddingValue());
  if (!pads && hasStaticTiles(dims)) {
    SmallVector<AffineExpr> exprs;
    for (const Dim &dim : dims) {
      AffineExpr expr = builder.getAffineDimExpr(dim.outer);
      if (dim.inner >= 0)
        expr = expr * *getConstantIntValue(dim.tile) +
               builder.getAffineDimExpr(dim.inner);
      exprs.push_back(expr);
    }
    auto map = AffineMap::get(op.getDestRank(), 0, exprs, op.getContext());
    return copyThrough(builder, loc, op.getSource(), op.getDest(), map);
  }
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, op.getSource());
  return compute(builder, loc, op.getDest(), [&](OpBuilder &b) {
    Value inside;
    SmallVector<Value> place;
    for (auto [dim, size] : llvm::zip(dims, sizes)) {
      Value at = linalg::IndexOp::create(b, loc, dim.outer);
      if (dim.inner >= 0) {
        at = arith::MulIOp::create(b, loc, at, sizeOf(b, loc, dim.tile));
        at = arith::AddIOp::create(b, loc, at,
                                   linalg::IndexOp::create(b, loc, dim.inner));
      }
      if (dim.inner >= 0 && pads) {
        // Behind the end the last element is read, and not used.
        Value extent = sizeOf(b, loc, size);
        Value isInside = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::slt, at, extent);
        inside =
            inside ? arith::AndIOp::create(b, loc, inside, isInside).getResult()
                   : isInside;
        Value one = arith::ConstantIndexOp::create(b, loc, 1);
        Value last = arith::SubIOp::create(b, loc, extent, one);
        at = arith::MinSIOp::create(b, loc, at, last);
      }
      place.push_back(at);
    }
    Value element = tensor::ExtractOp::create(b, loc, op.getSource(), place);
    return inside ? arith::SelectOp::create(b, loc, inside, element,
                                            op.getPaddingValue())
                        .getResult()
                  : element;
  });
}

Value unpack(OpBuilder &builder, linalg::UnPackOp op) {
  Location loc = op.getLoc();
  int64_t rank = op.getDestRank();
  SmallVector<Dim> dims = dimsOf(op, rank);
  if (hasStaticTiles(dims)) {
    SmallVector<AffineExpr> exprs(op.getSourceRank());
    for (auto [d, dim] : llvm::enumerate(dims)) {
      AffineExpr at = builder.getAffineDimExpr(d);
      exprs[dim.outer] = at;
      if (dim.inner < 0)
        continue;
      int64_t tile = *getConstantIntValue(dim.tile);
      exprs[dim.outer] = at.floorDiv(tile);
      exprs[dim.inner] = at % tile;
    }
    return copyThrough(builder, loc, op.getSource(), op.getDest(),
                       AffineMap::get(rank, 0, exprs, op.getContext()));
  }
  return compute(builder, loc, op.getDest(), [&](OpBuilder &b) {
    SmallVector<Value> place(op.getSourceRank());
    for (auto [d, dim] : llvm::enumerate(dims)) {
      Value at = linalg::IndexOp::create(b, loc, d);
      place[dim.outer] = at;
      if (dim.inner < 0)
        continue;
      Value tile = sizeOf(b, loc, dim.tile);
      place[dim.outer] = arith::DivUIOp::create(b, loc, at, tile);
      place[dim.inner] = arith::RemUIOp::create(b, loc, at, tile);
    }
    return tensor::ExtractOp::create(b, loc, op.getSource(), place).getResult();
  });
}

} // namespace

Value kopt::lift::relayout(OpBuilder &builder, Operation *op) {
  if (auto packing = dyn_cast<linalg::PackOp>(op))
    return pack(builder, packing);
  return unpack(builder, cast<linalg::UnPackOp>(op));
}
