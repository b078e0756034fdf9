//===- AllocateShared.cpp - Shared memory of a kernel ---------------------===//

#include "passes/AllocateShared/AllocateShared.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Layout/AxisSteps.h"
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

/// Bytes of one element: whole bytes, an index 8.
static int64_t elementBytes(Type type) {
  if (type.isIndex())
    return 8;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

static int64_t scratchOf(ReduceOp op) {
  LayoutAttr attr = LayoutAttr::of(op.getInputType());
  if (!attr)
    return 0;
  Layout layout = attr.getLayout();
  unsigned bits = llvm::popcount(layout.warpMaskAlong(op.getAxis()));
  // Shuffles combine the lanes first.
  if (op.getAcross() != Across::Lanes)
    bits += llvm::popcount(layout.laneMaskAlong(op.getAxis()));
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
    for (Value input : op.getInputs())
      total += llvm::alignTo(
          exchange.entries * elementBytes(getElementTypeOrSelf(input)), 16);
  return total;
}

static int64_t scratchOf(ConvertLayoutOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  LayoutAttr from = LayoutAttr::of(op.getSource().getType());
  LayoutAttr to = LayoutAttr::of(type);
  if (!from || !to)
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

int64_t kopt::sharedScratchBytes(Operation *op) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return scratchOf(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return scratchOf(scan);
  if (auto convert = dyn_cast<ConvertLayoutOp>(op))
    return scratchOf(convert);
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
    int64_t total = 0;
    WalkResult walk = kernel.walk([&](Operation *op) {
      int64_t bytes = sharedScratchBytes(op);
      op->removeAttr("kopt.shared_offset");
      if (bytes == 0)
        return WalkResult::advance();
      if (bytes > sharedLimit) {
        op->emitOpError() << "expected to need at most " << sharedLimit
                          << " bytes of shared memory, but got " << bytes;
        return WalkResult::interrupt();
      }
      op->setAttr("kopt.shared_offset", builder.getI64IntegerAttr(0));
      total = std::max(total, bytes);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    kernel->setAttr("kopt.shared_bytes", builder.getI64IntegerAttr(total));
    return success();
  }
};

} // namespace
