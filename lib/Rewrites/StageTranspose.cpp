//===- StageTranspose.cpp - Read in memory's order, transpose on chip -----===//

#include "dialects/Kopt/AccessInfo.h"
#include "kopt/Layout/Layout.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/TileClasses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

std::optional<SmallVector<unsigned>> kopt::skill::memoryOrder(LoadOp load) {
  if (!load.getIndices().empty())
    return std::nullopt;
  SmallVector<unsigned> order;
  for (AffineExpr expr : load.getAccessMap().getResults()) {
    std::optional<unsigned> dim;
    expr.walk([&](AffineExpr part) {
      if (auto d = dyn_cast<AffineDimExpr>(part))
        dim = d.getPosition();
    });
    if (!dim)
      continue;
    if (llvm::is_contained(order, *dim))
      return std::nullopt;
    order.push_back(*dim);
  }
  if (order.size() != size_t(load.getTileType().getRank()))
    return std::nullopt;
  return order;
}

/// A thread holds `block` elements along the last dimension and as many along
/// `across`; lanes, then warps, lie along the last dimension, then `across`,
/// then the others from the inside out.
static std::optional<Layout> squares(ArrayRef<int64_t> shape, unsigned across,
                                     int64_t block, unsigned warps) {
  unsigned rank = shape.size(), last = rank - 1;
  SmallVector<int64_t> done(rank, 1);
  auto take = [&](unsigned dim) {
    Layout::Basis basis(rank, 0);
    basis[dim] = done[dim];
    done[dim] *= 2;
    return basis;
  };
  auto next = [&]() {
    if (done[last] < shape[last])
      return take(last);
    if (done[across] < shape[across])
      return take(across);
    for (unsigned dim = rank; dim-- > 0;)
      if (done[dim] < shape[dim])
        return take(dim);
    return Layout::Basis(rank, 0);
  };
  SmallVector<Layout::Basis> reg, lane, warp;
  for (unsigned dim : {last, across})
    for (int64_t n = 1; n < block && done[dim] < shape[dim]; n *= 2)
      reg.push_back(take(dim));
  for (unsigned bit = 0; bit < Layout::kLaneBits; ++bit)
    lane.push_back(next());
  for (unsigned w = 1; w < warps; w *= 2)
    warp.push_back(next());
  SmallVector<int64_t> reps;
  for (unsigned dim = 0; dim < rank; ++dim)
    reps.push_back(shape[dim] / done[dim]);
  FailureOr<Layout> layout = Layout::get(reg, lane, warp, reps);
  return succeeded(layout) ? std::optional<Layout>(*layout) : std::nullopt;
}

/// Sets the tile extent of the class of `value`'s dimension `dim` to `size`, or
/// to what covers its extent if that is less. A class that no grid axis runs
/// over keeps its tile.
static LogicalResult resizeDim(RewriterBase &rewriter, KernelOp kernel,
                               Value value, unsigned dim, int64_t size,
                               std::string &reason) {
  TileClasses classes(kernel);
  if (!classes.valid()) {
    reason = classes.whyNot();
    return failure();
  }
  unsigned cls = classes.of(value, dim);
  unsigned axes = kernel.getGridAttr().getValue().getNumResults();
  for (unsigned axis = 0; axis < axes; ++axis) {
    if (classes.ofAxis(axis) != cls)
      continue;
    if (auto [argument, position] = classes.argument(cls); argument) {
      int64_t extent =
          cast<MemRefType>(argument.getType()).getDimSize(position);
      if (!ShapedType::isDynamic(extent))
        size = std::min<int64_t>(
            size, llvm::PowerOf2Ceil(std::max<int64_t>(extent, 1)));
    }
    Builder b(kernel.getContext());
    return kopt::skill::resizeTile(
        rewriter, kernel,
        b.getDictionaryAttr(
            {b.getNamedAttr("axis", b.getI64IntegerAttr(axis)),
             b.getNamedAttr("size", b.getI64IntegerAttr(size))}),
        reason);
  }
  return success();
}

static bool hasLayout(KernelOp kernel) {
  return kernel
      .walk([](Operation *op) {
        std::optional<AccessInfo> info = AccessInfo::of(op);
        return info && info->layout ? WalkResult::interrupt()
                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult kopt::skill::stageTranspose(RewriterBase &rewriter,
                                          Operation *anchor,
                                          DictionaryAttr params,
                                          std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  auto load = dyn_cast<LoadOp>(anchor);
  auto kernel = load ? load->getParentOfType<KernelOp>() : KernelOp();
  if (!kernel || !kernel.isTiled())
    return no("expected a kopt.load of a form-2 kernel as anchor");
  int64_t bytes = parameterOf(params, "bytes", 16);
  if (bytes < 1 || bytes > 16 || !llvm::isPowerOf2_64(bytes))
    return no("expected bytes to be a power of two of at most 16, but got " +
              Twine(bytes));
  std::optional<SmallVector<unsigned>> order = memoryOrder(load);
  unsigned rank = load.getTileType().getRank();
  if (!order || rank < 2)
    return no("the load does not read a tile of two dimensions or more that "
              "its memory has, too");
  if (order->back() == rank - 1)
    return no("the tile's innermost dimension is the memory's");
  auto launch = dyn_cast_or_null<LaunchAttr>(kernel.getScheduleAttr());
  if (kernel.getScheduleAttr() && !launch)
    return no("the kernel has a schedule that is no #kopt.launch");
  int64_t warps = launch ? launch.getWarps() : 8;
  // A thread has a square of so many elements a side, all of them one together.
  Type type = load.getTileType().getElementType();
  int64_t element =
      type.isIndex() ? 8
                     : std::max<int64_t>(1, type.getIntOrFloatBitWidth() / 8);
  int64_t block = std::max<int64_t>(bytes / element, 1);
  int64_t threads = warps * Layout::kLanes, edge = block;
  while (edge * edge < block * block * threads)
    edge *= 2;
  Value tile = load.getResult();
  // A layout that is there already holds for the tiles as they are.
  if (!hasLayout(kernel)) {
    for (unsigned dim : {order->back(), rank - 1})
      if (failed(resizeDim(rewriter, kernel, tile, dim, edge, reason)))
        return failure();
  } else {
    int64_t elements = load.getTileType().getNumElements();
    while (block > 1 && block * block * threads > elements)
      block /= 2;
  }

  // What is read in memory's order, and its dimensions back again.
  SmallVector<int64_t> shape, back(rank);
  for (auto [position, dim] : llvm::enumerate(*order)) {
    shape.push_back(load.getTileType().getDimSize(dim));
    back[dim] = position;
  }
  AffineMap map = load.getAccessMap();
  SmallVector<AffineExpr> dims(rank);
  for (unsigned dim = 0; dim < rank; ++dim)
    dims[dim] = rewriter.getAffineDimExpr(back[dim]);
  map = map.replaceDimsAndSymbols(
      dims,
      llvm::to_vector(llvm::map_range(
          llvm::seq<unsigned>(0, map.getNumSymbols()),
          [&](unsigned s) { return rewriter.getAffineSymbolExpr(s); })),
      rank, map.getNumSymbols());
  unsigned across = back[rank - 1];
  std::optional<Layout> from = squares(shape, across, block, warps);
  if (!from)
    return no("no layout of squares covers the tile");
  rewriter.setInsertionPoint(load);
  MLIRContext *context = load.getContext();
  auto read = LoadOp::create(
      rewriter, load.getLoc(), load.getTileType().clone(shape),
      load.getSource(), load.getOffsets(), load.getBounds(), ValueRange(),
      ArrayAttr(), AffineMapAttr::get(map), load.getPadAttr(),
      load.getViaAttr(), load.getCacheAttr(), LayoutAttr::get(context, *from));
  SmallVector<int64_t> resultShape(load.getTileType().getShape());
  Value transposed = TransposeOp::create(
      rewriter, load.getLoc(), load.getTileType(), read.getResult(), back);
  rewriter.replaceOp(load, transposed);
  // Stores of tiles of this shape take squares, too.
  std::optional<Layout> to = squares(resultShape, order->back(), block, warps);
  kernel.walk([&](StoreOp store) {
    if (to && !store.getLayoutAttr() &&
        store.getTileType().getShape() == ArrayRef(resultShape))
      store.setLayoutAttr(LayoutAttr::get(context, *to));
  });
  if (!launch)
    kernel.setScheduleAttr(LaunchAttr::get(context, warps, 1, 0));
  return success();
}
