//===- Variants.cpp - The conditions of a program's launches --------------===//

#include "kopt/Program/Variants.h"
#include "dialects/Kopt/Assumptions.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include <optional>

using namespace mlir;
using namespace kopt;

namespace {
/// A dimension of an argument of the host function; no dimension: a scalar.
struct Source {
  unsigned argument;
  std::optional<unsigned> dim;
};
} // namespace

/// Which argument of the host function each symbol of a launch's kernels is, as
/// far as value bounds can tell.
static SmallVector<std::optional<Source>> sourcesOf(LaunchOp launch,
                                                    func::FuncOp entry) {
  SmallVector<std::optional<Source>> sources, scalars;
  for (Value operand : launch->getOperands()) {
    if (operand.getType().isIndex()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      scalars.push_back(
          argument ? std::optional<Source>({argument.getArgNumber(), {}})
                   : std::nullopt);
    }
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    for (int64_t d = 0; type && d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d))
        continue;
      std::optional<Source> found;
      for (BlockArgument argument : entry.getArguments()) {
        auto other = dyn_cast<RankedTensorType>(argument.getType());
        for (unsigned e = 0; other && !found && e < other.getRank(); ++e) {
          if (!other.isDynamicDim(e))
            continue;
          FailureOr<bool> same = ValueBoundsConstraintSet::areEqual(
              {operand, d}, {argument, int64_t(e)});
          if (succeeded(same) && *same)
            found = Source{argument.getArgNumber(), e};
        }
      }
      sources.push_back(found);
    }
  }
  llvm::append_range(sources, scalars);
  return sources;
}

/// A point of `points` no farther from `center` in each symbol than `reach`;
/// symbols without a centre may be anything.
static std::optional<SmallVector<int64_t>>
sampleWithin(const SymbolPoints &points,
             ArrayRef<std::optional<int64_t>> center, ArrayRef<int64_t> reach,
             MLIRContext *context) {
  SmallVector<AffineExpr> sides;
  for (auto [i, at] : llvm::enumerate(center)) {
    if (!at)
      continue;
    AffineExpr symbol = getAffineSymbolExpr(i, context);
    sides.push_back(symbol - (*at - reach[i]));
    sides.push_back(-symbol + (*at + reach[i]));
  }
  SymbolPoints here = points;
  if (!sides.empty())
    here = here.intersect(pointsOf(IntegerSet::get(
        0, center.size(), sides, SmallVector<bool>(sides.size(), false))));
  SmallVector<llvm::DynamicAPInt> sample;
  if (!here.findIntegerSample(sample))
    return std::nullopt;
  SmallVector<int64_t> point;
  for (const llvm::DynamicAPInt &value :
       ArrayRef(sample).take_front(center.size()))
    point.push_back(int64_t(value));
  return point;
}

/// A point of `points` near `center`: one symbol after the other gets as near
/// as the others allow, so that only those move that have to.
static std::optional<SmallVector<int64_t>>
sampleNear(const SymbolPoints &points, ArrayRef<std::optional<int64_t>> center,
           MLIRContext *context) {
  constexpr int64_t far = int64_t(1) << 20;
  SmallVector<int64_t> reach(center.size(), far);
  auto best = sampleWithin(points, center, reach, context);
  for (size_t i = 0; best && i < center.size(); ++i) {
    if (!center[i])
      continue;
    // 0, 1, 2, 4, …: the first that leaves a point.
    for (reach[i] = 0; reach[i] < far; reach[i] = reach[i] ? reach[i] * 2 : 1)
      if (auto nearer = sampleWithin(points, center, reach, context)) {
        best = nearer;
        break;
      }
  }
  return best;
}

/// For each constraint of `set` the points, of those that `all` may have, where
/// it fails and the other constraints hold.
static std::vector<SymbolPoints> pointsOutside(IntegerSet set,
                                               const SymbolPoints &all) {
  std::vector<SymbolPoints> outside;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    SymbolPoints points = all.subtract(pointsOf(IntegerSet::get(
        0, set.getNumSymbols(), {set.getConstraint(i)}, {set.isEq(i)})));
    SmallVector<AffineExpr> others(set.getConstraints());
    SmallVector<bool> isEq(set.getEqFlags());
    others.erase(others.begin() + i);
    isEq.erase(isEq.begin() + i);
    if (!others.empty())
      points = points.intersect(
          pointsOf(IntegerSet::get(0, set.getNumSymbols(), others, isEq)));
    outside.push_back(points);
  }
  return outside;
}

std::vector<LaunchVariant>
kopt::launchVariants(func::FuncOp entry,
                     const std::vector<HostArgument> &asked) {
  std::vector<LaunchVariant> variants;
  entry.walk([&](LaunchOp launch) {
    if (launch.getKernels().size() < 2)
      return;
    SmallVector<std::optional<Source>> sources = sourcesOf(launch, entry);
    SmallVector<std::optional<int64_t>> center;
    for (const std::optional<Source> &source : sources) {
      if (!source)
        center.push_back(std::nullopt);
      else if (source->dim)
        center.push_back(asked[source->argument].shape[*source->dim]);
      else
        center.push_back(int64_t(asked[source->argument].bits));
    }
    auto argumentsAt = [&](const SymbolPoints &points) {
      std::vector<HostArgument> arguments;
      auto point = sampleNear(points, center, entry.getContext());
      if (!point)
        return arguments;
      arguments = asked;
      for (auto [source, value] : llvm::zip(sources, *point)) {
        if (source && source->dim)
          arguments[source->argument].shape[*source->dim] = value;
        else if (source)
          arguments[source->argument].bits = uint64_t(value);
      }
      return arguments;
    };
    auto last = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
        launch, launch.getKernelAttr());
    if (!last)
      return;                          // not in form 2
    std::optional<SymbolPoints> taken; // by the kernels before
    for (SymbolRefAttr name : launch.getKernels()) {
      auto kernel =
          SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, name);
      if (!kernel)
        return;
      LaunchVariant variant{launch, kernel.getSymName().str(), "", {}, {}};
      SymbolPoints points = assumedPoints(kernel);
      if (taken)
        points = points.subtract(*taken);
      taken = taken ? taken->unionSet(assumedPoints(kernel))
                    : assumedPoints(kernel);
      variant.arguments = argumentsAt(points);
      if (IntegerSetAttr assume = kernel.getAssumeAttr()) {
        variant.condition = textOf(assume.getValue(), kernel);
        for (const SymbolPoints &outside :
             pointsOutside(assume.getValue(), assumedPoints(last)))
          if (auto arguments = argumentsAt(outside); !arguments.empty())
            variant.outside.push_back(std::move(arguments));
      }
      variants.push_back(std::move(variant));
    }
  });
  return variants;
}
