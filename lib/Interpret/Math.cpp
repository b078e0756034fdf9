//===- Math.cpp - Functions of the math dialect ---------------------------===//
//
// By the host's library in f64, then rounded: nearer to the truth than what any
// device computes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "lib/Interpret/Real.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;

/// Of one operand, computed in f64.
static double (*oneOperand(Operation *op))(double) {
  using F = double (*)(double);
  if (isa<math::ExpOp>(op))
    return F(std::exp);
  if (isa<math::Exp2Op>(op))
    return F(std::exp2);
  if (isa<math::ExpM1Op>(op))
    return F(std::expm1);
  if (isa<math::LogOp>(op))
    return F(std::log);
  if (isa<math::Log2Op>(op))
    return F(std::log2);
  if (isa<math::Log10Op>(op))
    return F(std::log10);
  if (isa<math::Log1pOp>(op))
    return F(std::log1p);
  if (isa<math::SqrtOp>(op))
    return F(std::sqrt);
  if (isa<math::RsqrtOp>(op))
    return [](double a) { return 1 / std::sqrt(a); };
  if (isa<math::CbrtOp>(op))
    return F(std::cbrt);
  if (isa<math::SinOp>(op))
    return F(std::sin);
  if (isa<math::CosOp>(op))
    return F(std::cos);
  if (isa<math::TanOp>(op))
    return F(std::tan);
  if (isa<math::AsinOp>(op))
    return F(std::asin);
  if (isa<math::AcosOp>(op))
    return F(std::acos);
  if (isa<math::AtanOp>(op))
    return F(std::atan);
  if (isa<math::SinhOp>(op))
    return F(std::sinh);
  if (isa<math::CoshOp>(op))
    return F(std::cosh);
  if (isa<math::TanhOp>(op))
    return F(std::tanh);
  if (isa<math::ErfOp>(op))
    return F(std::erf);
  if (isa<math::ErfcOp>(op))
    return F(std::erfc);
  if (isa<math::FloorOp>(op))
    return F(std::floor);
  if (isa<math::CeilOp>(op))
    return F(std::ceil);
  if (isa<math::TruncOp>(op))
    return F(std::trunc);
  if (isa<math::RoundOp>(op))
    return F(std::round);
  if (isa<math::RoundEvenOp>(op))
    return [](double a) { return std::nearbyint(a); };
  return nullptr;
}

Function interpret::mathFunction(Operation *op) {
  if (op->getNumOperands() == 0)
    return nullptr;
  gate::DType type = dtypeOf(op->getOperand(0).getType());
  if (!gate::isFloat(type))
    return nullptr;
  if (auto f = oneOperand(op))
    return
        [=](const uint64_t *x) { return encode(type, f(decode(type, x[0]))); };
  if (isa<math::PowFOp>(op))
    return [=](const uint64_t *x) {
      return encode(type, std::pow(decode(type, x[0]), decode(type, x[1])));
    };
  if (auto power = dyn_cast<math::FPowIOp>(op)) {
    unsigned width =
        getElementTypeOrSelf(power.getRhs()).getIntOrFloatBitWidth();
    return [=](const uint64_t *x) {
      double exponent = double(llvm::SignExtend64(x[1], width));
      return encode(type, std::pow(decode(type, x[0]), exponent));
    };
  }
  if (isa<math::Atan2Op>(op))
    return [=](const uint64_t *x) {
      return encode(type, std::atan2(decode(type, x[0]), decode(type, x[1])));
    };
  // In f64 where the elements are shorter than f32: their products are exact in
  // it, and no sum of such a product and an element is a tie after one rounding
  // that was none before.
  if (isa<math::FmaOp>(op)) {
    if (type == gate::DType::F32)
      return [](const uint64_t *x) {
        return toBits(std::fma(toFloat(x[0]), toFloat(x[1]), toFloat(x[2])));
      };
    return [=](const uint64_t *x) {
      return encode(type, std::fma(decode(type, x[0]), decode(type, x[1]),
                                   decode(type, x[2])));
    };
  }
  return nullptr;
}
