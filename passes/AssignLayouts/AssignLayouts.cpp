//===- AssignLayouts.cpp - Layouts of all tiles ---------------------------===//

#include "passes/AssignLayouts/AssignLayouts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "passes/AssignLayouts/TileGroups.h"
#include "llvm/ADT/SetVector.h"

namespace kopt {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "passes/AssignLayouts/AssignLayouts.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

namespace {

RankedTensorType withLayout(Type type, LayoutAttr layout) {
  return cast<RankedTensorType>(type).cloneWithEncoding(layout);
}

LayoutAttr permuted(LayoutAttr layout, ArrayRef<int64_t> perm) {
  return LayoutAttr::get(layout.getContext(), layout.getLayout().permute(perm));
}

/// Writes the chosen layouts into one kernel: step 4.
class LayoutWriter {
public:
  LayoutWriter(KernelOp kernel, TileGroups &groups)
      : kernel(kernel), groups(groups) {}

  void run() {
    // Free tiles keep their types until they are made again; loads and
    // reductions may have to differ from their group.
    SmallVector<Operation *> ops;
    kernel.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    for (Value tile : groups.getTiles())
      layouts[tile] = groups.layoutOf(tile);
    // Layouts of free tiles' shapes are asked for by type, so types change
    // after all questions.
    for (Operation *op : ops)
      note(op);
    for (auto &[tile, layout] : layouts)
      tile.setType(withLayout(tile.getType(), layout));
    for (auto &[operand, layout] : uses)
      setOperand(*operand, layout);
    for (auto &[result, layout] : natural)
      setNatural(result, layout);
    for (Operation *op : freeOps)
      if (op->use_empty())
        op->erase();
  }

private:
  /// Writes down what each tile operand of `op` needs.
  void note(Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      noteAlong(op, groups.inputLayout(reduce.getInputs()), reduce.getAxis(),
                reduce.getResults());
      return;
    }
    if (auto scan = dyn_cast<ScanOp>(op)) {
      noteAlong(op, groups.layoutOf(scan.getScan()), scan.getAxis(),
                scan.getResults().drop_front(scan.getInputs().size()));
      return;
    }
    if (isa<SortOp, TopKOp>(op)) {
      noteAlong(op, groups.inputLayout(op->getOperands()), 0, {});
      return;
    }
    if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
      Layout result = groups.layoutOf(broadcast.getResult()).getLayout();
      auto operand = LayoutAttr::get(
          op->getContext(), result.broadcastOperand(broadcast.getDims()));
      uses.push_back({&op->getOpOperand(0), operand});
      return;
    }
    if (std::optional<AccessInfo> access = AccessInfo::of(op)) {
      Layout layout = groups.accessLayout(*access).getLayout();
      for (auto [i, operand] : llvm::enumerate(access->indices))
        uses.push_back({&operand, LayoutAttr::get(op->getContext(),
                                                  layout.broadcastOperand(
                                                      access->dimsOf(i)))});
    }
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      // A free operand is made as the result wants it.
      SmallVector<int64_t> inverse =
          invertPermutationVector(transpose.getPerm());
      LayoutAttr operand =
          TileGroups::isFree(transpose.getSource())
              ? permuted(groups.layoutOf(transpose.getResult()), inverse)
              : groups.layoutOf(transpose.getSource());
      uses.push_back({&op->getOpOperand(0), operand});
      natural.push_back(
          {transpose.getResult(), permuted(operand, transpose.getPerm())});
      return;
    }
    if (auto load = dyn_cast<LoadOp>(op)) {
      if (auto layout = dyn_cast_or_null<LayoutAttr>(load.getLayoutAttr()))
        natural.push_back({load.getResult(), layout});
      load.removeLayoutAttr();
      return;
    }
    if (auto store = dyn_cast<StoreOp>(op)) {
      uses.push_back(
          {&store.getValueMutable(), groups.accessLayout(*AccessInfo::of(op))});
      store.removeLayoutAttr();
      return;
    }
    if (auto scatter = dyn_cast<ScatterReduceOp>(op)) {
      uses.push_back({&scatter.getValueMutable(),
                      groups.accessLayout(*AccessInfo::of(op))});
      scatter.removeLayoutAttr();
      return;
    }
    if (auto histogram = dyn_cast<HistogramOp>(op)) {
      uses.push_back({&histogram.getSourceMutable(),
                      groups.layoutOf(histogram.getSource())});
      return;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, result] :
           llvm::zip(loop.getInitArgsMutable(), loop.getResults()))
        noteUse(init, result);
      return;
    }
    if (auto yield = dyn_cast<scf::YieldOp>(op)) {
      for (auto [operand, result] :
           llvm::zip(yield->getOpOperands(), op->getParentOp()->getResults()))
        noteUse(operand, result);
      return;
    }
    if (op->getNumResults() == 0)
      return;
    if (TileGroups::isFree(op->getResult(0))) {
      if (isa<RankedTensorType>(op->getResult(0).getType()))
        freeOps.push_back(op);
      return;
    }
    // Elementwise: as the result.
    for (OpOperand &operand : op->getOpOperands())
      noteUse(operand, op->getResult(0));
  }

  /// All operands of `op` need `layout`; the results `slices` come without the
  /// dimension `axis`.
  void noteAlong(Operation *op, LayoutAttr layout, int64_t axis,
                 ValueRange slices) {
    for (OpOperand &operand : op->getOpOperands())
      uses.push_back({&operand, layout});
    for (Value result : slices)
      natural.push_back(
          {result, LayoutAttr::get(layout.getContext(),
                                   layout.getLayout().slice(axis))});
  }

  /// `operand` needs the layout of `result`, if it is a tile.
  void noteUse(OpOperand &operand, Value result) {
    if (isa<RankedTensorType>(operand.get().getType()))
      uses.push_back({&operand, groups.layoutOf(result)});
  }

  /// Makes `operand` have `layout`.
  void setOperand(OpOperand &operand, LayoutAttr layout) {
    Value value = operand.get();
    if (TileGroups::isFree(value)) {
      operand.set(remake(value.getDefiningOp(), layout));
      return;
    }
    if (value.getType() == withLayout(value.getType(), layout))
      return;
    OpBuilder builder(operand.getOwner());
    operand.set(ConvertLayoutOp::create(builder, operand.getOwner()->getLoc(),
                                        withLayout(value.getType(), layout),
                                        value));
  }

  /// `op`, which makes a constant, splat or iota, in `layout`.
  Value remake(Operation *op, LayoutAttr layout) {
    Value &copy = copies[{op, layout}];
    if (copy)
      return copy;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    Operation *clone = builder.clone(*op);
    RankedTensorType type = withLayout(op->getResult(0).getType(), layout);
    clone->getResult(0).setType(type);
    if (auto constant = dyn_cast<arith::ConstantOp>(clone)) {
      auto elements = cast<DenseElementsAttr>(constant.getValue());
      constant.setValueAttr(elements.isSplat()
                                ? cast<ElementsAttr>(elements.resizeSplat(type))
                                : cast<ElementsAttr>(elements.reshape(type)));
    }
    return copy = clone->getResult(0);
  }

  /// `result` comes in `layout`; its uses see that of its group.
  void setNatural(Value result, LayoutAttr layout) {
    RankedTensorType group = cast<RankedTensorType>(result.getType());
    RankedTensorType type = withLayout(group, layout);
    if (type == group)
      return;
    OpBuilder builder(result.getContext());
    builder.setInsertionPointAfterValue(result);
    result.setType(type);
    Value converted =
        ConvertLayoutOp::create(builder, result.getLoc(), group, result);
    result.replaceAllUsesExcept(converted, converted.getDefiningOp());
  }

  KernelOp kernel;
  TileGroups &groups;
  llvm::MapVector<Value, LayoutAttr> layouts;
  SmallVector<std::pair<OpOperand *, LayoutAttr>> uses;
  SmallVector<std::pair<Value, LayoutAttr>> natural;
  SmallVector<Operation *> freeOps;
  llvm::DenseMap<std::pair<Operation *, Attribute>, Value> copies;
};

} // namespace

LogicalResult kopt::assignLayouts(Operation *op) {
  auto kernel = cast<KernelOp>(op);
  TileGroups groups(kernel);
  if (failed(groups.run()))
    return failure();
  LayoutWriter(kernel, groups).run();
  return success();
}

namespace {

struct AssignLayouts : kopt::impl::AssignLayoutsPassBase<AssignLayouts> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.isTiled())
        kernels.push_back(kernel);
    });
    for (KernelOp kernel : kernels)
      if (failed(assignLayouts(kernel)))
        return signalPassFailure();
  }
};

} // namespace
