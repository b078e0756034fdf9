//===- HostTensors.cpp - Tensor values of a host function -----------------===//

#include "HostWalk.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>
#include <numeric>

using namespace mlir;

namespace kopt {

FailureOr<std::string> bytesOf(Operation *user, ElementsAttr value) {
  Type element = value.getElementType();
  size_t size = gate::byteSize(*elementDType(element));
  size_t count = size_t(value.getNumElements());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return user->emitOpError("expected resource '")
             << resource.getRawHandle().getKey() << "' to have contents";
    ArrayRef<char> data = blob->getData();
    if (data.size() != count * size)
      return user->emitOpError("expected ")
             << count * size << " bytes as resource '"
             << resource.getRawHandle().getKey() << "', but got "
             << data.size();
    return std::string(data.begin(), data.end());
  }
  auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value);
  if (!dense)
    return user->emitOpError("on the host: expected a dense constant or a "
                             "dense resource");
  // Attributes hold whole bytes per element in the same way, but for i1.
  ArrayRef<char> raw = dense.getRawData();
  if (!dense.isSplat() && !element.isInteger(1) && raw.size() == count * size)
    return std::string(raw.begin(), raw.end());
  std::string bytes(count * size, '\0');
  char *at = bytes.data();
  auto put = [&](const APInt &bits) {
    uint64_t word = bits.getZExtValue();
    std::memcpy(at, &word, size);
    at += size;
  };
  if (isa<FloatType>(element))
    for (const APFloat &number : dense.getValues<APFloat>())
      put(number.bitcastToAPInt());
  else
    for (const APInt &number : dense.getValues<APInt>())
      put(number);
  return bytes;
}

/// A constant gets a buffer where the first launch or result wants one; all
/// that have the same contents share it.
FailureOr<int> HostWalk::bufferOf(Operation *user, const Tensor &tensor) {
  if (tensor.buffer >= 0 || !tensor.contents)
    return tensor.buffer;
  auto [known, isNew] = constants.try_emplace(tensor.contents, -1);
  if (!isNew)
    return known->second;
  FailureOr<std::string> bytes = bytesOf(user, tensor.contents);
  if (failed(bytes))
    return failure();
  auto type = cast<RankedTensorType>(tensor.contents.getType());
  int number =
      addBuffer(type, type.getShape().vec(), gate::BufferRole::Constant);
  program.buffers[number].contents = std::move(*bytes);
  constants[tensor.contents] = number;
  return number;
}

LogicalResult HostWalk::visitConstant(arith::ConstantOp op) {
  auto contents = dyn_cast<ElementsAttr>(op.getValue());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!contents || !type)
    return fold(op);
  if (failed(elementDType(type)))
    return op.emitOpError("expected an element type that can cross the host "
                          "boundary, but got ")
           << type.getElementType();
  tensors[op.getResult()] = {-1, type.getShape().vec(), contents};
  return success();
}

FailureOr<TypedAttr> elementOf(Operation *user, ElementsAttr contents,
                               ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> indices) {
  int64_t linear = 0;
  for (auto [index, extent] : llvm::zip_equal(indices, shape)) {
    if (index < 0 || index >= extent)
      return user->emitOpError("expected an index below ")
             << extent << ", but got " << index;
    linear = linear * extent + index;
  }
  FailureOr<std::string> bytes = bytesOf(user, contents);
  if (failed(bytes))
    return failure();
  Type type = contents.getElementType();
  size_t size = gate::byteSize(*elementDType(type));
  uint64_t word = 0;
  std::memcpy(&word, bytes->data() + size_t(linear) * size, size);
  return scalarOf(type, word);
}

/// An element of a constant; what a launch computes is not known to the host.
LogicalResult HostWalk::visitExtract(tensor::ExtractOp op) {
  auto tensor = tensors.find(op.getTensor());
  if (tensor == tensors.end() || !tensor->second.contents)
    return op.emitOpError("on the host: expected an element of a constant, as "
                          "the contents of other tensors are on the device");
  SmallVector<int64_t> indices;
  for (Value value : op.getIndices()) {
    FailureOr<int64_t> index = integer(op, value);
    if (failed(index))
      return failure();
    indices.push_back(*index);
  }
  FailureOr<TypedAttr> element =
      elementOf(op, tensor->second.contents, tensor->second.shape, indices);
  if (failed(element))
    return failure();
  scalars[op.getResult()] = *element;
  return success();
}

LogicalResult HostWalk::visitEmpty(tensor::EmptyOp op) {
  if (failed(elementDType(op.getType())))
    return op.emitOpError("expected an element type that can cross the host "
                          "boundary, but got ")
           << op.getType().getElementType();
  auto shape = sizes(op, op.getType().getShape(), op.getDynamicSizes());
  if (failed(shape))
    return failure();
  tensors[op.getResult()] = {-1, *shape, {}};
  return success();
}

LogicalResult HostWalk::visitDim(tensor::DimOp op) {
  FailureOr<int64_t> index = integer(op, op.getIndex());
  if (failed(index))
    return failure();
  auto tensor = tensors.find(op.getSource());
  if (tensor == tensors.end())
    return op.emitOpError("expected a tensor of the program");
  const std::vector<int64_t> &shape = tensor->second.shape;
  if (*index < 0 || *index >= int64_t(shape.size()))
    return op.emitOpError("expected a dimension below ")
           << shape.size() << ", but got " << *index;
  scalars[op.getResult()] =
      IntegerAttr::get(IndexType::get(op.getContext()), shape[*index]);
  return success();
}

LogicalResult HostWalk::visitReshape(Operation *op) {
  auto source = tensors.find(op->getOperand(0));
  if (source == tensors.end())
    return op->emitOpError("expected a tensor of the program");
  Tensor tensor = source->second;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    std::vector<int64_t> shape;
    for (const ReassociationIndices &group :
         collapse.getReassociationIndices()) {
      int64_t extent = 1;
      for (int64_t d : group)
        extent *= tensor.shape[d];
      shape.push_back(extent);
    }
    tensor.shape = shape;
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    auto shape =
        sizes(op, expand.getStaticOutputShape(), expand.getOutputShape());
    if (failed(shape))
      return failure();
    auto count = [](ArrayRef<int64_t> s) {
      return std::accumulate(s.begin(), s.end(), int64_t(1),
                             std::multiplies<int64_t>());
    };
    if (count(*shape) != count(tensor.shape))
      return op->emitOpError("expected as many elements as shape ")
             << shapeText(tensor.shape) << " has, but got "
             << shapeText(*shape);
    tensor.shape = *shape;
  }
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || failed(verifyCompatibleShape(type.getShape(), tensor.shape)))
    return op->emitOpError("shape ")
           << shapeText(tensor.shape) << " does not fit the result type";
  tensors[op->getResult(0)] = std::move(tensor);
  return success();
}

} // namespace kopt
