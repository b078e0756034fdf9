//===- CollectiveOps.cpp - Reductions, scans, sorts, counts ---------------===//

#include "dialects/Kopt/KoptDialect.h"

using namespace mlir;
using namespace kopt;

/// Inputs of one shape that has dimension `axis`.
static LogicalResult verifyInputs(Operation *op, ValueRange inputs,
                                  int64_t axis) {
  if (inputs.empty())
    return op->emitOpError("expected at least one input");
  auto first = cast<RankedTensorType>(inputs.front().getType());
  if (axis >= first.getRank())
    return op->emitOpError() << "expected axis to be less than the rank "
                             << first.getRank() << ", but got " << axis;
  for (Value input : inputs)
    if (cast<RankedTensorType>(input.getType()).getShape() != first.getShape())
      return op->emitOpError("expected all inputs to have one shape");
  return success();
}

/// Results `first`, … of the inputs' element types and `shape`.
static LogicalResult verifyResults(Operation *op, ValueRange inputs,
                                   unsigned first, ArrayRef<int64_t> shape) {
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Type element = cast<RankedTensorType>(input.getType()).getElementType();
    auto result = cast<RankedTensorType>(op->getResult(first + i).getType());
    if (result.getShape() != shape || result.getElementType() != element)
      return op->emitOpError()
             << "expected result " << first + i << " of type "
             << RankedTensorType::get(shape, element) << ", but got " << result;
  }
  return success();
}

static LogicalResult verifyNumResults(Operation *op, unsigned count) {
  if (op->getNumResults() != count)
    return op->emitOpError() << "expected " << count << " results, but got "
                             << op->getNumResults();
  return success();
}

/// A region over two tuples of the inputs' elements, called `name`.
static LogicalResult verifyTuples(Operation *op, ValueRange inputs,
                                  Block &block, StringRef name) {
  unsigned count = inputs.size();
  if (block.getNumArguments() != 2 * count)
    return op->emitOpError()
           << "expected the " << name << " to take " << 2 * count
           << " arguments, but got " << block.getNumArguments();
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Type element = cast<RankedTensorType>(input.getType()).getElementType();
    if (block.getArgument(i).getType() != element ||
        block.getArgument(count + i).getType() != element)
      return op->emitOpError()
             << "expected " << name << " arguments " << i << " and "
             << count + i << " of type " << element;
  }
  return success();
}

/// The combiner and the identities of a monoid over the inputs' elements.
static LogicalResult verifyMonoid(Operation *op, ValueRange inputs,
                                  ArrayAttr identity, Block &block) {
  unsigned count = inputs.size();
  if (identity.size() != count)
    return op->emitOpError() << "expected " << count << " identities, but got "
                             << identity.size();
  if (failed(verifyTuples(op, inputs, block, "combiner")))
    return failure();
  auto yield = cast<YieldOp>(block.getTerminator());
  if (yield.getValues().size() != count)
    return op->emitOpError() << "expected the combiner to yield " << count
                             << " values, but got " << yield.getValues().size();
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Type element = cast<RankedTensorType>(input.getType()).getElementType();
    auto neutral = dyn_cast<TypedAttr>(identity[i]);
    if (!neutral || neutral.getType() != element)
      return op->emitOpError() << "expected identity " << i << " of type "
                               << element << ", but got " << identity[i];
    if (yield.getValues()[i].getType() != element)
      return op->emitOpError()
             << "expected the combiner to yield " << element << " as value "
             << i << ", but got " << yield.getValues()[i].getType();
  }
  return success();
}

/// A comparison of tuples: yields one i1.
static LogicalResult verifyOrder(Operation *op, ValueRange inputs,
                                 Block &block) {
  if (failed(verifyTuples(op, inputs, block, "comparison")))
    return failure();
  auto yield = cast<YieldOp>(block.getTerminator());
  if (yield.getValues().size() != 1 ||
      !yield.getValues().front().getType().isInteger(1))
    return op->emitOpError("expected the comparison to yield one i1");
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyInputs(*this, getInputs(), getAxis())) ||
      failed(verifyNumResults(*this, getInputs().size())))
    return failure();
  SmallVector<int64_t> shape(getInputType().getShape());
  shape.erase(shape.begin() + getAxis());
  if (failed(verifyResults(*this, getInputs(), 0, shape)))
    return failure();
  return verifyMonoid(*this, getInputs(), getIdentity(), getCombiner().front());
}

LogicalResult ScanOp::verify() {
  unsigned count = getInputs().size();
  if (failed(verifyInputs(*this, getInputs(), getAxis())) ||
      failed(verifyNumResults(*this, 2 * count)))
    return failure();
  SmallVector<int64_t> shape(getInputType().getShape());
  if (failed(verifyResults(*this, getInputs(), 0, shape)))
    return failure();
  shape.erase(shape.begin() + getAxis());
  if (failed(verifyResults(*this, getInputs(), count, shape)))
    return failure();
  return verifyMonoid(*this, getInputs(), getIdentity(), getCombiner().front());
}

LogicalResult SortOp::verify() {
  if (failed(verifyInputs(*this, getInputs(), getAxis())) ||
      failed(verifyNumResults(*this, getInputs().size())))
    return failure();
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  if (failed(verifyResults(*this, getInputs(), 0, first.getShape())))
    return failure();
  return verifyOrder(*this, getInputs(), getBefore().front());
}

LogicalResult TopKOp::verify() {
  if (failed(verifyInputs(*this, getInputs(), getAxis())) ||
      failed(verifyNumResults(*this, getInputs().size())))
    return failure();
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  int64_t k = getK(), extent = first.getDimSize(getAxis());
  if (!ShapedType::isDynamic(extent) && k > extent)
    return emitOpError() << "expected k to be at most the extent " << extent
                         << ", but got " << k;
  SmallVector<int64_t> shape(first.getShape());
  shape[getAxis()] = k;
  if (failed(verifyResults(*this, getInputs(), 0, shape)))
    return failure();
  return verifyOrder(*this, getInputs(), getBefore().front());
}

LogicalResult HistogramOp::verify() {
  auto result = cast<RankedTensorType>(getResult().getType());
  auto element = dyn_cast<IntegerType>(
      cast<RankedTensorType>(getSource().getType()).getElementType());
  int64_t bins = result.getDimSize(0);
  if (element && element.getWidth() < 63 && !ShapedType::isDynamic(bins) &&
      bins > (int64_t(1) << element.getWidth()))
    return emitOpError() << "expected at most "
                         << (int64_t(1) << element.getWidth())
                         << " bins for elements of " << element << ", but got "
                         << bins;
  return success();
}
