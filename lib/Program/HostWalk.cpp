//===- HostWalk.cpp - Evaluates a host function for given shapes ----------===//
//
// Tensors have value semantics on the host, buffers do not: every output of a
// launch that is not read gets a buffer of its own, an in/out output takes
// over the buffer of a value that has no other use.
//
//===----------------------------------------------------------------------===//

#include "HostWalk.h"
#include "dialects/Kopt/Assumptions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>
#include <numeric>

using namespace mlir;

namespace kopt {
namespace {

FailureOr<gate::DType> elementDType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
  gate::DType dtype;
  if (!gate::parseDType(text, dtype))
    return failure();
  return dtype;
}

/// The low 64 bits of a scalar constant.
uint64_t bitsOf(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().bitcastToAPInt().getZExtValue();
  return cast<IntegerAttr>(value).getValue().getZExtValue();
}

std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "[";
  llvm::interleaveComma(shape, stream);
  stream << "]";
  return text;
}

} // namespace

LogicalResult HostWalk::run(const std::vector<HostArgument> &arguments) {
  if (!entry.getBody().hasOneBlock())
    return entry.emitOpError("expected one block of straight-line host code");
  program.name = entry.getName().str();
  if (failed(bindArguments(arguments)))
    return failure();
  for (Operation &op : entry.getBody().front())
    if (failed(visit(&op)))
      return failure();
  return success();
}

int HostWalk::addBuffer(RankedTensorType type, std::vector<int64_t> shape,
                        gate::BufferRole role) {
  gate::Buffer buffer;
  buffer.dtype = *elementDType(type);
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
    } else if (auto number = dyn_cast<FloatType>(type)) {
      APInt bits(number.getWidth(), given.bits, false, true);
      scalars[argument] =
          FloatAttr::get(type, APFloat(number.getFloatSemantics(), bits));
    } else if (type.isIntOrIndex()) {
      unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
      scalars[argument] =
          IntegerAttr::get(type, APInt(width, given.bits, false, true));
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
      .Case<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](Operation *op) { return visitReshape(op); })
      .Case([&](LaunchOp op) { return visitLaunch(op); })
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

LogicalResult HostWalk::visitEmpty(tensor::EmptyOp op) {
  if (failed(elementDType(op.getType())))
    return op.emitOpError("expected an element type that can cross the host "
                          "boundary, but got ")
           << op.getType().getElementType();
  auto shape = sizes(op, op.getType().getShape(), op.getDynamicSizes());
  if (failed(shape))
    return failure();
  tensors[op.getResult()] = {-1, *shape};
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

int HostWalk::imageOf(gpu::GPUModuleOp module) {
  for (auto [i, known] : llvm::enumerate(used))
    if (known == module)
      return int(i);
  used.push_back(module);
  return int(used.size()) - 1;
}

FailureOr<int> HostWalk::outputBuffer(LaunchOp op, Value out, bool inOut) {
  const Tensor tensor = tensors.lookup(out);
  auto type = cast<RankedTensorType>(out.getType());
  if (!inOut)
    return addBuffer(type, tensor.shape, gate::BufferRole::Temporary);
  if (tensor.buffer < 0)
    return op.emitOpError("expected an in/out operand with contents, but got "
                          "tensor.empty");
  // Nor may what it is a view of, as the update would show there.
  Value value = out;
  while (true) {
    if (!value.hasOneUse())
      return op.emitOpError("expected the in/out operand to have no other use");
    Operation *view = value.getDefiningOp();
    if (!isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                         tensor::ExpandShapeOp>(view))
      break;
    value = view->getOperand(0);
  }
  gate::BufferRole &role = program.buffers[tensor.buffer].role;
  if (role == gate::BufferRole::Input)
    role = gate::BufferRole::InOut;
  return tensor.buffer;
}

LogicalResult HostWalk::setGrid(LaunchOp op, gpu::GPUFuncOp kernel,
                                ArrayRef<int64_t> symbols,
                                gate::Launch &launch) {
  auto grid = kernel->getAttrOfType<AffineMapAttr>("kopt.grid");
  std::optional<ArrayRef<int32_t>> block = kernel.getKnownBlockSize();
  if (!grid || !block || block->size() != 3)
    return op.emitOpError("expected kernel ")
           << kernel.getName() << " to have kopt.grid and known_block_size";
  AffineMap map = grid.getValue();
  if (map.getNumDims() != 0 || map.getNumSymbols() != symbols.size())
    return op.emitOpError("expected a grid of ")
           << symbols.size() << " symbols, but got " << map.getNumSymbols()
           << " and " << map.getNumDims() << " dimensions";
  SmallVector<Attribute> values, extents;
  for (int64_t symbol : symbols)
    values.push_back(IntegerAttr::get(IndexType::get(op.getContext()), symbol));
  if (failed(map.constantFold(values, extents)))
    return op.emitOpError("the grid divides by zero");
  // The logical axes run on x, the last fastest, and the blocks of a program
  // inside.
  uint64_t product = 1;
  if (auto cluster = kernel->getAttrOfType<DenseI32ArrayAttr>(
          NVVM::NVVMDialect::getClusterDimAttrName());
      cluster && !cluster.empty()) {
    launch.cluster[0] = uint32_t(cluster[0]);
    product = launch.cluster[0];
  }
  for (Attribute extent : extents) {
    int64_t value = cast<IntegerAttr>(extent).getInt();
    if (value < 0)
      return op.emitOpError("expected a grid extent of at least 0, but got ")
             << value;
    if (value &&
        product > uint64_t(std::numeric_limits<int32_t>::max()) / value)
      return op.emitOpError("the grid has more than 2^31 - 1 programs");
    product *= value;
  }
  launch.grid[0] = uint32_t(product);
  int64_t threads = 1;
  for (unsigned d = 0; d < 3; ++d) {
    launch.block[d] = uint32_t((*block)[d]);
    threads *= (*block)[d];
  }
  if (threads < 1 || threads > 1024)
    return op.emitOpError("expected 1 to 1024 threads a block, but got ")
           << threads;
  launch.cooperative = kernel->hasAttr("kopt.cooperative");
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>("kopt.dyn_smem"))
    launch.dynamicSharedBytes = uint32_t(bytes.getInt());
  return success();
}

/// The first kernel of the launch whose assumption holds.
FailureOr<gpu::GPUFuncOp> HostWalk::chooseKernel(LaunchOp op,
                                                 ArrayRef<int64_t> symbols) {
  SmallVector<SymbolRefAttr> names = op.getKernels();
  for (SymbolRefAttr name : names) {
    auto kernel =
        SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(op, name);
    if (!kernel)
      return op.emitOpError("expected ")
             << name << " to name a kernel in form 3";
    auto assume = kernel->getAttrOfType<IntegerSetAttr>("kopt.assume");
    if (!assume)
      return kernel;
    IntegerSet set = assume.getValue();
    if (set.getNumDims() != 0 || set.getNumSymbols() != symbols.size())
      return op.emitOpError("expected kopt.assume of ")
             << symbols.size() << " symbols, but got " << set.getNumSymbols()
             << " and " << set.getNumDims() << " dimensions";
    if (holdsAt(set, symbols))
      return kernel;
  }
  return op.emitOpError("expected extents for which ")
         << names.back() << " may be launched, but got " << shapeText(symbols);
}

LogicalResult HostWalk::visitLaunch(LaunchOp op) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  if (!kernel)
    return op.emitOpError("expected ")
           << op.getKernelAttr() << " to name a kernel in form 3";
  gate::Launch launch;

  SmallVector<int64_t> dynamicSizes, indices;
  unsigned parameter = 0, inputs = op.getInputs().size();
  SmallVector<Value> operands(op.getInputs());
  llvm::append_range(operands, op.getOutputs());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    bool isOutput = i >= inputs;
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type) {
      Attribute value = scalars.lookup(operand);
      if (!value || isOutput)
        return op.emitOpError("operand ")
               << i << ": expected a tensor or a known scalar";
      gate::LaunchArg argument;
      argument.scalarBits = bitsOf(value);
      argument.scalarBytes = gate::byteSize(*elementDType(operand.getType()));
      launch.args.push_back(argument);
      if (operand.getType().isIndex())
        indices.push_back(int64_t(argument.scalarBits));
      ++parameter;
      continue;
    }
    auto known = tensors.find(operand);
    if (known == tensors.end())
      return op.emitOpError("operand ") << i << ": expected a known tensor";
    Tensor tensor = known->second;
    if (isOutput) {
      bool inOut = parameter < kernel.getNumArguments() &&
                   kernel.getArgAttr(parameter, "kopt.inout");
      FailureOr<int> buffer = outputBuffer(op, operand, inOut);
      if (failed(buffer))
        return failure();
      tensor.buffer = *buffer;
      tensors[op.getResult(i - inputs)] = tensor;
    } else if (tensor.buffer < 0) {
      return op.emitOpError("operand ")
             << i << ": expected a tensor with contents, but got tensor.empty";
    }
    gate::LaunchArg pointer;
    pointer.buffer = tensor.buffer;
    launch.args.push_back(pointer);
    ++parameter;
    for (auto [written, extent] : llvm::zip(type.getShape(), tensor.shape))
      if (ShapedType::isDynamic(written)) {
        gate::LaunchArg size;
        size.scalarBits = uint64_t(extent);
        size.scalarBytes = 8;
        launch.args.push_back(size);
        dynamicSizes.push_back(extent);
        ++parameter;
      }
  }
  // What the launch has no operand for, it is given.
  for (; parameter < kernel.getNumArguments() &&
         kernel.getArgAttr(parameter, "kopt.workspace");
       ++parameter) {
    auto type = dyn_cast<MemRefType>(kernel.getArgument(parameter).getType());
    FailureOr<gate::DType> dtype = failure();
    if (type && type.hasStaticShape())
      dtype = elementDType(type.getElementType());
    if (failed(dtype))
      return op.emitOpError("expected a workspace of static shape whose "
                            "elements can cross the host boundary, but got ")
             << kernel.getArgument(parameter).getType();
    gate::Buffer buffer;
    buffer.dtype = *dtype;
    buffer.shape.assign(type.getShape().begin(), type.getShape().end());
    buffer.role = gate::BufferRole::Workspace;
    gate::LaunchArg pointer;
    pointer.buffer = int(program.buffers.size());
    program.buffers.push_back(std::move(buffer));
    launch.args.push_back(pointer);
  }
  if (parameter != kernel.getNumArguments())
    return op.emitOpError("expected kernel ")
           << kernel.getName() << " to have " << parameter
           << " parameters, but got " << kernel.getNumArguments();
  llvm::append_range(dynamicSizes, indices);
  // All kernels of a launch have the parameters of its last one.
  FailureOr<gpu::GPUFuncOp> chosen = chooseKernel(op, dynamicSizes);
  if (failed(chosen))
    return failure();
  if (chosen->getFunctionType() != kernel.getFunctionType())
    return op.emitOpError("expected variant ")
           << chosen->getName() << " to have the type of " << kernel.getName();
  launch.image = imageOf((*chosen)->getParentOfType<gpu::GPUModuleOp>());
  launch.kernel = chosen->getName().str();
  if (failed(setGrid(op, *chosen, dynamicSizes, launch)))
    return failure();
  program.launches.push_back(std::move(launch));
  return success();
}

/// Results become outputs and move behind the arguments. Tensors are values, so
/// one that is an argument or was returned before needs no copy: nothing writes
/// its buffer any more.
LogicalResult HostWalk::visitReturn(func::ReturnOp op) {
  SmallVector<int> outputs;
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    auto known = tensors.find(value);
    if (known == tensors.end() || known->second.buffer < 0)
      return op.emitOpError("result ")
             << i << ": expected an argument or a tensor computed by a launch";
    gate::Buffer &buffer = program.buffers[known->second.buffer];
    if (buffer.role == gate::BufferRole::Temporary) {
      buffer.role = gate::BufferRole::Output;
      buffer.name = "result" + std::to_string(i);
      buffer.shape = known->second.shape;
      outputs.push_back(known->second.buffer);
    }
    program.results.push_back({known->second.buffer, known->second.shape});
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
  unsigned temporaries = 0, workspaces = 0;
  for (int b = 0; b < count; ++b)
    if (!llvm::is_contained(order, b)) {
      bool isWorkspace = program.buffers[b].role == gate::BufferRole::Workspace;
      program.buffers[b].name = isWorkspace
                                    ? "workspace" + std::to_string(workspaces++)
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
