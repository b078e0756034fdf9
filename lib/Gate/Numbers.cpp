//===- Numbers.cpp - Elements as stored and their values ------------------===//

#include "kopt/Gate/Numbers.h"

#include <cassert>
#include <cmath>
#include <cstring>

using namespace kopt::gate;

namespace {
struct DTypeInfo {
  const char *name;
  unsigned bytes;
  FloatFormat format; ///< exponentBits 0: an integer type
};
} // namespace

/// In the order of the enumeration.
static const DTypeInfo kTypes[] = {
    {"i1", 1, {0, 0, false}},       {"i8", 1, {0, 0, false}},
    {"i16", 2, {0, 0, false}},      {"i32", 4, {0, 0, false}},
    {"i64", 8, {0, 0, false}},      {"index", 8, {0, 0, false}},
    {"f16", 2, {5, 10, true}},      {"bf16", 2, {8, 7, true}},
    {"f32", 4, {8, 23, true}},      {"f64", 8, {11, 52, true}},
    {"f8E4M3FN", 1, {4, 3, false}}, {"f8E5M2", 1, {5, 2, true}},
};

unsigned kopt::gate::byteSize(DType type) {
  return kTypes[unsigned(type)].bytes;
}

const char *kopt::gate::spelling(DType type) {
  return kTypes[unsigned(type)].name;
}

bool kopt::gate::parseDType(const std::string &text, DType &type) {
  for (unsigned i = 0; i < sizeof(kTypes) / sizeof(*kTypes); ++i)
    if (text == kTypes[i].name) {
      type = DType(i);
      return true;
    }
  return false;
}

int64_t Buffer::numElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

bool kopt::gate::isFloat(DType type) {
  return kTypes[unsigned(type)].format.exponentBits != 0;
}

FloatFormat kopt::gate::floatFormat(DType type) {
  assert(isFloat(type));
  return kTypes[unsigned(type)].format;
}

uint64_t kopt::gate::encodeFloat(DType type, double value) {
  FloatFormat f = floatFormat(type);
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  if (type == DType::F64)
    return bits;
  if (type == DType::F32 && !std::isnan(value)) {
    float narrow = float(value);
    uint32_t stored;
    std::memcpy(&stored, &narrow, 4);
    return stored;
  }
  uint64_t sign = (bits >> 63) << (f.exponentBits + f.mantissaBits);
  uint64_t exponentMask = (1u << f.exponentBits) - 1;
  uint64_t infinity = exponentMask << f.mantissaBits;
  uint64_t allOnes = infinity | ((1ull << f.mantissaBits) - 1);
  uint64_t quietNaN =
      f.hasInfinity ? infinity | 1ull << (f.mantissaBits - 1) : allOnes;
  if (std::isnan(value))
    return sign | quietNaN;
  uint64_t overflow = f.hasInfinity ? infinity : quietNaN;
  if (std::isinf(value))
    return sign | overflow;
  if (value == 0)
    return sign;

  // magnitude = steps × 2^(quantum), steps rounded to nearest even. Carries
  // out of the mantissa move into the exponent by plain addition.
  int exponent;
  std::frexp(std::fabs(value), &exponent);
  exponent -= 1;
  int bias = (1 << (f.exponentBits - 1)) - 1, least = 1 - bias;
  int clamped = exponent < least ? least : exponent;
  double steps = std::ldexp(std::fabs(value), int(f.mantissaBits) - clamped);
  double whole = std::floor(steps), rest = steps - whole;
  uint64_t count = uint64_t(whole);
  if (rest > 0.5 || (rest == 0.5 && (count & 1)))
    ++count;
  uint64_t magnitude = count + (uint64_t(clamped - least) << f.mantissaBits);
  // A normal number's hidden bit is already counted as one exponent step.
  if (magnitude >= (f.hasInfinity ? infinity : allOnes))
    return sign | overflow;
  return sign | magnitude;
}

double kopt::gate::decodeFloat(DType type, uint64_t bits) {
  FloatFormat f = floatFormat(type);
  if (type == DType::F64) {
    double value;
    std::memcpy(&value, &bits, 8);
    return value;
  }
  uint64_t mantissa = bits & ((1ull << f.mantissaBits) - 1);
  uint64_t exponentMask = (1u << f.exponentBits) - 1;
  uint64_t exponent = bits >> f.mantissaBits & exponentMask;
  bool negative = bits >> (f.exponentBits + f.mantissaBits) & 1;
  int bias = (1 << (f.exponentBits - 1)) - 1;
  double value;
  if (exponent == exponentMask && f.hasInfinity)
    value = mantissa ? NAN : INFINITY;
  else if (exponent == exponentMask && mantissa == (1ull << f.mantissaBits) - 1)
    value = NAN;
  else if (exponent == 0)
    value = std::ldexp(double(mantissa), 1 - bias - int(f.mantissaBits));
  else
    value = std::ldexp(double(mantissa | 1ull << f.mantissaBits),
                       int(exponent) - bias - int(f.mantissaBits));
  return std::copysign(value, negative ? -1.0 : 1.0);
}

double kopt::gate::largestFinite(DType type) {
  FloatFormat f = floatFormat(type);
  uint64_t infinity = uint64_t((1u << f.exponentBits) - 1) << f.mantissaBits;
  return decodeFloat(
      type, f.hasInfinity ? infinity - 1
                          : (infinity | ((1ull << f.mantissaBits) - 1)) - 1);
}

uint64_t kopt::gate::loadBits(DType type, const void *data, int64_t index) {
  uint64_t bits = 0;
  unsigned size = byteSize(type);
  std::memcpy(&bits, static_cast<const char *>(data) + index * size, size);
  return bits;
}

void kopt::gate::storeBits(DType type, void *data, int64_t index,
                           uint64_t bits) {
  unsigned size = byteSize(type);
  std::memcpy(static_cast<char *>(data) + index * size, &bits, size);
}

int64_t kopt::gate::decodeInteger(DType type, uint64_t bits) {
  assert(!isFloat(type));
  switch (type) {
  case DType::I8:
    return int8_t(bits);
  case DType::I16:
    return int16_t(bits);
  case DType::I32:
    return int32_t(bits);
  default:
    return int64_t(bits);
  }
}

uint32_t kopt::gate::poisonPattern(DType type, unsigned which) {
  // 0x7ff7 repeated is a NaN as f64, f32, bf16 and f16; 0x7f as both f8 types.
  if (byteSize(type) == 1)
    return type == DType::F8E5M2 ? (which ? 0xfefefefe : 0x7f7f7f7f)
           : isFloat(type)       ? (which ? 0xffffffff : 0x7f7f7f7f)
                                 : (which ? 0x2b2b2b2b : 0x7f7f7f7f);
  return which ? 0x7ff37ff3 : 0x7ff77ff7;
}
