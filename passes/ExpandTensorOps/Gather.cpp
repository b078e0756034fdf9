//===- Gather.cpp - Elements by indices -----------------------------------===//

#include "passes/ExpandTensorOps/ExpandImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;

void kopt::expand::gather(RewriterBase &rewriter, tensor::GatherOp op) {
  Location loc = op.getLoc();
  Value source = op.getSource(), list = op.getIndices();
  Sizes extents = tensor::getMixedSizes(rewriter, loc, source);
  Sizes sizes = tensor::getMixedSizes(rewriter, loc, list);
  sizes.pop_back();
  size_t batch = sizes.size(), rank = extents.size();
  ArrayRef<int64_t> dims = op.getGatherDims();
  // Dimensions that are gathered are left out of the result, or are one.
  bool reduced =
      op.getResultType().getRank() == int64_t(batch + rank - dims.size());
  for (auto [d, extent] : llvm::enumerate(extents))
    if (!llvm::is_contained(dims, d))
      sizes.push_back(extent);
    else if (!reduced)
      sizes.push_back(rewriter.getIndexAttr(1));
  Value result = perElement(
      rewriter, loc, op.getResultType(), sizes,
      [&](const At &at, const Indices &indices) {
        Indices tuple(ArrayRef(indices).take_front(batch)), from(rank);
        tuple.push_back(Value());
        size_t next = batch;
        for (size_t d = 0; d < rank; ++d) {
          const int64_t *place = llvm::find(dims, int64_t(d));
          if (place == dims.end()) {
            from[d] = indices[next++];
            continue;
          }
          next += !reduced;
          tuple.back() = at.constant(place - dims.begin());
          Value inside;
          from[d] =
              at.clamp(at.asIndex(at.extract(list, tuple)), extents[d], inside);
        }
        return at.extract(source, from);
      });
  rewriter.replaceOp(op, result);
}

/// `tensor` as one whose first `count` dimensions are one.
static Value withOneBatch(OpBuilder &builder, Location loc, Value tensor,
                          int64_t count) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (count == 1)
    return tensor;
  SmallVector<ReassociationIndices> groups(1);
  if (count > 1) {
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (d < count)
        groups[0].push_back(d);
      else
        groups.push_back({d});
    return tensor::CollapseShapeOp::create(builder, loc, tensor, groups);
  }
  Sizes sizes = tensor::getMixedSizes(builder, loc, tensor);
  sizes.insert(sizes.begin(), builder.getIndexAttr(1));
  SmallVector<int64_t> shape = {1};
  llvm::append_range(shape, type.getShape());
  groups[0].push_back(0);
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d == 0)
      groups[0].push_back(1);
    else
      groups.push_back({d + 1});
  if (type.getRank() == 0)
    groups.clear();
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      groups, sizes);
}

namespace {
/// What a scatter does: row `u` of `indices` moves the slice `updates[u]` to
/// where coordinate `map[k]` is index `k`.
struct Scatter {
  Location loc;
  Value updates, indices, original;
  SmallVector<int64_t> map;
  /// The dimension of `updates` that coordinate `d` of the result is, or −1.
  SmallVector<int64_t> sliceDim;
  /// Gets the update and the old element.
  llvm::function_ref<Value(const At &, Value, Value)> combine;
};
} // namespace

/// Each element of the result goes through the rows and takes what they put
/// there: of one row that is one element of its slice at most.
static Value expandScatter(OpBuilder &builder, const Scatter &s) {
  auto type = cast<RankedTensorType>(s.original.getType());
  int64_t rank = type.getRank();
  MLIRContext *context = builder.getContext();
  Sizes extents = tensor::getMixedSizes(builder, s.loc, s.updates);
  // The rows bound the fold; the element that comes along is not used.
  AffineMap rows = AffineMap::get(unsigned(rank) + 1, 0,
                                  {getAffineDimExpr(unsigned(rank), context),
                                   getAffineConstantExpr(0, context)},
                                  context);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  if (cast<RankedTensorType>(s.indices.getType()).getDimSize(1) != 0) {
    inputs.push_back(s.indices);
    maps.push_back(rows);
  } else {
    // Rows without indices are counted by the updates.
    SmallVector<AffineExpr> exprs = {getAffineDimExpr(unsigned(rank), context)};
    for (size_t d = 1; d < extents.size(); ++d)
      exprs.push_back(getAffineConstantExpr(0, context));
    inputs.push_back(s.updates);
    maps.push_back(AffineMap::get(unsigned(rank) + 1, 0, exprs, context));
  }
  return fold(
      builder, s.loc, inputs, maps, s.original,
      [&](const At &at, const Indices &indices, ValueRange values) {
        Value row = indices[rank], matches;
        Indices from(extents.size());
        from[0] = row;
        for (int64_t d = 0; d < rank; ++d) {
          Value rest = indices[d];
          auto place = llvm::find(s.map, d);
          if (place != s.map.end()) {
            Value index = at.extract(s.indices,
                                     {row, at.constant(place - s.map.begin())});
            rest = at.make<arith::SubIOp>(rest, at.asIndex(index));
          }
          int64_t slice = s.sliceDim[size_t(d)];
          if (slice < 0)
            matches = at.both(matches, at.equal(rest, at.constant(0)));
          else
            from[size_t(slice)] =
                at.clamp(rest, extents[size_t(slice)], matches);
        }
        Value old = values.back();
        return at.choose(matches,
                         s.combine(at, at.extract(s.updates, from), old), old);
      });
}

void kopt::expand::scatter(RewriterBase &rewriter, tm::ScatterOp op) {
  auto type = cast<RankedTensorType>(op.getOutputs()[0].getType());
  auto updates = cast<RankedTensorType>(op.getInputs()[0].getType());
  int64_t first = type.getRank() - (updates.getRank() - 1);
  Scatter s{op.getLoc(),
            op.getInputs()[0],
            op.getInputs()[1],
            op.getOutputs()[0],
            SmallVector<int64_t>(op.getDimensionMap()),
            {},
            {}};
  for (int64_t d = 0; d < type.getRank(); ++d)
    s.sliceDim.push_back(d < first ? -1 : d - first + 1);
  auto combine = [&](const At &at, Value update, Value old) {
    return at.inlined(op.getRegion().front(), {update, old})[0];
  };
  s.combine = combine;
  rewriter.replaceOp(op, expandScatter(rewriter, s));
}

void kopt::expand::scatter(RewriterBase &rewriter, tensor::ScatterOp op) {
  auto type = cast<RankedTensorType>(op.getDest().getType());
  auto list = cast<RankedTensorType>(op.getIndices().getType());
  auto source = cast<RankedTensorType>(op.getSource().getType());
  int64_t batch = list.getRank() - 1, rank = type.getRank();
  ArrayRef<int64_t> dims = op.getScatterDims();
  bool reduced = source.getRank() == batch + rank - int64_t(dims.size());
  Scatter s{op.getLoc(),
            withOneBatch(rewriter, op.getLoc(), op.getSource(), batch),
            withOneBatch(rewriter, op.getLoc(), op.getIndices(), batch),
            op.getDest(),
            SmallVector<int64_t>(dims),
            {},
            {}};
  int64_t next = 1;
  for (int64_t d = 0; d < rank; ++d)
    s.sliceDim.push_back(reduced && llvm::is_contained(dims, d) ? -1 : next++);
  auto combine = [](const At &, Value update, Value) { return update; };
  s.combine = combine;
  Value result = expandScatter(rewriter, s);
  if (result.getType() != op.getType())
    result =
        tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), result);
  rewriter.replaceOp(op, result);
}
