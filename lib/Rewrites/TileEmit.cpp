//===- TileEmit.cpp - The tiles of a grid's program -----------------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/Tiler.h"

using namespace mlir;
using namespace kopt;

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

SmallVector<unsigned> Tiler::loopsAmong(ArrayRef<unsigned> cls) {
  SmallVector<unsigned> loops;
  llvm::copy_if(loopClasses, std::back_inserter(loops),
                [&](unsigned loop) { return llvm::is_contained(cls, loop); });
  return loops;
}

SmallVector<unsigned> Tiler::loopsReducedBy(linalg::GenericOp op) {
  SmallVector<unsigned> dims, reduced;
  op.getReductionDims(dims);
  for (unsigned d : dims)
    reduced.push_back(classes.ofLoop(op, d));
  return loopsAmong(reduced);
}

Value Tiler::offsetOf(unsigned cls) {
  for (Scope *scope : llvm::reverse(scopes))
    if (scope->loop && scope->cls == cls)
      return scope->loop.getInductionVar();
  return tilings[cls].offset;
}

LogicalResult Tiler::iterationOrder(linalg::GenericOp op,
                                    SmallVectorImpl<unsigned> &order,
                                    SmallVectorImpl<unsigned> &cls) {
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
  for (unsigned d : order)
    cls.push_back(classes.ofLoop(op, d));
  return success();
}

Value Tiler::emitLoad(LoadOp load, ArrayRef<unsigned> order) {
  // `order` lists the tile's dimensions as dimensions of the memref.
  auto memref = load.getMemRefType();
  SmallVector<Value> offsets;
  SmallVector<unsigned> cls = classes.all(load.getResult());
  SmallVector<int64_t> shape;
  for (unsigned c : cls)
    offsets.push_back(offsetOf(c));
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
                        ValueRange{}, ValueRange{}, ArrayAttr(), map,
                        load.getPadAttr(), load.getViaAttr(),
                        load.getCacheAttr(), load.getLayoutAttr());
}

LogicalResult Tiler::emitBody(linalg::GenericOp op, TileBody &body,
                              ArrayRef<unsigned> order, Operation *skip) {
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
      FailureOr<Value> tile = emit(operand.get());
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
      Value offset =
          tensor::SplatOp::create(builder, inner.getLoc(), type, offsetOf(cls));
      Value sum = arith::AddIOp::create(builder, inner.getLoc(), iota, offset);
      body.map(index.getResult(), {sum, {position}});
      continue;
    }
    body.emit(inner);
  }
  return success();
}

FailureOr<Value> Tiler::emitPartial(linalg::GenericOp op) {
  Operation *combiner = combinerOf(op);
  SmallVector<unsigned> order, cls;
  if (failed(iterationOrder(op, order, cls)))
    return failure();
  Location loc = op.getLoc();
  TileBody body(builder, loc, tileShape(cls));
  if (failed(emitBody(op, body, order, combiner)))
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
      maskReduction(reduce, offsetOf(cls[position]), limit);
    tile = reduce.getResult(0);
  }
  return tile;
}

/// The tile a reduction starts from.
FailureOr<Value> Tiler::initTile(linalg::GenericOp op) {
  Value init = op.getDpsInits()[0];
  auto type = cast<RankedTensorType>(init.getType());
  auto tile = RankedTensorType::get(tileShape(classes.all(op->getResult(0))),
                                    type.getElementType());
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    if (auto constant = fill.getInputs()[0].getDefiningOp<arith::ConstantOp>())
      return Value(arith::ConstantOp::create(
          builder, op.getLoc(),
          DenseElementsAttr::get(tile, Attribute(constant.getValue()))));
  return emit(init);
}

FailureOr<Value> Tiler::overLoop(unsigned cls, Value carried,
                                 function_ref<FailureOr<Value>(Value)> body) {
  Location loc = source.getLoc();
  Scope scope;
  scope.cls = cls;
  Value low = arith::ConstantIndexOp::create(builder, loc, 0);
  Value step = arith::ConstantIndexOp::create(builder, loc, tilings[cls].tile);
  Value high = extentOf(cls);
  scope.loop = scf::ForOp::create(builder, loc, low, high, step,
                                  carried ? ValueRange(carried) : ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  if (carried)
    builder.setInsertionPointToStart(scope.loop.getBody());
  else
    builder.setInsertionPoint(scope.loop.getBody()->getTerminator());
  scopes.push_back(&scope);
  FailureOr<Value> next =
      body(carried ? scope.loop.getRegionIterArgs()[0] : Value());
  scopes.pop_back();
  if (failed(next))
    return failure();
  if (!carried)
    return Value();
  scf::YieldOp::create(builder, loc, *next);
  return scope.loop.getResult(0);
}

FailureOr<Value> Tiler::reduceOver(ArrayRef<unsigned> loops,
                                   linalg::GenericOp op, Value before) {
  Operation *combiner = combinerOf(op);
  auto type = cast<RankedTensorType>(before.getType());
  auto combine = [&](Value acc, Value with) -> Value {
    bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[0];
    Value sides[2] = {left ? acc : with, left ? with : acc};
    return builder
        .create(op.getLoc(), combiner->getName().getIdentifier(), sides,
                TypeRange{type}, combiner->getAttrs())
        ->getResult(0);
  };
  auto step = [&](Value acc) -> FailureOr<Value> {
    FailureOr<Value> with = failure();
    if (loops.size() <= 1) {
      with = emitPartial(op);
    } else {
      // An inner loop starts anew, so that roundings grow with the sum of the
      // loops' iterations, not with their product.
      with = reduceOver(
          loops.drop_front(), op,
          arith::ConstantOp::create(
              builder, op.getLoc(),
              DenseElementsAttr::get(
                  type, Attribute(*arith::getNeutralElement(combiner)))));
    }
    if (failed(with))
      return failure();
    return combine(acc, *with);
  };
  return loops.empty() ? step(before) : overLoop(loops.front(), before, step);
}

FailureOr<Value> Tiler::emit(Value value) {
  // The innermost scope over one of the value's dimensions; what is further in
  // uses the tile as it is.
  SmallVector<unsigned> loops = loopsOf(value);
  unsigned home = scopes.size() - 1;
  while (home > 0 && !llvm::is_contained(loops, scopes[home]->cls))
    --home;
  Scope *scope = scopes[home];
  if (Value known = scope->tiles.lookup(value))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Scope *> outer(scopes.begin(), scopes.begin() + home + 1);
  if (outer.size() < scopes.size())
    builder.setInsertionPoint(scopes[outer.size()]->loop);
  std::swap(scopes, outer);
  FailureOr<Value> tile = emitHere(value);
  std::swap(scopes, outer);
  if (succeeded(tile))
    scope->tiles[value] = *tile;
  return tile;
}

FailureOr<Value> Tiler::emitHere(Value value) {
  SmallVector<unsigned> cls = classes.all(value);
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  if (auto load = value.getDefiningOp<LoadOp>())
    return emitLoad(load, llvm::to_vector(llvm::seq<unsigned>(0, cls.size())));
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    TileBody body(builder, value.getLoc(), tileShape(cls));
    auto dims = llvm::to_vector(llvm::seq<unsigned>(0, cls.size()));
    Value scalar = fill.getInputs()[0];
    if (isa<BlockArgument>(scalar))
      scalar = arguments.lookup(scalar);
    TileValue filled = body.lookup(scalar);
    return dims.empty() ? body.tile(filled) : body.broadcast(filled, dims);
  }
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || !dense.isSplat())
      return no("a constant tensor that is not a splat");
    return Value(arith::ConstantOp::create(
        builder, value.getLoc(),
        DenseElementsAttr::get(RankedTensorType::get(tileShape(cls), element),
                               dense.getSplatValue<Attribute>())));
  }
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic)
    return no("a value that no load or structured operation makes");
  if (generic.getNumReductionLoops() > 0) {
    FailureOr<Value> init = initTile(generic);
    if (failed(init))
      return failure();
    return reduceOver(loopsReducedBy(generic), generic, *init);
  }
  return emitGeneric(generic, cast<OpResult>(value).getResultNumber());
}

FailureOr<Value> Tiler::emitGeneric(linalg::GenericOp op, unsigned result) {
  SmallVector<unsigned> order, cls;
  if (failed(iterationOrder(op, order, cls)))
    return failure();
  TileBody body(builder, op.getLoc(), tileShape(cls));
  if (failed(emitBody(op, body, order, nullptr)))
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

LogicalResult Tiler::emitStores(ArrayRef<unsigned> loops,
                                ArrayRef<StoreOp> stores) {
  if (!loops.empty())
    return LogicalResult(
        overLoop(loops.front(), Value(), [&](Value) -> FailureOr<Value> {
          if (failed(emitStores(loops.drop_front(), stores)))
            return failure();
          return Value();
        }));
  // All values before the first store: loads on both sides of one could not be
  // merged later.
  SmallVector<Value> values;
  for (StoreOp store : stores) {
    FailureOr<Value> tile = emit(store.getValue());
    if (failed(tile))
      return failure();
    values.push_back(*tile);
  }
  for (auto [i, tile] : llvm::enumerate(values)) {
    StoreOp store = stores[i];
    SmallVector<Value> offsets;
    for (unsigned c : classes.all(store.getValue()))
      offsets.push_back(offsetOf(c));
    StoreOp::create(
        builder, store.getLoc(), tile, arguments.lookup(store.getDest()),
        offsets, ValueRange{}, ValueRange{}, ArrayAttr(), AffineMapAttr(),
        store.getViaAttr(), store.getCacheAttr(), store.getLayoutAttr());
  }
  return success();
}
