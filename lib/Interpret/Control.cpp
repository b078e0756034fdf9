//===- Control.cpp - Blocks, loops, constants -----------------------------===//

#include "lib/Interpret/Machine.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const Datum &Agent::get(Operation *user, Value value) {
  const Datum &datum = values[value];
  if (datum.lease && datum.lease->released)
    complain("released", user,
             "reads a tile whose place in the channel has been released",
             datum.lease->channel);
  return datum;
}

const Bits &Agent::tile(Operation *user, Value value) {
  return *get(user, value).tile;
}

uint64_t Agent::scalar(Operation *user, Value value) {
  return get(user, value).bits;
}

int64_t Agent::integer(Operation *user, Value value) {
  return gate::decodeInteger(dtypeOf(value.getType()), scalar(user, value));
}

llvm::SmallVector<int64_t> Agent::integers(Operation *user, ValueRange range) {
  llvm::SmallVector<int64_t> result;
  for (Value value : range)
    result.push_back(integer(user, value));
  return result;
}

void Agent::set(Value value, Bits tile) {
  Datum &datum = values[value];
  datum = Datum();
  datum.tile = std::make_shared<const Bits>(std::move(tile));
}

void Agent::set(Value value, uint64_t scalar) {
  Datum &datum = values[value];
  datum = Datum();
  datum.bits = scalar;
}

Bits interpret::constantBits(Attribute value) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return {number.getValue().getZExtValue()};
  if (auto number = dyn_cast<FloatAttr>(value))
    return {number.getValue().bitcastToAPInt().getZExtValue()};
  Bits bits;
  auto elements = cast<DenseElementsAttr>(value);
  if (isa<FloatType>(elements.getElementType()))
    for (const APFloat &number : elements.getValues<APFloat>())
      bits.push_back(number.bitcastToAPInt().getZExtValue());
  else
    for (const APInt &number : elements.getValues<APInt>())
      bits.push_back(number.getZExtValue());
  return bits;
}

const std::shared_ptr<const Bits> &Launch::constantOf(Operation *op) {
  std::shared_ptr<const Bits> &bits = constants[op];
  if (!bits)
    bits = std::make_shared<const Bits>(
        constantBits(cast<arith::ConstantOp>(op).getValue()));
  return bits;
}

const Function &Launch::functionOf(Operation *op) {
  Function &function = functions[op];
  if (!function)
    function = elementFunction(op);
  return function;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult Agent::run(Block &block) {
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>() && failed(execute(&op)))
      return failure();
  return success();
}

LogicalResult Agent::execute(Operation *op) {
  if (launch.stopped)
    return failure();
  if (launch.isLate(op)) {
    launch.stopped = true;
    return failure();
  }
  for (auto group : {&Agent::executeElementwise, &Agent::executeControl,
                     &Agent::executeTiles, &Agent::executeCollective,
                     &Agent::executeMemory, &Agent::executeAsync})
    if (std::optional<LogicalResult> result = (this->*group)(op))
      return *result;
  return stop("unsupported", op, "is not known to the interpreter");
}

llvm::SmallVector<Datum> Agent::results(Block &block) {
  llvm::SmallVector<Datum> data;
  for (Value value : block.getTerminator()->getOperands())
    data.push_back(values[value]);
  return data;
}

/// Binds values in one step, as they may be each other's.
static void bind(Agent &agent, ValueRange to, ArrayRef<Datum> data) {
  for (auto [value, datum] : llvm::zip(to, data))
    agent.values[value] = datum;
}

static LogicalResult runFor(Agent &agent, scf::ForOp loop) {
  int64_t low = agent.integer(loop, loop.getLowerBound()),
          high = agent.integer(loop, loop.getUpperBound()),
          step = agent.integer(loop, loop.getStep());
  if (step <= 0)
    return agent.stop("undefined", loop,
                      "expected a step above 0, but got " +
                          std::to_string(step));
  llvm::SmallVector<Datum> carried;
  for (Value init : loop.getInitArgs())
    carried.push_back(agent.values[init]);
  bool isTurns = agent.role && agent.role.isAlternating() &&
                 loop->getParentOp() == agent.role;
  int64_t turn = 0;
  for (int64_t i = low; i < high; i += step, ++turn) {
    if (isTurns)
      agent.replica = turn % int64_t(agent.role.getReplicas());
    agent.set(loop.getInductionVar(), uint64_t(i));
    bind(agent, loop.getRegionIterArgs(), carried);
    if (failed(agent.run(*loop.getBody())))
      return failure();
    carried = agent.results(*loop.getBody());
  }
  bind(agent, loop.getResults(), carried);
  return success();
}

static LogicalResult runWhile(Agent &agent, scf::WhileOp loop) {
  llvm::SmallVector<Datum> carried;
  for (Value init : loop.getInits())
    carried.push_back(agent.values[init]);
  while (true) {
    bind(agent, loop.getBeforeArguments(), carried);
    if (failed(agent.run(*loop.getBeforeBody())))
      return failure();
    llvm::SmallVector<Datum> passed = agent.results(*loop.getBeforeBody());
    bool goesOn = passed.front().bits;
    passed.erase(passed.begin());
    if (!goesOn) {
      bind(agent, loop.getResults(), passed);
      return success();
    }
    bind(agent, loop.getAfterArguments(), passed);
    if (failed(agent.run(*loop.getAfterBody())))
      return failure();
    carried = agent.results(*loop.getAfterBody());
  }
}

static LogicalResult runIf(Agent &agent, scf::IfOp branch) {
  bool isTaken = agent.scalar(branch, branch.getCondition());
  Block *block = isTaken ? branch.thenBlock() : branch.elseBlock();
  if (!block)
    return success();
  if (failed(agent.run(*block)))
    return failure();
  bind(agent, branch.getResults(), agent.results(*block));
  return success();
}

std::optional<LogicalResult> Agent::executeControl(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runFor(*this, loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return runWhile(*this, loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return runIf(*this, branch);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    const std::shared_ptr<const Bits> &bits = launch.constantOf(op);
    Datum datum;
    if (isa<TensorType>(constant.getType()))
      datum.tile = bits;
    else
      datum.bits = bits->front();
    values[constant.getResult()] = datum;
    return success();
  }
  auto evaluateAll = [&](AffineMap map, ValueRange operands) {
    SmallVector<int64_t> all = integers(op, operands), results;
    for (AffineExpr result : map.getResults())
      results.push_back(evaluate(result,
                                 ArrayRef(all).take_front(map.getNumDims()),
                                 ArrayRef(all).drop_front(map.getNumDims())));
    return results;
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    set(apply.getResult(),
        uint64_t(evaluateAll(apply.getAffineMap(), apply.getMapOperands())[0]));
    return success();
  }
  if (auto least = dyn_cast<affine::AffineMinOp>(op)) {
    auto bounds = evaluateAll(least.getMap(), least.getOperands());
    set(least.getResult(), uint64_t(*llvm::min_element(bounds)));
    return success();
  }
  if (auto most = dyn_cast<affine::AffineMaxOp>(op)) {
    auto bounds = evaluateAll(most.getMap(), most.getOperands());
    set(most.getResult(), uint64_t(*llvm::max_element(bounds)));
    return success();
  }
  if (auto id = dyn_cast<ProgramIdOp>(op)) {
    set(id.getResult(), uint64_t(program->ids[id.getAxis()]));
    return success();
  }
  if (auto number = dyn_cast<NumProgramsOp>(op)) {
    set(number.getResult(), uint64_t(launch.extents[number.getAxis()]));
    return success();
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Elementwise operations and scalar regions
//===----------------------------------------------------------------------===//

std::optional<LogicalResult> Agent::executeElementwise(Operation *op) {
  const Function &function = launch.functionOf(op);
  if (!function)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  unsigned count = op->getNumOperands();
  llvm::SmallVector<uint64_t, 4> element(count);
  llvm::SmallVector<const Bits *, 4> tiles(count);
  for (unsigned i = 0; i < count; ++i) {
    const Datum &datum = get(op, op->getOperand(i));
    tiles[i] = datum.tile.get();
    element[i] = datum.bits;
  }
  if (!type) {
    set(op->getResult(0), function(element.data()));
    return success();
  }
  Bits result(type.getNumElements());
  for (size_t e = 0; e < result.size(); ++e) {
    for (unsigned i = 0; i < count; ++i)
      if (tiles[i])
        element[i] = (*tiles[i])[e];
    result[e] = function(element.data());
  }
  set(op->getResult(0), std::move(result));
  return success();
}

ScalarRegion::ScalarRegion(Agent &agent, Block &block)
    : numArguments(block.getNumArguments()) {
  DenseMap<Value, unsigned> numbers;
  auto slotOf = [&](Value value) {
    auto [it, isNew] = numbers.try_emplace(value, unsigned(slots.size()));
    // What is not of this block is a scalar from around it.
    if (isNew)
      slots.push_back(value.getParentBlock() == &block
                          ? 0
                          : agent.scalar(block.getParentOp(), value));
    return it->second;
  };
  for (BlockArgument argument : block.getArguments())
    slotOf(argument);
  for (Operation &op : block.without_terminator()) {
    if (isa<arith::ConstantOp>(op)) {
      slots[slotOf(op.getResult(0))] = agent.launch.constantOf(&op)->front();
      continue;
    }
    Step step{&agent.launch.functionOf(&op), {}, 0};
    for (Value operand : op.getOperands())
      step.operands.push_back(slotOf(operand));
    step.result = slotOf(op.getResult(0));
    steps.push_back(std::move(step));
  }
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(slotOf(value));
  yielded.resize(results.size());
}

ArrayRef<uint64_t> ScalarRegion::operator()(ArrayRef<uint64_t> arguments) {
  std::copy(arguments.begin(), arguments.end(), slots.begin());
  uint64_t operands[8];
  for (const Step &step : steps) {
    for (size_t i = 0; i < step.operands.size(); ++i)
      operands[i] = slots[step.operands[i]];
    slots[step.result] = (*step.function)(operands);
  }
  for (size_t i = 0; i < results.size(); ++i)
    yielded[i] = slots[results[i]];
  return yielded;
}
