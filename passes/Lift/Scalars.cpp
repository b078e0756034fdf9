//===- Scalars.cpp - Scalars that depend on contents of tensors -----------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;

namespace {

class Sinking {
public:
  void run(func::FuncOp func);

private:
  bool dependsOnContents(Value value);
  Value cloneInto(OpBuilder &builder, Value value, IRMapping &mapping);
  Value asTensor(Value value);
  void takeScalars(linalg::GenericOp op);
  void leaveOutAssertions(func::FuncOp func);

  DenseMap<Value, bool> known;
  DenseMap<Value, Value> tensors;
};

} // namespace

/// Whether scalar `value` is computed from elements of tensors that launches
/// may compute. Elements of constants are the host's.
bool Sinking::dependsOnContents(Value value) {
  if (isa<ShapedType>(value.getType()))
    return false;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  bool depends = false;
  Operation *def = value.getDefiningOp();
  if (auto extract = dyn_cast_if_present<tensor::ExtractOp>(def))
    depends = !matchPattern(extract.getTensor(), m_Constant());
  else if (def && def->getNumRegions() == 0 && isMemoryEffectFree(def))
    depends = llvm::any_of(def->getOperands(),
                           [&](Value v) { return dependsOnContents(v); });
  known[value] = depends;
  return depends;
}

/// `value` computed where `builder` is; what the host knows is taken from
/// outside.
Value Sinking::cloneInto(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (!dependsOnContents(value))
    return value;
  if (Value done = mapping.lookupOrNull(value))
    return done;
  Operation *def = value.getDefiningOp();
  for (Value operand : def->getOperands())
    if (dependsOnContents(operand))
      cloneInto(builder, operand, mapping);
  builder.clone(*def, mapping);
  return mapping.lookup(value);
}

/// A tensor of rank 0 with `value` as its element.
Value Sinking::asTensor(Value value) {
  if (auto extract = value.getDefiningOp<tensor::ExtractOp>())
    if (extract.getIndices().empty())
      return extract.getTensor();
  Value &made = tensors[value];
  if (made)
    return made;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  auto type = RankedTensorType::get({}, value.getType());
  Value empty = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  auto generic = linalg::GenericOp::create(
      builder, loc, type, ValueRange(), empty,
      builder.getMultiDimIdentityMap(0), ArrayRef<utils::IteratorType>(),
      [&](OpBuilder &b, Location l, ValueRange) {
        IRMapping mapping;
        linalg::YieldOp::create(b, l, cloneInto(b, value, mapping));
      });
  return made = generic.getResult(0);
}

/// Scalars from outside become inputs of rank 0, which all elements share.
void Sinking::takeScalars(linalg::GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (dependsOnContents(input->get()))
      input->set(asTensor(input->get()));
  llvm::SmallSetVector<Value, 4> captured;
  op.getRegion().walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentRegion()->isProperAncestor(&op.getRegion()) &&
          dependsOnContents(operand))
        captured.insert(operand);
  });
  if (captured.empty())
    return;
  SmallVector<Value> inputs = op.getInputs();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned place = inputs.size();
  auto toOne = AffineMap::get(op.getNumLoops(), 0, op.getContext());
  for (Value value : captured) {
    op.getBody()->insertArgument(unsigned(inputs.size()), value.getType(),
                                 value.getLoc());
    maps.insert(maps.begin() + inputs.size(), toOne);
    inputs.push_back(asTensor(value));
  }
  OpBuilder builder(op);
  auto made = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray());
  made.getRegion().takeBody(op.getRegion());
  for (auto [i, taken] : llvm::enumerate(captured)) {
    Value value = taken;
    value.replaceUsesWithIf(
        made.getBody()->getArgument(place + i), [&](OpOperand &use) {
          return made.getRegion().isAncestor(use.getOwner()->getParentRegion());
        });
  }
  op.replaceAllUsesWith(made);
  op.erase();
}

/// A kernel cannot end the program. One that asserts what does not hold has no
/// result that anyone may rely on, so another one is as good.
void Sinking::leaveOutAssertions(func::FuncOp func) {
  SmallVector<cf::AssertOp> unknown;
  func.walk([&](cf::AssertOp op) {
    if (op->getParentOfType<linalg::LinalgOp>() ||
        dependsOnContents(op.getArg()))
      unknown.push_back(op);
  });
  for (cf::AssertOp op : unknown) {
    op.emitRemark() << "assertion is not checked: \"" << op.getMsg() << "\"";
    op.erase();
  }
}

void Sinking::run(func::FuncOp func) {
  leaveOutAssertions(func);
  SmallVector<linalg::FillOp> fills;
  func.walk([&](linalg::FillOp fill) {
    if (dependsOnContents(fill.getInputs()[0]))
      fills.push_back(fill);
  });
  for (linalg::FillOp fill : fills)
    lift::asGeneric(fill);
  SmallVector<linalg::GenericOp> work;
  func.walk([&](linalg::GenericOp op) { work.push_back(op); });
  for (linalg::GenericOp op : work)
    takeScalars(op);
  // What fed nothing but operations that now compute it themselves.
  SmallVector<Operation *> scalars;
  func.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && op->getNumResults() > 0)
      scalars.push_back(op);
  });
  for (Operation *op : llvm::reverse(scalars))
    if (isOpTriviallyDead(op))
      op->erase();
}

void kopt::lift::sinkScalars(func::FuncOp func) { Sinking().run(func); }
