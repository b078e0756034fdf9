//===- ComputeOps.cpp - Operations on tiles -------------------------------===//

#include "dialects/Kopt/KoptDialect.h"

using namespace mlir;
using namespace kopt;

LogicalResult IotaOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (static_cast<int64_t>(getDim()) >= type.getRank())
    return emitOpError() << "expected dim to be less than the rank "
                         << type.getRank() << ", but got " << getDim();
  int64_t extent = type.getDimSize(getDim());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (element && !ShapedType::isDynamic(extent) && element.getWidth() < 64 &&
      extent > (int64_t(1) << element.getWidth()))
    return emitOpError() << "coordinates up to " << extent - 1 << " do not fit "
                         << element;
  return success();
}

LogicalResult BroadcastOp::verify() {
  auto from = cast<RankedTensorType>(getSource().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "expected element type " << from.getElementType()
                         << ", but got " << to.getElementType();
  ArrayRef<int64_t> dims = getDims();
  if (static_cast<int64_t>(dims.size()) != from.getRank())
    return emitOpError() << "expected " << from.getRank() << " dims, but got "
                         << dims.size();
  for (unsigned i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= to.getRank())
      return emitOpError() << "expected dims[" << i
                           << "] to be a dimension of the result, but got "
                           << dims[i];
    if (i > 0 && dims[i] <= dims[i - 1])
      return emitOpError("expected dims to increase strictly");
    if (from.getDimSize(i) != to.getDimSize(dims[i]))
      return emitOpError() << "expected extent " << from.getDimSize(i)
                           << " of result dimension " << dims[i] << ", but got "
                           << to.getDimSize(dims[i]);
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  unsigned count = getInputs().size();
  if (count == 0)
    return emitOpError("expected at least one input");
  if (getNumResults() != count)
    return emitOpError() << "expected " << count << " results, but got "
                         << getNumResults();
  if (getIdentity().size() != count)
    return emitOpError() << "expected " << count << " identities, but got "
                         << getIdentity().size();
  RankedTensorType first = getInputType();
  int64_t axis = getAxis();
  if (axis >= first.getRank())
    return emitOpError() << "expected axis to be less than the rank "
                         << first.getRank() << ", but got " << axis;
  SmallVector<int64_t> shape(first.getShape());
  shape.erase(shape.begin() + axis);
  Block &block = getCombiner().front();
  if (block.getNumArguments() != 2 * count)
    return emitOpError() << "expected the combiner to take " << 2 * count
                         << " arguments, but got " << block.getNumArguments();
  auto yield = cast<YieldOp>(block.getTerminator());
  if (yield.getValues().size() != count)
    return emitOpError() << "expected the combiner to yield " << count
                         << " values, but got " << yield.getValues().size();
  for (unsigned i = 0; i < count; ++i) {
    RankedTensorType input = getInputType(i);
    Type element = input.getElementType();
    if (input.getShape() != first.getShape())
      return emitOpError("expected all inputs to have one shape");
    auto result = cast<RankedTensorType>(getResult(i).getType());
    if (result.getShape() != ArrayRef<int64_t>(shape) ||
        result.getElementType() != element)
      return emitOpError() << "expected result " << i << " of type "
                           << RankedTensorType::get(shape, element)
                           << ", but got " << result;
    auto identity = dyn_cast<TypedAttr>(getIdentity()[i]);
    if (!identity || identity.getType() != element)
      return emitOpError() << "expected identity " << i << " of type "
                           << element << ", but got " << getIdentity()[i];
    if (block.getArgument(i).getType() != element ||
        block.getArgument(count + i).getType() != element)
      return emitOpError() << "expected combiner arguments " << i << " and "
                           << count + i << " of type " << element;
    if (yield.getValues()[i].getType() != element)
      return emitOpError() << "expected the combiner to yield " << element
                           << " as value " << i << ", but got "
                           << yield.getValues()[i].getType();
  }
  return success();
}
