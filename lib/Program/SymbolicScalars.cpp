//===- SymbolicScalars.cpp - Arithmetic of the host for any sizes ---------===//
//
// Values of an artefact are integers without wrapping. An operation whose bits
// differ where numbers are negative as unsigned ones, or do not fit, gets a
// requirement that they are not.
//
//===----------------------------------------------------------------------===//

#include "SymbolicWalk.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt;
using artefact::Operator;

namespace {
/// How an operation of two integers is computed.
struct Binary {
  Operator op;
  bool isUnsigned;
};
} // namespace

static std::optional<Binary> binaryOf(Operation *op) {
  bool isCondition =
      op->getNumResults() == 1 && op->getResult(0).getType().isInteger(1);
  using Found = std::optional<Binary>;
  return TypeSwitch<Operation *, Found>(op)
      .Case([](arith::AddIOp) { return Binary{Operator::Add, false}; })
      .Case([](arith::SubIOp) { return Binary{Operator::Sub, false}; })
      .Case([](arith::MulIOp) { return Binary{Operator::Mul, false}; })
      .Case([](arith::DivSIOp) { return Binary{Operator::Div, false}; })
      .Case([](arith::DivUIOp) { return Binary{Operator::Div, true}; })
      .Case([](arith::CeilDivSIOp) { return Binary{Operator::CeilDiv, false}; })
      .Case([](arith::CeilDivUIOp) { return Binary{Operator::CeilDiv, true}; })
      .Case(
          [](arith::FloorDivSIOp) { return Binary{Operator::FloorDiv, false}; })
      .Case([](arith::RemSIOp) { return Binary{Operator::Rem, false}; })
      .Case([](arith::RemUIOp) { return Binary{Operator::Rem, true}; })
      .Case([](arith::MinSIOp) { return Binary{Operator::Min, false}; })
      .Case([](arith::MinUIOp) { return Binary{Operator::Min, true}; })
      .Case([](arith::MaxSIOp) { return Binary{Operator::Max, false}; })
      .Case([](arith::MaxUIOp) { return Binary{Operator::Max, true}; })
      .Case([&](arith::AndIOp) {
        return isCondition ? Found({Operator::And, false}) : std::nullopt;
      })
      .Case([&](arith::OrIOp) {
        return isCondition ? Found({Operator::Or, false}) : std::nullopt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The comparison; operands are swapped for "greater".
static int compare(ValueTable &table, arith::CmpIPredicate predicate, int a,
                   int b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return table.make(Operator::Equal, a, b);
  case arith::CmpIPredicate::ne:
    return table.make(Operator::Not, table.make(Operator::Equal, a, b));
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return table.make(Operator::Less, a, b);
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return table.make(Operator::LessEqual, a, b);
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return table.make(Operator::Less, b, a);
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return table.make(Operator::LessEqual, b, a);
  }
  llvm_unreachable("a predicate of integers");
}

static bool isUnsigned(arith::CmpIPredicate predicate) {
  return predicate >= arith::CmpIPredicate::ult;
}

LogicalResult SymbolicWalk::visitScalar(Operation *op) {
  auto refuse = [&]() -> LogicalResult {
    return op->emitOpError("on the host: expected a kopt.launch, tensor.empty "
                           "or arithmetic on sizes (was it lifted?)");
  };
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return refuse();
  Scalar result;
  // Constants, by the operation's own folder; floats are constants or nothing.
  SmallVector<Attribute> constants;
  bool all = true;
  for (Value operand : op->getOperands()) {
    auto known = scalars.find(operand);
    if (known == scalars.end())
      return refuse();
    constants.push_back(known->second.constant);
    all &= bool(known->second.constant);
  }
  SmallVector<OpFoldResult> folded;
  if (all && succeeded(op->fold(constants, folded)) && folded.size() == 1) {
    result.constant = dyn_cast<Attribute>(folded[0]);
    if (auto value = dyn_cast<Value>(folded[0]))
      result = scalars.lookup(value);
    if (isa_and_present<IntegerAttr, FloatAttr>(result.constant)) {
      scalars[op->getResult(0)] = result;
      return success();
    }
  }
  Type type = op->getResult(0).getType();
  SmallVector<int> operands;
  // A number as a float, to be handed on; arithmetic with it is not known.
  bool converts = isa<arith::SIToFPOp, arith::UIToFPOp>(op) &&
                  (type.isF32() || type.isF64()) &&
                  !op->getOperand(0).getType().isInteger(1);
  if (!type.isIntOrIndex() && !converts)
    return refuse();
  for (Value operand : op->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return refuse();
    FailureOr<int> value = integer(op, operand);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  auto requireUnsigned = [&] {
    for (int operand : operands)
      if (artefact.values[operand].op != Operator::Size)
        require(table.make(Operator::LessEqual, table.constant(0), operand),
                "expected no negative number where the host computes with "
                "unsigned ones");
  };
  if (converts) {
    if (isa<arith::UIToFPOp>(op))
      requireUnsigned();
    result.value = table.make(type.isF32() ? Operator::ToF32 : Operator::ToF64,
                              operands[0]);
    scalars[op->getResult(0)] = result;
    return success();
  }
  if (std::optional<Binary> binary = binaryOf(op)) {
    if (binary->isUnsigned)
      requireUnsigned();
    result.value = table.make(binary->op, operands[0], operands[1]);
  } else if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    if (isUnsigned(cmp.getPredicate()))
      requireUnsigned();
    result.value = compare(table, cmp.getPredicate(), operands[0], operands[1]);
  } else if (isa<arith::SelectOp>(op)) {
    result.value =
        table.make(Operator::Select, operands[0], operands[1], operands[2]);
  } else if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op) &&
             !op->getOperand(0).getType().isInteger(1) && !type.isInteger(1)) {
    result.value = operands[0];
  } else if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op)) {
    requireUnsigned();
    result.value = operands[0];
  } else if (isa<affine::AffineApplyOp, affine::AffineMinOp,
                 affine::AffineMaxOp>(op)) {
    AffineMap map = op->getAttrOfType<AffineMapAttr>("map").getValue();
    ArrayRef<int> all(operands);
    for (AffineExpr expr : map.getResults()) {
      int next = table.affine(expr, all.take_front(map.getNumDims()),
                              all.drop_front(map.getNumDims()));
      result.value = result.value < 0 ? next
                                      : table.make(isa<affine::AffineMinOp>(op)
                                                       ? Operator::Min
                                                       : Operator::Max,
                                                   result.value, next);
    }
  } else {
    return refuse();
  }
  // Where the bits would wrap, the call is refused.
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (width > 1 && width < 64) {
    int64_t most = (int64_t(1) << (width - 1)) - 1;
    std::string text = "expected no overflow of the host's integers";
    require(table.make(Operator::LessEqual, result.value, table.constant(most)),
            text);
    require(table.make(Operator::LessEqual, table.constant(-most - 1),
                       result.value),
            text);
  }
  scalars[op->getResult(0)] = result;
  return success();
}
