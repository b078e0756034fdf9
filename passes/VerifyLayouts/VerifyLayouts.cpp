//===- VerifyLayouts.cpp - Consistency of layouts -------------------------===//

#include "passes/VerifyLayouts/VerifyLayouts.h"
#include "dialects/Kopt/AccessInfo.h"

namespace kopt {
#define GEN_PASS_DEF_VERIFYLAYOUTSPASS
#include "passes/VerifyLayouts/VerifyLayouts.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

/// Each tile `op` uses or makes has a layout over `warps` warps.
static LogicalResult verifyTiles(Operation *op, unsigned warps) {
  auto verifyType = [&](Type type) -> LogicalResult {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return success();
    LayoutAttr attr = LayoutAttr::of(tile);
    if (!attr)
      return op->emitError("expected a tile with a #kopt.layout, but got ")
             << tile;
    Layout layout = attr.getLayout();
    if (layout.tileShape() != tile.getShape())
      return op->emitError("expected a layout of the tile's shape, but got ")
             << tile;
    if (layout.numWarps() != warps)
      return op->emitError("expected a layout over ")
             << warps << " warps, but got " << layout.numWarps();
    return success();
  };
  for (Type type : op->getOperandTypes())
    if (failed(verifyType(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(verifyType(type)))
      return failure();
  return success();
}

/// All tiles of `op` have one layout.
static LogicalResult verifySame(Operation *op) {
  Attribute first;
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values) {
    Attribute layout = LayoutAttr::of(value.getType());
    if (!layout)
      continue;
    if (!first)
      first = layout;
    if (layout != first)
      return op->emitError("expected all tiles to have layout ")
             << first << ", but got " << layout;
  }
  return success();
}

/// All inputs of `op` have one layout; the results `slices` its slice.
static LogicalResult verifyAlong(Operation *op, int64_t axis,
                                 ValueRange slices) {
  LayoutAttr input = LayoutAttr::of(op->getOperand(0).getType());
  for (Value other : op->getOperands())
    if (LayoutAttr::of(other.getType()) != input)
      return op->emitError("expected all inputs to have layout ")
             << input << ", but got " << LayoutAttr::of(other.getType());
  auto slice = LayoutAttr::get(op->getContext(), input.getLayout().slice(axis));
  for (Value result : slices)
    if (LayoutAttr::of(result.getType()) != slice)
      return op->emitError("expected the results to have the slice ")
             << slice << ", but got " << LayoutAttr::of(result.getType());
  return success();
}

static LogicalResult verifyScan(ScanOp op) {
  LayoutAttr input = LayoutAttr::of(op.getInputType());
  unsigned arity = op.getInputs().size();
  for (Value scan : op.getResults().take_front(arity))
    if (LayoutAttr::of(scan.getType()) != input)
      return op.emitError("expected the scans to have layout ")
             << input << ", but got " << LayoutAttr::of(scan.getType());
  return verifyAlong(op, op.getAxis(), op.getResults().drop_front(arity));
}

static LogicalResult verifyBroadcast(BroadcastOp op) {
  Layout result = LayoutAttr::of(op.getType()).getLayout();
  auto slice =
      LayoutAttr::get(op.getContext(), result.broadcastOperand(op.getDims()));
  LayoutAttr source = LayoutAttr::of(op.getSource().getType());
  if (source != slice)
    return op.emitError("expected the operand to have the slice ")
           << slice << ", but got " << source;
  return success();
}

/// The index tiles of an access lie as slices of its tile.
static LogicalResult verifyIndices(Operation *op, const AccessInfo &access) {
  Layout tile = LayoutAttr::of(access.tile.getType()).getLayout();
  for (auto [i, operand] : llvm::enumerate(access.indices)) {
    auto slice = LayoutAttr::get(op->getContext(),
                                 tile.broadcastOperand(access.dimsOf(i)));
    LayoutAttr index = LayoutAttr::of(operand.get().getType());
    if (index != slice)
      return op->emitError("expected index tile ")
             << i << " to have the slice " << slice << ", but got " << index;
  }
  return success();
}

/// Nothing is moved between the blocks of a cluster.
static LogicalResult verifyConversion(ConvertLayoutOp op, unsigned blocks) {
  Layout from = LayoutAttr::of(op.getSource().getType()).getLayout();
  Layout to = LayoutAttr::of(op.getType()).getLayout();
  if (staysWithinBlocks(from, to, blocks))
    return success();
  return op.emitOpError("expected elements to stay in their block, but got a "
                        "conversion over a cluster of ")
         << blocks << " blocks from " << op.getSource().getType() << " to "
         << op.getType();
}

static LogicalResult verifyTranspose(TransposeOp op) {
  LayoutAttr source = LayoutAttr::of(op.getSource().getType());
  auto permuted = LayoutAttr::get(op.getContext(),
                                  source.getLayout().permute(op.getPerm()));
  LayoutAttr result = LayoutAttr::of(op.getType());
  if (result != permuted)
    return op.emitError("expected the result to have the permuted layout ")
           << permuted << ", but got " << result;
  return success();
}

LogicalResult kopt::verifyLayouts(Operation *kernel) {
  LaunchAttr launch = cast<KernelOp>(kernel).getLaunchOrDefault();
  unsigned warps = launch.getProgramWarps();
  bool good = true;
  kernel->walk([&](Operation *op) {
    if (op == kernel)
      return;
    LogicalResult result = verifyTiles(op, warps);
    if (succeeded(result)) {
      if (auto reduce = dyn_cast<ReduceOp>(op))
        result = verifyAlong(reduce, reduce.getAxis(), reduce.getResults());
      else if (auto scan = dyn_cast<ScanOp>(op))
        result = verifyScan(scan);
      else if (isa<SortOp, TopKOp>(op))
        result = verifyAlong(op, 0, {});
      else if (auto broadcast = dyn_cast<BroadcastOp>(op))
        result = verifyBroadcast(broadcast);
      else if (std::optional<AccessInfo> access = AccessInfo::of(op))
        result = verifyIndices(op, *access);
      else if (auto convert = dyn_cast<ConvertLayoutOp>(op))
        result = verifyConversion(convert, launch.getCluster());
      else if (auto transpose = dyn_cast<TransposeOp>(op))
        result = verifyTranspose(transpose);
      else if (op->hasTrait<OpTrait::Elementwise>() || isa<PlaceOp>(op))
        result = verifySame(op);
    }
    good &= succeeded(result);
  });
  return success(good);
}

namespace {

struct VerifyLayouts : kopt::impl::VerifyLayoutsPassBase<VerifyLayouts> {
  void runOnOperation() override {
    bool good = true;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.isTiled())
        good &= succeeded(verifyLayouts(kernel));
    });
    if (!good)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
