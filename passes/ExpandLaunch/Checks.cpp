//===- Checks.cpp - What a launch is checked for --------------------------===//
//
// What the types say is an error here, the rest is compared at run time.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "passes/ExpandLaunch/Expansion.h"

using namespace mlir;
using namespace kopt;

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
  // What the launch has no operand for, it is given.
  workspaces.clear();
  for (unsigned i = expected.size();
       i < kernel.getNumArguments() && kernel.getArgAttr(i, "kopt.workspace");
       ++i) {
    auto type = dyn_cast<MemRefType>(kernel.getArgument(i).getType());
    if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
        !type.getElementType().isIntOrIndexOrFloat())
      return launch.emitOpError("expected a workspace of static shape and of "
                                "numbers, but got ")
             << kernel.getArgument(i).getType();
    workspaces.push_back(type);
    expected.push_back(type);
  }
  if (kernel->hasAttr("kopt.cooperative") && !checkStatus)
    return launch.emitOpError("expected check-status for kernel ")
           << kernelName
           << ", whose programs wait for each other: upstream's wrappers "
              "cannot "
              "launch it";
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

/// Whether addresses are multiples of what the kernel relies on; null where
/// they are, as memory that is allocated here is.
Value Expansion::computeAlignment() {
  if (copy)
    return Value();
  Value all = arith::ConstantOp::create(b, b.getBoolAttr(true));
  unsigned position = 0;
  for (const Operand &operand : operands) {
    unsigned parameter = position;
    position += 1 + operand.extents.size();
    if (!operand.type)
      continue;
    auto align = kernel.getArgAttrOfType<IntegerAttr>(parameter, "kopt.align");
    Value bytes = constant(align ? align.getInt() : 16);
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, operand.host);
    Value rest = b.createOrFold<arith::RemUIOp>(address, bytes);
    all = both(all, b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                                  rest, constant(0)));
  }
  return all;
}
