//===- Division.cpp - Division by a number whose reciprocal is known ------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/ExpandMath/Emitter.h"

using namespace mlir;
using kopt::Emitter;

/// low <= |x| <= high for every element of `x`; false where all are NaN. A NaN
/// among numbers may pass: the fast form carries it as the division does.
static Value inRange(OpBuilder &builder, Location loc, Value x, float low,
                     float high) {
  SmallVector<Value> least;
  if (auto type = dyn_cast<VectorType>(x.getType()))
    for (int64_t i = 0; i < type.getDimSize(0); ++i)
      least.push_back(vector::ExtractOp::create(builder, loc, x, i));
  else
    least.push_back(x);
  for (Value &value : least)
    value = math::AbsFOp::create(builder, loc, value);
  SmallVector<Value> most = least;
  // Trees, so that the chain of dependent instructions is short.
  while (least.size() > 1) {
    SmallVector<Value> nextLeast, nextMost;
    for (size_t i = 0; i + 1 < least.size(); i += 2) {
      nextLeast.push_back(
          arith::MinNumFOp::create(builder, loc, least[i], least[i + 1]));
      nextMost.push_back(
          arith::MaxNumFOp::create(builder, loc, most[i], most[i + 1]));
    }
    if (least.size() % 2) {
      nextLeast.push_back(least.back());
      nextMost.push_back(most.back());
    }
    least = nextLeast;
    most = nextMost;
  }
  Emitter e(builder, loc, builder.getF32Type());
  return e.andi(e.cmp(Emitter::Predicate::OGE, least[0], e.f32(low)),
                e.cmp(Emitter::Predicate::OLE, most[0], e.f32(high)));
}

/// The quotient of scalars or of vectors of one dimension.
static Value divide(OpBuilder &builder, Location loc, Value x, Value d,
                    Value high, Value low) {
  // In these ranges the quotient is a normal number and the remainder exact. A
  // numerator of zero goes the other way: the sum below loses its sign.
  Value safe = arith::AndIOp::create(
      builder, loc, inRange(builder, loc, d, 0x1p-40f, 0x1p40f),
      inRange(builder, loc, x, 0x1p-80f, 0x1p80f));
  auto branch = scf::IfOp::create(
      builder, loc, safe,
      [&](OpBuilder &inner, Location) {
        // x * (high + low) is within 0.51 units in the last place; a last step
        // with the exact remainder rounds correctly (Markstein, "Computation of
        // elementary functions on the IBM RISC System/6000 processor", 1990).
        Emitter e(inner, loc, x.getType());
        Value q = e.fma(x, high, e.mul(x, low));
        Value remainder = e.fma(e.neg(q), d, x);
        scf::YieldOp::create(inner, loc, e.fma(remainder, high, q));
      },
      [&](OpBuilder &inner, Location) {
        Value q = arith::DivFOp::create(inner, loc, x, d);
        scf::YieldOp::create(inner, loc, q);
      });
  return branch.getResult(0);
}

Value kopt::emitQuotient(OpBuilder &builder, QuotientOp op) {
  Location loc = op.getLoc();
  auto type = dyn_cast<VectorType>(op.getType());
  if (!type || type.getRank() == 1)
    return divide(builder, loc, op.getNumerator(), op.getDivisor(),
                  op.getHigh(), op.getLow());
  if (type.getRank() == 0)
    return Value();
  // One branch for each innermost vector: rare values slow down few others.
  Value result =
      arith::ConstantOp::create(builder, loc, type, builder.getZeroAttr(type));
  SmallVector<int64_t> strides = computeStrides(type.getShape().drop_back());
  int64_t outer = type.getNumElements() / type.getShape().back();
  for (int64_t i = 0; i < outer; ++i) {
    SmallVector<int64_t> position = delinearize(i, strides);
    auto part = [&](Value v) -> Value {
      return vector::ExtractOp::create(builder, loc, v, position);
    };
    Value q =
        divide(builder, loc, part(op.getNumerator()), part(op.getDivisor()),
               part(op.getHigh()), part(op.getLow()));
    result = vector::InsertOp::create(builder, loc, q, result, position);
  }
  return result;
}
