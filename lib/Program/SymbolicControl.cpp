//===- SymbolicControl.cpp - Loops, conditions, constants for any sizes ---===//
//
// An artefact is a list of launches, so a loop is its iterations one after the
// other and a condition one of its branches: both have to follow from
// constants. A condition on sizes may choose between scalars.
//
//===----------------------------------------------------------------------===//

#include "HostWalk.h"
#include "SymbolicWalk.h"
#include "kopt/Support/Sha256.h"

using namespace mlir;
using namespace kopt;
using artefact::Operator;

LogicalResult SymbolicWalk::visitBlock(Block &block) {
  for (Operation &op : block) {
    if (++operations > mostOperations)
      return op.emitOpError("on the host: expected at most ")
             << mostOperations << " operations, but got more";
    if (steps.size() > artefact::kMostSteps)
      return op.emitOpError("on the host: expected at most ")
             << artefact::kMostSteps << " launches, but got more";
    if (failed(visit(&op)))
      return failure();
  }
  return success();
}

/// What `from` is, `to` is: all at once, as values may change places.
LogicalResult SymbolicWalk::assign(Operation *user, ValueRange from,
                                   ValueRange to) {
  SmallVector<std::optional<Tensor>> values;
  SmallVector<Scalar> numbers;
  for (Value value : from) {
    auto tensor = tensors.find(value);
    auto scalar = scalars.find(value);
    if (tensor == tensors.end() && scalar == scalars.end())
      return user->emitOpError("on the host: expected tensors of the program "
                               "and scalars that follow from the arguments, "
                               "but got another value");
    values.push_back(tensor == tensors.end()
                         ? std::nullopt
                         : std::optional<Tensor>(tensor->second));
    numbers.push_back(scalar == scalars.end() ? Scalar() : scalar->second);
  }
  for (auto [tensor, number, value] : llvm::zip_equal(values, numbers, to))
    if (tensor)
      tensors[value] = *tensor;
    else
      scalars[value] = number;
  return success();
}

LogicalResult SymbolicWalk::visitFor(scf::ForOp op) {
  SmallVector<int64_t, 3> bounds;
  for (Value bound : {op.getLowerBound(), op.getUpperBound(), op.getStep()}) {
    FailureOr<int> value = integer(op, bound);
    if (failed(value))
      return failure();
    std::optional<int64_t> number = table.known(*value);
    if (!number)
      return op.emitOpError("on the host: expected constant bounds, as an "
                            "artefact has a fixed list of launches, but got "
                            "bounds that depend on the arguments");
    bounds.push_back(*number);
  }
  int64_t upper = bounds[1], step = bounds[2];
  if (step <= 0)
    return op.emitOpError("expected a step of at least 1, but got ") << step;
  if (op.getUnsignedCmp() && (bounds[0] < 0 || upper < 0))
    return op.emitOpError("expected bounds of at least 0");
  if (failed(assign(op, op.getInitArgs(), op.getRegionIterArgs())))
    return failure();
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  for (int64_t i = bounds[0]; i < upper;) {
    Scalar number;
    number.constant = IntegerAttr::get(op.getInductionVar().getType(), i);
    scalars[op.getInductionVar()] = number;
    if (failed(visitBlock(*op.getBody())) ||
        failed(assign(op, yield.getOperands(), op.getRegionIterArgs())))
      return failure();
    if (step > upper - i)
      break;
    i += step;
  }
  return assign(op, op.getRegionIterArgs(), op.getResults());
}

/// Both branches are computed, as all values of an artefact are.
LogicalResult SymbolicWalk::selectScalars(scf::IfOp op, int condition) {
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()})
    for (Operation &inner : region->getOps())
      if (!isa<scf::YieldOp>(inner) && !isPure(&inner))
        return op.emitOpError("on the host: expected a condition that follows "
                              "from constants, as an artefact has a fixed list "
                              "of launches, but got one that depends on the "
                              "arguments and guards '")
               << inner.getName() << "'";
  for (Type type : op.getResultTypes())
    if (!type.isIntOrIndex())
      return op.emitOpError("on the host: expected a condition on sizes to "
                            "choose between integers, but got ")
             << type;
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()})
    if (!region->empty() && failed(visitBlock(region->front())))
      return failure();
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    FailureOr<int> yes = integer(op, op.thenYield().getOperand(i));
    FailureOr<int> no = integer(op, op.elseYield().getOperand(i));
    if (failed(yes) || failed(no))
      return failure();
    Scalar chosen;
    chosen.value = table.make(Operator::Select, condition, *yes, *no);
    scalars[result] = chosen;
  }
  return success();
}

LogicalResult SymbolicWalk::visitIf(scf::IfOp op) {
  FailureOr<int> condition = integer(op, op.getCondition());
  if (failed(condition))
    return failure();
  std::optional<int64_t> number = table.known(*condition);
  if (!number)
    return selectScalars(op, *condition);
  Region &region = *number ? op.getThenRegion() : op.getElseRegion();
  if (region.empty())
    return success();
  if (failed(visitBlock(region.front())))
    return failure();
  return assign(op, region.front().getTerminator()->getOperands(),
                op.getResults());
}

LogicalResult SymbolicWalk::visitAssert(cf::AssertOp op) {
  FailureOr<int> condition = integer(op, op.getArg());
  if (failed(condition))
    return failure();
  require(*condition, op.getMsg().str());
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LogicalResult SymbolicWalk::visitConstant(arith::ConstantOp op) {
  auto contents = dyn_cast<ElementsAttr>(op.getValue());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!contents || !type)
    return visitScalar(op);
  if (failed(elementDType(type)))
    return op.emitOpError("expected an element type that can cross the host "
                          "boundary, but got ")
           << type.getElementType();
  Tensor tensor;
  for (int64_t extent : type.getShape())
    tensor.sizes.push_back(table.constant(extent));
  tensor.contents = contents;
  tensors[op.getResult()] = std::move(tensor);
  return success();
}

LogicalResult SymbolicWalk::visitExtract(tensor::ExtractOp op) {
  auto tensor = tensors.find(op.getTensor());
  if (tensor == tensors.end() || !tensor->second.contents)
    return op.emitOpError("on the host: expected an element of a constant, as "
                          "the contents of other tensors are on the device");
  SmallVector<int64_t> indices, shape;
  for (Value value : op.getIndices()) {
    FailureOr<int> index = integer(op, value);
    if (failed(index))
      return failure();
    std::optional<int64_t> number = table.known(*index);
    if (!number)
      return op.emitOpError("on the host: expected a constant index, but got "
                            "one that depends on the arguments");
    indices.push_back(*number);
  }
  for (int size : tensor->second.sizes)
    shape.push_back(*table.known(size));
  FailureOr<TypedAttr> element =
      elementOf(op, tensor->second.contents, shape, indices);
  if (failed(element))
    return failure();
  Scalar scalar;
  scalar.constant = *element;
  scalars[op.getResult()] = scalar;
  return success();
}

/// A constant gets memory where the first launch reads it; all that have the
/// same contents share it.
FailureOr<int> SymbolicWalk::constantMemory(Operation *user,
                                            ElementsAttr contents) {
  auto [known, isNew] = constants.try_emplace(contents, int(memories.size()));
  if (!isNew)
    return known->second;
  FailureOr<std::string> bytes = kopt::bytesOf(user, contents);
  if (failed(bytes))
    return failure();
  std::string hash = sha256(*bytes);
  Memory memory;
  for (auto [i, constant] : llvm::enumerate(artefact.constants))
    if (constant.sha256 == hash)
      memory.constant = int(i);
  if (memory.constant < 0) {
    if (artefact.constants.size() == artefact::kMostConstants)
      return user->emitOpError("expected at most ")
             << artefact::kMostConstants << " constants, but got more";
    memory.constant = int(artefact.constants.size());
    artefact.constants.push_back({std::move(hash), std::move(*bytes)});
  }
  memories.push_back(memory);
  return int(memories.size()) - 1;
}
