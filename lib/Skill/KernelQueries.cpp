//===- KernelQueries.cpp - Facts about kernels and loops ------------------===//

#include "kopt/Skill/Facts.h"
#include "lib/Rewrites/TileClasses.h"
#include "mlir/Analysis/Liveness.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

/// Asks `fn` of the kernel that the place is, is in, or launches.
template <typename Fn> static Number ofKernel(const FactArgs &args, Fn fn) {
  KernelOp kernel = kernelOf(args.place);
  return kernel ? Number(fn(kernel)) : Number::unknown("there is no kernel");
}

template <typename... Ops> static Number count(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    int64_t number = 0;
    kernel.walk([&](Operation *op) { number += isa<Ops...>(op); });
    return number;
  });
}

static Number askForm(const FactArgs &args) {
  return ofKernel(args,
                  [](KernelOp kernel) { return kernel.isTiled() ? 2 : 1; });
}

static Number extentOf(KernelOp kernel, int64_t axis) {
  if (!kernel.isTiled())
    return Number::unknown("the kernel has no grid");
  AffineMap grid = kernel.getGridAttr().getValue();
  if (axis < 0 || axis >= grid.getNumResults())
    return Number::unknown("the grid has no axis " + Twine(axis));
  return Number::known(grid.getResult(axis), kernel,
                       "the extent of grid axis " + Twine(axis) +
                           " is dynamic");
}

/// The axis that a number or value names, the first one without; nothing for a
/// word.
static std::optional<int64_t> axisOf(const FactArgs &args) {
  if (!args.values.empty())
    return args.values[0].value;
  if (args.words.empty())
    return 0;
  auto axis = dyn_cast<IntegerAttr>(args.words[0]);
  return axis ? std::optional<int64_t>(axis.getInt()) : std::nullopt;
}

static Number askGridExtent(const FactArgs &args) {
  return ofKernel(args, [&](KernelOp kernel) {
    std::optional<int64_t> axis = axisOf(args);
    return axis ? extentOf(kernel, *axis)
                : Number::unknown("expected an axis as a number");
  });
}

static Number askPrograms(const FactArgs &args) {
  return ofKernel(args, [&](KernelOp kernel) -> Number {
    if (!kernel.isTiled())
      return Number::unknown("the kernel has no grid");
    int64_t programs = 1;
    for (unsigned axis = 0;
         axis < kernel.getGridAttr().getValue().getNumResults(); ++axis) {
      Number extent = extentOf(kernel, axis);
      if (!extent.value)
        return extent;
      if (llvm::MulOverflow(programs, *extent.value, programs))
        return Number::unknown("the number of programs overflows");
    }
    return programs;
  });
}

static Number askGridTile(const FactArgs &args) {
  return ofKernel(args, [&](KernelOp kernel) -> Number {
    if (!kernel.isTiled())
      return Number::unknown("the kernel has no grid");
    std::optional<int64_t> axis = axisOf(args), scale;
    if (!axis)
      return Number::unknown("expected an axis as a number");
    bool differs = false;
    kernel.walk([&](Operation *op) {
      if (!isa<LoadOp, StoreOp>(op))
        return;
      for (Value operand : op->getOperands()) {
        OffsetOrigin origin = originOf(operand);
        if (origin.kind != OffsetOrigin::Axis || origin.axis != *axis)
          continue;
        differs |= scale && *scale != origin.scale;
        scale = origin.scale;
      }
    });
    if (!scale || differs)
      return Number::unknown("accesses do not agree on the axis");
    return *scale;
  });
}

static Number askGridAxes(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) -> Number {
    if (!kernel.isTiled())
      return Number::unknown("the kernel has no grid");
    return kernel.getGridAttr().getValue().getNumResults();
  });
}

/// Of the kernel's largest store: from the memory's last dimension but one
/// outwards, the first that a program has one element of.
static Number askRowAxis(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) -> Number {
    StoreOp largest;
    auto elements = [](StoreOp store) {
      return store.getTileType().getNumElements();
    };
    kernel.walk([&](StoreOp store) {
      if (kernel.isTiled() && store.getIndices().empty() &&
          (!largest || elements(store) > elements(largest)))
        largest = store;
    });
    if (!largest)
      return Number::unknown("the kernel stores no tile");
    AffineMap map = largest.getAccessMap();
    for (int64_t d = int64_t(map.getNumResults()) - 2; d >= 0; --d)
      for (auto [i, offset] : llvm::enumerate(largest.getOffsets())) {
        OffsetOrigin origin = originOf(offset);
        if (origin.kind == OffsetOrigin::Axis && origin.scale == 1 &&
            map.getResult(d).isFunctionOfSymbol(i))
          return origin.axis;
      }
    return Number::unknown("a program has several rows of each axis");
  });
}

static Number askWarps(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    return kernel.getLaunchOrDefault().getWarps();
  });
}

static Number askLargestTile(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    int64_t largest = 0;
    kernel.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<RankedTensorType>(type))
          for (int64_t extent : tile.getShape())
            largest = std::max(largest, extent);
    });
    return largest;
  });
}

/// As kopt-check-state estimates them.
static Number askRegisters(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    int64_t threads = kernel.getLaunchOrDefault().getProgramWarps() * 32;
    int64_t worst = 0;
    auto registers = [&](Value value) -> int64_t {
      auto tile = dyn_cast<RankedTensorType>(value.getType());
      if (!tile || !tile.hasStaticShape() ||
          isa_and_nonnull<arith::ConstantOp, tensor::SplatOp, IotaOp,
                          BroadcastOp>(value.getDefiningOp()))
        return 0;
      Type element = tile.getElementType();
      int64_t bytes =
          element.isIndex()
              ? 8
              : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
      return llvm::divideCeil(
          llvm::divideCeil(tile.getNumElements(), threads) * bytes, 4);
    };
    Liveness liveness(kernel);
    kernel.getBody().walk([&](Operation *op) {
      if (op->getParentOfType<ReduceOp>())
        return;
      int64_t sum = 0;
      for (Value value :
           liveness.getLiveness(op->getBlock())->currentlyLiveValues(op))
        if (value.getDefiningOp() != op)
          sum += registers(value);
      worst = std::max(worst, sum);
    });
    return worst;
  });
}

/// What a loop runs over where its bounds are dynamic, in steps of `step`.
static Number dynamicBounds(scf::ForOp loop, int64_t step) {
  std::string why = "the bounds of the loop are dynamic";
  auto dim = loop.getUpperBound().getDefiningOp<memref::DimOp>();
  auto argument =
      dim ? dyn_cast<BlockArgument>(dim.getSource()) : BlockArgument();
  auto kernel = loop->getParentOfType<KernelOp>();
  if (!argument || !dim.getConstantIndex() || !kernel ||
      argument.getOwner() != &kernel.getBody().front())
    return Number::unknown(why);
  why += ": dimension " + std::to_string(*dim.getConstantIndex()) +
         " of argument " + std::to_string(argument.getArgNumber());
  if (!matchPattern(loop.getLowerBound(), m_Zero()))
    return Number::unknown(why);
  AffineExpr extent = kernel.getExtent(argument, *dim.getConstantIndex());
  return Number::known(extent.ceilDiv(step), kernel, why);
}

static Number tripCount(scf::ForOp loop) {
  APInt low, high, step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return Number::unknown("the step of the loop is dynamic");
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&low)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&high)))
    return dynamicBounds(loop, step.getSExtValue());
  int64_t extent = high.getSExtValue() - low.getSExtValue();
  return extent <= 0 ? 0
                     : int64_t(llvm::divideCeil(extent, step.getSExtValue()));
}

static Number askTripCount(const FactArgs &args) {
  auto loop = dyn_cast<scf::ForOp>(args.place);
  return loop ? tripCount(loop) : Number::unknown("the place is no loop");
}

/// Of the kernel's first loop.
static Number askLoopExtent(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) -> Number {
    scf::ForOp first;
    kernel.walk([&](scf::ForOp loop) {
      if (!first)
        first = loop;
    });
    if (!first)
      return Number::unknown("the kernel has no loop");
    APInt high;
    if (!matchPattern(first.getUpperBound(), m_ConstantInt(&high)))
      return dynamicBounds(first, 1);
    return high.getSExtValue();
  });
}

/// Of the kernel's first loop.
static Number askLoopTrips(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) -> Number {
    scf::ForOp first;
    kernel.walk([&](scf::ForOp loop) {
      if (!first)
        first = loop;
    });
    return first ? tripCount(first) : Number::unknown("the kernel has no loop");
  });
}

static Number askUses(const FactArgs &args) {
  int64_t uses = 0;
  for (Value result : args.place->getResults())
    uses += std::distance(result.use_begin(), result.use_end());
  return uses;
}

static Number askHasAttr(const FactArgs &args) {
  for (Attribute word : args.words)
    if (auto name = dyn_cast<StringAttr>(word))
      return Number(args.place->getAttr(name) != nullptr);
  return Number::unknown("expected the name of an attribute");
}

std::vector<Query> kopt::skill::kernelQueries() {
  return {
      {"form", "the form of the kernel, 1 or 2", askForm},
      {"programs", "programs of the grid", askPrograms},
      {"grid_extent", "programs along a grid axis", askGridExtent, 1},
      {"row_axis",
       "the innermost grid axis outside of a row of which a program has one "
       "element",
       askRowAxis},
      {"grid_axes", "axes of the grid", askGridAxes},
      {"grid_tile", "elements a program covers along a grid axis", askGridTile,
       1},
      {"warps", "warps of a program", askWarps},
      {"reductions", "kopt.reduce operations of the kernel", count<ReduceOp>},
      {"line_operations", "scans, orders and histograms of the kernel",
       count<ScanOp, SortOp, TopKOp, HistogramOp>},
      {"loops", "loops of the kernel", count<scf::ForOp>},
      {"loads", "loads of the kernel", count<LoadOp>},
      {"stores", "stores of the kernel", count<StoreOp>},
      {"largest_extent", "largest extent of a tile of the kernel",
       askLargestTile},
      {"registers",
       "registers a thread for the tiles live at once, as kopt-check-state "
       "estimates",
       askRegisters},
      {"trip_count", "iterations of a loop", askTripCount},
      {"loop_extent", "elements that the kernel's first loop runs over",
       askLoopExtent},
      {"loop_trips", "iterations of the kernel's first loop", askLoopTrips},
      {"uses", "uses of the operation's results", askUses},
      {"has_attr", "1 if the operation has the attribute, else 0", askHasAttr,
       1, /*needsWord=*/true},
  };
}
