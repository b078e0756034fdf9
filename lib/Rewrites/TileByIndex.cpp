//===- TileByIndex.cpp - One element of the result a thread ---------------===//
//
// What tile_to_grid cannot tile by extents alone – windows, diagonals, bodies
// that read tensors by an index, several results, reductions without a neutral
// element – is computed element by element: the parallel dimensions are one
// flat range of which each program has a tile, their coordinates are index
// tiles, and what is reduced is a nest of loops in the program's own order.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/TileBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;
using namespace kopt;

namespace {

/// Builds the form-2 kernel of one structured operation.
class IndexTiler {
public:
  IndexTiler(KernelOp kernel, std::string &reason)
      : source(kernel), builder(kernel), reason(reason) {}

  LogicalResult run(int64_t elements);

private:
  /// Where an extent is known from: a constant, or a dimension of an argument.
  struct Extent {
    int64_t size = ShapedType::kDynamic;
    BlockArgument argument;
    unsigned dim = 0;
  };

  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LogicalResult plan(int64_t elements);
  LogicalResult planOperation(Operation &inner);
  LogicalResult planResults();
  LogicalResult planExtents();
  bool fitsWord(int64_t elements);
  void startKernel();
  void emitCoordinates();
  FailureOr<SmallVector<Value>> emitInits();
  SmallVector<Value> emitLoops(unsigned depth, SmallVector<Value> carried);
  SmallVector<Value> emitBody(ArrayRef<Value> carried);
  void emitStores(ArrayRef<Value> results);

  /// The extent of loop `dim` as a value of type index.
  Value extentOf(unsigned dim);
  /// `scalar`, of type index, as a tile of coordinates.
  Value splat(Value scalar);
  /// Element of an indexing map at the coordinates, as far as loops are open.
  TileValue coordinate(AffineExpr expr);
  TileValue binary(AffineBinaryOpExpr expr);
  /// Reads `memref`, an argument of the source, at `at`.
  TileValue load(Value memref, Type element, ArrayRef<TileValue> at);
  TileValue operandTile(OpOperand &operand);
  TileValue extract(tensor::ExtractOp op, TileBody &body);
  /// The deepest loop that operand `operand` depends on; 0 where none is.
  unsigned depthOf(OpOperand &operand);
  BlockArgument argumentOf(Value tensor);
  unsigned tileSize() const { return shape[0]; }

  KernelOp source, target;
  linalg::GenericOp op;
  OpBuilder builder;
  std::string &reason;
  IRMapping arguments;
  SmallVector<Extent> extents;      ///< by loop of the operation
  SmallVector<unsigned> parallel;   ///< loops, in the order of result 0
  SmallVector<unsigned> reduced;    ///< loops, from the outermost
  SmallVector<StoreOp> stores;      ///< by result
  SmallVector<int64_t> shape;       ///< of every tile
  Type word;                        ///< of coordinates: i32 or i64
  DenseMap<unsigned, TileValue> at; ///< coordinates by loop
  DenseMap<OpOperand *, TileValue> loaded;
};

} // namespace

BlockArgument IndexTiler::argumentOf(Value tensor) {
  auto load = tensor.getDefiningOp<LoadOp>();
  return load ? dyn_cast<BlockArgument>(load.getSource()) : BlockArgument();
}

static bool isWhole(ValueRange offsets, ValueRange bounds, ValueRange indices,
                    AffineMapAttr map) {
  return offsets.empty() && bounds.empty() && indices.empty() && !map;
}

LogicalResult IndexTiler::planOperation(Operation &inner) {
  if (auto load = dyn_cast<LoadOp>(inner)) {
    if (!isWhole(load.getOffsets(), load.getBounds(), load.getIndices(),
                 load.getMapAttr()))
      return no("expected loads of whole arguments");
    return success();
  }
  if (auto store = dyn_cast<StoreOp>(inner)) {
    if (!isWhole(store.getOffsets(), store.getBounds(), store.getIndices(),
                 store.getMapAttr()))
      return no("expected stores of whole results");
    return success();
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(inner)) {
    if (op)
      return no("expected one structured operation, but got several");
    op = generic;
    return success();
  }
  if (isa<linalg::FillOp, tensor::EmptyOp, memref::DimOp>(inner) ||
      inner.hasTrait<OpTrait::ConstantLike>())
    return success();
  return no("expected no '" + inner.getName().getStringRef() +
            "' in a form-1 kernel");
}

/// Each result is stored whole, and its dimensions are the parallel loops.
LogicalResult IndexTiler::planResults() {
  // What is passed through would be left out.
  for (auto store : source.getBody().front().getOps<StoreOp>())
    if (store.getValue().getDefiningOp() != op)
      return no("a store of what the structured operation does not give");
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    auto store = result.hasOneUse() ? dyn_cast<StoreOp>(*result.user_begin())
                                    : StoreOp();
    if (!store || store.getValue() != result)
      return no("expected each result to be stored and not used otherwise");
    stores.push_back(store);
    llvm::SmallBitVector seen(op.getNumLoops());
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(i));
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim && !isa<AffineConstantExpr>(expr))
        return no("expected loops and constants as dimensions of a result");
      if (!dim)
        continue;
      if (op.getIteratorTypesArray()[dim.getPosition()] !=
              utils::IteratorType::parallel ||
          seen.test(dim.getPosition()))
        return no("a dimension of result " + Twine(i) +
                  " is reduced or occurs twice");
      seen.set(dim.getPosition());
      if (i == 0)
        parallel.push_back(dim.getPosition());
    }
    if (seen.count() != op.getNumParallelLoops())
      return no("result " + Twine(i) + " does not span the parallel loops");
  }
  op.getReductionDims(reduced);
  return success();
}

LogicalResult IndexTiler::planExtents() {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  extents.resize(op.getNumLoops());
  for (auto [d, extent] : llvm::enumerate(extents)) {
    extent.size = ranges[d];
    if (!ShapedType::isDynamic(extent.size))
      continue;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument argument =
          op.isDpsInit(&operand)
              ? dyn_cast<BlockArgument>(
                    stores[op.getTiedOpResult(&operand).getResultNumber()]
                        .getDest())
              : argumentOf(operand.get());
      if (!argument || !isa<MemRefType>(argument.getType()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [i, expr] : llvm::enumerate(map.getResults()))
        if (expr == getAffineDimExpr(d, op.getContext())) {
          extent.argument = argument;
          extent.dim = unsigned(i);
        }
      if (extent.argument)
        break;
    }
    if (!extent.argument)
      return no("an extent that no argument of the kernel has");
  }
  return success();
}

/// Whether no coordinate, nor what is computed on the way to one, leaves i32.
bool IndexTiler::fitsWord(int64_t elements) {
  int64_t limit = std::numeric_limits<int32_t>::max(), total = 1;
  SmallVector<std::optional<int64_t>> lows, highs;
  for (auto [d, extent] : llvm::enumerate(extents)) {
    if (ShapedType::isDynamic(extent.size))
      return false;
    // Threads past the end have a first coordinate past the end.
    bool isFirst = !parallel.empty() && parallel.front() == d;
    lows.push_back(0);
    highs.push_back(extent.size + (isFirst ? elements : 0));
    if (llvm::is_contained(parallel, d) &&
        llvm::MulOverflow(total, std::max<int64_t>(extent.size, 1), total))
      return false;
  }
  if (total > limit - elements)
    return false;
  bool fits = true;
  for (AffineMap map : op.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expr) {
      auto low = getBoundForAffineExpr(expr, map.getNumDims(), 0, lows, highs,
                                       /*isUpper=*/false);
      auto high = getBoundForAffineExpr(expr, map.getNumDims(), 0, lows, highs,
                                        /*isUpper=*/true);
      fits &= low && high && *low >= -limit && *high <= limit;
    });
  return fits;
}

LogicalResult IndexTiler::plan(int64_t elements) {
  for (Operation &inner : source.getBody().front().without_terminator())
    if (failed(planOperation(inner)))
      return failure();
  if (!op)
    return no("the kernel has no structured operation");
  if (op.getNumResults() == 0)
    return no("the operation has no result");
  for (AffineMap map : op.getIndexingMapsArray())
    if (map.getNumSymbols() != 0)
      return no("expected indexing maps without symbols");
  if (failed(planResults()) || failed(planExtents()))
    return failure();
  shape = {parallel.empty() ? 1 : elements};
  word = builder.getIntegerType(fitsWord(elements) ? 32 : 64);
  return success();
}

void IndexTiler::startKernel() {
  AffineExpr total = builder.getAffineConstantExpr(1);
  for (unsigned d : parallel) {
    const Extent &extent = extents[d];
    total = total * (ShapedType::isDynamic(extent.size)
                         ? source.getExtent(extent.argument, extent.dim)
                         : builder.getAffineConstantExpr(extent.size));
  }
  auto grid =
      AffineMap::get(0, source.getNumSymbols(), total.ceilDiv(tileSize()));
  target = kopt::startKernel(builder, source, grid, source.getAssumeAttr(),
                             arguments);
}

Value IndexTiler::extentOf(unsigned dim) {
  const Extent &extent = extents[dim];
  Location loc = op.getLoc();
  if (!ShapedType::isDynamic(extent.size))
    return arith::ConstantIndexOp::create(builder, loc, extent.size);
  return memref::DimOp::create(builder, loc, arguments.lookup(extent.argument),
                               extent.dim);
}

Value IndexTiler::splat(Value scalar) {
  Location loc = op.getLoc();
  auto type = RankedTensorType::get(shape, word);
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, builder.getIntegerAttr(word, constant.getSExtValue())));
  Value narrow = arith::IndexCastOp::create(builder, loc, word, scalar);
  return tensor::SplatOp::create(builder, loc, type, narrow);
}

/// Coordinates of the parallel loops: digits of the flat number, of which the
/// first is past its extent where the number is past the end.
void IndexTiler::emitCoordinates() {
  if (parallel.empty())
    return;
  Location loc = op.getLoc();
  Value program =
      ProgramIdOp::create(builder, loc, builder.getIndexType(), /*axis=*/0);
  AffineMap scale =
      AffineMap::get(1, 0, builder.getAffineDimExpr(0) * tileSize());
  Value first = affine::AffineApplyOp::create(builder, loc, scale, program);
  Value rest = arith::AddIOp::create(
      builder, loc, splat(first),
      IotaOp::create(builder, loc, RankedTensorType::get(shape, word), 0));
  for (unsigned d : llvm::reverse(ArrayRef(parallel).drop_front())) {
    // A grid without programs divides nothing, but is still compiled.
    Value extent = extents[d].size == 0
                       ? arith::ConstantIndexOp::create(builder, loc, 1)
                       : extentOf(d);
    Value divisor = splat(extent);
    at[d] = {arith::RemUIOp::create(builder, loc, rest, divisor), {0}};
    rest = arith::DivUIOp::create(builder, loc, rest, divisor);
  }
  at[parallel.front()] = {rest, {0}};
}

TileValue IndexTiler::binary(AffineBinaryOpExpr expr) {
  Location loc = op.getLoc();
  TileValue left = coordinate(expr.getLHS()), right = coordinate(expr.getRHS());
  bool isTile = !left.dims.empty() || !right.dims.empty();
  auto wide = [&](TileValue value) {
    return isTile && value.dims.empty() ? splat(value.value) : value.value;
  };
  Value a = wide(left), b = wide(right);
  auto make = [&](auto tag) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  Value result;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    result = make(arith::AddIOp());
    break;
  case AffineExprKind::Mul:
    result = make(arith::MulIOp());
    break;
  case AffineExprKind::FloorDiv:
    result = make(arith::FloorDivSIOp());
    break;
  case AffineExprKind::CeilDiv:
    result = make(arith::CeilDivSIOp());
    break;
  default: {
    // The remainder of affine expressions is never negative.
    Value quotient = make(arith::FloorDivSIOp());
    Value multiple = arith::MulIOp::create(builder, loc, quotient, b);
    result = arith::SubIOp::create(builder, loc, a, multiple);
  }
  }
  return {result, isTile ? SmallVector<unsigned>{0} : SmallVector<unsigned>()};
}

TileValue IndexTiler::coordinate(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {arith::ConstantIndexOp::create(builder, op.getLoc(),
                                           constant.getValue()),
            {}};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return at.lookup(dim.getPosition());
  return binary(cast<AffineBinaryOpExpr>(expr));
}

TileValue IndexTiler::load(Value memref, Type element,
                           ArrayRef<TileValue> coordinates) {
  SmallVector<Value> offsets, indices;
  SmallVector<Attribute> dims;
  for (const TileValue &coordinate : coordinates) {
    if (coordinate.dims.empty()) {
      offsets.push_back(coordinate.value);
    } else {
      indices.push_back(coordinate.value);
      dims.push_back(builder.getDenseI64ArrayAttr({0}));
    }
  }
  SmallVector<AffineExpr> exprs;
  unsigned offset = 0, index = offsets.size();
  for (const TileValue &coordinate : coordinates)
    exprs.push_back(builder.getAffineSymbolExpr(
        coordinate.dims.empty() ? offset++ : index++));
  SmallVector<unsigned> tileDims;
  if (!indices.empty())
    tileDims.push_back(0);
  SmallVector<int64_t> tileShape;
  if (!indices.empty())
    tileShape = shape;
  auto map = AffineMap::get(tileDims.size(), coordinates.size(), exprs,
                            builder.getContext());
  Value tile = LoadOp::create(
      builder, op.getLoc(), RankedTensorType::get(tileShape, element),
      arguments.lookup(memref), offsets, /*bounds=*/ValueRange(), indices,
      indices.empty() ? ArrayAttr() : builder.getArrayAttr(dims),
      AffineMapAttr::get(map), /*pad=*/TypedAttr(), /*via=*/Attribute(),
      /*cache=*/CacheAttr(), /*layout=*/Attribute());
  return {tile, tileDims};
}

TileValue IndexTiler::operandTile(OpOperand &operand) {
  auto type = cast<RankedTensorType>(operand.get().getType());
  SmallVector<TileValue> coordinates;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
    coordinates.push_back(coordinate(expr));
  return load(argumentOf(operand.get()), type.getElementType(), coordinates);
}

unsigned IndexTiler::depthOf(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (unsigned depth = reduced.size(); depth > 0; --depth)
    if (map.isFunctionOfDim(reduced[depth - 1]))
      return depth;
  return 0;
}

FailureOr<SmallVector<Value>> IndexTiler::emitInits() {
  SmallVector<Value> inits;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Type element = getElementTypeOrSelf(init.get().getType());
    auto type = RankedTensorType::get(shape, element);
    Value tensor = init.get();
    TypedAttr constant;
    DenseElementsAttr dense;
    if (auto fill = tensor.getDefiningOp<linalg::FillOp>()) {
      Value scalar = fill.getInputs()[0];
      if (matchPattern(scalar, m_Constant(&constant))) {
        inits.push_back(arith::ConstantOp::create(
            builder, op.getLoc(), DenseElementsAttr::get(type, constant)));
        continue;
      }
      if (isa<BlockArgument>(scalar)) {
        inits.push_back(tensor::SplatOp::create(builder, op.getLoc(), type,
                                                arguments.lookup(scalar)));
        continue;
      }
    } else if (matchPattern(tensor, m_Constant(&dense)) && dense.isSplat()) {
      inits.push_back(arith::ConstantOp::create(builder, op.getLoc(),
                                                dense.resizeSplat(type)));
      continue;
    } else if (argumentOf(tensor)) {
      TileBody broadcaster(builder, op.getLoc(), shape);
      inits.push_back(broadcaster.broadcast(operandTile(init), {0}));
      continue;
    } else if (tensor.getDefiningOp<tensor::EmptyOp>() &&
               op.getMatchingBlockArgument(&init).use_empty() &&
               reduced.empty()) {
      inits.push_back(Value());
      continue;
    }
    return no("result " + Twine(inits.size()) +
              " starts from what is neither an argument nor a constant");
  }
  return inits;
}

TileValue IndexTiler::extract(tensor::ExtractOp extract, TileBody &body) {
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  SmallVector<TileValue> coordinates;
  for (Value index : extract.getIndices()) {
    TileValue coordinate = body.lookup(index);
    // A coordinate that was loaded is a tile, of rank 0 where all threads share
    // it.
    if (coordinate.dims.empty() &&
        isa<RankedTensorType>(coordinate.value.getType()))
      coordinate = {body.broadcast(coordinate, {0}), {0}};
    coordinates.push_back(coordinate);
  }
  return load(argumentOf(extract.getTensor()), type.getElementType(),
              coordinates);
}

SmallVector<Value> IndexTiler::emitBody(ArrayRef<Value> carried) {
  Location loc = op.getLoc();
  TileBody body(builder, loc, shape);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument scalar = op.getMatchingBlockArgument(operand);
    auto tile = loaded.find(operand);
    if (tile != loaded.end())
      body.map(scalar, tile->second);
  }
  for (auto [scalar, tile] : llvm::zip(op.getRegionOutputArgs(), carried))
    if (tile)
      body.map(scalar, {tile, {0}});
  // Scalars that the body takes from outside.
  op.getRegion().walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (arguments.contains(operand))
        body.map(operand, {arguments.lookup(operand), {}});
  });
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      TileValue coordinate = at.lookup(index.getDim());
      if (!coordinate.dims.empty())
        coordinate.value = arith::IndexCastOp::create(
            builder, loc, body.type({0}, builder.getIndexType()),
            coordinate.value);
      body.map(index.getResult(), coordinate);
    } else if (auto read = dyn_cast<tensor::ExtractOp>(inner)) {
      DenseElementsAttr dense;
      if (matchPattern(read.getTensor(), m_Constant(&dense)))
        body.map(read.getResult(),
                 {arith::ConstantOp::create(
                      builder, loc,
                      cast<TypedAttr>(dense.getSplatValue<Attribute>())),
                  {}});
      else
        body.map(read.getResult(), extract(read, body));
    } else {
      body.emit(inner);
    }
  }
  SmallVector<Value> results;
  for (Value yielded : op.getBody()->getTerminator()->getOperands())
    results.push_back(body.broadcast(body.lookup(yielded), {0}));
  return results;
}

SmallVector<Value> IndexTiler::emitLoops(unsigned depth,
                                         SmallVector<Value> carried) {
  Location loc = op.getLoc();
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (op.getMatchingBlockArgument(operand).use_empty() ||
        depthOf(*operand) != depth)
      continue;
    DenseElementsAttr dense;
    if (!isa<RankedTensorType>(operand->get().getType()))
      loaded[operand] = {arguments.lookupOrDefault(operand->get()), {}};
    else if (matchPattern(operand->get(), m_Constant(&dense)))
      loaded[operand] = {
          arith::ConstantOp::create(
              builder, loc, cast<TypedAttr>(dense.getSplatValue<Attribute>())),
          {}};
    else
      loaded[operand] = operandTile(*operand);
  }
  if (depth == reduced.size())
    return emitBody(carried);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, zero, extentOf(reduced[depth]),
                                 one, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  at[reduced[depth]] = {loop.getInductionVar(), {}};
  SmallVector<Value> inner =
      emitLoops(depth + 1, llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
  scf::YieldOp::create(builder, loc, inner);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void IndexTiler::emitStores(ArrayRef<Value> results) {
  MLIRContext *context = builder.getContext();
  for (auto [i, result] : llvm::enumerate(results)) {
    SmallVector<Value> indices;
    SmallVector<Attribute> dims;
    SmallVector<AffineExpr> exprs;
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(i));
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      exprs.push_back(dim ? getAffineSymbolExpr(indices.size(), context)
                          : expr);
      if (dim) {
        indices.push_back(at.lookup(dim.getPosition()).value);
        dims.push_back(builder.getDenseI64ArrayAttr({0}));
      }
    }
    auto at = AffineMap::get(1, indices.size(), exprs, context);
    StoreOp::create(builder, stores[i].getLoc(), result,
                    arguments.lookup(stores[i].getDest()),
                    /*offsets=*/ValueRange(), /*bounds=*/ValueRange(), indices,
                    indices.empty() ? ArrayAttr() : builder.getArrayAttr(dims),
                    AffineMapAttr::get(at), Attribute(), CacheAttr(),
                    Attribute());
  }
}

LogicalResult IndexTiler::run(int64_t elements) {
  if (failed(plan(elements)))
    return failure();
  auto isReadable = [&](Value tensor) {
    DenseElementsAttr dense;
    return argumentOf(tensor) ||
           (matchPattern(tensor, m_Constant(&dense)) && dense.isSplat());
  };
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isa<RankedTensorType>(operand->get().getType()) &&
        !isReadable(operand->get()))
      return no("an input is neither an argument nor a constant of one value");
  for (Operation &inner : op.getBody()->without_terminator()) {
    auto read = dyn_cast<tensor::ExtractOp>(inner);
    if (read && !isReadable(read.getTensor()))
      return no("a tensor that is read by index is neither an argument nor a "
                "constant of one value");
    if (!read && !isa<linalg::IndexOp, arith::ConstantOp>(inner) &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return no("'" + inner.getName().getStringRef() +
                "' in the body is not elementwise");
  }
  startKernel();
  emitCoordinates();
  FailureOr<SmallVector<Value>> inits = emitInits();
  if (failed(inits))
    return failure();
  emitStores(emitLoops(0, *inits));
  ReturnOp::create(builder, source.getLoc());
  return success();
}

LogicalResult kopt::skill::tileByIndex(RewriterBase &rewriter,
                                       Operation *anchor, DictionaryAttr params,
                                       std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  if (!kernel)
    return failure();
  int64_t elements = parameterOf(params, "elements", 128);
  if (elements < 1 || elements > 4096) {
    reason =
        ("expected 1 to 4096 elements a program, but got " + Twine(elements))
            .str();
    return failure();
  }
  if (failed(IndexTiler(kernel, reason).run(elements)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
