//===- Numbers.cpp - Elementwise functions --------------------------------===//
//
// f32 and f64 are the host's own. Shorter floats are computed in f32 and
// rounded once: f32 has more than twice their digits, so for one addition,
// multiplication, division or root this rounds as if it were exact.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpret/Real.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;
using gate::DType;

gate::DType interpret::dtypeOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
  DType result = DType::Index;
  gate::parseDType(text, result);
  return result;
}

static DType operandType(Operation *op, unsigned i = 0) {
  return dtypeOf(op->getOperand(i).getType());
}
static DType resultType(Operation *op) {
  return dtypeOf(op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static unsigned widthOf(DType type) {
  return type == DType::I1 ? 1 : gate::bitWidth(type);
}
static uint64_t maskOf(DType type) {
  unsigned width = widthOf(type);
  return width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
}
static int64_t extend(uint64_t bits, unsigned width) {
  return int64_t(bits << (64 - width)) >> (64 - width);
}

/// Signed operands, result cut to the width.
template <typename F> static Function signedly(DType type, F f) {
  return [=, width = widthOf(type), mask = maskOf(type)](const uint64_t *x) {
    return uint64_t(f(extend(x[0], width), extend(x[1], width))) & mask;
  };
}
template <typename F> static Function unsignedly(DType type, F f) {
  return [=, mask = maskOf(type)](const uint64_t *x) {
    return uint64_t(f(x[0], x[1])) & mask;
  };
}

/// Division by zero has no meaning; it gives all ones and the dividend here,
/// and the one overflow wraps.
static int64_t divide(int64_t a, int64_t b) {
  return b == 0 ? -1 : b == -1 ? int64_t(0 - uint64_t(a)) : a / b;
}
static int64_t modulo(int64_t a, int64_t b) {
  return b == 0 ? a : b == -1 ? 0 : a % b;
}
static int64_t floorDivide(int64_t a, int64_t b) {
  int64_t q = divide(a, b);
  return b && b != -1 && a % b && (a < 0) != (b < 0) ? q - 1 : q;
}
static int64_t ceilDivide(int64_t a, int64_t b) {
  int64_t q = divide(a, b);
  return b && b != -1 && a % b && (a < 0) == (b < 0) ? q + 1 : q;
}

static Function integerFunction(Operation *op) {
  DType type = operandType(op);
  unsigned width = widthOf(type);
  using S = int64_t;
  using U = uint64_t;
  if (isa<arith::AddIOp>(op))
    return unsignedly(type, [](U a, U b) { return a + b; });
  if (isa<arith::SubIOp>(op))
    return unsignedly(type, [](U a, U b) { return a - b; });
  if (isa<arith::MulIOp>(op))
    return unsignedly(type, [](U a, U b) { return a * b; });
  if (isa<arith::AndIOp>(op))
    return unsignedly(type, [](U a, U b) { return a & b; });
  if (isa<arith::OrIOp>(op))
    return unsignedly(type, [](U a, U b) { return a | b; });
  if (isa<arith::XOrIOp>(op))
    return unsignedly(type, [](U a, U b) { return a ^ b; });
  if (isa<arith::MinUIOp>(op))
    return unsignedly(type, [](U a, U b) { return std::min(a, b); });
  if (isa<arith::MaxUIOp>(op))
    return unsignedly(type, [](U a, U b) { return std::max(a, b); });
  if (isa<arith::DivUIOp>(op))
    return unsignedly(type, [](U a, U b) { return b ? a / b : ~U(0); });
  if (isa<arith::RemUIOp>(op))
    return unsignedly(type, [](U a, U b) { return b ? a % b : a; });
  if (isa<arith::CeilDivUIOp>(op))
    return unsignedly(
        type, [](U a, U b) { return b ? a / b + (a % b != 0) : ~U(0); });
  if (isa<arith::MinSIOp>(op))
    return signedly(type, [](S a, S b) { return std::min(a, b); });
  if (isa<arith::MaxSIOp>(op))
    return signedly(type, [](S a, S b) { return std::max(a, b); });
  if (isa<arith::DivSIOp>(op))
    return signedly(type, divide);
  if (isa<arith::RemSIOp>(op))
    return signedly(type, modulo);
  if (isa<arith::FloorDivSIOp>(op))
    return signedly(type, floorDivide);
  if (isa<arith::CeilDivSIOp>(op))
    return signedly(type, ceilDivide);
  // A shift by the width or more has no meaning; it moves everything out here.
  if (isa<arith::ShLIOp>(op))
    return unsignedly(type,
                      [=](U a, U b) { return b < width ? a << b : U(0); });
  if (isa<arith::ShRUIOp>(op))
    return unsignedly(type,
                      [=](U a, U b) { return b < width ? a >> b : U(0); });
  if (isa<arith::ShRSIOp>(op))
    return [=, mask = maskOf(type)](const uint64_t *x) {
      uint64_t by = std::min<uint64_t>(x[1], width - 1);
      return uint64_t(extend(x[0], width) >> by) & mask;
    };
  if (isa<math::AbsIOp>(op))
    return [=, mask = maskOf(type)](const uint64_t *x) {
      int64_t a = extend(x[0], width);
      return (a < 0 ? 0 - uint64_t(a) : uint64_t(a)) & mask;
    };
  if (isa<math::CtPopOp>(op))
    return [](const uint64_t *x) { return uint64_t(llvm::popcount(x[0])); };
  if (isa<math::CountLeadingZerosOp>(op))
    return [=](const uint64_t *x) {
      return uint64_t(llvm::countl_zero(x[0]) - (64 - int(width)));
    };
  if (isa<math::CountTrailingZerosOp>(op))
    return [=](const uint64_t *x) {
      return std::min<uint64_t>(llvm::countr_zero(x[0]), width);
    };
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    auto predicate = compare.getPredicate();
    return [=](const uint64_t *x) {
      return uint64_t(arith::applyCmpPredicate(predicate, APInt(width, x[0]),
                                               APInt(width, x[1])));
    };
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Function conversion(Operation *op) {
  DType from = operandType(op), to = resultType(op);
  uint64_t mask = maskOf(to);
  unsigned width = widthOf(from);
  if (isa<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp>(op))
    return [=](const uint64_t *x) { return x[0] & mask; };
  if (isa<arith::BitcastOp>(op))
    return [](const uint64_t *x) { return x[0]; };
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    return
        [=](const uint64_t *x) { return uint64_t(extend(x[0], width)) & mask; };
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return [=](const uint64_t *x) { return encode(to, decode(from, x[0])); };
  // From 64 bits to less than f64 there is one rounding, too.
  if (isa<arith::SIToFPOp>(op))
    return [=](const uint64_t *x) {
      int64_t value = extend(x[0], width);
      return to == DType::F32 ? toBits(float(value))
                              : encode(to, double(value));
    };
  if (isa<arith::UIToFPOp>(op))
    return [=](const uint64_t *x) {
      return to == DType::F32 ? toBits(float(x[0])) : encode(to, double(x[0]));
    };
  // Saturating, as the machine's conversions are; NaN gives 0.
  bool isSigned = isa<arith::FPToSIOp>(op);
  if (isSigned || isa<arith::FPToUIOp>(op))
    return [=, bits = widthOf(to)](const uint64_t *x) -> uint64_t {
      double value = std::trunc(decode(from, x[0]));
      double most = std::ldexp(1.0, int(bits) - isSigned);
      if (std::isnan(value))
        return 0;
      if (isSigned)
        return (value >= most    ? (uint64_t(1) << (bits - 1)) - 1
                : value <= -most ? uint64_t(1) << (bits - 1)
                                 : uint64_t(int64_t(value))) &
               mask;
      return value >= most ? mask : value <= 0 ? 0 : uint64_t(value);
    };
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// NaN if either is; +0 is greater than -0.
template <typename T> static T maximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
}
template <typename T> static T minimum(T a, T b) { return -maximum(-a, -b); }

static Function floatFunction(Operation *op) {
  DType type = operandType(op);
  if (!gate::isFloat(type))
    return nullptr;
  if (isa<arith::AddFOp>(op))
    return real2(type, [](auto a, auto b) { return a + b; });
  if (isa<arith::SubFOp>(op))
    return real2(type, [](auto a, auto b) { return a - b; });
  if (isa<arith::MulFOp>(op))
    return real2(type, [](auto a, auto b) { return a * b; });
  if (isa<arith::DivFOp, QuotientOp>(op))
    return real2(type, [](auto a, auto b) { return a / b; });
  if (isa<arith::RemFOp>(op))
    return real2(type, [](auto a, auto b) { return std::fmod(a, b); });
  if (isa<arith::MaximumFOp>(op))
    return real2(type, [](auto a, auto b) { return maximum(a, b); });
  if (isa<arith::MinimumFOp>(op))
    return real2(type, [](auto a, auto b) { return minimum(a, b); });
  if (isa<arith::MaxNumFOp>(op))
    return real2(type, [](auto a, auto b) {
      return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b);
    });
  if (isa<arith::MinNumFOp>(op))
    return real2(type, [](auto a, auto b) {
      return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b);
    });
  uint64_t sign = uint64_t(1) << (gate::bitWidth(type) - 1);
  if (isa<arith::NegFOp>(op))
    return [=](const uint64_t *x) { return x[0] ^ sign; };
  if (isa<math::AbsFOp>(op))
    return [=](const uint64_t *x) { return x[0] & ~sign; };
  if (isa<math::CopySignOp>(op))
    return [=](const uint64_t *x) { return (x[0] & ~sign) | (x[1] & sign); };
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    auto predicate = compare.getPredicate();
    return [=](const uint64_t *x) {
      return uint64_t(arith::applyCmpPredicate(
          predicate, APFloat(decode(type, x[0])), APFloat(decode(type, x[1]))));
    };
  }
  if (isa<math::IsNaNOp>(op))
    return [=](const uint64_t *x) {
      return uint64_t(std::isnan(decode(type, x[0])));
    };
  if (isa<math::IsInfOp>(op))
    return [=](const uint64_t *x) {
      return uint64_t(std::isinf(decode(type, x[0])));
    };
  if (isa<math::IsFiniteOp>(op))
    return [=](const uint64_t *x) {
      return uint64_t(std::isfinite(decode(type, x[0])));
    };
  return nullptr;
}

Function interpret::elementFunction(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return nullptr;
  if (isa<arith::SelectOp>(op))
    return [](const uint64_t *x) { return x[0] ? x[1] : x[2]; };
  if (Function function = conversion(op))
    return function;
  if (Function function = floatFunction(op))
    return function;
  if (Function function = mathFunction(op))
    return function;
  return gate::isFloat(operandType(op)) ? nullptr : integerFunction(op);
}
