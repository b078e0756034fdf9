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

/// A point of `points` in the smallest of some boxes around `center`; symbols
/// without a centre may be anything.
static std::optional<SmallVector<int64_t>>
sampleNear(const SymbolPoints &points, ArrayRef<std::optional<int64_t>> center,
           MLIRContext *context) {
  // Doubling the box finds what is next to the asked shape first.
  for (int64_t reach = 1; reach <= (int64_t(1) << 20); reach *= 2) {
    SmallVector<AffineExpr> sides;
    for (auto [i, at] : llvm::enumerate(center)) {
      if (!at)
        continue;
      AffineExpr symbol = getAffineSymbolExpr(i, context);
      sides.push_back(symbol - (*at - reach));
      sides.push_back(*at + reach - symbol);
    }
    SymbolPoints here = points;
    if (!sides.empty())
      here = here.intersect(pointsOf(IntegerSet::get(
          0, center.size(), sides, SmallVector<bool>(sides.size(), false))));
    SmallVector<llvm::DynamicAPInt> sample;
    if (here.findIntegerSample(sample)) {
      SmallVector<int64_t> point;
      for (const llvm::DynamicAPInt &value :
           ArrayRef(sample).take_front(center.size()))
        point.push_back(int64_t(value));
      return point;
    }
    if (sides.empty())
      break;
  }
  return std::nullopt;
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
    std::optional<SymbolPoints> taken; // by the kernels before
    for (SymbolRefAttr name : launch.getKernels()) {
      auto kernel =
          SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, name);
      if (!kernel)
        return; // not in form 2
      LaunchVariant variant{launch, kernel.getSymName().str(), "", {}};
      SymbolPoints points = assumedPoints(kernel);
      if (taken)
        points = points.subtract(*taken);
      taken = taken ? taken->unionSet(assumedPoints(kernel))
                    : assumedPoints(kernel);
      if (IntegerSetAttr assume = kernel.getAssumeAttr())
        variant.condition = textOf(assume.getValue(), kernel);
      if (auto point = sampleNear(points, center, entry.getContext())) {
        variant.arguments = asked;
        for (auto [source, value] : llvm::zip(sources, *point)) {
          if (source && source->dim)
            variant.arguments[source->argument].shape[*source->dim] = value;
          else if (source)
            variant.arguments[source->argument].bits = uint64_t(value);
        }
      }
      variants.push_back(std::move(variant));
    }
  });
  return variants;
}
