//===- TmTensorDialect.cpp - torch-mlir's irregular operations ------------===//

#include "dialects/TmTensor/TmTensorDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kopt::tm;

#include "dialects/TmTensor/TmTensorDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/TmTensor/TmTensorOps.cpp.inc"

void TmTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/TmTensor/TmTensorOps.cpp.inc"
      >();
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// So many inputs and outputs, and results of the outputs' types.
static LogicalResult verifyOperands(Operation *op, ValueRange inputs,
                                    ValueRange outputs, size_t least,
                                    size_t most, size_t outs) {
  if (inputs.size() < least || inputs.size() > most)
    return op->emitOpError("expected ")
           << least << " to " << most << " inputs, but got " << inputs.size();
  if (outs ? outputs.size() != outs : outputs.empty())
    return op->emitOpError("expected ")
           << (outs ? outs : 1) << " outputs, but got " << outputs.size();
  if (op->getResultTypes() != outputs.getTypes())
    return op->emitOpError("expected results of the outputs' types");
  return success();
}

static LogicalResult verifyDimension(Operation *op, int64_t dimension,
                                     Value tensor) {
  if (dimension < 0 || dimension >= typeOf(tensor).getRank())
    return op->emitOpError("expected a dimension below ")
           << typeOf(tensor).getRank() << ", but got " << dimension;
  return success();
}

/// Scalars of `types` as arguments, and one value of type `yielded`.
static LogicalResult verifyBody(Operation *op, ArrayRef<Type> types,
                                Type yielded) {
  Block &body = op->getRegion(0).front();
  if (body.getArgumentTypes() != TypeRange(types))
    return op->emitOpError("expected a region on the element types");
  Operation *yield = body.getTerminator();
  if (yield->getNumOperands() != 1 || yield->getOperand(0).getType() != yielded)
    return yield->emitOpError("expected one value of type ") << yielded;
  return success();
}

/// Extents agree in all dimensions but `except`, which `shape` may lack.
static LogicalResult verifyShape(Operation *op, Value whole, Value part,
                                 int64_t except, bool lacks) {
  SmallVector<int64_t> expected(typeOf(whole).getShape());
  if (lacks)
    expected.erase(expected.begin() + except);
  else if (except >= 0)
    expected[except] = ShapedType::kDynamic;
  if (failed(verifyCompatibleShape(expected, typeOf(part).getShape())))
    return op->emitOpError("expected a shape that fits ")
           << whole.getType() << ", but got " << part.getType();
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 1, 1, 2)) ||
      failed(verifyDimension(*this, getDimension(), getInputs()[0])))
    return failure();
  Type element = typeOf(getInputs()[0]).getElementType();
  for (Value output : getOutputs())
    if (typeOf(output).getElementType() != element)
      return emitOpError("expected outputs of ")
             << element << ", but got " << output.getType();
  if (failed(verifyShape(*this, getInputs()[0], getOutputs()[0], -1, false)) ||
      failed(verifyShape(*this, getInputs()[0], getOutputs()[1], getDimension(),
                         true)))
    return failure();
  return verifyBody(*this, {element, element}, element);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 2, 2, 1)))
    return failure();
  RankedTensorType updates = typeOf(getInputs()[0]),
                   indices = typeOf(getInputs()[1]),
                   result = typeOf(getOutputs()[0]);
  if (indices.getRank() != 2 || indices.isDynamicDim(1) ||
      !indices.getElementType().isSignlessIntOrIndex())
    return emitOpError("expected integer indices of two dimensions, the second "
                       "static, but got ")
           << indices;
  ArrayRef<int64_t> map = getDimensionMap();
  int64_t rank = result.getRank(), slice = updates.getRank() - 1;
  if (int64_t(map.size()) != indices.getDimSize(1))
    return emitOpError("expected a dimension map of ")
           << indices.getDimSize(1) << " dimensions, but got " << map.size();
  if (slice < 0 || slice > rank)
    return emitOpError("expected updates of 1 to ")
           << rank + 1 << " dimensions, but got " << updates;
  llvm::SmallBitVector covered(unsigned(rank), false);
  covered.set(unsigned(rank - slice), unsigned(rank));
  llvm::SmallBitVector named(unsigned(rank), false);
  for (int64_t dim : map) {
    if (dim < 0 || dim >= rank || named.test(unsigned(dim)))
      return emitOpError("expected different dimensions below ")
             << rank << " in the dimension map, but got " << dim;
    named.set(unsigned(dim));
  }
  covered |= named;
  if (!covered.all())
    return emitOpError("expected indices and updates to cover all dimensions");
  Type element = result.getElementType();
  if (updates.getElementType() != element)
    return emitOpError("expected updates of ")
           << element << ", but got " << updates;
  return verifyBody(*this, {element, element}, element);
}

LogicalResult SortOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 0, 0, 0)) ||
      failed(verifyDimension(*this, getDimension(), getOutputs()[0])))
    return failure();
  SmallVector<Type> types;
  for (Value output : getOutputs()) {
    if (failed(verifyShape(*this, getOutputs()[0], output, -1, false)))
      return failure();
    types.append(2, typeOf(output).getElementType());
  }
  return verifyBody(*this, types, IntegerType::get(getContext(), 1));
}

LogicalResult TopkOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 1, 2, 2)) ||
      failed(verifyDimension(*this, getDimension(), getInputs()[0])))
    return failure();
  Value input = getInputs()[0];
  for (Value other : getOutputs())
    if (failed(verifyShape(*this, input, other, getDimension(), false)))
      return failure();
  if (getInputs().size() == 2 &&
      failed(verifyShape(*this, input, getInputs()[1], -1, false)))
    return failure();
  Type element = typeOf(input).getElementType();
  Type index = typeOf(getOutputs()[1]).getElementType();
  if (typeOf(getOutputs()[0]).getElementType() != element ||
      !index.isSignlessInteger() ||
      (getInputs().size() == 2 &&
       typeOf(getInputs()[1]).getElementType() != index))
    return emitOpError("expected outputs of the inputs' element types and "
                       "integer positions");
  return verifyBody(*this, {element, element},
                    IntegerType::get(getContext(), 1));
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 3, 4, 1)))
    return failure();
  RankedTensorType query = typeOf(getInputs()[0]);
  int64_t rank = query.getRank();
  if (rank < 2 || !isa<FloatType>(query.getElementType()))
    return emitOpError("expected floats of at least two dimensions, but got ")
           << query;
  SmallVector<Value> values(getInputs().take_front(3));
  values.push_back(getOutputs()[0]);
  for (Value value : values)
    if (typeOf(value).getRank() != rank ||
        typeOf(value).getElementType() != query.getElementType())
      return emitOpError("expected rank and element type of ")
             << query << ", but got " << value.getType();
  if (getInputs().size() == 4 &&
      (typeOf(getInputs()[3]).getRank() > rank ||
       typeOf(getInputs()[3]).getElementType() != query.getElementType()))
    return emitOpError("expected a mask of at most ")
           << rank << " dimensions of " << query.getElementType()
           << ", but got " << getInputs()[3].getType();
  return success();
}
