//===- TileEmit.cpp - The tiles of a grid's program -----------------------===//

#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/Tiler.h"

using namespace mlir;
using namespace kopt;

Operation *kopt::combinerOf(linalg::GenericOp op) {
  BlockArgument acc = op.getRegionOutputArgs()[0];
  if (!acc.hasOneUse())
    return nullptr;
  Operation *combiner = *acc.getUsers().begin();
  if (combiner->getNumOperands() != 2 ||
      op.getBody()->getTerminator()->getOperand(0) != combiner->getResult(0) ||
      !arith::getNeutralElement(combiner))
    return nullptr;
  return combiner;
}

Value Tiler::extentOf(unsigned cls) {
  Location loc = source.getLoc();
  int64_t extent = tilings[cls].extent;
  if (!ShapedType::isDynamic(extent))
    return arith::ConstantIndexOp::create(builder, loc, extent);
  auto [argument, dim] = classes.argument(cls, [](Value) { return true; });
  return memref::DimOp::create(builder, loc, arguments.lookup(argument), dim);
}

SmallVector<int64_t> Tiler::tileShape(ArrayRef<unsigned> cls) {
  SmallVector<int64_t> shape;
  for (unsigned c : cls)
    shape.push_back(tilings[c].tile);
  return shape;
}

bool Tiler::reducesLoop(linalg::GenericOp op) {
  for (unsigned d = 0; d < op.getNumLoops(); ++d)
    if (op.getIteratorTypesArray()[d] == utils::IteratorType::reduction &&
        loopClass && classes.ofLoop(op, d) == *loopClass)
      return true;
  return false;
}

LogicalResult Tiler::iterationOrder(linalg::GenericOp op,
                                    SmallVectorImpl<unsigned> &order) {
  auto take = [&](AffineMap map) {
    order.clear();
    for (AffineExpr expr : map.getResults())
      order.push_back(cast<AffineDimExpr>(expr).getPosition());
  };
  unsigned loops = op.getNumLoops();
  if (op.getNumReductionLoops() == 0) {
    take(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  } else {
    // Follow the operand that spans all dimensions, so that the tile's
    // innermost dimension is the memory's.
    take(AffineMap::getMultiDimIdentityMap(loops, op.getContext()));
    for (OpOperand *input : op.getDpsInputOperands())
      if (op.getMatchingIndexingMap(input).getNumResults() == loops) {
        take(op.getMatchingIndexingMap(input));
        break;
      }
  }
  if (order.size() != loops)
    return no("a result that does not span the parallel dimensions");
  for (OpOperand &init : op.getDpsInitsMutable()) {
    int64_t last = -1;
    for (AffineExpr expr : op.getMatchingIndexingMap(&init).getResults()) {
      int64_t position =
          llvm::find(order, cast<AffineDimExpr>(expr).getPosition()) -
          order.begin();
      if (position <= last)
        return no("results that are stored in different dimension orders");
      last = position;
    }
  }
  return success();
}

Value Tiler::emitLoad(LoadOp load, ArrayRef<unsigned> order) {
  // `order` lists the tile's dimensions as dimensions of the memref.
  auto memref = load.getMemRefType();
  SmallVector<Value> offsets;
  SmallVector<unsigned> cls = classes.all(load.getResult());
  SmallVector<int64_t> shape;
  for (unsigned c : cls)
    offsets.push_back(tilings[c].offset);
  SmallVector<AffineExpr> exprs(memref.getRank());
  bool identity = true;
  for (auto [position, d] : llvm::enumerate(order)) {
    shape.push_back(tilings[cls[d]].tile);
    exprs[d] =
        builder.getAffineDimExpr(position) + builder.getAffineSymbolExpr(d);
    identity &= position == d;
  }
  AffineMapAttr map;
  if (!identity)
    map = AffineMapAttr::get(AffineMap::get(order.size(), memref.getRank(),
                                            exprs, builder.getContext()));
  return LoadOp::create(builder, load.getLoc(),
                        RankedTensorType::get(shape, memref.getElementType()),
                        arguments.lookup(load.getSource()), offsets,
                        ValueRange{}, map, load.getPadAttr(), load.getViaAttr(),
                        load.getCacheAttr(), load.getLayoutAttr());
}

LogicalResult Tiler::emitBody(linalg::GenericOp op, TileBody &body,
                              ArrayRef<unsigned> order, Operation *skip,
                              TileCache &cache) {
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument scalar = op.getMatchingBlockArgument(&operand);
    bool isInit = op.isDpsInit(&operand);
    if (scalar.use_empty() || (isInit && skip))
      continue;
    if (!isa<RankedTensorType>(operand.get().getType())) {
      Value value = operand.get();
      body.map(
          scalar,
          {isa<BlockArgument>(value) ? arguments.lookup(value) : value, {}});
      continue;
    }
    // Positions of the operand's dimensions in the iteration tile.
    SmallVector<unsigned> positions;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
      positions.push_back(
          llvm::find(order, cast<AffineDimExpr>(expr).getPosition()) -
          order.begin());
    if (llvm::is_sorted(positions)) {
      FailureOr<Value> tile = emit(operand.get(), cache);
      if (failed(tile))
        return failure();
      body.map(scalar, {*tile, positions});
      continue;
    }
    auto load = operand.get().getDefiningOp<LoadOp>();
    if (!load)
      return no("a transposed use of an intermediate");
    SmallVector<unsigned> memoryOrder(positions.size());
    for (unsigned i = 0; i < memoryOrder.size(); ++i)
      memoryOrder[i] = i;
    llvm::sort(memoryOrder, [&](unsigned a, unsigned b) {
      return positions[a] < positions[b];
    });
    Value tile = emitLoad(load, memoryOrder);
    llvm::sort(positions);
    body.map(scalar, {tile, positions});
  }
  // Scalars that the body takes from the kernel around it.
  for (Operation &inner : *op.getBody())
    for (Value value : inner.getOperands()) {
      Operation *def = value.getDefiningOp();
      if (op.getRegion().isAncestor(value.getParentRegion()) ||
          (def && def->hasTrait<OpTrait::ConstantLike>()))
        continue;
      if (def)
        return no("a body that uses a value computed beside it");
      body.map(value, {arguments.lookup(value), {}});
    }
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (&inner == skip || inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      unsigned position = llvm::find(order, index.getDim()) - order.begin();
      unsigned cls = classes.ofLoop(op, index.getDim());
      RankedTensorType type = body.type({position}, builder.getIndexType());
      Value iota = IotaOp::create(builder, inner.getLoc(), type, 0);
      Value offset = tensor::SplatOp::create(builder, inner.getLoc(), type,
                                             tilings[cls].offset);
      Value sum = arith::AddIOp::create(builder, inner.getLoc(), iota, offset);
      body.map(index.getResult(), {sum, {position}});
      continue;
    }
    body.emit(inner);
  }
  return success();
}

FailureOr<Value> Tiler::emitPartial(linalg::GenericOp op, Operation *combiner,
                                    TileCache &cache) {
  SmallVector<unsigned> order;
  if (failed(iterationOrder(op, order)))
    return failure();
  SmallVector<unsigned> cls;
  for (unsigned d : order)
    cls.push_back(classes.ofLoop(op, d));
  Location loc = op.getLoc();
  TileBody body(builder, loc, tileShape(cls));
  if (failed(emitBody(op, body, order, combiner, cache)))
    return failure();
  bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[0];
  TileValue contribution = body.lookup(combiner->getOperand(left ? 1 : 0));
  auto allDims = llvm::to_vector(llvm::seq<unsigned>(0, order.size()));
  Value tile = body.broadcast(contribution, allDims);
  TypedAttr identity = *arith::getNeutralElement(combiner);
  // Innermost first, so that the numbers of the others stay.
  for (unsigned position = order.size(); position-- > 0;) {
    if (op.getIteratorTypesArray()[order[position]] !=
        utils::IteratorType::reduction)
      continue;
    Tiling &t = tilings[cls[position]];
    auto type = cast<RankedTensorType>(tile.getType());
    Value limit = t.padded() ? extentOf(cls[position]) : Value();
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + position);
    auto reduce = ReduceOp::create(
        builder, loc,
        TypeRange{RankedTensorType::get(shape, type.getElementType())},
        ValueRange{tile}, position, builder.getArrayAttr({identity}),
        /*across=*/AcrossAttr());
    OpBuilder::InsertionGuard guard(builder);
    Type element = type.getElementType();
    Block *block = builder.createBlock(&reduce.getCombiner(), {},
                                       {element, element}, {loc, loc});
    Operation *combine = builder.create(
        loc, combiner->getName().getIdentifier(), block->getArguments(),
        TypeRange{element}, combiner->getAttrs());
    YieldOp::create(builder, loc, combine->getResults());
    if (limit)
      maskReduction(reduce, t.offset, limit);
    tile = reduce.getResult(0);
  }
  return tile;
}

/// The tile a reduction starts from.
Value Tiler::initTile(linalg::GenericOp op, TileCache &cache) {
  Value init = op.getDpsInits()[0];
  auto type = cast<RankedTensorType>(init.getType());
  auto tile = RankedTensorType::get(tileShape(classes.all(op->getResult(0))),
                                    type.getElementType());
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    if (auto constant = fill.getInputs()[0].getDefiningOp<arith::ConstantOp>())
      return arith::ConstantOp::create(
          builder, op.getLoc(),
          DenseElementsAttr::get(tile, Attribute(constant.getValue())));
  FailureOr<Value> value = emit(init, cache);
  return succeeded(value) ? *value : Value();
}

template <typename Fn>
FailureOr<scf::ForOp> Tiler::overLoop(ValueRange init, Fn fn) {
  Location loc = source.getLoc();
  Tiling &t = tilings[*loopClass];
  Value low = arith::ConstantIndexOp::create(builder, loc, 0);
  Value step = arith::ConstantIndexOp::create(builder, loc, t.tile);
  Value high = extentOf(*loopClass);
  auto loop = scf::ForOp::create(builder, loc, low, high, step, init);
  OpBuilder::InsertionGuard guard(builder);
  Value outer = t.offset;
  t.offset = loop.getInductionVar();
  if (init.empty())
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  else
    builder.setInsertionPointToStart(loop.getBody());
  TileCache cache;
  if (failed(fn(loop, cache)))
    return failure();
  t.offset = outer;
  return loop;
}

FailureOr<Value> Tiler::emitLoopReduction(linalg::GenericOp op) {
  Operation *combiner = combinerOf(op);
  Value init = initTile(op, top);
  if (!init)
    return failure();
  DenseSet<Value> seen;
  for (Value input : op.getInputs())
    if (isa<RankedTensorType>(input.getType()))
      if (failed(prepare(input, seen)))
        return failure();
  FailureOr<scf::ForOp> loop =
      overLoop(init, [&](scf::ForOp loop, TileCache &cache) -> LogicalResult {
        FailureOr<Value> partial = emitPartial(op, combiner, cache);
        if (failed(partial))
          return failure();
        Value acc = loop.getRegionIterArgs()[0];
        bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[0];
        Value sides[2] = {left ? acc : *partial, left ? *partial : acc};
        Operation *combined = builder.create(
            op.getLoc(), combiner->getName().getIdentifier(), sides,
            TypeRange{acc.getType()}, combiner->getAttrs());
        scf::YieldOp::create(builder, op.getLoc(), combined->getResults());
        return success();
      });
  if (failed(loop))
    return failure();
  return Value(loop->getResult(0));
}

LogicalResult Tiler::prepare(Value value, DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return success();
  if (!isWide(value))
    return LogicalResult(narrow(value));
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op)
    return success();
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()) &&
        !operand.getDefiningOp<tensor::EmptyOp>())
      if (failed(prepare(operand, seen)))
        return failure();
  return success();
}

FailureOr<Value> Tiler::narrow(Value value) { return emit(value, top); }

FailureOr<Value> Tiler::emit(Value value, TileCache &cache) {
  TileCache &mine = isWide(value) ? cache : top;
  if (Value known = mine.lookup(value))
    return known;
  FailureOr<Value> result = failure();
  SmallVector<unsigned> cls = classes.all(value);
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  if (auto load = value.getDefiningOp<LoadOp>()) {
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, cls.size()));
    result = emitLoad(load, order);
  } else if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    TileBody body(builder, value.getLoc(), tileShape(cls));
    auto dims = llvm::to_vector(llvm::seq<unsigned>(0, cls.size()));
    Value scalar = fill.getInputs()[0];
    if (isa<BlockArgument>(scalar))
      scalar = arguments.lookup(scalar);
    TileValue filled = body.lookup(scalar);
    result = dims.empty() ? body.tile(filled) : body.broadcast(filled, dims);
  } else if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || !dense.isSplat())
      return fail("a constant tensor that is not a splat");
    result = Value(arith::ConstantOp::create(
        builder, value.getLoc(),
        DenseElementsAttr::get(RankedTensorType::get(tileShape(cls), element),
                               dense.getSplatValue<Attribute>())));
  } else if (auto generic = value.getDefiningOp<linalg::GenericOp>()) {
    result = reducesLoop(generic)
                 ? emitLoopReduction(generic)
                 : emitGeneric(generic, cast<OpResult>(value).getResultNumber(),
                               cache);
  } else {
    return fail("a value that no load or structured operation makes");
  }
  if (succeeded(result))
    mine[value] = *result;
  return result;
}

FailureOr<Value> Tiler::emitGeneric(linalg::GenericOp op, unsigned result,
                                    TileCache &cache) {
  SmallVector<unsigned> order;
  if (failed(iterationOrder(op, order)))
    return failure();
  SmallVector<unsigned> cls;
  for (unsigned d : order)
    cls.push_back(classes.ofLoop(op, d));
  if (op.getNumReductionLoops() > 0) {
    Operation *combiner = combinerOf(op);
    FailureOr<Value> partial = emitPartial(op, combiner, cache);
    Value init = initTile(op, cache);
    if (failed(partial) || !init)
      return failure();
    Operation *combined =
        builder.create(op.getLoc(), combiner->getName().getIdentifier(),
                       ValueRange{init, *partial}, TypeRange{init.getType()},
                       combiner->getAttrs());
    return combined->getResult(0);
  }
  TileBody body(builder, op.getLoc(), tileShape(cls));
  if (failed(emitBody(op, body, order, nullptr, cache)))
    return failure();
  Value yielded = op.getBody()->getTerminator()->getOperand(result);
  SmallVector<unsigned> dims;
  for (AffineExpr expr :
       op.getMatchingIndexingMap(op.getDpsInitOperand(result)).getResults())
    dims.push_back(llvm::find(order, cast<AffineDimExpr>(expr).getPosition()) -
                   order.begin());
  TileValue tile = body.lookup(yielded);
  return dims.empty() ? body.tile(tile) : body.broadcast(tile, dims);
}

LogicalResult Tiler::emitStores() {
  SmallVector<StoreOp> wide;
  auto emitStore = [&](StoreOp store, Value tile) {
    SmallVector<Value> offsets;
    for (unsigned c : classes.all(store.getValue()))
      offsets.push_back(tilings[c].offset);
    StoreOp::create(builder, store.getLoc(), tile,
                    arguments.lookup(store.getDest()), offsets, ValueRange{},
                    AffineMapAttr(), store.getViaAttr(), store.getCacheAttr(),
                    store.getLayoutAttr());
  };
  for (auto store : source.getBody().front().getOps<StoreOp>()) {
    if (isWide(store.getValue())) {
      wide.push_back(store);
      continue;
    }
    FailureOr<Value> tile = narrow(store.getValue());
    if (failed(tile))
      return failure();
    emitStore(store, *tile);
  }
  if (wide.empty())
    return success();
  DenseSet<Value> seen;
  for (StoreOp store : wide)
    if (failed(prepare(store.getValue(), seen)))
      return failure();
  return LogicalResult(
      overLoop({}, [&](scf::ForOp, TileCache &cache) -> LogicalResult {
        for (StoreOp store : wide) {
          FailureOr<Value> tile = emit(store.getValue(), cache);
          if (failed(tile))
            return failure();
          emitStore(store, *tile);
        }
        return success();
      }));
}
