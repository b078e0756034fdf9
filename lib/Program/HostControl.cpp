//===- HostControl.cpp - Loops and conditions of a host function ----------===//
//
// Bounds and conditions are known for given arguments, so a loop is its
// iterations one after the other, launch by launch.
//
//===----------------------------------------------------------------------===//

#include "HostWalk.h"

using namespace mlir;

namespace kopt {

/// What `from` is, `to` is: all at once, as values may change places.
LogicalResult HostWalk::assign(Operation *user, ValueRange from,
                               ValueRange to) {
  SmallVector<std::optional<Tensor>> values;
  SmallVector<Attribute> numbers;
  for (Value value : from) {
    auto tensor = tensors.find(value);
    values.push_back(tensor == tensors.end()
                         ? std::nullopt
                         : std::optional<Tensor>(tensor->second));
    numbers.push_back(scalars.lookup(value));
    if (!values.back() && !numbers.back())
      return user->emitOpError("on the host: expected tensors of the program "
                               "and scalars known from the arguments, but got "
                               "another value");
  }
  for (auto [tensor, number, value] : llvm::zip_equal(values, numbers, to))
    if (tensor)
      tensors[value] = *tensor;
    else
      scalars[value] = number;
  return success();
}

/// What the iteration made and does not hand on is free for the next one.
void HostWalk::endIteration(ValueRange carried) {
  llvm::SmallDenseSet<int> live;
  for (Value value : carried)
    if (auto tensor = tensors.find(value); tensor != tensors.end())
      live.insert(tensor->second.buffer);
  for (int buffer : loops.back())
    if (!live.contains(buffer) && !llvm::is_contained(unused, buffer))
      unused.push_back(buffer);
}

LogicalResult HostWalk::visitFor(scf::ForOp op) {
  FailureOr<int64_t> lower = integer(op, op.getLowerBound());
  FailureOr<int64_t> upper = integer(op, op.getUpperBound());
  FailureOr<int64_t> step = integer(op, op.getStep());
  if (failed(lower) || failed(upper) || failed(step))
    return failure();
  if (*step <= 0)
    return op.emitOpError("expected a step of at least 1, but got ") << *step;
  if (op.getUnsignedCmp() && (*lower < 0 || *upper < 0))
    return op.emitOpError("expected bounds of at least 0");
  if (failed(assign(op, op.getInitArgs(), op.getRegionIterArgs())))
    return failure();
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  loops.emplace_back();
  for (int64_t i = *lower; i < *upper;) {
    scalars[op.getInductionVar()] =
        IntegerAttr::get(op.getInductionVar().getType(), i);
    if (failed(visitBlock(*op.getBody())) ||
        failed(assign(op, yield.getOperands(), op.getRegionIterArgs())))
      return failure();
    endIteration(op.getRegionIterArgs());
    if (*step > *upper - i)
      break;
    i += *step;
  }
  loops.pop_back();
  return assign(op, op.getRegionIterArgs(), op.getResults());
}

LogicalResult HostWalk::visitWhile(scf::WhileOp op) {
  if (failed(assign(op, op.getInits(), op.getBeforeArguments())))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  loops.emplace_back();
  while (true) {
    if (failed(visitBlock(*op.getBeforeBody())))
      return failure();
    auto holds = dyn_cast_if_present<IntegerAttr>(
        scalars.lookup(condition.getCondition()));
    if (!holds)
      return op.emitOpError("on the host: expected a condition known from the "
                            "arguments");
    if (holds.getValue().isZero())
      break;
    if (failed(assign(op, condition.getArgs(), op.getAfterArguments())) ||
        failed(visitBlock(*op.getAfterBody())) ||
        failed(
            assign(op, op.getYieldOp().getOperands(), op.getBeforeArguments())))
      return failure();
    endIteration(op.getBeforeArguments());
  }
  loops.pop_back();
  return assign(op, condition.getArgs(), op.getResults());
}

LogicalResult HostWalk::visitAssert(cf::AssertOp op) {
  auto holds = dyn_cast_if_present<IntegerAttr>(scalars.lookup(op.getArg()));
  if (!holds)
    return op.emitOpError("on the host: expected a condition known from the "
                          "arguments");
  if (holds.getValue().isZero())
    return op.emitOpError("does not hold: ") << op.getMsg();
  return success();
}

LogicalResult HostWalk::visitIf(scf::IfOp op) {
  auto condition =
      dyn_cast_if_present<IntegerAttr>(scalars.lookup(op.getCondition()));
  if (!condition)
    return op.emitOpError("on the host: expected a condition known from the "
                          "arguments");
  Region &region =
      condition.getValue().isZero() ? op.getElseRegion() : op.getThenRegion();
  if (region.empty())
    return success();
  if (failed(visitBlock(region.front())))
    return failure();
  return assign(op, region.front().getTerminator()->getOperands(),
                op.getResults());
}

} // namespace kopt
