//===- Real.h - Floating-point elements and functions -----------*- C++ -*-===//

#ifndef LIB_INTERPRET_REAL_H
#define LIB_INTERPRET_REAL_H

#include "lib/Interpret/Machine.h"

#include <cmath>
#include <cstring>

namespace kopt::interpret {

inline float toFloat(uint64_t bits) {
  float value;
  uint32_t low = uint32_t(bits);
  std::memcpy(&value, &low, 4);
  return value;
}
inline uint64_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

/// The value of an element, exact.
inline double decode(gate::DType type, uint64_t bits) {
  if (type == gate::DType::F32)
    return toFloat(bits);
  if (type == gate::DType::BF16)
    return toFloat(bits << 16);
  return gate::decodeFloat(type, bits);
}

/// Rounded once, to nearest even.
inline uint64_t encode(gate::DType type, double value) {
  return gate::encodeFloat(type, value);
}

/// A function of one, two or three reals that are all of `type`: in f64, or in
/// f32 and then rounded to it.
template <typename F> Function real1(gate::DType type, F f) {
  if (type == gate::DType::F32)
    return [=](const uint64_t *x) { return toBits(f(toFloat(x[0]))); };
  if (type == gate::DType::F64)
    return
        [=](const uint64_t *x) { return encode(type, f(decode(type, x[0]))); };
  return [=](const uint64_t *x) {
    return encode(type, f(float(decode(type, x[0]))));
  };
}
template <typename F> Function real2(gate::DType type, F f) {
  if (type == gate::DType::F32)
    return [=](const uint64_t *x) {
      return toBits(f(toFloat(x[0]), toFloat(x[1])));
    };
  if (type == gate::DType::F64)
    return [=](const uint64_t *x) {
      return encode(type, f(decode(type, x[0]), decode(type, x[1])));
    };
  return [=](const uint64_t *x) {
    return encode(type,
                  f(float(decode(type, x[0])), float(decode(type, x[1]))));
  };
}

/// Functions of the math dialect on floats; null for others.
Function mathFunction(mlir::Operation *op);

} // namespace kopt::interpret

#endif // LIB_INTERPRET_REAL_H
