//===- MemoryOrder.cpp - Accesses that other threads must see -------------===//

#include "passes/InsertBarriers/MemoryOrder.h"
#include "dialects/Kopt/AccessInfo.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace kopt;

namespace {

/// Coefficients of the dimensions, symbols and 1; none where `expr` is not a
/// sum of multiples.
std::optional<SmallVector<int64_t>> coefficientsOf(AffineExpr expr,
                                                   AffineMap map) {
  SmallVector<int64_t> result;
  unsigned known = map.getNumDims() + map.getNumSymbols() + 1;
  if (failed(getFlattenedAffineExpr(expr, map.getNumDims(), map.getNumSymbols(),
                                    &result)) ||
      result.size() != known)
    return std::nullopt;
  return result;
}

bool isOutside(Value value, Operation *loop) {
  return !loop->isAncestor(value.getParentBlock()->getParentOp());
}

/// What a round of `loop` adds to `value`, loops inside it being in the same
/// round; none where that is not constant.
std::optional<int64_t> stepIn(Value value, LoopLikeOpInterface loop) {
  if (isOutside(value, loop))
    return 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto each = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!each || value != each.getInductionVar())
      return std::nullopt;
    if (each == loop)
      return getConstantIntValue(each.getStep());
    if (stepIn(each.getStep(), loop) != 0)
      return std::nullopt;
    return stepIn(each.getLowerBound(), loop);
  }
  Operation *op = value.getDefiningOp();
  if (op->hasTrait<OpTrait::ConstantLike>())
    return 0;
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    std::optional<int64_t> a = stepIn(op->getOperand(0), loop),
                           b = stepIn(op->getOperand(1), loop);
    if (!a || !b)
      return std::nullopt;
    return isa<arith::AddIOp>(op) ? *a + *b : *a - *b;
  }
  if (isa<arith::MulIOp>(op)) {
    std::optional<int64_t> a = stepIn(op->getOperand(0), loop);
    std::optional<int64_t> by = getConstantIntValue(op->getOperand(1));
    if (!a || !by)
      return std::nullopt;
    return *a * *by;
  }
  auto apply = dyn_cast<affine::AffineApplyOp>(op);
  if (!apply)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> by =
      coefficientsOf(apply.getAffineMap().getResult(0), apply.getAffineMap());
  if (!by)
    return std::nullopt;
  int64_t sum = 0;
  for (auto [operand, coefficient] :
       llvm::zip(apply.getMapOperands(), ArrayRef(*by).drop_back())) {
    std::optional<int64_t> step = stepIn(operand, loop);
    if (!step)
      return std::nullopt;
    sum += *step * coefficient;
  }
  return sum;
}

/// Whether another round of `loop` is at other places whatever the rounds of
/// the `others`: one coordinate moves by more than a tile is long in it, and
/// with no other loop.
bool movesOn(const AccessInfo &access, LoopLikeOpInterface loop,
             ArrayRef<LoopLikeOpInterface> others) {
  unsigned dims = access.map.getNumDims();
  for (AffineExpr expr : access.map.getResults()) {
    std::optional<SmallVector<int64_t>> by = coefficientsOf(expr, access.map);
    if (!by)
      continue;
    int64_t length = 1, moved = 0;
    for (unsigned i = 0; i < dims; ++i)
      length += std::abs((*by)[i]) * (access.getTileType().getDimSize(i) - 1);
    bool isKnown = true;
    for (unsigned i = dims; i + 1 < by->size(); ++i) {
      if ((*by)[i] == 0)
        continue;
      unsigned offset = i - dims;
      std::optional<int64_t> step;
      if (offset < access.offsets.size()) {
        Value value = access.offsets[offset];
        step = stepIn(value, loop);
        for (LoopLikeOpInterface other : others)
          if (other != loop && stepIn(value, other) != 0)
            step = std::nullopt;
      }
      isKnown &= step.has_value();
      moved += step.value_or(0) * (*by)[i];
    }
    if (isKnown && std::abs(moved) >= length)
      return true;
  }
  return false;
}

/// Whether the two are at different places in all rounds of `loops`: along one
/// coordinate they start at the same number, which stays in the loops, and
/// cover from there what the other does not.
bool areApart(const AccessInfo &a, const AccessInfo &b,
              ArrayRef<LoopLikeOpInterface> loops) {
  auto covers = [&](const AccessInfo &access, AffineExpr expr,
                    llvm::SmallMapVector<Value, int64_t, 4> &starts)
      -> std::optional<std::pair<int64_t, int64_t>> {
    std::optional<SmallVector<int64_t>> by = coefficientsOf(expr, access.map);
    if (!by)
      return std::nullopt;
    unsigned dims = access.map.getNumDims();
    int64_t low = by->back(), high = by->back();
    for (unsigned i = 0; i < dims; ++i) {
      int64_t reach = (*by)[i] * (access.getTileType().getDimSize(i) - 1);
      (reach < 0 ? low : high) += reach;
    }
    for (unsigned i = dims; i + 1 < by->size(); ++i) {
      if ((*by)[i] == 0)
        continue;
      if (i - dims >= access.offsets.size())
        return std::nullopt;
      Value offset = access.offsets[i - dims];
      if (!llvm::all_of(loops, [&](LoopLikeOpInterface loop) {
            return isOutside(offset, loop);
          }))
        return std::nullopt;
      starts[offset] += (*by)[i];
    }
    return std::make_pair(low, high);
  };
  for (auto [x, y] : llvm::zip(a.map.getResults(), b.map.getResults())) {
    llvm::SmallMapVector<Value, int64_t, 4> startsOfA, startsOfB;
    auto first = covers(a, x, startsOfA), second = covers(b, y, startsOfB);
    if (!first || !second || startsOfA.size() != startsOfB.size() ||
        !llvm::all_of(startsOfA, [&](auto &start) {
          return startsOfB.lookup(start.first) == start.second;
        }))
      continue;
    if (first->second < second->first || second->second < first->first)
      return true;
  }
  return false;
}

/// Whether each thread is at the same elements in both where the loops around
/// them are in the same round.
bool isSameOfEachThread(Operation *first, Operation *second) {
  AccessInfo a = *AccessInfo::of(first), b = *AccessInfo::of(second);
  auto layout = LayoutAttr::of(a.tile.getType());
  if (!layout || a.tile.getType() != b.tile.getType() || a.map != b.map ||
      a.offsets != b.offsets || a.indices.size() != b.indices.size())
    return false;
  for (auto [i, j] : llvm::zip(a.indices, b.indices))
    if (i.get() != j.get())
      return false;
  if (a.indexDims != b.indexDims)
    return false;
  // Of replicas one is written, and all are read.
  return (isa<StoreOp>(first) && isa<StoreOp>(second)) ||
         (layout.getLayout().freeLaneMask() == 0 &&
          layout.getLayout().freeWarpMask() == 0);
}

} // namespace

bool kopt::mayMeetInMemory(Operation *first, Operation *second) {
  AccessInfo a = *AccessInfo::of(first), b = *AccessInfo::of(second);
  // Arguments do not alias.
  bool areArguments =
      isa<BlockArgument>(a.memref) && isa<BlockArgument>(b.memref);
  if (areArguments && a.memref != b.memref)
    return false;
  if (isa<LoadOp>(first) && isa<LoadOp>(second))
    return false;
  // Updates of one kind have no order.
  auto update = dyn_cast<ScatterReduceOp>(first);
  auto other = dyn_cast<ScatterReduceOp>(second);
  if (update || other)
    return !(update && other && update.getKind() == other.getKind());
  SmallVector<LoopLikeOpInterface> loops;
  for (auto loop = first->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (loop->isAncestor(second))
      loops.push_back(loop);
  if (a.memref == b.memref && areApart(a, b, loops))
    return false;
  if (!isSameOfEachThread(first, second))
    return true;
  for (LoopLikeOpInterface loop : loops) {
    bool stays = llvm::all_of(
        a.offsets, [&](Value value) { return isOutside(value, loop); });
    for (OpOperand &index : a.indices)
      stays &= isOutside(index.get(), loop);
    if (!stays && !movesOn(a, loop, loops))
      return true;
  }
  return false;
}
