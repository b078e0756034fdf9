//===- DotOps.cpp - Products of tiles -------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"

using namespace mlir;
using namespace kopt;

/// The accumulator's type for operands of these types, or null.
static Type accumulatorOf(Type a, Type b) {
  auto isF8 = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type);
  };
  if (isF8(a) && isF8(b))
    return Float32Type::get(a.getContext());
  if (a != b)
    return nullptr;
  if (isa<Float32Type, Float16Type, BFloat16Type>(a))
    return Float32Type::get(a.getContext());
  if (isa<Float64Type>(a))
    return a;
  return a.isSignlessInteger(8) ? IntegerType::get(a.getContext(), 32) : Type();
}

/// Whether the instruction has such operands, and the extents are multiples of
/// its own.
static LogicalResult verifyInstruction(Operation *op, Instruction on, Type a,
                                       int64_t m, int64_t n, int64_t k) {
  if (on == Instruction::Fma)
    return success();
  bool isWgmma = on != Instruction::Mma;
  StringRef name = stringifyInstruction(on);
  if (isa<Float32Type>(a) || (isWgmma && isa<Float64Type>(a)))
    return op->emitOpError() << "expected operands that " << name
                             << " takes as they are, but got " << a;
  int64_t elementBytes = a.getIntOrFloatBitWidth() / 8;
  int64_t rows = isWgmma ? 64 : isa<Float64Type>(a) ? 8 : 16;
  const std::pair<const char *, std::pair<int64_t, int64_t>> extents[] = {
      {"M", {m, rows}}, {"N", {n, 8}}, {"K", {k, 32 / elementBytes}}};
  for (auto [dimension, pair] : extents)
    if (pair.first % pair.second)
      return op->emitOpError()
             << "expected " << dimension << " to be a multiple of "
             << pair.second << " for " << name << ", but got " << pair.first;
  return success();
}

template <typename OpTy> static LogicalResult verifyDot(OpTy op) {
  RankedTensorType a = op.getLeftType(), b = op.getRightType(),
                   c = op.getAccumulatorType();
  for (RankedTensorType type : {a, b, c})
    if (type.getRank() != 2 || !type.hasStaticShape())
      return op.emitOpError()
             << "expected static tiles of rank 2, but got " << type;
  int64_t m = a.getDimSize(0), k = a.getDimSize(1), n = b.getDimSize(1);
  if (b.getDimSize(0) != k)
    return op.emitOpError()
           << "expected a right operand with " << k << " rows, but got " << b;
  Type sum = accumulatorOf(a.getElementType(), b.getElementType());
  if (!sum)
    return op.emitOpError()
           << "expected two operands of f64, f32, f16, bf16, f8 or i8, but got "
           << a.getElementType() << " and " << b.getElementType();
  if (c.getElementType() != sum || c.getDimSize(0) != m || c.getDimSize(1) != n)
    return op.emitOpError()
           << "expected an accumulator of type "
           << RankedTensorType::get({m, n}, sum) << ", but got " << c;
  if (InstructionAttr on = op.getOnAttr())
    return verifyInstruction(op, on.getValue(), a.getElementType(), m, n, k);
  return success();
}

LogicalResult DotOp::verify() { return verifyDot(*this); }

LogicalResult DotStartOp::verify() {
  if (getPending().getType().getTile() != getAccumulatorType())
    return emitOpError("expected a result of the accumulator's type");
  return verifyDot(*this);
}

LogicalResult DotWaitOp::verify() {
  if (getPending().getType().getTile() != getResult().getType())
    return emitOpError() << "expected a result of type "
                         << getPending().getType().getTile() << ", but got "
                         << getResult().getType();
  return success();
}
