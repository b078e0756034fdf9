//===- HostWalk.cpp - Evaluates a host function for given shapes ----------===//
//
// Arguments, scalars, results. Tensors have value semantics on the host,
// buffers do not: every output of a launch that is not read gets a buffer of
// its own, an in/out output takes over the buffer of a value that has no other
// use.
//
//===----------------------------------------------------------------------===//

#include "HostWalk.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace kopt {

FailureOr<gate::DType> elementDType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
  gate::DType dtype;
  if (!gate::parseDType(text, dtype))
    return failure();
  return dtype;
}

std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "[";
  llvm::interleaveComma(shape, stream);
  stream << "]";
  return text;
}

TypedAttr scalarOf(Type type, uint64_t bits) {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(type,
                          APFloat(number.getFloatSemantics(),
                                  APInt(number.getWidth(), bits, false, true)));
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, APInt(width, bits, false, true));
}

LogicalResult HostWalk::run(const std::vector<HostArgument> &arguments) {
  if (!entry.getBody().hasOneBlock())
    return entry.emitOpError("expected one block of straight-line host code");
  program.name = entry.getName().str();
  if (failed(bindArguments(arguments)))
    return failure();
  return visitBlock(entry.getBody().front());
}

LogicalResult HostWalk::visitBlock(Block &block) {
  for (Operation &op : block) {
    // Also loops that launch nothing have to end.
    if (++steps > mostSteps)
      return op.emitOpError("on the host: expected at most ")
             << mostSteps << " operations, but got more";
    if (failed(visit(&op)))
      return failure();
  }
  return success();
}

int HostWalk::addBuffer(RankedTensorType type, std::vector<int64_t> shape,
                        gate::BufferRole role) {
  gate::Buffer buffer;
  buffer.dtype = *elementDType(type);
  if (role == gate::BufferRole::Temporary)
    for (auto it = unused.begin(); it != unused.end(); ++it) {
      gate::Buffer &known = program.buffers[*it];
      if (known.dtype != buffer.dtype || known.shape != shape)
        continue;
      int number = *it;
      unused.erase(it);
      for (LoopBuffers &loop : loops)
        loop.insert(number);
      return number;
    }
  for (LoopBuffers &loop : loops)
    if (role == gate::BufferRole::Temporary)
      loop.insert(int(program.buffers.size()));
  buffer.shape = std::move(shape);
  buffer.role = role;
  program.buffers.push_back(std::move(buffer));
  return int(program.buffers.size()) - 1;
}

LogicalResult
HostWalk::bindArguments(const std::vector<HostArgument> &arguments) {
  if (arguments.size() != entry.getNumArguments())
    return entry.emitOpError("expected ")
           << entry.getNumArguments() << " arguments, but got "
           << arguments.size();
  for (auto [i, argument] : llvm::enumerate(entry.getArguments())) {
    const HostArgument &given = arguments[i];
    Type type = argument.getType();
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      if (failed(elementDType(type)) ||
          failed(verifyCompatibleShape(tensor.getShape(), given.shape)))
        return entry.emitOpError("argument ")
               << i << ": expected a value of type " << type
               << ", but got shape " << shapeText(given.shape);
      int buffer = addBuffer(tensor, given.shape, gate::BufferRole::Input);
      program.buffers[buffer].name = "arg" + std::to_string(i);
      tensors[argument] = {buffer, given.shape};
    } else if (type.isIntOrIndexOrFloat()) {
      scalars[argument] = scalarOf(type, given.bits);
    } else {
      return entry.emitOpError("argument ")
             << i << ": expected a ranked tensor or a scalar, but got " << type;
    }
  }
  return success();
}

LogicalResult HostWalk::visit(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tensor::EmptyOp op) { return visitEmpty(op); })
      .Case([&](tensor::DimOp op) { return visitDim(op); })
      .Case([&](arith::ConstantOp op) { return visitConstant(op); })
      .Case([&](tensor::ExtractOp op) { return visitExtract(op); })
      .Case<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](Operation *op) { return visitReshape(op); })
      .Case([&](LaunchOp op) { return visitLaunch(op); })
      .Case([&](scf::ForOp op) { return visitFor(op); })
      .Case([&](scf::IfOp op) { return visitIf(op); })
      .Case([&](cf::AssertOp op) { return visitAssert(op); })
      .Case([&](scf::WhileOp op) { return visitWhile(op); })
      .Case<scf::YieldOp, scf::ConditionOp>([](auto) { return success(); })
      .Case([&](func::ReturnOp op) { return visitReturn(op); })
      .Default([&](Operation *op) { return fold(op); });
}

/// Scalar arithmetic of any dialect, by the operation's own folder.
LogicalResult HostWalk::fold(Operation *op) {
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    operands.push_back(scalars.lookup(operand));
  SmallVector<OpFoldResult> results;
  bool known = op->getNumRegions() == 0 && op->getNumResults() > 0 &&
               (op->getNumOperands() == 0 ||
                llvm::all_of(operands, [](Attribute a) { return bool(a); }));
  if (!known || failed(op->fold(operands, results)))
    return op->emitOpError("on the host: expected a kopt.launch, tensor.empty "
                           "or arithmetic on sizes (was it lifted?)");
  // An empty list says that the operation changed itself in place.
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    Attribute value;
    if (i < results.size()) {
      value = dyn_cast_if_present<Attribute>(results[i]);
      if (auto other = dyn_cast_if_present<Value>(results[i]))
        value = scalars.lookup(other);
    }
    if (!isa_and_present<IntegerAttr, FloatAttr>(value))
      return op->emitOpError(
          "on the host: cannot be evaluated for the given sizes");
    scalars[result] = value;
  }
  return success();
}

FailureOr<int64_t> HostWalk::integer(Operation *user, Value value) {
  auto known = dyn_cast_if_present<IntegerAttr>(scalars.lookup(value));
  if (!known)
    return user->emitOpError("expected a size known from the arguments");
  return known.getValue().getSExtValue();
}

FailureOr<std::vector<int64_t>> HostWalk::sizes(Operation *user,
                                                ArrayRef<int64_t> staticSizes,
                                                ValueRange dynamic) {
  std::vector<int64_t> shape(staticSizes.begin(), staticSizes.end());
  auto next = dynamic.begin();
  for (int64_t &extent : shape)
    if (ShapedType::isDynamic(extent)) {
      FailureOr<int64_t> size = integer(user, *next++);
      if (failed(size))
        return failure();
      if (*size < 0)
        return user->emitOpError("expected a size of at least 0, but got ")
               << *size;
      extent = *size;
    }
  return shape;
}

/// Results become outputs and move behind the arguments. Tensors are values, so
/// one that is an argument or was returned before needs no copy: nothing writes
/// its buffer any more.
LogicalResult HostWalk::visitReturn(func::ReturnOp op) {
  SmallVector<int> outputs;
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    auto known = tensors.find(value);
    FailureOr<int> number = failure();
    if (known != tensors.end())
      number = bufferOf(op, known->second);
    if (failed(number) || *number < 0)
      return op.emitOpError("result ")
             << i << ": expected an argument or a tensor computed by a launch";
    gate::Buffer &buffer = program.buffers[*number];
    if (buffer.role == gate::BufferRole::Temporary) {
      buffer.role = gate::BufferRole::Output;
      buffer.name = "result" + std::to_string(i);
      buffer.shape = known->second.shape;
      outputs.push_back(*number);
    }
    program.results.push_back({*number, known->second.shape});
  }
  SmallVector<int> order;
  int count = int(program.buffers.size());
  auto isArgument = [&](int b) {
    return program.buffers[b].role == gate::BufferRole::Input ||
           program.buffers[b].role == gate::BufferRole::InOut;
  };
  for (int b = 0; b < count; ++b)
    if (isArgument(b))
      order.push_back(b);
  llvm::append_range(order, outputs);
  unsigned temporaries = 0, workspaces = 0, constants = 0;
  for (int b = 0; b < count; ++b)
    if (!llvm::is_contained(order, b)) {
      gate::BufferRole role = program.buffers[b].role;
      program.buffers[b].name = role == gate::BufferRole::Workspace
                                    ? "workspace" + std::to_string(workspaces++)
                                : role == gate::BufferRole::Constant
                                    ? "constant" + std::to_string(constants++)
                                    : "tmp" + std::to_string(temporaries++);
      order.push_back(b);
    }
  std::vector<gate::Buffer> sorted;
  SmallVector<int> position(count);
  for (auto [to, from] : llvm::enumerate(order)) {
    position[from] = int(to);
    sorted.push_back(std::move(program.buffers[from]));
  }
  program.buffers = std::move(sorted);
  for (gate::ProgramResult &result : program.results)
    result.buffer = position[result.buffer];
  for (gate::Launch &launch : program.launches)
    for (gate::LaunchArg &argument : launch.args)
      if (argument.buffer >= 0)
        argument.buffer = position[argument.buffer];
  return success();
}

} // namespace kopt
