//===- SymbolicWalk.cpp - A host function for any sizes -------------------===//

#include "SymbolicWalk.h"
#include "HostWalk.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt;
using artefact::Operator;
using artefact::Parameter;

LogicalResult SymbolicWalk::run() {
  if (!entry.getBody().hasOneBlock())
    return entry.emitOpError("expected one block of straight-line host code");
  artefact.name = entry.getName().str();
  if (failed(bindArguments()))
    return failure();
  if (failed(visitBlock(entry.getBody().front())))
    return failure();
  artefact.modules = int(used.size());
  return success();
}

LogicalResult SymbolicWalk::bindArguments() {
  for (BlockArgument value : entry.getArguments()) {
    int number = int(value.getArgNumber());
    artefact::Argument argument;
    argument.name = "arg" + std::to_string(number);
    auto type = dyn_cast<RankedTensorType>(value.getType());
    FailureOr<gate::DType> dtype = failure();
    if (type || value.getType().isIntOrIndexOrFloat())
      dtype = elementDType(value.getType());
    if (failed(dtype))
      return entry.emitOpError("argument ")
             << number << ": expected a ranked tensor or a scalar whose "
             << "elements can cross the host boundary, but got "
             << value.getType();
    argument.dtype = *dtype;
    argument.isTensor = bool(type);
    // Before its values: they are checked against what is there.
    artefact.arguments.push_back(std::move(argument));
    if (!type) {
      Scalar scalar;
      scalar.argument = number;
      if (value.getType().isIntOrIndex())
        scalar.value = table.make(Operator::Scalar, number);
      // True is 1 among the values, and -1 with its sign.
      if (value.getType().isInteger(1))
        scalar.value =
            table.make(Operator::Not, table.make(Operator::Equal, scalar.value,
                                                 table.constant(0)));
      scalars[value] = scalar;
      continue;
    }
    Tensor tensor;
    tensor.memory = int(memories.size());
    memories.emplace_back();
    memories.back().argument = number;
    for (auto [d, extent] : llvm::enumerate(type.getShape())) {
      bool isDynamic = ShapedType::isDynamic(extent);
      tensor.sizes.push_back(
          isDynamic ? table.make(Operator::Size, number, int64_t(d))
                    : table.constant(extent));
      artefact.arguments[number].sizes.push_back(
          isDynamic ? -1 : tensor.sizes.back());
    }
    tensors[value] = std::move(tensor);
  }
  return success();
}

LogicalResult SymbolicWalk::visit(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tensor::EmptyOp op) -> LogicalResult {
        auto shape = sizes(op, op.getType().getShape(), op.getDynamicSizes());
        if (failed(shape))
          return failure();
        tensors[op.getResult()] = {-1, *shape, {}};
        return success();
      })
      .Case([&](tensor::DimOp op) -> LogicalResult {
        std::optional<int64_t> index = op.getConstantIndex();
        auto tensor = tensors.find(op.getSource());
        if (!index || tensor == tensors.end() || *index < 0 ||
            *index >= int64_t(tensor->second.sizes.size()))
          return op.emitOpError("expected a constant dimension of a tensor of "
                                "the program");
        Scalar scalar;
        scalar.value = tensor->second.sizes[*index];
        scalars[op.getResult()] = scalar;
        return success();
      })
      .Case<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](Operation *op) { return visitReshape(op); })
      .Case([&](LaunchOp op) { return visitLaunch(op); })
      .Case([&](arith::ConstantOp op) { return visitConstant(op); })
      .Case([&](tensor::ExtractOp op) { return visitExtract(op); })
      .Case([&](scf::ForOp op) { return visitFor(op); })
      .Case([&](scf::IfOp op) { return visitIf(op); })
      .Case([&](cf::AssertOp op) { return visitAssert(op); })
      .Case([](scf::YieldOp) { return success(); })
      .Case([&](func::ReturnOp op) { return visitReturn(op); })
      .Default([&](Operation *op) { return visitScalar(op); });
}

void SymbolicWalk::require(int condition, std::string message) {
  if (table.known(condition).value_or(0) != 0)
    return;
  for (const artefact::Requirement &known : artefact.requirements)
    if (known.value == condition)
      return;
  artefact.requirements.push_back({condition, std::move(message)});
}

FailureOr<int> SymbolicWalk::integer(Operation *user, Value value) {
  auto known = scalars.find(value);
  if (known == scalars.end())
    return user->emitOpError("expected a size that follows from the arguments");
  if (auto number = dyn_cast_if_present<IntegerAttr>(known->second.constant))
    return table.constant(number.getType().isInteger(1)
                              ? int64_t(number.getValue().getZExtValue())
                              : number.getValue().getSExtValue());
  if (known->second.value < 0)
    return user->emitOpError("expected an integer");
  return known->second.value;
}

FailureOr<SmallVector<int>> SymbolicWalk::sizes(Operation *user,
                                                ArrayRef<int64_t> staticSizes,
                                                ValueRange dynamic) {
  SmallVector<int> shape;
  auto next = dynamic.begin();
  for (int64_t extent : staticSizes) {
    if (!ShapedType::isDynamic(extent)) {
      shape.push_back(table.constant(extent));
      continue;
    }
    FailureOr<int> size = integer(user, *next++);
    if (failed(size))
      return failure();
    if (artefact.values[*size].op != Operator::Size)
      require(table.make(Operator::LessEqual, table.constant(0), *size),
              "expected sizes for which no tensor has a negative one");
    shape.push_back(*size);
  }
  return shape;
}

LogicalResult SymbolicWalk::visitReshape(Operation *op) {
  auto source = tensors.find(op->getOperand(0));
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (source == tensors.end() || !type)
    return op->emitOpError("expected a ranked tensor of the program");
  Tensor tensor = source->second;
  auto product = [&](ArrayRef<int> factors) {
    int all = table.constant(1);
    for (int factor : factors)
      all = table.make(Operator::Mul, all, factor);
    return all;
  };
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    SmallVector<int> shape;
    for (const ReassociationIndices &group : collapse.getReassociationIndices())
      shape.push_back(product(llvm::map_to_vector(
          group, [&](int64_t d) { return tensor.sizes[d]; })));
    tensor.sizes = shape;
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    auto shape =
        sizes(op, expand.getStaticOutputShape(), expand.getOutputShape());
    if (failed(shape))
      return failure();
    require(table.make(Operator::Equal, product(*shape), product(tensor.sizes)),
            "expected sizes for which a reshape keeps the number of elements");
    tensor.sizes = *shape;
  }
  for (auto [extent, size] : llvm::zip(type.getShape(), tensor.sizes))
    if (!ShapedType::isDynamic(extent))
      require(table.make(Operator::Equal, size, table.constant(extent)),
              "expected sizes for which a tensor has its static ones");
  tensors[op->getResult(0)] = std::move(tensor);
  return success();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

int SymbolicWalk::moduleOf(gpu::GPUModuleOp module) {
  for (auto [i, known] : llvm::enumerate(used))
    if (known == module)
      return int(i);
  used.push_back(module);
  return int(used.size()) - 1;
}

int SymbolicWalk::bytesOf(RankedTensorType type, ArrayRef<int> sizes) {
  int bytes = table.constant(gate::byteSize(*elementDType(type)));
  for (int size : sizes)
    bytes = table.make(Operator::Mul, bytes, size);
  return bytes;
}

/// What a kernel relies on of the address of a tensor: see skills/README.md.
static int64_t alignmentOf(gpu::GPUFuncOp kernel, unsigned parameter) {
  auto align = kernel.getArgAttrOfType<IntegerAttr>(parameter, "kopt.align");
  return align ? align.getInt() : 16;
}

/// An in/out operand is updated where it is, which nothing else may see.
FailureOr<int> SymbolicWalk::inOutMemory(LaunchOp op, Value out) {
  if (tensors.lookup(out).contents)
    return op.emitOpError("expected an in/out operand that may be written, but "
                          "got a constant");
  int memory = tensors.lookup(out).memory;
  if (memory < 0)
    return op.emitOpError("expected an in/out operand with contents, but got "
                          "tensor.empty");
  for (Value value = out;;) {
    // A loop's argument begins as a value that others may use.
    auto argument = dyn_cast<BlockArgument>(value);
    if (!value.hasOneUse() ||
        (argument && argument.getOwner()->getParentOp() != entry) ||
        isa_and_present<scf::ForOp, scf::IfOp>(value.getDefiningOp()))
      return op.emitOpError("expected the in/out operand to have no other use");
    Operation *view = value.getDefiningOp();
    if (!isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                         tensor::ExpandShapeOp>(view))
      break;
    value = view->getOperand(0);
  }
  if (memories[memory].argument >= 0)
    artefact.arguments[memories[memory].argument].access =
        artefact::Access::InOut;
  return memory;
}

LogicalResult SymbolicWalk::bindTensor(LaunchOp op, unsigned index,
                                       Value operand, gpu::GPUFuncOp kernel,
                                       artefact::Step &step) {
  unsigned inputs = op.getInputs().size();
  size_t position = step.parameters.size();
  bool isParameter = position < kernel.getNumArguments();
  auto known = tensors.find(operand);
  if (known == tensors.end())
    return op.emitOpError("operand ") << index << ": expected a known tensor";
  Tensor tensor = known->second;
  auto type = cast<RankedTensorType>(operand.getType());
  if (failed(elementDType(type)))
    return op.emitOpError("operand ")
           << index << ": expected elements that can cross the host boundary, "
           << "but got " << type.getElementType();
  if (index < inputs) {
    if (tensor.contents) {
      FailureOr<int> memory = constantMemory(op, tensor.contents);
      if (failed(memory))
        return failure();
      tensor.memory = *memory;
    }
    if (tensor.memory < 0)
      return op.emitOpError("operand ")
             << index
             << ": expected a tensor with contents, but got tensor.empty";
  } else {
    if (isParameter && kernel.getArgAttr(position, "kopt.inout")) {
      FailureOr<int> memory = inOutMemory(op, operand);
      if (failed(memory))
        return failure();
      tensor.memory = *memory;
    } else {
      tensor.memory = int(memories.size());
      memories.emplace_back();
      memories.back().bytes = bytesOf(type, tensor.sizes);
      memories.back().first = steps.size();
    }
    tensor.contents = {};
    tensors[op.getResult(index - inputs)] = tensor;
  }
  Memory &memory = memories[tensor.memory];
  memory.last = steps.size();
  if (isParameter)
    memory.alignment =
        std::max(memory.alignment, alignmentOf(kernel, unsigned(position)));
  if (memory.argument < 0 && memory.alignment > artefact::kWorkspaceAlignment)
    return op.emitOpError("operand ")
           << index << ": expected an alignment of at most "
           << artefact::kWorkspaceAlignment << " bytes, but got "
           << memory.alignment;
  // The memory's number for now; layOut says where that is.
  step.parameters.push_back({Parameter::Kind::Tensor, tensor.memory, 0, 8});
  for (auto [extent, size] : llvm::zip(type.getShape(), tensor.sizes))
    if (ShapedType::isDynamic(extent))
      step.parameters.push_back({Parameter::Kind::Value, size, 0, 8});
  return success();
}

LogicalResult SymbolicWalk::addWorkspace(LaunchOp op, Type type,
                                         artefact::Step &step) {
  auto memref = dyn_cast<MemRefType>(type);
  FailureOr<gate::DType> dtype = failure();
  if (memref && memref.hasStaticShape())
    dtype = elementDType(memref.getElementType());
  if (failed(dtype))
    return op.emitOpError("expected a workspace of static shape whose elements "
                          "can cross the host boundary, but got ")
           << type;
  // A launch in a loop finds its workspace as it left it.
  auto [known, isNew] = workspaces.try_emplace(
      {op, unsigned(step.parameters.size())}, int(memories.size()));
  step.parameters.push_back({Parameter::Kind::Tensor, known->second, 0, 8});
  if (!isNew)
    return success();
  Memory memory;
  memory.bytes =
      table.constant(memref.getNumElements() * gate::byteSize(*dtype));
  memory.persists = true;
  memories.push_back(memory);
  return success();
}

/// Whether the expression is at least 0 where its symbols are, which are known
/// to be so unless said.
static bool isNonNegative(AffineExpr expr, ArrayRef<bool> mayBeNegative) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return number.getValue() >= 0;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return !mayBeNegative[symbol.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary && isNonNegative(binary.getLHS(), mayBeNegative) &&
         isNonNegative(binary.getRHS(), mayBeNegative);
}

LogicalResult SymbolicWalk::addCandidates(LaunchOp op, gpu::GPUFuncOp last,
                                          ArrayRef<int> symbols,
                                          ArrayRef<bool> mayBeNegative,
                                          artefact::Step &step) {
  for (SymbolRefAttr name : op.getKernels()) {
    auto kernel =
        SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(op, name);
    if (!kernel || kernel.getFunctionType() != last.getFunctionType())
      return op.emitOpError("expected variant ")
             << name << " to have the type of " << last.getName();
    auto grid = kernel->getAttrOfType<AffineMapAttr>("kopt.grid");
    std::optional<ArrayRef<int32_t>> block = kernel.getKnownBlockSize();
    if (!grid || !block || block->size() != 3)
      return op.emitOpError("expected kernel ")
             << name << " to have kopt.grid and known_block_size";
    auto assume = kernel->getAttrOfType<IntegerSetAttr>("kopt.assume");
    AffineMap map = grid.getValue();
    if (map.getNumDims() != 0 || map.getNumSymbols() != symbols.size() ||
        (assume && (assume.getValue().getNumDims() != 0 ||
                    assume.getValue().getNumSymbols() != symbols.size())))
      return op.emitOpError("expected a grid and an assumption of ")
             << symbols.size() << " symbols in kernel " << name;
    artefact::Candidate candidate;
    candidate.module = moduleOf(kernel->getParentOfType<gpu::GPUModuleOp>());
    candidate.kernel = kernel.getName().str();
    std::copy(block->begin(), block->end(), candidate.block);
    candidate.cooperative = kernel->hasAttr("kopt.cooperative");
    if (auto bytes = kernel->getAttrOfType<IntegerAttr>("kopt.dyn_smem"))
      candidate.dynamicSharedBytes = uint32_t(bytes.getInt());
    if (auto cluster = kernel->getAttrOfType<DenseI32ArrayAttr>(
            NVVM::NVVMDialect::getClusterDimAttrName());
        cluster && !cluster.empty())
      candidate.cluster = uint32_t(cluster[0]);
    if (assume)
      candidate.guard = table.condition(assume.getValue(), symbols);
    // The logical axes run on x, the last fastest, and the blocks of a program
    // inside.
    int product = table.constant(candidate.cluster);
    for (AffineExpr expr : map.getResults()) {
      int extent = table.affine(expr, {}, symbols);
      if (!isNonNegative(expr, mayBeNegative))
        candidate.guard =
            table.both(candidate.guard, table.make(Operator::LessEqual,
                                                   table.constant(0), extent));
      product = table.make(Operator::Mul, product, extent);
    }
    candidate.grid = product;
    // What the last kernel takes at any address, others may want aligned.
    bool isLast = candidate.guard < 0;
    for (unsigned p = 0; p < step.parameters.size(); ++p) {
      int64_t bytes = alignmentOf(kernel, p);
      if (step.parameters[p].kind != Parameter::Kind::Tensor ||
          kernel.getArgAttr(p, "kopt.workspace") ||
          bytes <= alignmentOf(last, p))
        continue;
      int memory = step.parameters[p].index;
      aligned.push_back({steps.size(), step.candidates.size(), memory, bytes});
      isLast = false;
    }
    step.candidates.push_back(std::move(candidate));
    if (isLast) // those behind it are never taken
      break;
  }
  return success();
}

LogicalResult SymbolicWalk::visitLaunch(LaunchOp op) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  if (!kernel)
    return op.emitOpError("expected ")
           << op.getKernelAttr() << " to name a kernel in form 3";
  artefact::Step step;
  SmallVector<int> symbols, indices;
  unsigned inputs = op.getInputs().size();
  SmallVector<Value> operands(op.getInputs());
  llvm::append_range(operands, op.getOutputs());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    size_t position = step.parameters.size();
    if (isa<RankedTensorType>(operand.getType())) {
      if (failed(bindTensor(op, unsigned(i), operand, kernel, step)))
        return failure();
      for (size_t p = position + 1; p < step.parameters.size(); ++p)
        symbols.push_back(step.parameters[p].index);
      continue;
    }
    auto scalar = scalars.find(operand);
    FailureOr<gate::DType> dtype = elementDType(operand.getType());
    if (scalar == scalars.end() || failed(dtype) || i >= inputs)
      return op.emitOpError("operand ")
             << i << ": expected a tensor or a known scalar";
    const Scalar &known = scalar->second;
    Parameter parameter;
    parameter.bytes = gate::byteSize(*dtype);
    if (auto number = dyn_cast_if_present<FloatAttr>(known.constant)) {
      parameter.bits = number.getValue().bitcastToAPInt().getZExtValue();
    } else if (auto number = dyn_cast_if_present<IntegerAttr>(known.constant)) {
      parameter.bits = number.getValue().getZExtValue();
    } else if (known.argument >= 0) {
      parameter.kind = Parameter::Kind::Scalar;
      parameter.index = known.argument;
    } else {
      parameter.kind = Parameter::Kind::Value;
      parameter.index = known.value;
    }
    step.parameters.push_back(parameter);
    if (operand.getType().isIndex()) {
      FailureOr<int> index = integer(op, operand);
      if (failed(index))
        return failure();
      indices.push_back(*index);
    }
  }
  // What the launch has no operand for, it is given.
  while (step.parameters.size() < kernel.getNumArguments() &&
         kernel.getArgAttr(step.parameters.size(), "kopt.workspace"))
    if (failed(addWorkspace(
            op, kernel.getArgument(step.parameters.size()).getType(), step)))
      return failure();
  if (step.parameters.size() != kernel.getNumArguments())
    return op.emitOpError("expected kernel ")
           << kernel.getName() << " to have " << step.parameters.size()
           << " parameters, but got " << kernel.getNumArguments();
  SmallVector<bool> mayBeNegative(symbols.size(), false);
  mayBeNegative.append(indices.size(), true);
  llvm::append_range(symbols, indices);
  if (failed(addCandidates(op, kernel, symbols, mayBeNegative, step)))
    return failure();
  steps.push_back(std::move(step));
  return success();
}
