//===- ExpandLaunch.cpp - Launches on memrefs to gpu.launch_func ----------===//

#include "passes/ExpandLaunch/ExpandLaunch.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

namespace kopt {
#define GEN_PASS_DEF_EXPANDLAUNCHPASS
#include "passes/ExpandLaunch/ExpandLaunch.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

/// Of the run-time library, include/kopt-c/Runtime.h: returns 0 as long as
/// nothing failed; makes a condition that does not hold a failure.
static constexpr const char *kFailedFunction = "koptRuntimeFailed";
static constexpr const char *kExpectFunction = "koptRuntimeExpect";

namespace {

/// Expands one launch in place.
class Expansion {
public:
  Expansion(LaunchOp launch, SymbolTable &symbols, bool copy, bool checkStatus)
      : launch(launch), symbols(symbols), b(launch.getLoc(), launch),
        copy(copy), checkStatus(checkStatus) {}
  LogicalResult run();

private:
  struct Operand {
    Value host;                 ///< a scalar, or a memref in identity layout
    MemRefType type;            ///< null: a scalar
    SmallVector<Value> extents; ///< of the dynamic dimensions
    bool read, written;
  };

  LogicalResult findKernel(SymbolRefAttr name);
  LogicalResult addOperand(unsigned index, Value value);
  FailureOr<Value> checkLayout(unsigned index, Value memref,
                               MemRefType identity);
  LogicalResult checkSignature();
  SmallVector<Value> symbolValues();
  FailureOr<Value> computeAssumption();
  Value computeGrid();
  void emitKernel();
  void emitLaunch(Value programs);
  Value toDevice(const Operand &operand);
  void expect(Value condition, const Twine &message);
  void expectNoFailure();
  std::string describe(const Twine &message);

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value both(Value lhs, Value rhs) {
    return b.createOrFold<arith::AndIOp>(lhs, rhs);
  }

  LaunchOp launch;
  SymbolTable &symbols;
  ImplicitLocOpBuilder b;
  bool copy, checkStatus;
  SymbolRefAttr kernelName; ///< of the launch's kernels the one at hand
  gpu::GPUFuncOp kernel;
  SmallVector<Operand> operands;
  Value token; ///< the last operation on the stream
};

} // namespace

std::string Expansion::describe(const Twine &message) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "kopt.launch " << launch.getKernelAttr() << ": " << message;
  return text;
}

/// Checks at run time. The run-time library prints the message to stderr and
/// starts no work from then on; cf.assert prints to stdout, where the text is
/// lost if a pipe buffers it.
void Expansion::expect(Value condition, const Twine &message) {
  std::optional<int64_t> known = getConstantIntValue(condition);
  if (known && *known != 0)
    return;
  std::string text = describe(message);
  if (!checkStatus) {
    cf::AssertOp::create(b, condition, b.getStringAttr(text));
    return;
  }
  text.push_back('\0');
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(launch->getParentOfType<ModuleOp>().getBody());
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), text.size());
    global = LLVM::GlobalOp::create(b, type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, "kopt_expectation",
                                    b.getStringAttr(text));
    symbols.insert(global);
  }
  Value address = LLVM::AddressOfOp::create(b, global);
  Value flag = arith::ExtUIOp::create(b, b.getI32Type(), condition);
  func::CallOp::create(b, kExpectFunction, TypeRange(),
                       ValueRange{flag, address});
}

void Expansion::expectNoFailure() {
  Value failed =
      func::CallOp::create(b, kFailedFunction, b.getI32Type(), ValueRange())
          .getResult(0);
  Value zero = arith::ConstantIntOp::create(b, 0, 32);
  Value fine = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, failed, zero);
  cf::AssertOp::create(b, fine,
                       b.getStringAttr(describe("failed, as said on stderr")));
}

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
  for (unsigned i = 0, e = kernel.getNumArguments(); i < e; ++i)
    if (kernel.getArgAttr(i, "kopt.workspace"))
      return launch.emitOpError("expected kernel ")
             << kernelName
             << " to have no workspace, which only kopt-run and kopt-gate "
                "provide, but got parameter "
             << i;
  return success();
}

/// A view of `memref` in the identity layout, which its strides and offset are
/// checked to be. A dimension of extent one may have any stride.
FailureOr<Value> Expansion::checkLayout(unsigned index, Value memref,
                                        MemRefType identity) {
  auto parts = memref::ExtractStridedMetadataOp::create(b, memref);
  auto value = [&](OpFoldResult folded) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), folded);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return b.createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
  };
  auto [strides, offset] = identity.getStridesAndOffset();
  SmallVector<OpFoldResult> sizes = parts.getConstifiedMixedSizes();
  SmallVector<OpFoldResult> given = parts.getConstifiedMixedStrides();
  SmallVector<OpFoldResult> dense(strides.size());
  Value one = constant(1), expected = one;
  Value valid = compare(arith::CmpIPredicate::eq,
                        value(parts.getConstifiedMixedOffset()), constant(0));
  for (int64_t d = int64_t(strides.size()) - 1; d >= 0; --d) {
    Value size = value(sizes[d]);
    Value single = compare(arith::CmpIPredicate::ule, size, one);
    Value same = compare(arith::CmpIPredicate::eq, value(given[d]), expected);
    valid = both(valid, b.createOrFold<arith::OrIOp>(single, same));
    dense[d] = ShapedType::isDynamic(strides[d]) ? OpFoldResult(expected)
                                                 : b.getIndexAttr(strides[d]);
    expected = b.createOrFold<arith::MulIOp>(expected, size);
  }
  if (getConstantIntValue(valid) == 0)
    return launch.emitOpError("operand ")
           << index << ": expected the identity layout, but got "
           << memref.getType();
  expect(valid, "operand " + Twine(index) +
                    ": expected the identity layout (row-major, offset 0)");
  return Value(memref::ReinterpretCastOp::create(
      b, identity, parts.getBaseBuffer(), b.getIndexAttr(0), sizes, dense));
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

/// Compares the operands with the kernel's parameters and finds which outputs
/// are read.
LogicalResult Expansion::checkSignature() {
  SmallVector<Type> expected;
  for (Operand &operand : operands) {
    if (operand.written)
      operand.read = expected.size() < kernel.getNumArguments() &&
                     kernel.getArgAttr(expected.size(), "kopt.inout");
    if (!operand.type) {
      expected.push_back(operand.host.getType());
    } else if (operand.type.hasStaticShape()) {
      expected.push_back(operand.type);
    } else {
      expected.push_back(MemRefType::get({}, operand.type.getElementType()));
      expected.append(operand.extents.size(), b.getIndexType());
    }
  }
  auto wanted = FunctionType::get(b.getContext(), expected, {});
  if (kernel.getFunctionType() != wanted)
    return launch.emitOpError("expected kernel ")
           << kernelName << " to have the type " << wanted << ", but got "
           << kernel.getFunctionType();
  auto grid = kernel->getAttrOfType<AffineMapAttr>("kopt.grid").getValue();
  unsigned symbols = 0;
  for (const Operand &operand : operands)
    symbols += operand.type ? operand.extents.size()
                            : unsigned(operand.host.getType().isIndex());
  if (grid.getNumDims() != 0 || grid.getNumSymbols() != symbols)
    return launch.emitOpError("expected a grid of ")
           << symbols << " symbols, but got " << grid.getNumSymbols() << " and "
           << grid.getNumDims() << " dimensions";
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

/// Whether the kernel's assumption holds; null where it has none.
FailureOr<Value> Expansion::computeAssumption() {
  auto assume = kernel->getAttrOfType<IntegerSetAttr>("kopt.assume");
  if (!assume)
    return Value();
  IntegerSet set = assume.getValue();
  SmallVector<Value> values = symbolValues();
  if (set.getNumDims() != 0 || set.getNumSymbols() != values.size())
    return launch.emitOpError("expected kopt.assume of ")
           << values.size() << " symbols, but got " << set.getNumSymbols()
           << " and " << set.getNumDims() << " dimensions";
  Value all = arith::ConstantOp::create(b, b.getBoolAttr(true));
  for (auto [constraint, isEq] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    Value value =
        affine::expandAffineExpr(b, b.getLoc(), constraint, {}, values);
    all = both(all,
               b.createOrFold<arith::CmpIOp>(isEq ? arith::CmpIPredicate::eq
                                                  : arith::CmpIPredicate::sge,
                                             value, constant(0)));
  }
  return all;
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
  if (auto cluster = kernel->getAttrOfType<DenseI32ArrayAttr>(
          NVVM::NVVMDialect::getClusterDimAttrName());
      cluster && !cluster.empty())
    require(product =
                b.createOrFold<arith::MulIOp>(product, constant(cluster[0])));
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
  Value one = constant(1), shared;
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>("kopt.dyn_smem"))
    if (bytes.getInt() > 0)
      shared = arith::ConstantIntOp::create(b, bytes.getInt(), 32);
  ArrayRef<int32_t> block = *kernel.getKnownBlockSize();
  token = gpu::LaunchFuncOp::create(
              b, kernelName, gpu::KernelDim3{programs, one, one},
              gpu::KernelDim3{constant(block[0]), constant(block[1]),
                              constant(block[2])},
              shared, parameters, tokenType, ValueRange(token))
              .getAsyncToken();
  if (copy) {
    for (auto [operand, device] : buffers)
      if (operand->written)
        token =
            gpu::MemcpyOp::create(b, tokenType, token, operand->host, device)
                .getAsyncToken();
    for (auto [operand, device] : buffers)
      token =
          gpu::DeallocOp::create(b, tokenType, token, device).getAsyncToken();
  }
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
    if (name == names.back()) {
      if (*fits)
        expect(*fits, "expected extents for which the kernel may be launched");
      emitKernel();
      break;
    }
    if (!*fits)
      return launch.emitOpError("expected variant ")
             << name << " to have kopt.assume";
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
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(&getContext()));
    for (LaunchOp launch : launches)
      if (failed(Expansion(launch, symbols, copy, checkStatus).run()))
        return signalPassFailure();
  }
};

} // namespace
