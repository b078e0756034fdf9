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
                         ValueRange offsets, bool isWrite) {
  for (unsigned j = 0; j < map.getNumResults(); ++j) {
    AffineExpr expr = map.getResult(j);
    // d, or d + s in any order, and a constant; both times one number.
    std::optional<unsigned> dim;
    Value offset;
    bool isIndexed = false;
    unsigned position = 0; // of the offset among the symbols
    bool isPart = false;
    std::function<bool(AffineExpr)> take = [&](AffineExpr e) {
      if (auto d = dyn_cast<AffineDimExpr>(e)) {
        if (dim)
          return false;
        dim = d.getPosition();
        return true;
      }
      if (auto s = dyn_cast<AffineSymbolExpr>(e)) {
        if (s.getPosition() >= offsets.size()) {
          isIndexed = true;
          return true;
        }
        Value symbol = offsets[s.getPosition()];
        // Where a part starts is the kernel's scalar.
        if (symbol.getParentBlock() == &kernel.getBody().front() &&
            isa<BlockArgument>(symbol)) {
          isPart = true;
          return true;
        }
        if (offset)
          return false;
        offset = symbol;
        position = s.getPosition();
        return true;
      }
      if (isa<AffineConstantExpr>(e)) {
        isPart = true;
        return true;
      }
      auto binary = dyn_cast<AffineBinaryOpExpr>(e);
      if (binary && binary.getKind() == AffineExprKind::Mul &&
          isa<AffineConstantExpr>(binary.getRHS())) {
        isPart = true;
        return take(binary.getLHS());
      }
      return binary && binary.getKind() == AffineExprKind::Add &&
             take(binary.getLHS()) && take(binary.getRHS());
    };
    if (!take(expr)) {
      reason = "an access that is not one tile dimension plus one offset";
      return;
    }
    OffsetOrigin origin;
    origin.kind = OffsetOrigin::None;
    if (offset)
      origin = originOf(offset);
    // What an index tile says has no class, and an offset alone counts single
    // elements.
    if (!dim || isIndexed) {
      if (origin.kind == OffsetOrigin::Axis)
        single.push_back(node(kernel.getOperation(), origin.axis));
      else if (origin.kind == OffsetOrigin::Loop)
        single.push_back(node(origin.loop.getOperation(), 0));
      continue;
    }
    unsigned mine = node(tile, *dim);
    if (isPart)
      parts.push_back({mine, isWrite});
    else
      unite(mine, node(memref, j));
    (origin.kind == OffsetOrigin::None ? still : moving).push_back(mine);
    if (!offset)
      continue;
    // A step of the offset is one of the tile.
    auto stepOf = [&](AffineExpr by) {
      return simplifyAffineExpr(expr.replace(by, by + 1) - expr,
                                map.getNumDims(), map.getNumSymbols());
    };
    if (stepOf(getAffineDimExpr(*dim, map.getContext())) !=
        stepOf(getAffineSymbolExpr(position, map.getContext()))) {
      reason = "an offset with another stride than the tile";
      return;
    }
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
  if (std::optional<AccessInfo> info = AccessInfo::of(op)) {
    // What an index tile says has no class, but its own dimensions have.
    for (auto [i, index] : llvm::enumerate(info->indices))
      for (auto [d, to] : llvm::enumerate(info->dimsOf(i)))
        if (!isSplat(index.get()))
          unite(node(index.get(), d), node(info->tile, to));
    if (info->layout)
      for (int64_t d = 0; d < info->getTileType().getRank(); ++d)
        laidOut.push_back(node(info->tile, d));
    return access(info->tile, info->memref, info->map, info->offsets,
                  /*isWrite=*/!isa<LoadOp>(op));
  }
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    for (auto [to, from] : llvm::enumerate(transpose.getPerm()))
      unite(node(transpose.getSource(), from), node(transpose.getResult(), to));
    return;
  }
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

/// What an axis or loop counts may be an offset, or the first of the numbers of
/// a tile's elements; anything else depends on the extent as it is.
void TileClasses::visitUses(Value counter, unsigned n) {
  for (OpOperand &use : counter.getUses()) {
    Operation *user = use.getOwner();
    if (AccessInfo::of(user))
      continue;
    bool isScaled = isa<affine::AffineApplyOp>(user) &&
                    originOf(user->getResult(0)).kind != OffsetOrigin::Unknown;
    if (isScaled || isa<arith::IndexCastOp>(user)) {
      visitUses(user->getResult(0), n);
      continue;
    }
    auto splat = dyn_cast<tensor::SplatOp>(user);
    if (!splat) {
      single.push_back(n);
      continue;
    }
    for (Operation *sum : splat->getUsers()) {
      IotaOp iota;
      if (isa<arith::AddIOp>(sum))
        for (Value side : sum->getOperands())
          if (auto found = side.getDefiningOp<IotaOp>())
            iota = found;
      if (iota)
        numbered.push_back({n, node(iota.getResult(), iota.getDim())});
      else
        single.push_back(n);
    }
  }
}

TileClasses::TileClasses(KernelOp kernel) : kernel(kernel) {
  kernel.walk([&](Operation *op) {
    if (op == kernel.getOperation() || op->getParentOfType<ReduceOp>())
      return WalkResult::advance();
    visit(op);
    if (auto id = dyn_cast<ProgramIdOp>(op))
      visitUses(id, node(kernel.getOperation(), id.getAxis()));
    if (auto loop = dyn_cast<scf::ForOp>(op))
      visitUses(loop.getInductionVar(), node(loop.getOperation(), 0));
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
}

bool TileClasses::has(ArrayRef<unsigned> some, unsigned cls) {
  return llvm::any_of(some, [&](unsigned n) { return find(n) == cls; });
}

std::string TileClasses::whyFixed(unsigned cls) {
  if (has(single, cls))
    return "an access takes one element along the dimension";
  for (auto [counter, number] : numbered)
    if (find(counter) == cls && find(number) != cls)
      return "elements along another dimension are counted from there";
  if (has(laidOut, cls))
    return "a tile along the dimension has a layout";
  if (has(still, cls) && has(moving, cls))
    return "each program has the first elements of one argument and its own of "
           "another";
  // Of two axes one would cover the other's elements.
  unsigned axes = kernel.getGridAttr().getValue().getNumResults();
  auto runsOver = [&](unsigned axis) { return ofAxis(axis) == cls; };
  if (llvm::count_if(llvm::seq(axes), runsOver) > 1)
    return "two axes of the grid run over one coordinate";
  if (endsWithParts(cls))
    return "tiles that end where a part of a result does";
  return "";
}

std::pair<Value, unsigned> TileClasses::argument(unsigned cls) {
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (auto memref = dyn_cast<MemRefType>(argument.getType()))
      for (unsigned d = 0; d < memref.getRank(); ++d)
        if (of(argument, d) == cls)
          return {argument, d};
  return {Value(), 0};
}

bool TileClasses::endsWithParts(unsigned cls) {
  std::optional<int64_t> known;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (auto memref = dyn_cast<MemRefType>(argument.getType()))
      for (unsigned d = 0; d < memref.getRank(); ++d)
        if (of(argument, d) == cls) {
          // Results of different extents on one axis.
          int64_t extent = memref.getDimSize(d);
          if (known && *known != extent && !ShapedType::isDynamic(extent) &&
              !ShapedType::isDynamic(*known))
            return true;
          if (!known || !ShapedType::isDynamic(extent))
            known = extent;
        }
  return llvm::any_of(parts, [&](std::pair<unsigned, bool> part) {
    return find(part.first) == cls && (part.second || !known);
  });
}
