//===- AllocateShared.cpp - Shared memory of a kernel ---------------------===//

#include "passes/AllocateShared/AllocateShared.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Layout/AxisSteps.h"
#include "kopt/Layout/Selection.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace kopt {
#define GEN_PASS_DEF_ALLOCATESHAREDPASS
#include "passes/AllocateShared/AllocateShared.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

/// Shared memory a block can have on sm_90, in bytes.
static constexpr int64_t sharedLimit = 227 * 1024;

/// Copies of a histogram's counters take no more than this.
static constexpr int64_t histogramBytes = 48 * 1024;

/// 2^bits partials a result, of all inputs; 0 where there are no bits.
static int64_t partialBytes(ReduceOp op, unsigned bits) {
  if (bits == 0)
    return 0;
  int64_t total = 0;
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    int64_t bytes =
        (type.getNumElements() << bits) * elementBytes(type.getElementType());
    total += llvm::alignTo(bytes, 16);
  }
  return total;
}

/// `count` elements of each of the tiles `inputs`.
static int64_t scratchOfTuples(ValueRange inputs, int64_t count) {
  int64_t total = 0;
  for (Value input : inputs)
    total +=
        llvm::alignTo(count * elementBytes(getElementTypeOrSelf(input)), 16);
  return total;
}

/// Warps of one block of the kernel around `op`.
static unsigned blockWarps(Operation *op) {
  return op->getParentOfType<KernelOp>().getLaunchOrDefault().getWarps();
}

static int64_t scratchOf(ReduceOp op) {
  LayoutAttr attr = LayoutAttr::of(op.getInputType());
  if (!attr)
    return 0;
  Layout layout = attr.getLayout();
  unsigned bits =
      llvm::popcount(layout.warpMaskAlong(op.getAxis()) & (blockWarps(op) - 1));
  // Shuffles combine the lanes first.
  if (op.getAcross() != Across::Lanes)
    bits += llvm::popcount(layout.laneMaskAlong(op.getAxis()));
  return partialBytes(op, bits);
}

int64_t kopt::exchangeBytes(Operation *op) {
  auto reduce = dyn_cast<ReduceOp>(op);
  LayoutAttr attr = reduce ? LayoutAttr::of(reduce.getInputType()) : nullptr;
  if (!attr)
    return 0;
  unsigned mask = attr.getLayout().warpMaskAlong(reduce.getAxis());
  return partialBytes(reduce, llvm::popcount(mask / blockWarps(op)));
}

static int64_t scratchOf(ScanOp op) {
  LayoutAttr attr = LayoutAttr::of(op.getInputType());
  if (!attr)
    return 0;
  Layout layout = attr.getLayout();
  llvm::FailureOr<SmallVector<AxisStep>> steps =
      axisSteps(layout, op.getAxis());
  if (failed(steps))
    return 0; // kopt-to-simt refuses it
  int64_t total = 0;
  for (const WarpExchange &exchange : warpExchanges(layout, *steps))
    total += scratchOfTuples(op.getInputs(), exchange.entries);
  return total;
}

/// All of the tiles, to be sorted in place.
static int64_t scratchOfAll(ValueRange inputs) {
  auto type = cast<RankedTensorType>(inputs.front().getType());
  return scratchOfTuples(inputs, type.getNumElements());
}

static int64_t scratchOf(TopKOp op) {
  ValueRange inputs = op.getInputs();
  LayoutAttr attr = LayoutAttr::of(inputs.front().getType());
  if (!attr)
    return 0;
  std::optional<SelectionPlan> plan =
      selectionPlan(attr.getLayout(), op.getAxis(), op.getK());
  if (!plan)
    return scratchOfAll(inputs);
  int64_t total = 0;
  for (int64_t count : {plan->slots(), plan->warps * plan->offers, plan->k})
    total += scratchOfTuples(inputs, count);
  for (int64_t words : {plan->threads, plan->threads, plan->warps})
    total += llvm::alignTo(words * 4, 16);
  return total;
}

static int64_t scratchOf(ConvertLayoutOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  LayoutAttr from = LayoutAttr::of(op.getSource().getType());
  LayoutAttr to = LayoutAttr::of(type);
  // A tile in shared memory is read in any layout.
  if (!from || !to || op.getSource().getDefiningOp<PlaceOp>())
    return 0;
  switch (conversionKind(from.getLayout(), to.getLayout())) {
  case ConversionKind::Identity:
  case ConversionKind::Registers:
    return 0;
  // The lowering does not shuffle yet: both go through shared memory.
  case ConversionKind::Shuffle:
  case ConversionKind::Shared:
    break;
  }
  return llvm::alignTo(
      type.getNumElements() * elementBytes(type.getElementType()), 16);
}

int64_t kopt::histogramCopies(HistogramOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  int64_t bins = cast<RankedTensorType>(op.getType()).getNumElements();
  // Clearing and adding up the counters take four words at once, counting one
  // element.
  int64_t words =
      std::min<int64_t>(source.getNumElements(), histogramBytes / 4);
  int64_t copies = Layout::kLanes;
  while (copies > 1 && bins * copies > words)
    copies /= 2;
  return copies;
}

/// A counter for each copy of each bin, and of one more.
static int64_t scratchOf(HistogramOp op) {
  int64_t bins = cast<RankedTensorType>(op.getType()).getNumElements();
  return llvm::alignTo((bins + 1) * histogramCopies(op) * 4, 16);
}

int64_t kopt::residentBytes(PlaceOp op) {
  RankedTensorType type = op.getType();
  return llvm::alignTo(
      type.getNumElements() * elementBytes(type.getElementType()), 16);
}

int64_t kopt::sharedScratchBytes(Operation *op) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return scratchOf(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return scratchOf(scan);
  if (auto sort = dyn_cast<SortOp>(op))
    return scratchOfAll(sort.getInputs());
  if (auto top = dyn_cast<TopKOp>(op))
    return scratchOf(top);
  if (auto convert = dyn_cast<ConvertLayoutOp>(op))
    return scratchOf(convert);
  if (auto histogram = dyn_cast<HistogramOp>(op))
    return scratchOf(histogram);
  return 0;
}

namespace {

struct AllocateShared : kopt::impl::AllocateSharedPassBase<AllocateShared> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.isTiled())
        kernels.push_back(kernel);
    });
    for (KernelOp kernel : kernels)
      if (failed(allocate(kernel)))
        return signalPassFailure();
  }

  LogicalResult allocate(KernelOp kernel) {
    Builder builder(kernel.getContext());
    int64_t total = 0, exchange = 0;
    SmallVector<Operation *> exchanging;
    WalkResult walk = kernel.walk([&](Operation *op) {
      int64_t bytes = sharedScratchBytes(op), more = exchangeBytes(op);
      op->removeAttr("kopt.shared_offset");
      op->removeAttr("kopt.exchange_offset");
      if (bytes + 2 * more > sharedLimit) {
        op->emitOpError() << "expected to need at most " << sharedLimit
                          << " bytes of shared memory, but got "
                          << bytes + 2 * more;
        return WalkResult::interrupt();
      }
      if (bytes > 0)
        op->setAttr("kopt.shared_offset", builder.getI64IntegerAttr(0));
      if (more > 0)
        exchanging.push_back(op);
      total = std::max(total, bytes);
      exchange = std::max(exchange, more);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    // Two places in turn: what one exchange has left may still be read while
    // the next one is under way.
    for (auto [i, op] : llvm::enumerate(exchanging))
      op->setAttr("kopt.exchange_offset",
                  builder.getI64IntegerAttr(total + i % 2 * exchange));
    total += std::min<size_t>(exchanging.size(), 2) * exchange;
    // Tiles that stay have memory of their own.
    walk = kernel.walk([&](PlaceOp op) {
      op->setAttr("kopt.shared_offset", builder.getI64IntegerAttr(total));
      total += residentBytes(op);
      if (total <= sharedLimit)
        return WalkResult::advance();
      op.emitOpError("expected to need at most ")
          << sharedLimit
          << " bytes of shared memory with what is there before, "
          << "but got " << total;
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return failure();
    if (total > sharedLimit)
      return kernel.emitOpError("expected to need at most ")
             << sharedLimit << " bytes of shared memory, but got " << total;
    kernel->setAttr("kopt.shared_bytes", builder.getI64IntegerAttr(total));
    return success();
  }
};

} // namespace
