//===- Winograd.cpp - Winograd transforms as generic operations -----------===//
//
// Each is a product from the left and one from the right with constant
// matrices, over all tiles. Upstream has the matrices, but writes host loops
// with two small products a tile: they are taken from there, and the products
// put over all tiles at once.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

/// What upstream's decomposition multiplies a tile by; null for what it leaves
/// out.
struct Factors {
  DenseElementsAttr left, right;
  FloatAttr scale;
};

FailureOr<Operation *> decomposeUpstream(RewriterBase &rewriter,
                                         Operation *op) {
  if (auto filter = dyn_cast<linalg::WinogradFilterTransformOp>(op))
    return linalg::decomposeWinogradFilterTransformOp(rewriter, filter);
  if (auto input = dyn_cast<linalg::WinogradInputTransformOp>(op))
    return linalg::decomposeWinogradInputTransformOp(rewriter, input);
  return linalg::decomposeWinogradOutputTransformOp(
      rewriter, cast<linalg::WinogradOutputTransformOp>(op));
}

/// Decomposes a copy of `op` in a module of its own.
FailureOr<Factors> factorsOf(Operation *op) {
  Location loc = op->getLoc();
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(loc);
  IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPointToStart(scratch->getBody());
  auto func = func::FuncOp::create(
      rewriter, loc, "f", rewriter.getFunctionType(op->getOperandTypes(), {}));
  Block *entry = func.addEntryBlock();
  rewriter.setInsertionPointToStart(entry);
  IRMapping map;
  map.map(op->getOperands(), entry->getArguments());
  if (failed(decomposeUpstream(rewriter, rewriter.clone(*op, map))))
    return failure();
  Factors factors;
  func.walk([&](linalg::LinalgOp part) {
    DenseElementsAttr matrix;
    if (isa<linalg::MatmulOp>(part)) {
      if (matchPattern(part->getOperand(0), m_Constant(&matrix)))
        factors.left = matrix;
      else if (matchPattern(part->getOperand(1), m_Constant(&matrix)))
        factors.right = matrix;
    } else if (isa<linalg::GenericOp>(part)) {
      matchPattern(part->getOperand(0), m_Constant(&factors.scale));
    }
  });
  return factors;
}

/// A tensor, seen through a map from the coordinates that a transform works on
/// (row and column of a tile first) to its own.
struct View {
  Value tensor;
  AffineMap map;
  SmallVector<int64_t> shape; ///< extents of the coordinates
};

/// The product of `matrix` and coordinate 0 of `view`, or of coordinate 1 and
/// `matrix`.
View multiply(OpBuilder &builder, Location loc, View view,
              DenseElementsAttr matrix, bool fromLeft) {
  if (!matrix)
    return view;
  unsigned rank = view.shape.size(), axis = fromLeft ? 0 : 1;
  Type element = getElementTypeOrSelf(view.tensor.getType());
  MLIRContext *context = builder.getContext();
  // The loops are the result's coordinates and the summation.
  SmallVector<AffineExpr> place;
  for (unsigned d = 0; d < rank; ++d)
    place.push_back(builder.getAffineDimExpr(d == axis ? rank : d));
  AffineMap viewMap =
      view.map.compose(AffineMap::get(rank + 1, 0, place, context));
  AffineExpr to = builder.getAffineDimExpr(axis),
             summed = builder.getAffineDimExpr(rank);
  AffineMap matrixMap =
      AffineMap::get(rank + 1, 0,
                     fromLeft ? ArrayRef<AffineExpr>{to, summed}
                              : ArrayRef<AffineExpr>{summed, to},
                     context);
  AffineMap resultMap =
      AffineMap::getMultiDimIdentityMap(rank + 1, context).getMajorSubMap(rank);
  View result{{}, builder.getMultiDimIdentityMap(rank), view.shape};
  result.shape[axis] = matrix.getType().getShape()[fromLeft ? 0 : 1];
  Value zero = arith::ConstantOp::create(builder, loc, element,
                                         builder.getZeroAttr(element));
  Value empty = tensor::EmptyOp::create(builder, loc, result.shape, element);
  Value init = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  Value constant = arith::ConstantOp::create(builder, loc, matrix);
  SmallVector<Value> ins{view.tensor, constant};
  SmallVector<AffineMap> maps{viewMap, matrixMap, resultMap};
  if (fromLeft) {
    std::swap(ins[0], ins[1]);
    std::swap(maps[0], maps[1]);
  }
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.push_back(utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(
      builder, loc, init.getType(), ins, init, maps, loops,
      [](OpBuilder &b, Location l, ValueRange args) {
        Value product = arith::MulFOp::create(b, l, args[0], args[1]);
        Value sum = arith::AddFOp::create(b, l, args[2], product);
        linalg::YieldOp::create(b, l, sum);
      });
  result.tensor = generic->getResult(0);
  return result;
}

/// `out` plus `scale` times the tiles of `view`, m rows and n columns each, put
/// side by side.
Value addTiles(OpBuilder &builder, Location loc, View view, FloatAttr scale,
               Value out, int64_t m, int64_t n) {
  AffineExpr image, row, column, channel;
  bindDims(builder.getContext(), image, row, column, channel);
  AffineMap tiles = AffineMap::get(4, 0,
                                   {row % m, column % n, row.floorDiv(m),
                                    column.floorDiv(n), image, channel},
                                   builder.getContext());
  SmallVector<utils::IteratorType> loops(4, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, out.getType(), view.tensor, out,
      ArrayRef<AffineMap>{view.map.compose(tiles),
                          builder.getMultiDimIdentityMap(4)},
      loops, [&](OpBuilder &b, Location l, ValueRange args) {
        Value term = args[0];
        if (scale) {
          Value factor = arith::ConstantOp::create(b, l, scale);
          term = arith::MulFOp::create(b, l, factor, term);
        }
        Value sum = arith::AddFOp::create(b, l, term, args[1]);
        linalg::YieldOp::create(b, l, sum);
      });
  return generic->getResult(0);
}

} // namespace

FailureOr<SmallVector<Value>> kopt::lift::winograd(OpBuilder &builder,
                                                   Operation *op) {
  Location loc = op->getLoc();
  for (Type type : op->getOperandTypes())
    if (!cast<ShapedType>(type).hasStaticShape() ||
        !isa<FloatType>(getElementTypeOrSelf(type)))
      return failure();
  FailureOr<Factors> factors = factorsOf(op);
  if (failed(factors))
    return failure();
  Value source = op->getOperand(0), out = op->getOperand(1);
  ArrayRef<int64_t> shape = cast<ShapedType>(source.getType()).getShape();
  auto transform = [&](View view) {
    view = multiply(builder, loc, view, factors->left, /*fromLeft=*/true);
    return multiply(builder, loc, view, factors->right, /*fromLeft=*/false);
  };
  AffineExpr x, y;
  bindDims(op->getContext(), x, y);
  auto mapTo = [&](unsigned rank, ArrayRef<AffineExpr> place) {
    return AffineMap::get(rank, 0, place, op->getContext());
  };
  auto dim = [&](unsigned d) { return builder.getAffineDimExpr(d); };
  if (isa<linalg::WinogradFilterTransformOp>(op)) {
    // Coordinates: row, column, channel, filter.
    View filter{source,
                mapTo(4, {dim(3), x, y, dim(2)}),
                {shape[1], shape[2], shape[3], shape[0]}};
    return SmallVector<Value>{transform(filter).tensor};
  }
  if (auto input = dyn_cast<linalg::WinogradInputTransformOp>(op)) {
    // Coordinates: row, column, row and column of tiles, image, channel. Tiles
    // overlap, as each gives m rows and columns of the result.
    auto outShape = cast<ShapedType>(out.getType()).getShape();
    int64_t m = linalg::getFmrFromWinogradConv2DFmr(input.getFmr()).first;
    AffineExpr row = dim(2) * (factors->left ? m : 1) + x,
               column = dim(3) * (factors->right ? m : 1) + y;
    View tiles{source, mapTo(6, {dim(4), row, column, dim(5)}),
               llvm::to_vector(outShape)};
    return SmallVector<Value>{transform(tiles).tensor};
  }
  View tiles{source, builder.getMultiDimIdentityMap(6), llvm::to_vector(shape)};
  View results = transform(tiles);
  return SmallVector<Value>{addTiles(builder, loc, results, factors->scale, out,
                                     results.shape[0], results.shape[1])};
}
