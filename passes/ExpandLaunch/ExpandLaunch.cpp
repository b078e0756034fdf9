//===- ExpandLaunch.cpp - Launches on memrefs to gpu.launch_func ----------===//

#include "passes/ExpandLaunch/ExpandLaunch.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ExpandLaunch/Expansion.h"

#include <limits>

namespace kopt {
#define GEN_PASS_DEF_EXPANDLAUNCHPASS
#include "passes/ExpandLaunch/ExpandLaunch.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

LogicalResult Expansion::findKernel(SymbolRefAttr name) {
  kernelName = name;
  kernel =
      SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(launch, kernelName);
  if (!kernel)
    return launch.emitOpError("expected ")
           << kernelName << " to name a kernel in form 3";
  auto grid = kernel->getAttrOfType<AffineMapAttr>("kopt.grid");
  std::optional<ArrayRef<int32_t>> block = kernel.getKnownBlockSize();
  if (!grid || !block || block->size() != 3)
    return launch.emitOpError("expected kernel ")
           << kernelName << " to have kopt.grid and known_block_size";
  return success();
}

LogicalResult Expansion::addOperand(unsigned index, Value value) {
  if (isa<TensorType>(value.getType()))
    return launch.emitOpError("operand ")
           << index << ": expected a memref, but got " << value.getType()
           << " (bufferise the host first)";
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type) {
    operands.push_back({value, nullptr, {}, true, false});
    return success();
  }
  if (type.getMemorySpace())
    return launch.emitOpError("operand ")
           << index << ": expected a memref in the default memory space, but "
           << "got " << type;
  bool written = index >= launch.getInputs().size();
  auto identity = MemRefType::get(type.getShape(), type.getElementType());
  if (!type.getLayout().isIdentity()) {
    FailureOr<Value> view = checkLayout(index, value, identity);
    if (failed(view))
      return failure();
    value = *view;
  }
  Operand operand = {value, identity, {}, !written, written};
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      operand.extents.push_back(memref::DimOp::create(b, value, d));
  operands.push_back(std::move(operand));
  return success();
}

/// The values of the kernel's symbols: dynamic dimensions of the memrefs come
/// first, then index operands.
SmallVector<Value> Expansion::symbolValues() {
  SmallVector<Value> values;
  for (const Operand &operand : operands)
    llvm::append_range(values, operand.extents);
  for (const Operand &operand : operands)
    if (operand.host.getType().isIndex())
      values.push_back(operand.host);
  return values;
}

/// The blocks of a program, which are a cluster.
int32_t Expansion::clusterBlocks() {
  auto cluster = kernel->getAttrOfType<DenseI32ArrayAttr>(
      NVVM::NVVMDialect::getClusterDimAttrName());
  return cluster && !cluster.empty() ? cluster[0] : 1;
}

/// The number of programs: the product of the grid's extents.
Value Expansion::computeGrid() {
  auto map = kernel->getAttrOfType<AffineMapAttr>("kopt.grid").getValue();
  SmallVector<OpFoldResult> extents =
      affine::makeComposedFoldedMultiResultAffineApply(
          b, b.getLoc(), map, getAsOpFoldResult(symbolValues()));
  Value limit = constant(std::numeric_limits<int32_t>::max());
  Value fits = arith::ConstantOp::create(b, b.getBoolAttr(true));
  auto require = [&](Value value) {
    Value small =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ule, value, limit);
    fits = both(fits, small);
  };
  Value product;
  for (OpFoldResult folded : extents) {
    // Both factors are checked, so that no product wraps unnoticed.
    Value extent = getValueOrCreateConstantIndexOp(b, b.getLoc(), folded);
    require(extent);
    if (product)
      require(product = b.createOrFold<arith::MulIOp>(product, extent));
    else
      product = extent;
  }
  // A program has a block for each place in its cluster.
  if (int32_t blocks = clusterBlocks(); blocks > 1)
    require(product = b.createOrFold<arith::MulIOp>(product, constant(blocks)));
  expect(fits, "expected a grid of at most 2^31 - 1 programs");
  return product;
}

/// The operand in device memory; copied there if the kernel reads it.
Value Expansion::toDevice(const Operand &operand) {
  if (!copy)
    return operand.host;
  auto tokenType = gpu::AsyncTokenType::get(b.getContext());
  auto alloc = gpu::AllocOp::create(b, operand.type, tokenType, token,
                                    operand.extents, ValueRange());
  token = alloc.getAsyncToken();
  if (operand.read)
    token = gpu::MemcpyOp::create(b, tokenType, token, alloc.getMemref(),
                                  operand.host)
                .getAsyncToken();
  return alloc.getMemref();
}

/// Memory of the device that is zero, as a workspace is before its first use.
/// A kernel leaves it as it found it, so each launch may have its own.
Value Expansion::makeWorkspace(MemRefType type,
                               SmallVectorImpl<Value> &allocated) {
  Type element = type.getElementType();
  int64_t elementBytes =
      element.isIndex() ? 8
                        : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  int64_t words = llvm::divideCeil(type.getNumElements() * elementBytes, 4);
  auto tokenType = gpu::AsyncTokenType::get(b.getContext());
  auto alloc =
      gpu::AllocOp::create(b, MemRefType::get({words * 4}, b.getI8Type()),
                           tokenType, token, ValueRange(), ValueRange());
  allocated.push_back(alloc.getMemref());
  Value zero = constant(0);
  Value all =
      memref::ViewOp::create(b, MemRefType::get({words}, b.getI32Type()),
                             alloc.getMemref(), zero, ValueRange());
  token = gpu::MemsetOp::create(b, tokenType, alloc.getAsyncToken(), all,
                                arith::ConstantIntOp::create(b, 0, 32))
              .getAsyncToken();
  return memref::ViewOp::create(b, type, alloc.getMemref(), zero, ValueRange());
}

void Expansion::emitLaunch(Value programs) {
  auto tokenType = gpu::AsyncTokenType::get(b.getContext());
  token = gpu::WaitOp::create(b, tokenType, ValueRange()).getAsyncToken();
  SmallVector<Value> parameters;
  SmallVector<std::pair<const Operand *, Value>> buffers;
  for (const Operand &operand : operands) {
    if (!operand.type) {
      parameters.push_back(operand.host);
      continue;
    }
    Value device = toDevice(operand);
    buffers.push_back({&operand, device});
    if (!operand.extents.empty())
      device = memref::ReinterpretCastOp::create(
          b, MemRefType::get({}, operand.type.getElementType()), device,
          b.getIndexAttr(0), ArrayRef<OpFoldResult>(),
          ArrayRef<OpFoldResult>());
    parameters.push_back(device);
    llvm::append_range(parameters, operand.extents);
  }
  SmallVector<Value> allocated;
  for (MemRefType type : workspaces)
    parameters.push_back(makeWorkspace(type, allocated));
  Value one = constant(1), shared;
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>("kopt.dyn_smem"))
    if (bytes.getInt() > 0)
      shared = arith::ConstantIntOp::create(b, bytes.getInt(), 32);
  ArrayRef<int32_t> block = *kernel.getKnownBlockSize();
  std::optional<gpu::KernelDim3> cluster;
  if (int32_t blocks = clusterBlocks(); blocks > 1)
    cluster = gpu::KernelDim3{constant(blocks), one, one};
  if (kernel->hasAttr("kopt.cooperative"))
    func::CallOp::create(b, kCooperateFunction, TypeRange(), ValueRange());
  token = gpu::LaunchFuncOp::create(
              b, kernelName, gpu::KernelDim3{programs, one, one},
              gpu::KernelDim3{constant(block[0]), constant(block[1]),
                              constant(block[2])},
              shared, parameters, tokenType, ValueRange(token), cluster)
              .getAsyncToken();
  if (copy) {
    for (auto [operand, device] : buffers)
      if (operand->written)
        token =
            gpu::MemcpyOp::create(b, tokenType, token, operand->host, device)
                .getAsyncToken();
    for (auto [operand, device] : buffers)
      allocated.push_back(device);
  }
  for (Value memory : allocated)
    token = gpu::DeallocOp::create(b, tokenType, token, memory).getAsyncToken();
  gpu::WaitOp::create(b, Type(), ValueRange(token));
}

/// The kernel at hand, unless its grid is empty.
void Expansion::emitKernel() {
  OpBuilder::InsertionGuard insertion(b);
  Value programs = computeGrid();
  auto known = getConstantIntValue(programs);
  if (!known) {
    Value some = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, programs,
                                       constant(0));
    auto guard = scf::IfOp::create(b, some, /*withElseRegion=*/false);
    b.setInsertionPoint(guard.thenYield());
  }
  if (!known || *known != 0)
    emitLaunch(programs);
}

LogicalResult Expansion::run() {
  if (launch.getNumResults() != 0)
    return launch.emitOpError("expected no results (bufferise the host first)");
  SmallVector<SymbolRefAttr> names = launch.getKernels();
  if (failed(findKernel(names.front())))
    return failure();
  for (auto [index, value] : llvm::enumerate(launch->getOperands()))
    if (failed(addOperand(index, value)))
      return failure();
  // Each variant in the `else` of the one before.
  for (SymbolRefAttr name : names) {
    if (failed(findKernel(name)) || failed(checkSignature()))
      return failure();
    FailureOr<Value> fits = computeAssumption();
    if (failed(fits))
      return failure();
    Value aligned = computeAlignment();
    if (name == names.back()) {
      if (aligned)
        expect(aligned, "expected addresses that are multiples of what the "
                        "kernel relies on (kopt.align, else 16)");
      if (*fits)
        expect(*fits, "expected extents for which the kernel may be launched");
      emitKernel();
      break;
    }
    if (!*fits)
      return launch.emitOpError("expected variant ")
             << name << " to have kopt.assume";
    if (aligned)
      *fits = both(*fits, aligned);
    auto choice = scf::IfOp::create(b, *fits, /*withElseRegion=*/true);
    b.setInsertionPoint(choice.thenYield());
    emitKernel();
    b.setInsertionPoint(choice.elseYield());
  }
  b.setInsertionPoint(launch);
  if (checkStatus)
    expectNoFailure();
  launch.erase();
  return success();
}

/// Whether programs of one of the launch's kernels wait for each other.
static bool anyCooperates(LaunchOp launch) {
  return llvm::any_of(launch.getKernels(), [&](SymbolRefAttr name) {
    auto kernel =
        SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(launch, name);
    return kernel && kernel->hasAttr("kopt.cooperative");
  });
}

namespace {

struct ExpandLaunch : kopt::impl::ExpandLaunchPassBase<ExpandLaunch> {
  using ExpandLaunchPassBase::ExpandLaunchPassBase;

  /// Declares a function of the run-time library.
  LogicalResult declare(SymbolTable &symbols, StringRef name, TypeRange inputs,
                        TypeRange results) {
    auto type = FunctionType::get(&getContext(), inputs, results);
    if (Operation *known = symbols.lookup(name)) {
      auto function = dyn_cast<func::FuncOp>(known);
      if (function && function.isExternal() &&
          function.getFunctionType() == type)
        return success();
      return known->emitError("expected @")
             << name << " to be the run-time library's " << type;
    }
    auto b = OpBuilder::atBlockBegin(getOperation().getBody());
    auto function =
        func::FuncOp::create(b, getOperation().getLoc(), name, type);
    function.setPrivate();
    symbols.insert(function);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<LaunchOp> launches;
    module.walk([&](LaunchOp launch) { launches.push_back(launch); });
    if (launches.empty())
      return;
    SymbolTable symbols(module);
    auto i32 = IntegerType::get(&getContext(), 32);
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    if (checkStatus &&
        (failed(declare(symbols, kFailedFunction, {}, {i32})) ||
         failed(declare(symbols, kExpectFunction, {i32, pointer}, {}))))
      return signalPassFailure();
    bool cooperative = llvm::any_of(launches, anyCooperates);
    if (cooperative && failed(declare(symbols, kCooperateFunction, {}, {})))
      return signalPassFailure();
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(&getContext()));
    for (LaunchOp launch : launches)
      if (failed(Expansion(launch, symbols, copy, checkStatus).run()))
        return signalPassFailure();
  }
};

} // namespace
