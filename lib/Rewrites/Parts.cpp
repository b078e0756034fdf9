//===- Parts.cpp - Parts of tensors in form 1 -----------------------------===//

#include "lib/Rewrites/Parts.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

static Part ofAccess(AffineMap map, ValueRange offsets, RankedTensorType type) {
  Part part;
  part.map = map;
  part.symbols = llvm::to_vector_of<Value>(offsets);
  part.shape = llvm::to_vector(type.getShape());
  part.sizes.resize(type.getRank());
  return part;
}

Part Part::of(LoadOp load) {
  return ofAccess(load.getAccessMap(), load.getOffsets(), load.getTileType());
}
Part Part::of(StoreOp store) {
  return ofAccess(store.getAccessMap(), store.getOffsets(),
                  store.getTileType());
}
Part Part::whole(RankedTensorType type) {
  return ofAccess(
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext()), {},
      type);
}

std::optional<SmallVector<PartDim>> kopt::partDims(AffineMap map) {
  MLIRContext *context = map.getContext();
  SmallVector<PartDim> dims;
  llvm::SmallBitVector seen(map.getNumDims());
  SmallVector<AffineExpr> zeros(map.getNumDims(),
                                getAffineConstantExpr(0, context));
  for (AffineExpr expr : map.getResults()) {
    PartDim dim;
    for (unsigned d = 0; d < map.getNumDims(); ++d) {
      AffineExpr position = getAffineDimExpr(d, context);
      auto step = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(expr.replace(position, position + 1) - expr,
                             map.getNumDims(), map.getNumSymbols()));
      if (!step || step.getValue() < 0)
        return std::nullopt;
      if (step.getValue() == 0)
        continue;
      if (dim.dim || seen.test(d))
        return std::nullopt;
      seen.set(d);
      dim.dim = d;
      dim.stride = step.getValue();
    }
    dim.offset = simplifyAffineExpr(expr.replaceDims(zeros), map.getNumDims(),
                                    map.getNumSymbols());
    dims.push_back(dim);
  }
  if (!seen.all())
    return std::nullopt;
  return dims;
}

static bool isZero(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant && constant.getValue() == 0;
}

bool kopt::isWholeDim(const PartDim &dim, int64_t extent, const Part &part) {
  return dim.dim && dim.stride == 1 && isZero(dim.offset) &&
         part.shape[*dim.dim] == extent && !part.sizes[*dim.dim];
}

FailureOr<Value> PartBuilder::take(Value value, const Part &part) {
  std::optional<SmallVector<PartDim>> dims = partDims(part.map);
  if (!dims)
    return no("a part that is not a box with strides");
  auto type = cast<RankedTensorType>(value.getType());
  bool isIdentity = part.map.isIdentity();
  for (auto [dim, extent] : llvm::zip(*dims, type.getShape()))
    isIdentity &= isWholeDim(dim, extent, part);
  if (isIdentity)
    return value;
  for (const Known &entry : known)
    if (entry.value == value && entry.part.map == part.map &&
        entry.part.symbols == part.symbols && entry.part.shape == part.shape &&
        entry.part.sizes == part.sizes)
      return entry.result;
  FailureOr<Value> result = make(value, part, *dims);
  if (succeeded(result))
    known.push_back({value, part, *result});
  return result;
}

FailureOr<Value> PartBuilder::make(Value value, const Part &part,
                                   ArrayRef<PartDim> dims) {
  Location loc = value.getLoc();
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  auto type = RankedTensorType::get(part.shape, element);
  if (auto load = value.getDefiningOp<LoadOp>()) {
    if (!load.getBounds().empty() || !load.getIndices().empty() ||
        load.getPadAttr())
      return no("a part of a load with bounds, indices or padding");
    // Symbols of the load stand before those of the part.
    AffineMap inner = load.getAccessMap();
    unsigned own = inner.getNumSymbols();
    AffineMap outer = part.map.shiftSymbols(own);
    SmallVector<AffineExpr> exprs;
    for (AffineExpr expr : inner.getResults())
      exprs.push_back(expr.replaceDims(outer.getResults()));
    unsigned symbols = own + part.map.getNumSymbols();
    AffineMap map = simplifyAffineMap(AffineMap::get(
        part.map.getNumDims(), symbols, exprs, value.getContext()));
    SmallVector<Value> offsets = llvm::to_vector_of<Value>(load.getOffsets());
    llvm::append_range(offsets, part.symbols);
    return LoadOp::create(builder, loc, type, load.getSource(), offsets,
                          ValueRange(), ValueRange(), ArrayAttr(),
                          AffineMapAttr::get(map), TypedAttr(), Attribute(),
                          CacheAttr(), Attribute())
        .getResult();
  }
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>()) {
    SmallVector<Value> sizes(part.shape.size());
    for (auto [d, dim] : llvm::enumerate(dims)) {
      if (!dim.dim || !ShapedType::isDynamic(part.shape[*dim.dim]))
        continue;
      sizes[*dim.dim] = part.sizes[*dim.dim];
      if (!sizes[*dim.dim])
        sizes[*dim.dim] = empty.getDynamicSize(d);
    }
    llvm::erase(sizes, Value());
    return tensor::EmptyOp::create(builder, loc, type, sizes).getResult();
  }
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    FailureOr<Value> init = take(fill.getOutputs()[0], part);
    if (failed(init))
      return failure();
    return linalg::FillOp::create(builder, loc, fill.getInputs()[0], *init)
        .getResult(0);
  }
  DenseElementsAttr dense;
  if (matchPattern(value, m_Constant(&dense)) && dense.isSplat() &&
      type.hasStaticShape())
    return arith::ConstantOp::create(builder, loc, dense.resizeSplat(type))
        .getResult();
  if (value.getDefiningOp<linalg::GenericOp>())
    return ofGeneric(cast<OpResult>(value), part, dims);
  return no("a part of what no load or structured operation makes");
}

FailureOr<Value> PartBuilder::ofGeneric(OpResult result, const Part &part,
                                        ArrayRef<PartDim> dims) {
  auto op = cast<linalg::GenericOp>(result.getOwner());
  MLIRContext *context = op.getContext();
  AffineMap resultMap =
      op.getMatchingIndexingMap(op.getDpsInitOperand(result.getResultNumber()));
  if (llvm::any_of(op.getIndexingMapsArray(),
                   [](AffineMap map) { return !map.isProjectedPermutation(); }))
    return no("a part of an operation with an irregular indexing map");
  // By loop: what it runs over, null where that is all.
  SmallVector<const PartDim *> loops(op.getNumLoops(), nullptr);
  for (auto [d, expr] : llvm::enumerate(resultMap.getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] = &dims[d];
  SmallVector<int64_t> position(op.getNumLoops(), -1);
  SmallVector<utils::IteratorType> iterators;
  for (unsigned l = 0; l < op.getNumLoops(); ++l) {
    if (loops[l] && !loops[l]->dim)
      continue;
    position[l] = int64_t(iterators.size());
    iterators.push_back(op.getIteratorTypesArray()[l]);
    if (!loops[l] && iterators.back() == utils::IteratorType::parallel)
      return no("a part of a result that does not span the parallel loops");
  }
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    Part piece;
    SmallVector<AffineExpr> places, exprs;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      const PartDim *of = loops[loop];
      AffineExpr place = of ? of->offset : getAffineConstantExpr(0, context);
      if (position[loop] >= 0) {
        place = getAffineDimExpr(piece.shape.size(), context) *
                    (of ? of->stride : 1) +
                place;
        exprs.push_back(getAffineDimExpr(position[loop], context));
        piece.shape.push_back(of ? part.shape[*of->dim] : type.getDimSize(d));
        piece.sizes.push_back(of ? part.sizes[*of->dim] : Value());
      }
      places.push_back(place);
    }
    maps.push_back(AffineMap::get(iterators.size(), 0, exprs, context));
    if (!type) {
      operands.push_back(operand.get());
      continue;
    }
    piece.map = AffineMap::get(piece.shape.size(), part.map.getNumSymbols(),
                               places, context);
    piece.symbols = part.symbols;
    FailureOr<Value> taken = take(operand.get(), piece);
    if (failed(taken))
      return failure();
    operands.push_back(*taken);
  }
  unsigned inputs = op.getNumDpsInputs();
  auto inits = ArrayRef(operands).drop_front(inputs);
  auto created = linalg::GenericOp::create(
      builder, op.getLoc(), ValueRange(inits).getTypes(),
      ArrayRef(operands).take_front(inputs), inits, maps, iterators);
  IRMapping mapping;
  op.getRegion().cloneInto(&created.getRegion(), mapping);
  for (auto index : llvm::make_early_inc_range(
           created.getBody()->getOps<linalg::IndexOp>())) {
    const PartDim *of = loops[index.getDim()];
    OpBuilder inside(index);
    Location loc = index.getLoc();
    AffineExpr expr = of ? of->offset : getAffineConstantExpr(0, context);
    SmallVector<Value> at;
    if (position[index.getDim()] >= 0) {
      at.push_back(linalg::IndexOp::create(inside, loc,
                                           uint64_t(position[index.getDim()])));
      expr = getAffineDimExpr(0, context) * (of ? of->stride : 1) + expr;
    }
    index.replaceAllUsesWith(
        affine::expandAffineExpr(inside, loc, expr, at, part.symbols));
    index.erase();
  }
  return created->getResult(result.getResultNumber());
}
