//===- HostLaunch.cpp - Launches of a host function -----------------------===//

#include "HostWalk.h"
#include "dialects/Kopt/Assumptions.h"
#include "kopt/Gate/ProgramJson.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;

namespace kopt {

/// The low 64 bits of a scalar constant.
static uint64_t bitsOf(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().bitcastToAPInt().getZExtValue();
  return cast<IntegerAttr>(value).getValue().getZExtValue();
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
  if (tensor.contents)
    return op.emitOpError("expected an in/out operand that may be written, but "
                          "got a constant");
  if (tensor.buffer < 0)
    return op.emitOpError("expected an in/out operand with contents, but got "
                          "tensor.empty");
  // Nor may what it is a view of, as the update would show there.
  Value value = out;
  while (true) {
    // A loop's argument begins as a value that others may use.
    auto argument = dyn_cast<BlockArgument>(value);
    if (!value.hasOneUse() ||
        (argument && argument.getOwner()->getParentOp() != entry) ||
        isa_and_present<scf::ForOp, scf::IfOp, scf::WhileOp>(
            value.getDefiningOp()))
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
      tensor.contents = {};
      tensors[op.getResult(i - inputs)] = tensor;
    } else {
      FailureOr<int> buffer = bufferOf(op, tensor);
      if (failed(buffer))
        return failure();
      if (*buffer < 0)
        return op.emitOpError("operand ")
               << i
               << ": expected a tensor with contents, but got tensor.empty";
      tensor.buffer = *buffer;
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
    // A launch in a loop finds its workspace as it left it.
    auto [known, isNew] =
        workspaces.try_emplace({op, parameter}, int(program.buffers.size()));
    gate::LaunchArg pointer;
    pointer.buffer = known->second;
    launch.args.push_back(pointer);
    if (!isNew)
      continue;
    gate::Buffer buffer;
    buffer.dtype = *dtype;
    buffer.shape.assign(type.getShape().begin(), type.getShape().end());
    buffer.role = gate::BufferRole::Workspace;
    program.buffers.push_back(std::move(buffer));
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
  launch.isFallback = op.getKernels().size() > 1 && *chosen == kernel;
  if (failed(setGrid(op, *chosen, dynamicSizes, launch)))
    return failure();
  if (program.launches.size() == gate::kMaxLaunches)
    return op.emitOpError("expected at most ")
           << gate::kMaxLaunches << " launches, but got more";
  program.launches.push_back(std::move(launch));
  return success();
}

} // namespace kopt
