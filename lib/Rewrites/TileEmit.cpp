//===- TileEmit.cpp - The tiles of a grid's program -----------------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/Parts.h"
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

LogicalResult Tiler::emitBody(linalg::GenericOp op, TileBody &body,
                              ArrayRef<unsigned> order) {
  bool reduces = op.getNumReductionLoops() > 0;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument scalar = op.getMatchingBlockArgument(&operand);
    if (scalar.use_empty() || (reduces && op.isDpsInit(&operand)))
      continue;
    if (!isa<RankedTensorType>(operand.get().getType())) {
      Value value = operand.get();
      if (isa<BlockArgument>(value))
        body.map(scalar, {arguments.lookup(value), {}});
      else if (value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>())
        body.map(scalar, body.lookup(value)); // made again in the new kernel
      else
        return no("a body that uses a value computed beside it");
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
    SmallVector<unsigned> memoryOrder(positions.size());
    for (unsigned i = 0; i < memoryOrder.size(); ++i)
      memoryOrder[i] = i;
    llvm::sort(memoryOrder, [&](unsigned a, unsigned b) {
      return positions[a] < positions[b];
    });
    Value tile;
    if (auto load = operand.get().getDefiningOp<LoadOp>()) {
      tile = emitLoad(load, memoryOrder);
    } else {
      FailureOr<Value> made = emit(operand.get());
      if (failed(made))
        return failure();
      auto type = cast<RankedTensorType>((*made).getType());
      SmallVector<int64_t> shape;
      for (unsigned d : memoryOrder)
        shape.push_back(type.getDimSize(d));
      tile = TransposeOp::create(
          builder, op.getLoc(), type.clone(shape), *made,
          SmallVector<int64_t>(memoryOrder.begin(), memoryOrder.end()));
    }
    llvm::sort(positions);
    body.map(scalar, {tile, positions});
  }
  // Scalars that the body takes from the kernel around it.
  for (Operation &inner : *op.getBody())
    for (Value value : inner.getOperands()) {
      Operation *def = value.getDefiningOp();
      if (op.getRegion().isAncestor(value.getParentRegion()) ||
          (def && def->hasTrait<OpTrait::ConstantLike>()) ||
          isa<RankedTensorType>(value.getType()))
        continue;
      if (def)
        return no("a body that uses a value computed beside it");
      body.map(value, {arguments.lookup(value), {}});
    }
  // What folds into an accumulator is left out.
  llvm::SmallPtrSet<Value, 4> folds;
  if (reduces)
    folds.insert_range(op.getRegionOutputArgs());
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (llvm::any_of(inner.getOperands(),
                     [&](Value value) { return folds.contains(value); })) {
      folds.insert_range(inner.getResults());
      continue;
    }
    if (auto read = dyn_cast<tensor::ExtractOp>(inner)) {
      body.map(read.getResult(), emitRead(op, read, body, order));
      continue;
    }
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      unsigned position = llvm::find(order, index.getDim()) - order.begin();
      unsigned cls = classes.ofLoop(op, index.getDim());
      Value at = countFrom(builder, inner.getLoc(), offsetOf(cls),
                           tilings[cls].tile, builder.getIndexType());
      body.map(index.getResult(), {at, {position}});
      continue;
    }
    body.emit(inner);
  }
  return success();
}

SmallVector<Value> Tiler::reduceTile(linalg::GenericOp op, unsigned position,
                                     ArrayRef<Value> tiles,
                                     ArrayRef<Attribute> identities,
                                     function_ref<void(Block *)> combiner) {
  Location loc = op.getLoc();
  SmallVector<Type> types, elements;
  for (Value tile : tiles) {
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + position);
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
    elements.push_back(type.getElementType());
  }
  auto reduce = ReduceOp::create(builder, loc, types, tiles, position,
                                 builder.getArrayAttr(identities),
                                 /*across=*/AcrossAttr());
  llvm::append_range(elements, SmallVector<Type>(elements));
  OpBuilder::InsertionGuard guard(builder);
  combiner(builder.createBlock(&reduce.getCombiner(), {}, elements,
                               SmallVector<Location>(elements.size(), loc)));
  return SmallVector<Value>(reduce.result_begin(), reduce.result_end());
}

FailureOr<Value> Tiler::emitPartial(linalg::GenericOp op, unsigned result) {
  SmallVector<unsigned> order, cls;
  if (failed(iterationOrder(op, order, cls)))
    return failure();
  Location loc = op.getLoc();
  TileBody body(builder, loc, tileShape(cls));
  if (failed(emitBody(op, body, order)))
    return failure();
  Operation *combiner = combinerOf(op, result);
  bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[result];
  TileValue contribution = body.lookup(combiner->getOperand(left ? 1 : 0));
  auto allDims = llvm::to_vector(llvm::seq<unsigned>(0, order.size()));
  Value tile = body.broadcast(contribution, allDims);
  // Innermost first, so that the numbers of the others stay.
  for (unsigned position = order.size(); position-- > 0;) {
    if (op.getIteratorTypesArray()[order[position]] !=
        utils::IteratorType::reduction)
      continue;
    Tiling &t = tilings[cls[position]];
    Value limit = t.padded() ? extentOf(cls[position]) : Value();
    tile = reduceTile(
        op, position, {tile}, {*neutralElementOf(combiner)}, [&](Block *block) {
          Operation *combine = builder.create(
              loc, combiner->getName().getIdentifier(), block->getArguments(),
              TypeRange{block->getArgument(0).getType()}, combiner->getAttrs());
          YieldOp::create(builder, loc, combine->getResults());
        })[0];
    if (limit)
      maskReduction(tile.getDefiningOp<ReduceOp>(), offsetOf(cls[position]),
                    limit);
  }
  return tile;
}

/// The tile that result `result` of a reduction starts from.
FailureOr<Value> Tiler::initTile(linalg::GenericOp op, unsigned result) {
  Value init = op.getDpsInits()[result];
  auto type = cast<RankedTensorType>(init.getType());
  auto tile = RankedTensorType::get(
      tileShape(classes.all(op->getResult(result))), type.getElementType());
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    if (auto constant = fill.getInputs()[0].getDefiningOp<arith::ConstantOp>())
      return Value(arith::ConstantOp::create(
          builder, op.getLoc(),
          DenseElementsAttr::get(tile, Attribute(constant.getValue()))));
  return emit(init);
}

FailureOr<SmallVector<Value>>
Tiler::overLoop(unsigned cls, ArrayRef<Value> carried,
                function_ref<FailureOr<Values>(ArrayRef<Value>)> body) {
  Location loc = source.getLoc();
  Scope scope;
  scope.cls = cls;
  Value low = arith::ConstantIndexOp::create(builder, loc, 0);
  Value step = arith::ConstantIndexOp::create(builder, loc, tilings[cls].tile);
  Value high = extentOf(cls);
  scope.loop = scf::ForOp::create(builder, loc, low, high, step, carried);
  OpBuilder::InsertionGuard guard(builder);
  // Without carried values the loop has its terminator already.
  if (carried.empty())
    builder.setInsertionPoint(scope.loop.getBody()->getTerminator());
  else
    builder.setInsertionPointToStart(scope.loop.getBody());
  scopes.push_back(&scope);
  FailureOr<Values> next = body(Values(scope.loop.getRegionIterArgs().begin(),
                                       scope.loop.getRegionIterArgs().end()));
  scopes.pop_back();
  if (failed(next))
    return failure();
  if (!carried.empty())
    scf::YieldOp::create(builder, loc, *next);
  return Values(scope.loop.result_begin(), scope.loop.result_end());
}

FailureOr<Value> Tiler::reduceOver(ArrayRef<unsigned> loops,
                                   linalg::GenericOp op, unsigned result,
                                   Value before) {
  Operation *combiner = combinerOf(op, result);
  auto type = cast<RankedTensorType>(before.getType());
  auto combine = [&](Value acc, Value with) -> Value {
    bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[result];
    Value sides[2] = {left ? acc : with, left ? with : acc};
    return builder
        .create(op.getLoc(), combiner->getName().getIdentifier(), sides,
                TypeRange{type}, combiner->getAttrs())
        ->getResult(0);
  };
  auto step = [&](Value acc) -> FailureOr<Value> {
    FailureOr<Value> with = failure();
    if (loops.size() <= 1) {
      with = emitPartial(op, result);
    } else {
      // An inner loop starts anew, so that roundings grow with the sum of the
      // loops' iterations, not with their product.
      with = reduceOver(loops.drop_front(), op, result,
                        arith::ConstantOp::create(
                            builder, op.getLoc(),
                            DenseElementsAttr::get(
                                type, Attribute(*neutralElementOf(combiner)))));
    }
    if (failed(with))
      return failure();
    return combine(acc, *with);
  };
  if (loops.empty())
    return step(before);
  FailureOr<Values> total = overLoop(
      loops.front(), before, [&](ArrayRef<Value> acc) -> FailureOr<Values> {
        FailureOr<Value> next = step(acc[0]);
        if (failed(next))
          return failure();
        return Values{*next};
      });
  if (failed(total))
    return failure();
  return (*total)[0];
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
  if (generic.getNumReductionLoops() > 0)
    return emitReduction(generic, cast<OpResult>(value).getResultNumber());
  return emitGeneric(generic, cast<OpResult>(value).getResultNumber());
}

FailureOr<Value> Tiler::emitReduction(linalg::GenericOp op, unsigned result) {
  if (std::optional<Selection> selection = selectionOf(op)) {
    if (failed(emitSelection(op, *selection)))
      return failure();
    return scopes.back()->tiles[op->getResult(result)];
  }
  FailureOr<Value> init = initTile(op, result);
  if (failed(init))
    return failure();
  return reduceOver(loopsReducedBy(op), op, result, *init);
}

FailureOr<Value> Tiler::emitGeneric(linalg::GenericOp op, unsigned result) {
  SmallVector<unsigned> order, cls;
  if (failed(iterationOrder(op, order, cls)))
    return failure();
  TileBody body(builder, op.getLoc(), tileShape(cls));
  if (failed(emitBody(op, body, order)))
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

/// The end of the part that `store` writes, by dimension of the memory, where a
/// tile may reach past it.
SmallVector<Value> Tiler::boundsOf(StoreOp store) {
  SmallVector<Value> bounds;
  auto dims = *partDims(store.getAccessMap());
  SmallVector<unsigned> cls = classes.all(store.getValue());
  auto memref = store.getMemRefType();
  Part part = Part::of(store);
  bool isNeeded = false;
  SmallVector<bool> isPart;
  for (auto [d, dim] : llvm::enumerate(dims)) {
    bool isWhole = isWholeDim(dim, memref.getDimSize(d), part);
    isPart.push_back(dim.dim && !isWhole);
    if (isPart.back()) {
      Tiling &t = tilings[cls[*dim.dim]];
      isNeeded |= t.padded() || t.isShort;
    }
  }
  if (!isNeeded)
    return bounds;
  Location loc = store.getLoc();
  for (auto [d, dim] : llvm::enumerate(dims)) {
    if (!isPart[d]) {
      bounds.push_back(builder.createOrFold<memref::DimOp>(
          loc, arguments.lookup(store.getDest()), d));
      continue;
    }
    // Parts that are stored have static places.
    int64_t last = cast<AffineConstantExpr>(dim.offset).getValue() +
                   (part.shape[*dim.dim] - 1) * dim.stride;
    bounds.push_back(arith::ConstantIndexOp::create(builder, loc, last + 1));
  }
  return bounds;
}

LogicalResult Tiler::emitStores(ArrayRef<unsigned> loops,
                                ArrayRef<StoreOp> stores) {
  if (!loops.empty())
    return LogicalResult(
        overLoop(loops.front(), {}, [&](ArrayRef<Value>) -> FailureOr<Values> {
          if (failed(emitStores(loops.drop_front(), stores)))
            return failure();
          return Values();
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
    SmallVector<AffineExpr> exprs;
    for (auto [d, c] : llvm::enumerate(classes.all(store.getValue()))) {
      offsets.push_back(offsetOf(c));
      exprs.push_back(builder.getAffineDimExpr(d) +
                      builder.getAffineSymbolExpr(d));
    }
    AffineMapAttr map;
    if (store.getMap())
      map = partOfMap(store.getAccessMap(), exprs, store.getOffsets(), offsets);
    StoreOp::create(builder, store.getLoc(), tile,
                    arguments.lookup(store.getDest()), offsets, boundsOf(store),
                    ValueRange{}, ArrayAttr(), map, store.getViaAttr(),
                    store.getCacheAttr(), store.getLayoutAttr());
  }
  return success();
}
