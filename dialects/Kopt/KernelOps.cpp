//===- KernelOps.cpp - Kernels, launches, program identity ----------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace kopt;

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildFuncType =
      [](Builder &builder, ArrayRef<Type> args, ArrayRef<Type> results,
         function_interface_impl::VariadicFlag,
         std::string &) { return builder.getFunctionType(args, results); };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildFuncType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

LaunchAttr KernelOp::getLaunchOrDefault() {
  if (LaunchAttr attr = getScheduleAttr())
    return attr;
  return LaunchAttr::get(getContext(), /*warps=*/4, /*cluster=*/1,
                         /*minBlocks=*/0);
}

unsigned KernelOp::getNumSymbols() {
  unsigned count = 0;
  for (Type type : getArgumentTypes()) {
    if (auto memref = dyn_cast<MemRefType>(type))
      count += memref.getNumDynamicDims();
    else if (type.isIndex())
      ++count;
  }
  return count;
}

AffineExpr KernelOp::getExtent(BlockArgument argument, unsigned dim) {
  auto type = cast<MemRefType>(argument.getType());
  if (!type.isDynamicDim(dim))
    return getAffineConstantExpr(type.getDimSize(dim), getContext());
  // Index arguments come after all dimensions, wherever they stand.
  unsigned symbol = type.getDynamicDimIndex(dim);
  for (Type before : getArgumentTypes().take_front(argument.getArgNumber()))
    if (auto memref = dyn_cast<MemRefType>(before))
      symbol += memref.getNumDynamicDims();
  return getAffineSymbolExpr(symbol, getContext());
}

LogicalResult KernelOp::verify() {
  if (!isa_and_present<gpu::GPUModuleOp>((*this)->getParentOp()))
    return emitOpError("expected to lie in a gpu.module");
  if (!getFunctionType().getResults().empty())
    return emitOpError("expected no results: outputs are arguments");
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    bool written = isOutput(index) || isInOut(index) || isWorkspace(index);
    if (isOutput(index) + isInOut(index) + isWorkspace(index) > 1)
      return emitOpError() << "expected argument " << index
                           << " to have one of kopt.out, kopt.inout and "
                              "kopt.workspace";
    if (index > 0 && isWorkspace(index - 1) && !isWorkspace(index))
      return emitOpError() << "expected kopt.workspace arguments to come last, "
                              "but got argument "
                           << index << " after one";
    if (auto memref = dyn_cast<MemRefType>(type)) {
      if (isWorkspace(index) &&
          (!memref.hasStaticShape() || !memref.getLayout().isIdentity()))
        return emitOpError()
               << "expected workspace argument " << index
               << " to have static extents, row-major, but got " << type;
      continue;
    }
    if (written)
      return emitOpError() << "expected output argument " << index
                           << " to be a memref, but got " << type;
    if (!type.isIntOrIndexOrFloat())
      return emitOpError() << "expected argument " << index
                           << " to be a memref, index, integer or float, but "
                              "got "
                           << type;
  }
  unsigned symbols = getNumSymbols();
  if (AffineMapAttr grid = getGridAttr()) {
    AffineMap map = grid.getValue();
    if (map.getNumDims() != 0 || map.getNumSymbols() != symbols)
      return emitOpError() << "expected grid to have 0 dimensions and "
                           << symbols << " symbols, but got "
                           << map.getNumDims() << " and "
                           << map.getNumSymbols();
    if (map.getNumResults() == 0)
      return emitOpError("expected grid to have at least one extent");
    for (auto [axis, extent] : llvm::enumerate(map.getResults()))
      if (auto constant = dyn_cast<AffineConstantExpr>(extent))
        if (constant.getValue() < 0)
          return emitOpError() << "grid extent " << axis << " is negative";
  }
  if (IntegerSetAttr assume = getAssumeAttr()) {
    IntegerSet set = assume.getValue();
    if (set.getNumDims() != 0 || set.getNumSymbols() != symbols)
      return emitOpError() << "expected assume to have 0 dimensions and "
                           << symbols << " symbols, but got "
                           << set.getNumDims() << " and "
                           << set.getNumSymbols();
    for (AffineExpr constraint : set.getConstraints())
      if (!constraint.isPureAffine())
        return emitOpError("expected assume to be affine, without products of "
                           "symbols");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

/// The type a launch operand of type `operand` must have in the kernel, or null
/// if any memref of the same shape will do (`operand` is a memref itself).
static bool matchesArgument(Type operand, Type argument) {
  if (auto tensor = dyn_cast<RankedTensorType>(operand)) {
    auto memref = dyn_cast<MemRefType>(argument);
    return memref && memref.getShape() == tensor.getShape() &&
           memref.getElementType() == tensor.getElementType();
  }
  if (auto from = dyn_cast<MemRefType>(operand)) {
    auto to = dyn_cast<MemRefType>(argument);
    return to && from.getShape() == to.getShape() &&
           from.getElementType() == to.getElementType();
  }
  return operand == argument;
}

SmallVector<SymbolRefAttr> LaunchOp::getKernels() {
  SmallVector<SymbolRefAttr> kernels;
  if (getVariants())
    llvm::append_range(kernels, getVariants()->getAsRange<SymbolRefAttr>());
  kernels.push_back(getKernelAttr());
  return kernels;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto kernel =
      symbolTable.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel) {
    // After lowering the symbol is a gpu.func or llvm.func, or its module a
    // gpu.binary.
    if (symbolTable.lookupNearestSymbolFrom(*this, getKernelAttr()) ||
        isa_and_nonnull<gpu::BinaryOp>(symbolTable.lookupNearestSymbolFrom(
            *this, getKernel().getRootReference())))
      return success();
    return emitOpError() << "expected " << getKernel()
                         << " to name a kopt.kernel";
  }
  // Workspaces come last and are no operands.
  ArrayRef<Type> arguments = kernel.getArgumentTypes();
  while (!arguments.empty() && kernel.isWorkspace(arguments.size() - 1))
    arguments = arguments.drop_back();
  unsigned count = getInputs().size() + getOutputs().size();
  if (arguments.size() != count)
    return emitOpError() << "expected " << arguments.size()
                         << " operands as kernel " << getKernel()
                         << " has, but got " << count;
  for (unsigned i = 0; i < count; ++i) {
    bool isOut = i >= getInputs().size();
    Value operand =
        isOut ? getOutputs()[i - getInputs().size()] : getInputs()[i];
    if (!matchesArgument(operand.getType(), arguments[i]))
      return emitOpError() << "operand " << i << " of type "
                           << operand.getType()
                           << " does not match the kernel's " << arguments[i];
    if (isOut != (kernel.isOutput(i) || kernel.isInOut(i)))
      return emitOpError() << "operand " << i << " is "
                           << (isOut ? "an output" : "an input")
                           << " here, but not in kernel " << getKernel();
  }
  for (SymbolRefAttr name : ArrayRef(getKernels()).drop_back()) {
    auto variant = symbolTable.lookupNearestSymbolFrom<KernelOp>(*this, name);
    if (!variant)
      return emitOpError() << "expected variant " << name
                           << " to name a kopt.kernel";
    if (variant.getFunctionType() != kernel.getFunctionType() ||
        variant.isTiled() != kernel.isTiled())
      return emitOpError() << "expected variant " << name
                           << " to have the type and form of " << getKernel();
    if (!variant.getAssumeAttr())
      return emitOpError() << "expected variant " << name
                           << " to have an assume";
    for (unsigned i = 0; i < count; ++i)
      if (variant.isOutput(i) != kernel.isOutput(i) ||
          variant.isInOut(i) != kernel.isInOut(i))
        return emitOpError()
               << "expected variant " << name << " to use argument " << i
               << " as " << getKernel() << " does";
  }
  return success();
}

LogicalResult LaunchOp::verify() {
  if (size_t kernels = getKernels().size(); kernels > maxKernels)
    return emitOpError() << "expected at most " << maxKernels
                         << " kernels, but got " << kernels;
  unsigned tensors = 0;
  for (Value out : getOutputs())
    tensors += isa<RankedTensorType>(out.getType());
  if (tensors != getNumResults())
    return emitOpError() << "expected one result for each of the " << tensors
                         << " tensor outputs, but got " << getNumResults();
  unsigned result = 0;
  for (Value out : getOutputs())
    if (isa<RankedTensorType>(out.getType()) &&
        out.getType() != getResult(result++).getType())
      return emitOpError() << "expected result " << result - 1
                           << " to have the type of its output";
  return success();
}

void LaunchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
  for (OpOperand &operand : getOutputsMutable())
    if (isa<MemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
    }
}

LogicalResult LaunchOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  for (Value out : getOutputs())
    if (isa<RankedTensorType>(out.getType()))
      shapes.push_back(tensor::getMixedSizes(builder, getLoc(), out));
  return success();
}

//===----------------------------------------------------------------------===//
// Program identity
//===----------------------------------------------------------------------===//

/// Checks that `axis` exists in the grid of the kernel around `op`, if `op`
/// lies in one (after kopt-to-simt it does not).
static LogicalResult verifyAxis(Operation *op, int64_t axis) {
  auto kernel = op->getParentOfType<KernelOp>();
  if (!kernel)
    return op->emitOpError("expected to lie in a kopt.kernel");
  AffineMapAttr grid = kernel.getGridAttr();
  if (!grid)
    return op->emitOpError("the kernel has no grid");
  unsigned rank = grid.getValue().getNumResults();
  if (axis >= rank)
    return op->emitOpError() << "expected axis to be less than the grid's rank "
                             << rank << ", but got " << axis;
  return success();
}

LogicalResult ProgramIdOp::verify() { return verifyAxis(*this, getAxis()); }

LogicalResult NumProgramsOp::verify() { return verifyAxis(*this, getAxis()); }

#define GET_OP_CLASSES
#include "dialects/Kopt/KoptOps.cpp.inc"
