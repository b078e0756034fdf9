//===- TileToGrid.cpp - From whole tensors to tiles of a grid -------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/DimClasses.h"
#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/TileBody.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

/// How one class of dimensions is tiled.
struct Tiling {
  enum Kind { Grid, Loop, Whole } kind = Grid;
  int64_t tile = 1;
  Value offset; ///< first coordinate of the tile; set when emission starts
  int64_t extent = ShapedType::kDynamic;
  /// Whether a tile may reach past the extent.
  bool padded() const {
    return ShapedType::isDynamic(extent) || extent % tile != 0;
  }
};

using Cache = DenseMap<Value, Value>;

/// Builds the form-2 kernel. Values that have the looped class as a dimension
/// are *wide* and live inside a loop over it; all others are narrow and live at
/// the top of the kernel.
class Tiler {
public:
  Tiler(KernelOp kernel, std::string &reason)
      : source(kernel), classes(kernel), builder(kernel), reason(reason) {}

  LogicalResult run(int64_t rows, int64_t cols, int64_t depth);

private:
  LogicalResult plan(int64_t rows, int64_t cols, int64_t depth);
  IntegerSetAttr assumption();
  void startKernel();
  LogicalResult emitStores();

  bool isWide(Value value) {
    return loopClass && llvm::is_contained(classes.all(value), *loopClass);
  }
  bool reducesLoop(linalg::GenericOp op);
  /// Emits every narrow value that the wide `value` needs.
  LogicalResult prepare(Value value, DenseSet<Value> &seen);
  FailureOr<Value> narrow(Value value);
  FailureOr<Value> emit(Value value, Cache &cache);
  FailureOr<Value> emitGeneric(linalg::GenericOp op, unsigned result,
                               Cache &cache);
  FailureOr<Value> emitLoopReduction(linalg::GenericOp op);
  Value emitLoad(LoadOp load, ArrayRef<unsigned> order);
  /// The iteration dimensions of `op` in the order of its tile.
  LogicalResult iterationOrder(linalg::GenericOp op,
                               SmallVectorImpl<unsigned> &order);
  /// Sets `body` up: operands as tiles, all operations but `skip` emitted.
  LogicalResult emitBody(linalg::GenericOp op, TileBody &body,
                         ArrayRef<unsigned> order, Operation *skip,
                         Cache &cache);
  /// What the tile contributes to a reduction, reduced over all reduced dims.
  FailureOr<Value> emitPartial(linalg::GenericOp op, Operation *combiner,
                               Cache &cache);
  Value initTile(linalg::GenericOp op, Cache &cache);
  Value extentOf(unsigned cls);
  SmallVector<int64_t> tileShape(ArrayRef<unsigned> cls);
  FailureOr<Value> fail(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  template <typename Fn> FailureOr<scf::ForOp> overLoop(ValueRange init, Fn fn);

  KernelOp source, target;
  DimClasses classes;
  OpBuilder builder;
  std::string &reason;
  llvm::MapVector<unsigned, Tiling> tilings;
  std::optional<unsigned> loopClass;
  SmallVector<unsigned> gridClasses;
  Cache top;
  IRMapping arguments;
};

/// The combiner of a one-result reduction (isLiftable checked its shape).
Operation *combinerOf(linalg::GenericOp op) {
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

int64_t clampTile(int64_t tile, int64_t extent) {
  if (ShapedType::isDynamic(extent))
    return tile;
  int64_t cover = llvm::PowerOf2Ceil(std::max<int64_t>(extent, 1));
  return std::min(tile, cover);
}

} // namespace

LogicalResult Tiler::plan(int64_t rows, int64_t cols, int64_t depth) {
  if (!classes.valid())
    return no(classes.whyNot());
  SmallVector<unsigned> reduced;
  Value widest; // the highest-rank value in memory decides what is innermost
  auto consider = [&](Value value) {
    auto rank = [](Value v) { return cast<ShapedType>(v.getType()).getRank(); };
    if (!widest || rank(value) > rank(widest))
      widest = value;
  };
  SmallVector<unsigned> order;
  auto visit = [&](unsigned cls) {
    if (!llvm::is_contained(order, cls))
      order.push_back(cls);
  };
  for (Operation &op : source.getBody().front()) {
    if (auto load = dyn_cast<LoadOp>(op))
      consider(load.getResult());
    if (auto store = dyn_cast<StoreOp>(op)) {
      consider(store.getValue());
      for (unsigned cls : classes.all(store.getValue()))
        visit(cls);
    }
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      for (unsigned d = 0; d < generic.getNumLoops(); ++d)
        if (generic.getIteratorTypesArray()[d] ==
            utils::IteratorType::reduction) {
          if (!combinerOf(generic))
            return no("a reduction's combiner has no known neutral element");
          unsigned cls = classes.ofLoop(generic, d);
          if (!llvm::is_contained(reduced, cls))
            reduced.push_back(cls);
        }
      for (unsigned d = 0; d < generic.getNumLoops(); ++d)
        visit(classes.ofLoop(generic, d));
    }
  }
  if (!widest)
    return no("the kernel neither loads nor stores a tensor");
  unsigned rank = cast<ShapedType>(widest.getType()).getRank();
  std::optional<unsigned> innermost;
  if (rank)
    innermost = classes.of(widest, rank - 1);
  // The loop runs over the innermost reduced class, or else the last one.
  if (innermost && llvm::is_contained(reduced, *innermost))
    loopClass = *innermost;
  else if (!reduced.empty())
    loopClass = reduced.back();
  for (unsigned cls : order) {
    Tiling t;
    t.extent = classes.extent(cls);
    if (ShapedType::isDynamic(t.extent) &&
        !classes.argument(cls, [](Value) { return true; }).first)
      return no("an extent that no argument of the kernel has");
    if (loopClass && cls == *loopClass) {
      t.kind = Tiling::Loop;
      t.tile =
          clampTile(innermost && cls == *innermost ? cols : depth, t.extent);
    } else if (llvm::is_contained(reduced, cls)) {
      t.kind = Tiling::Whole;
      if (ShapedType::isDynamic(t.extent) || t.extent > 1024)
        return no("a second reduced dimension must have a static extent of at "
                  "most 1024");
      t.tile = llvm::PowerOf2Ceil(std::max<int64_t>(t.extent, 1));
    } else {
      t.kind = Tiling::Grid;
      t.tile =
          clampTile(innermost && cls == *innermost ? cols : rows, t.extent);
      gridClasses.push_back(cls);
    }
    tilings.insert({cls, t});
  }
  return success();
}

/// Dimensions that run over one coordinate have one extent: what linalg demands
/// of its operands is kept for guards, which see the kernel only.
IntegerSetAttr Tiler::assumption() {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEq;
  if (IntegerSetAttr before = source.getAssumeAttr()) {
    llvm::append_range(constraints, before.getValue().getConstraints());
    llvm::append_range(isEq, before.getValue().getEqFlags());
  }
  DenseMap<unsigned, AffineExpr> first; // by class
  for (BlockArgument argument : source.getBody().getArguments()) {
    auto memref = dyn_cast<MemRefType>(argument.getType());
    for (unsigned d = 0; memref && d < memref.getRank(); ++d) {
      if (!memref.isDynamicDim(d))
        continue;
      unsigned cls = classes.of(argument, d);
      AffineExpr extent = source.getExtent(argument, d);
      AffineExpr other = first.try_emplace(cls, extent).first->second;
      if (int64_t known = classes.extent(cls); !ShapedType::isDynamic(known))
        other = getAffineConstantExpr(known, source.getContext());
      if (other == extent)
        continue;
      constraints.push_back(extent - other);
      isEq.push_back(true);
    }
  }
  if (constraints.empty())
    return {};
  return IntegerSetAttr::get(
      IntegerSet::get(0, source.getNumSymbols(), constraints, isEq));
}

void Tiler::startKernel() {
  MLIRContext *context = source.getContext();
  unsigned symbols = source.getNumSymbols();
  SmallVector<AffineExpr> extents;
  for (unsigned cls : gridClasses) {
    Tiling &t = tilings[cls];
    AffineExpr extent;
    if (ShapedType::isDynamic(t.extent)) {
      auto [argument, dim] = classes.argument(cls, [](Value) { return true; });
      extent = source.getExtent(cast<BlockArgument>(argument), dim);
    } else {
      extent = getAffineConstantExpr(t.extent, context);
    }
    extents.push_back(extent.ceilDiv(t.tile));
  }
  if (extents.empty())
    extents.push_back(getAffineConstantExpr(1, context));
  auto grid = AffineMap::get(0, symbols, extents, context);
  target = KernelOp::create(builder, source.getLoc(), source.getSymName(),
                            source.getFunctionType(), AffineMapAttr::get(grid),
                            source.getScheduleAttr(), assumption(),
                            source.getArgAttrsAttr(), source.getResAttrsAttr());
  Block *entry = builder.createBlock(&target.getBody());
  for (BlockArgument argument : source.getBody().getArguments()) {
    entry->addArgument(argument.getType(), argument.getLoc());
    arguments.map(argument, entry->getArguments().back());
  }
  Location loc = source.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto &[cls, t] : tilings)
    t.offset = zero;
  for (auto [axis, cls] : llvm::enumerate(gridClasses)) {
    Tiling &t = tilings[cls];
    Value id = ProgramIdOp::create(builder, loc, builder.getIndexType(), axis);
    AffineMap scale =
        AffineMap::get(1, 0, builder.getAffineDimExpr(0) * t.tile);
    t.offset = t.tile == 1
                   ? id
                   : affine::AffineApplyOp::create(builder, loc, scale, id)
                         .getResult();
  }
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
                              Cache &cache) {
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
                                    Cache &cache) {
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
Value Tiler::initTile(linalg::GenericOp op, Cache &cache) {
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
  Cache cache;
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
      overLoop(init, [&](scf::ForOp loop, Cache &cache) -> LogicalResult {
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

FailureOr<Value> Tiler::emit(Value value, Cache &cache) {
  Cache &mine = isWide(value) ? cache : top;
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
                                    Cache &cache) {
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
      overLoop({}, [&](scf::ForOp, Cache &cache) -> LogicalResult {
        for (StoreOp store : wide) {
          FailureOr<Value> tile = emit(store.getValue(), cache);
          if (failed(tile))
            return failure();
          emitStore(store, *tile);
        }
        return success();
      }));
}

LogicalResult Tiler::run(int64_t rows, int64_t cols, int64_t depth) {
  if (failed(plan(rows, cols, depth)))
    return failure();
  startKernel();
  if (failed(emitStores()))
    return failure();
  ReturnOp::create(builder, source.getLoc());
  return success();
}

LogicalResult kopt::skill::tileToGrid(RewriterBase &rewriter, Operation *anchor,
                                      DictionaryAttr params,
                                      std::string &reason) {
  auto kernel = dyn_cast<KernelOp>(anchor);
  if (!kernel || kernel.isTiled()) {
    reason = "expected a form-1 kopt.kernel as anchor";
    return failure();
  }
  auto param = [&](StringRef name, int64_t byDefault) {
    auto attr = params ? params.getAs<IntegerAttr>(name) : IntegerAttr();
    return attr ? attr.getInt() : byDefault;
  };
  int64_t rows = param("rows", 1), cols = param("cols", 1024),
          depth = param("depth", 16);
  for (int64_t tile : {rows, cols, depth})
    if (tile < 1) {
      reason =
          ("expected tile extents of at least 1, but got " + Twine(tile)).str();
      return failure();
    }
  if (failed(Tiler(kernel, reason).run(rows, cols, depth)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
