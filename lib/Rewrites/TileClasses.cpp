//===- TileClasses.cpp - Dimension classes of a form-2 kernel -------------===//

#include "lib/Rewrites/TileClasses.h"
#include "dialects/Kopt/AccessInfo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

OffsetOrigin kopt::originOf(Value offset) {
  OffsetOrigin origin;
  if (matchPattern(offset, m_Zero())) {
    origin.kind = OffsetOrigin::None;
    return origin;
  }
  if (auto apply = offset.getDefiningOp<affine::AffineApplyOp>()) {
    AffineMap map = apply.getAffineMap();
    if (apply->getNumOperands() != 1 || map.getNumResults() != 1)
      return origin;
    auto product = dyn_cast<AffineBinaryOpExpr>(map.getResult(0));
    if (!product || product.getKind() != AffineExprKind::Mul)
      return origin;
    auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!factor || !isa<AffineDimExpr, AffineSymbolExpr>(product.getLHS()))
      return origin;
    origin = originOf(apply->getOperand(0));
    if (origin.kind != OffsetOrigin::Axis)
      return OffsetOrigin();
    origin.scale *= factor.getValue();
    return origin;
  }
  if (auto id = offset.getDefiningOp<ProgramIdOp>()) {
    origin.kind = OffsetOrigin::Axis;
    origin.axis = id.getAxis();
    return origin;
  }
  if (auto argument = dyn_cast<BlockArgument>(offset))
    if (auto loop =
            dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp()))
      if (argument == loop.getInductionVar()) {
        origin.kind = OffsetOrigin::Loop;
        origin.loop = loop;
      }
  return origin;
}

std::optional<int64_t> kopt::staticMaximum(Value index, KernelOp kernel) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  OffsetOrigin origin = originOf(index);
  if (origin.kind == OffsetOrigin::Axis) {
    auto extent = dyn_cast<AffineConstantExpr>(
        kernel.getGridAttr().getValue().getResult(origin.axis));
    if (!extent || origin.scale < 0)
      return std::nullopt;
    return std::max<int64_t>(extent.getValue() - 1, 0) * origin.scale;
  }
  if (origin.kind == OffsetOrigin::Loop) {
    APInt low, high, step;
    if (!matchPattern(origin.loop.getLowerBound(), m_ConstantInt(&low)) ||
        !matchPattern(origin.loop.getUpperBound(), m_ConstantInt(&high)) ||
        !matchPattern(origin.loop.getStep(), m_ConstantInt(&step)))
      return std::nullopt;
    int64_t l = low.getSExtValue(), h = high.getSExtValue(),
            s = step.getSExtValue();
    if (s <= 0 || h <= l)
      return l;
    return l + (h - 1 - l) / s * s;
  }
  return std::nullopt;
}

bool kopt::isSplat(Value value) {
  if (value.getDefiningOp<tensor::SplatOp>())
    return true;
  DenseElementsAttr dense;
  return matchPattern(value, m_Constant(&dense)) && dense.isSplat();
}

unsigned TileClasses::node(void *key, unsigned dim) {
  auto [it, inserted] = nodes.try_emplace({key, dim}, parent.size());
  if (inserted)
    parent.push_back(parent.size());
  return it->second;
}

unsigned TileClasses::find(unsigned n) {
  while (parent[n] != n)
    n = parent[n] = parent[parent[n]];
  return n;
}

void TileClasses::unite(unsigned a, unsigned b) {
  a = find(a), b = find(b);
  parent[std::max(a, b)] = std::min(a, b);
}

void TileClasses::same(Value a, Value b) {
  // A splat has no coordinate of its own: it is made again for each use.
  if (isSplat(a) || isSplat(b))
    return;
  auto type = dyn_cast<RankedTensorType>(a.getType());
  if (!type ||
      type.getShape() != cast<RankedTensorType>(b.getType()).getShape())
    return;
  for (unsigned d = 0; d < type.getRank(); ++d)
    unite(node(a, d), node(b, d));
}

void TileClasses::access(Value tile, Value memref, AffineMap map,
                         ValueRange offsets) {
  for (auto [j, expr] : llvm::enumerate(map.getResults())) {
    // d, or d + s in any order.
    std::optional<unsigned> dim;
    Value offset;
    std::function<bool(AffineExpr)> take = [&](AffineExpr e) {
      if (auto d = dyn_cast<AffineDimExpr>(e)) {
        if (dim)
          return false;
        dim = d.getPosition();
        return true;
      }
      if (auto s = dyn_cast<AffineSymbolExpr>(e)) {
        if (offset)
          return false;
        offset = offsets[s.getPosition()];
        return true;
      }
      auto sum = dyn_cast<AffineBinaryOpExpr>(e);
      return sum && sum.getKind() == AffineExprKind::Add &&
             take(sum.getLHS()) && take(sum.getRHS());
    };
    if (!take(expr)) {
      reason = "an access that is not one tile dimension plus one offset";
      return;
    }
    if (!dim) {
      // One element for each step or program: no tile grows with these.
      OffsetOrigin origin = offset ? originOf(offset) : OffsetOrigin();
      if (offset && origin.kind == OffsetOrigin::Axis)
        single.push_back(node(kernel.getOperation(), origin.axis));
      else if (offset && origin.kind == OffsetOrigin::Loop)
        single.push_back(node(origin.loop.getOperation(), 0));
      continue;
    }
    unsigned mine = node(tile, *dim);
    unite(mine, node(memref, j));
    if (!offset)
      continue;
    OffsetOrigin origin = originOf(offset);
    if (origin.kind == OffsetOrigin::Axis)
      unite(mine, node(kernel.getOperation(), origin.axis));
    else if (origin.kind == OffsetOrigin::Loop)
      unite(mine, node(origin.loop.getOperation(), 0));
    else if (origin.kind == OffsetOrigin::Unknown) {
      reason = "an offset that is neither a scaled program id nor a loop "
               "variable";
      return;
    }
  }
}

void TileClasses::visit(Operation *op) {
  // What an index tile says has no class.
  std::optional<AccessInfo> info = AccessInfo::of(op);
  if (info && !info->indices.empty()) {
    reason = "an access through index tiles";
    return;
  }
  if (auto scatter = dyn_cast<ScatterReduceOp>(op))
    return access(scatter.getValue(), scatter.getDest(), scatter.getAccessMap(),
                  scatter.getOffsets());
  if (auto load = dyn_cast<LoadOp>(op))
    return access(load.getResult(), load.getSource(), load.getAccessMap(),
                  load.getOffsets());
  if (auto store = dyn_cast<StoreOp>(op))
    return access(store.getValue(), store.getDest(), store.getAccessMap(),
                  store.getOffsets());
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    for (auto [i, d] : llvm::enumerate(broadcast.getDims()))
      unite(node(broadcast.getSource(), i), node(broadcast.getResult(), d));
    return;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    for (Value input : reduce.getInputs().drop_front())
      same(reduce.getInputs()[0], input);
    for (Value result : reduce.getResults()) {
      unsigned to = 0;
      for (unsigned d = 0; d < reduce.getInputType().getRank(); ++d)
        if (d != reduce.getAxis())
          unite(node(reduce.getInputs()[0], d), node(result, to++));
    }
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, argument, yielded, result] :
         llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                   loop.getYieldedValues(), loop.getResults())) {
      same(init, argument);
      same(yielded, argument);
      same(argument, result);
    }
    return;
  }
  if (isa<IotaOp, tensor::SplatOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
    return;
  bool tensors = llvm::any_of(op->getResultTypes(),
                              [](Type t) { return isa<RankedTensorType>(t); });
  if (!tensors)
    return;
  if (!OpTrait::hasElementwiseMappableTraits(op) && !isa<PlaceOp>(op)) {
    reason =
        ("an operation '" + op->getName().getStringRef() + "' on tiles").str();
    return;
  }
  Value first = op->getResult(0);
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      same(operand, first);
}

TileClasses::TileClasses(KernelOp kernel) : kernel(kernel) {
  kernel.walk([&](Operation *op) {
    if (op == kernel.getOperation() || op->getParentOfType<ReduceOp>())
      return WalkResult::advance();
    visit(op);
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
}

std::pair<Value, unsigned> TileClasses::argument(unsigned cls) {
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (auto memref = dyn_cast<MemRefType>(argument.getType()))
      for (unsigned d = 0; d < memref.getRank(); ++d)
        if (of(argument, d) == cls)
          return {argument, d};
  return {Value(), 0};
}
