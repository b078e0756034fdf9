//===- TileGroups.cpp - Which tiles share a layout ------------------------===//

#include "passes/AssignLayouts/TileGroups.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kopt;

TileGroups::TileGroups(KernelOp kernel)
    : kernel(kernel), warps(kernel.getLaunchOrDefault().getProgramWarps()) {}

bool TileGroups::isFree(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_present<arith::ConstantOp, tensor::SplatOp, IotaOp>(op);
}

unsigned TileGroups::idOf(Value tile) {
  auto [it, isNew] = ids.try_emplace(tile, tiles.size());
  if (isNew) {
    tiles.push_back(tile);
    parents.push_back(it->second);
  }
  return it->second;
}

unsigned TileGroups::find(unsigned id) {
  while (parents[id] != id)
    id = parents[id] = parents[parents[id]];
  return id;
}

/// The first tile in program order represents the group.
void TileGroups::unite(Value a, Value b) {
  unsigned x = find(idOf(a)), y = find(idOf(b));
  parents[std::max(x, y)] = std::min(x, y);
}

void TileGroups::uniteAll(ValueRange values) {
  Value first;
  for (Value value : values) {
    if (!isa<RankedTensorType>(value.getType()) || isFree(value))
      continue;
    if (first)
      unite(first, value);
    else
      idOf(first = value);
  }
}

LogicalResult TileGroups::addAnchor(Operation *op, RankedTensorType tile,
                                    Attribute layout, Attribute via) {
  SmallVector<int64_t> shape(tile.getShape());
  int64_t wanted = 1;
  if (auto direct = dyn_cast_or_null<DirectAttr>(via))
    wanted = std::max<int64_t>(1, direct.getBytes() /
                                      elementBytes(tile.getElementType()));
  int64_t &most = elements[shape];
  most = std::max(most, wanted);
  if (!layout)
    return success();
  auto attr = dyn_cast<LayoutAttr>(layout);
  if (!attr)
    return op->emitOpError()
           << "expected layout to be a #kopt.layout, but got " << layout;
  Layout anchor = attr.getLayout();
  if (anchor.tileShape() != tile.getShape())
    return op->emitOpError()
           << "expected a layout of the tile's shape, but got " << layout;
  if (anchor.numWarps() != warps)
    return op->emitOpError() << "expected a layout over " << warps
                             << " warps, but got " << anchor.numWarps();
  explicitLayouts.try_emplace(shape, attr);
  return success();
}

/// Index tiles are slices of the access's tile; those of its rank are as it is.
void TileGroups::relateIndices(Operation *op, const AccessInfo &access) {
  SmallVector<Value> whole{access.tile};
  for (auto [i, operand] : llvm::enumerate(access.indices)) {
    Value index = operand.get();
    if (access.dimsOf(i).size() ==
        static_cast<size_t>(access.getTileType().getRank()))
      whole.push_back(index);
    else if (!isFree(index)) {
      idOf(index);
      relations.push_back({index, op, static_cast<unsigned>(i)});
    }
  }
  if (whole.size() > 1)
    uniteAll(whole);
}

LogicalResult TileGroups::visit(Operation *op) {
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  if (llvm::none_of(op->getOperandTypes(), isTile) &&
      llvm::none_of(op->getResultTypes(), isTile))
    return success();
  for (Type type :
       llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                SmallVector<Type>(op->getResultTypes()))) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      continue;
    if (!tile.hasStaticShape())
      return op->emitError("expected static tiles, but got ") << tile;
    if (tile.getEncoding())
      return op->emitError("expected tiles without a layout, but got ") << tile;
  }
  if (std::optional<AccessInfo> access = AccessInfo::of(op))
    relateIndices(op, *access);
  if (auto load = dyn_cast<LoadOp>(op)) {
    idOf(load.getResult());
    anchors.push_back(
        {load.getResult(), dyn_cast_or_null<LayoutAttr>(load.getLayoutAttr())});
    return addAnchor(op, load.getTileType(), load.getLayoutAttr(),
                     load.getViaAttr());
  }
  if (auto store = dyn_cast<StoreOp>(op)) {
    if (!isFree(store.getValue()))
      anchors.push_back({store.getValue(),
                         dyn_cast_or_null<LayoutAttr>(store.getLayoutAttr())});
    return addAnchor(op, store.getTileType(), store.getLayoutAttr(),
                     store.getViaAttr());
  }
  if (auto scatter = dyn_cast<ScatterReduceOp>(op)) {
    if (!isFree(scatter.getValue()))
      anchors.push_back({scatter.getValue(), dyn_cast_or_null<LayoutAttr>(
                                                 scatter.getLayoutAttr())});
    return addAnchor(op, scatter.getTileType(), scatter.getLayoutAttr(),
                     Attribute());
  }
  if (auto histogram = dyn_cast<HistogramOp>(op)) {
    idOf(histogram.getResult());
    return success();
  }
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    idOf(transpose.getResult());
    if (!isFree(transpose.getSource())) {
      idOf(transpose.getSource());
      relations.push_back({transpose.getResult(), op});
    }
    return success();
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    uniteAll(reduce.getInputs());
    uniteAll(reduce.getResults());
    relations.push_back({reduce.getResult(0), op});
    return success();
  }
  if (auto scan = dyn_cast<ScanOp>(op)) {
    unsigned arity = scan.getInputs().size();
    SmallVector<Value> wide(scan.getInputs());
    llvm::append_range(wide, scan.getResults().take_front(arity));
    uniteAll(wide);
    uniteAll(scan.getResults().drop_front(arity));
    relations.push_back({scan.getTotal(), op});
    return success();
  }
  if (isa<SortOp, TopKOp>(op)) {
    // Through shared memory, from any layout to any.
    uniteAll(op->getOperands());
    uniteAll(op->getResults());
    return success();
  }
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    if (broadcast.getSource().getType() == broadcast.getType())
      uniteAll({broadcast.getSource(), broadcast.getResult()});
    idOf(broadcast.getResult());
    if (!isFree(broadcast.getSource()))
      relations.push_back({broadcast.getSource(), op});
    return success();
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, arg, yielded, result] :
         llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                   loop.getYieldedValues(), loop.getResults()))
      uniteAll({init, arg, yielded, result});
    return success();
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (auto [result, left, right] :
         llvm::zip(branch.getResults(), branch.thenYield().getOperands(),
                   branch.elseYield().getOperands()))
      uniteAll({result, left, right});
    return success();
  }
  if (op->hasTrait<OpTrait::Elementwise>() || isa<PlaceOp>(op)) {
    SmallVector<Value> values(op->getOperands());
    llvm::append_range(values, op->getResults());
    uniteAll(values);
    return success();
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (!isa<DenseElementsAttr>(constant.getValue()))
      return op->emitError("expected a dense constant, but got ")
             << constant.getValue();
  if (isa<scf::YieldOp>(op) ||
      (op->getNumResults() == 1 && isFree(op->getResult(0))))
    return success();
  return op->emitError("expected an elementwise operation, a kopt operation or "
                       "scf.for or scf.if on tiles, but got '")
         << op->getName() << "'";
}

LayoutAttr TileGroups::shapeLayout(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> key(shape);
  if (auto it = explicitLayouts.find(key); it != explicitLayouts.end())
    return it->second;
  auto it = elements.find(key);
  unsigned elems = it == elements.end() ? 1 : it->second;
  return LayoutAttr::get(kernel.getContext(),
                         Layout::blocked(shape, elems, warps));
}

LayoutAttr TileGroups::layoutOf(Value tile) {
  auto it = ids.find(tile);
  if (it != ids.end())
    if (LayoutAttr layout = chosen.lookup(find(it->second)))
      return layout;
  return shapeLayout(cast<RankedTensorType>(tile.getType()).getShape());
}

LayoutAttr TileGroups::accessLayout(const AccessInfo &access) {
  if (auto layout = dyn_cast_or_null<LayoutAttr>(access.layout))
    return layout;
  // What is made for each use follows the index tiles.
  if (isFree(access.tile))
    for (auto [i, operand] : llvm::enumerate(access.indices))
      if (!isFree(operand.get()) &&
          access.dimsOf(i).size() ==
              static_cast<size_t>(access.getTileType().getRank()))
        return layoutOf(operand.get());
  return layoutOf(access.tile);
}

LayoutAttr TileGroups::inputLayout(ValueRange inputs) {
  for (Value input : inputs)
    if (!isFree(input))
      return layoutOf(input);
  return layoutOf(inputs.front());
}

LogicalResult TileGroups::run() {
  WalkResult walk = kernel.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult { return visit(op); });
  if (walk.wasInterrupted())
    return failure();
  SmallVector<unsigned> groups;
  for (unsigned id = 0; id < tiles.size(); ++id)
    if (find(id) == id)
      groups.push_back(id);
  auto rank = [&](unsigned id) {
    return cast<RankedTensorType>(tiles[id].getType()).getRank();
  };
  // Larger ranks first, so that what a slice is taken of has its layout.
  llvm::stable_sort(groups,
                    [&](unsigned a, unsigned b) { return rank(a) > rank(b); });
  for (unsigned group : groups) {
    LayoutAttr &layout = chosen[group];
    bool isAnchored = false;
    LayoutAttr explicitLayout;
    for (auto [tile, attr] : anchors) {
      if (find(idOf(tile)) != group)
        continue;
      isAnchored = true;
      if (!explicitLayout)
        explicitLayout = attr;
    }
    for (const Relation &relation : relations) {
      if (find(idOf(relation.low)) != group)
        continue;
      // A transposed tile that no access wants otherwise stays where it is.
      if (auto transpose = dyn_cast<TransposeOp>(relation.op)) {
        unsigned source = find(idOf(transpose.getSource()));
        if (isAnchored || source == group || !chosen.lookup(source))
          continue;
        layout = LayoutAttr::get(
            kernel.getContext(),
            chosen.lookup(source).getLayout().permute(transpose.getPerm()));
        break;
      }
      Layout sliced = Layout::blocked({}, 1, warps);
      if (auto reduce = dyn_cast<ReduceOp>(relation.op)) {
        sliced =
            inputLayout(reduce.getInputs()).getLayout().slice(reduce.getAxis());
      } else if (auto scan = dyn_cast<ScanOp>(relation.op)) {
        sliced = layoutOf(scan.getScan()).getLayout().slice(scan.getAxis());
      } else if (std::optional<AccessInfo> access =
                     AccessInfo::of(relation.op)) {
        sliced = accessLayout(*access).getLayout().broadcastOperand(
            access->dimsOf(relation.index));
      } else {
        auto broadcast = cast<BroadcastOp>(relation.op);
        // Of its own rank: the same tile, in the same group.
        if (broadcast.getSource().getType() == broadcast.getType())
          continue;
        sliced = layoutOf(broadcast.getResult())
                     .getLayout()
                     .broadcastOperand(broadcast.getDims());
      }
      layout = LayoutAttr::get(kernel.getContext(), sliced);
      break;
    }
    if (!layout)
      layout = explicitLayout;
    if (!layout)
      layout = shapeLayout(
          cast<RankedTensorType>(tiles[group].getType()).getShape());
  }
  return success();
}
