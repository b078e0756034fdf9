//===- SplitPlan.cpp - Which reductions are split, and along what ---------===//

#include "dialects/Kopt/StructuredOps.h"
#include "lib/Rewrites/Split.h"

using namespace mlir;
using namespace kopt;

bool kopt::isBehind(Value value, function_ref<bool(Value)> isWanted,
                    function_ref<bool(Value)> isEnd) {
  SmallVector<Value> open = {value};
  DenseSet<Value> seen = {value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (isWanted(next))
      return true;
    Operation *def = next.getDefiningOp();
    if (!def || (isEnd && isEnd(next)))
      continue;
    for (Value operand : def->getOperands())
      if (seen.insert(operand).second)
        open.push_back(operand);
  }
  return false;
}

bool kopt::waitsFor(Value value, ArrayRef<linalg::GenericOp> from) {
  return isBehind(value, [&](Value v) {
    return llvm::is_contained(from, v.getDefiningOp());
  });
}

static SmallVector<unsigned> reducedClasses(linalg::GenericOp op,
                                            DimClasses &classes) {
  SmallVector<unsigned> dims, result;
  op.getReductionDims(dims);
  for (unsigned d : dims)
    result.push_back(classes.ofLoop(op, d));
  llvm::sort(result);
  return result;
}

/// The map of an input that has all dimensions of `op`; null if there is none.
static AffineMap spanning(linalg::GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (AffineMap map = op.getMatchingIndexingMap(input);
        map.getNumResults() == op.getNumLoops())
      return map;
  return {};
}

/// The product of the classes' extents, kDynamic where one is; no overflow.
static int64_t product(ArrayRef<unsigned> cls, DimClasses &classes) {
  int64_t all = 1;
  for (unsigned c : cls) {
    int64_t extent = classes.extent(c);
    if (ShapedType::isDynamic(extent) || llvm::MulOverflow(all, extent, all))
      return ShapedType::kDynamic;
  }
  return all;
}

/// Columns that one program does side by side where the innermost dimension of
/// memory is not reduced, else 1.
static int64_t sideBySide(linalg::GenericOp op, DimClasses &classes,
                          int64_t columns) {
  AffineMap order = spanning(op);
  if (!order || order.getNumResults() == 0)
    return 1;
  unsigned last = cast<AffineDimExpr>(order.getResults().back()).getPosition();
  if (op.getIteratorTypesArray()[last] == utils::IteratorType::reduction)
    return 1;
  int64_t extent = classes.extent(classes.ofLoop(op, last));
  return ShapedType::isDynamic(extent)
             ? columns
             : std::clamp<int64_t>(extent, 1, columns);
}

namespace {
class Planner {
public:
  Planner(KernelOp kernel, const SplitSizes &sizes, RewriterBase &rewriter,
          std::string &reason)
      : kernel(kernel), sizes(sizes), rewriter(rewriter), reason(reason) {}
  FailureOr<SplitPlan> run();

private:
  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LogicalResult choose(DimClasses &classes);
  LogicalResult cut(DimClasses &classes);

  KernelOp kernel;
  const SplitSizes &sizes;
  RewriterBase &rewriter;
  std::string &reason;
  SplitPlan plan;
};
} // namespace

/// Long reductions that wait for no long one, all over the dimensions of the
/// first, and of those that wait for them alone what cascades.
LogicalResult Planner::choose(DimClasses &classes) {
  SmallVector<linalg::GenericOp> all, first, later;
  for (auto op : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (op.getNumReductionLoops() == 0)
      continue;
    int64_t length = product(reducedClasses(op, classes), classes);
    int64_t width = sideBySide(op, classes, sizes.columns);
    if (ShapedType::isDynamic(length) || length > sizes.least / width)
      all.push_back(op);
  }
  if (all.empty())
    return no("no program reduces more than " + Twine(sizes.least) +
              " elements");
  for (linalg::GenericOp op : all) {
    // Of several results, or by another combiner: it stays what it is.
    if (op.getNumDpsInits() != 1 || !combinerOf(op))
      continue;
    bool waits = llvm::any_of(op->getOperands(), [&](Value operand) {
      return waitsFor(operand, all);
    });
    if (first.empty() ||
        reducedClasses(op, classes) == reducedClasses(first.front(), classes))
      (waits ? later : first).push_back(op);
  }
  if (first.empty())
    return no("the long reductions have several results or no known neutral "
              "element");
  for (linalg::GenericOp op : first)
    plan.reductions.push_back({op, {}, {}});
  SmallVector<linalg::GenericOp> before = first;
  for (linalg::GenericOp op : later) {
    bool waitsForLater = llvm::any_of(op->getOperands(), [&](Value operand) {
      return waitsFor(operand, later);
    });
    if (waitsForLater)
      continue;
    std::string whyNot; // it stays where its results are used
    FailureOr<SplitReduction> cascade =
        matchCascade(op, before, rewriter, whyNot);
    if (failed(cascade))
      continue;
    linalg::GenericOp sum = cascade->cascade.sum;
    if (sum && !llvm::is_contained(before, sum)) {
      before.push_back(sum);
      plan.reductions.push_back({sum, {}, {}});
    }
    plan.reductions.push_back(*cascade);
  }
  return success();
}

/// The largest divisor of `extent` up to `most`.
static int64_t divisor(int64_t extent, int64_t most) {
  int64_t best = 1;
  for (int64_t d = 1; d * d <= extent; ++d) {
    if (extent % d != 0)
      continue;
    for (int64_t each : {d, extent / d})
      if (each <= most)
        best = std::max(best, each);
  }
  return best;
}

LogicalResult Planner::cut(DimClasses &classes) {
  linalg::GenericOp op = plan.reductions.front().op;
  AffineMap order = spanning(op);
  if (!order)
    return no("no input has all dimensions of the reduction");
  auto classAt = [&](unsigned d) {
    return classes.ofLoop(
        op, cast<AffineDimExpr>(order.getResult(d)).getPosition());
  };
  SmallVector<unsigned> reduced = reducedClasses(op, classes), others;
  for (unsigned d = 0; d < order.getNumResults(); ++d)
    if (!llvm::is_contained(reduced, classAt(d)))
      others.push_back(classAt(d));
  int64_t length = product(reduced, classes),
          results = product(others, classes);
  int64_t most = plan.reductions.size() > 1 ? sizes.together : sizes.most;
  if (!ShapedType::isDynamic(length) && !ShapedType::isDynamic(results)) {
    int64_t total;
    if (!llvm::MulOverflow(length, results, total))
      most =
          std::clamp(total / sizes.programs, std::min(sizes.least, most), most);
  }
  most /= sideBySide(op, classes, sizes.columns);
  // From the innermost dimension outwards: whole, as long as the part has room;
  // then one in parts; those outside it are parallel.
  int64_t room = std::max<int64_t>(most, 1);
  bool isFull = false;
  for (unsigned d = order.getNumResults(); d-- > 0;) {
    unsigned cls = classAt(d);
    if (!llvm::is_contained(reduced, cls))
      continue;
    int64_t extent = classes.extent(cls);
    if (isFull) {
      plan.outer.push_back(cls);
      continue;
    }
    if (ShapedType::isDynamic(extent))
      return no("a dynamic extent in the parts");
    if (extent <= room) {
      room /= std::max<int64_t>(extent, 1);
      plan.partElements *= extent;
      continue;
    }
    isFull = true;
    int64_t part = divisor(extent, room);
    // Short parts give more results than they save; where the part has inner
    // dimensions as well it may do without this one.
    if (part * 8 < room && plan.partElements == 1)
      return no("no divisor of " + Twine(extent) + " is between " +
                Twine(room / 8) + " and " + Twine(room));
    if (part == 1) {
      plan.outer.push_back(cls);
      continue;
    }
    plan.cut = Cut{cls, extent / part, part};
    plan.partElements *= part;
  }
  if (!isFull)
    return no("a part has room for all that is reduced");
  // What puts the parts together would be as it is now.
  if (plan.partElements < 2)
    return no("a part would have one element");
  return success();
}

FailureOr<SplitPlan> Planner::run() {
  {
    DimClasses classes(kernel);
    if (!classes.valid())
      return no(classes.whyNot());
    if (failed(choose(classes)))
      return failure();
  }
  // Operations were added and fused.
  DimClasses classes(kernel);
  if (!classes.valid())
    return no(classes.whyNot());
  if (failed(cut(classes)))
    return failure();
  for (SplitReduction &r : plan.reductions) {
    AffineMap order = spanning(r.op);
    if (!order)
      return no("no input has all dimensions of the reduction");
    for (AffineExpr expr : order.getResults()) {
      unsigned d = cast<AffineDimExpr>(expr).getPosition();
      unsigned cls = classes.ofLoop(r.op, d);
      bool isParallel =
          r.op.getIteratorTypesArray()[d] == utils::IteratorType::parallel;
      if (isParallel || llvm::is_contained(plan.outer, cls) ||
          (plan.cut && plan.cut->cls == cls))
        r.dims.push_back(d);
    }
  }
  return plan;
}

FailureOr<SplitPlan> kopt::planSplit(KernelOp kernel, const SplitSizes &sizes,
                                     RewriterBase &rewriter,
                                     std::string &reason) {
  return Planner(kernel, sizes, rewriter, reason).run();
}
