//===- Compare.cpp - Candidate against oracle, element by element ---------===//

#include "kopt/Gate/Compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace kopt::gate {
namespace {

/// What must agree apart from magnitude.
enum class Kind {
  Finite,
  PositiveZero,
  NegativeZero,
  PositiveInfinity,
  NegativeInfinity,
  NaN
};

/// The kind `value` has once rounded to `type`.
Kind kindIn(DType type, double value) {
  if (std::isnan(value))
    return Kind::NaN;
  // Half a unit beyond the largest finite value rounds to infinity.
  double largest = largestFinite(type);
  if (std::fabs(value) >= largest + ulp(type, largest) / 2)
    return floatFormat(type).hasInfinity
               ? (value > 0 ? Kind::PositiveInfinity : Kind::NegativeInfinity)
               : Kind::NaN;
  if (value == 0)
    return std::signbit(value) ? Kind::NegativeZero : Kind::PositiveZero;
  return Kind::Finite;
}

bool isNumber(Kind kind) {
  return kind == Kind::Finite || kind == Kind::PositiveZero ||
         kind == Kind::NegativeZero;
}

std::string coordinates(const Buffer &buffer, uint64_t index) {
  std::string text = "]";
  for (size_t d = buffer.shape.size(); d-- > 0;) {
    text = std::to_string(index % buffer.shape[d]) +
           (text.size() > 1 ? ", " : "") + text;
    index /= buffer.shape[d];
  }
  return buffer.name + "[" + text;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

bool holdsPoison(DType type, const uint8_t *bytes, uint64_t index,
                 uint32_t poison) {
  uint8_t pattern[4];
  std::memcpy(pattern, &poison, 4);
  unsigned size = byteSize(type);
  for (unsigned b = 0; b < size; ++b)
    if (bytes[b] != pattern[(index * size + b) % 4])
      return false;
  return true;
}

/// The median of |narrow − wide| over the finite elements.
double medianError(const OracleResult &oracle) {
  std::vector<double> errors;
  errors.reserve(oracle.wide.size());
  for (size_t i = 0; i < oracle.wide.size(); ++i) {
    double e = std::fabs(oracle.narrow[i] - oracle.wide[i]);
    if (std::isfinite(e))
      errors.push_back(e);
  }
  if (errors.empty())
    return 0;
  auto middle = errors.begin() + errors.size() / 2;
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

/// Collects failures; keeps the first one's text and the gravest reason.
class Failures {
public:
  Failures(CompareResult &result, const Buffer &buffer, const uint8_t *bytes,
           uint32_t poison)
      : result(result), buffer(buffer), bytes(bytes), poison(poison) {}

  void add(uint64_t index, Reason reason, const std::string &text) {
    const uint8_t *element = bytes + index * byteSize(buffer.dtype);
    if (holdsPoison(buffer.dtype, element, index, poison))
      reason = Reason::Unwritten;
    // An unwritten element explains more than a wrong one.
    if (!result.failures ||
        (reason == Reason::Unwritten && result.reason != reason)) {
      result.reason = reason;
      result.detail =
          coordinates(buffer, index) +
          (reason == Reason::Unwritten ? " was not written: " : ": ") + text;
    }
    ++result.failures;
  }

private:
  CompareResult &result;
  const Buffer &buffer;
  const uint8_t *bytes;
  uint32_t poison;
};

void compareFloats(const Buffer &buffer, const uint8_t *bytes,
                   const OracleResult &oracle, double depth,
                   CompareResult &result, Failures &failures) {
  const DType type = buffer.dtype;
  const double common = medianError(oracle);
  // Accumulation is in f32 for every type up to f32 (narrower accumulators are
  // widened when lifting), in f64 for f64.
  const double epsilon = type == DType::F64 ? 0x1p-53 : 0x1p-24;
  for (uint64_t i = 0, e = oracle.wide.size(); i < e; ++i) {
    double got = decodeFloat(type, loadBits(type, bytes, i));
    double want = oracle.wide[i], narrow = oracle.narrow[i];
    Kind gotKind = kindIn(type, got), wantKind = kindIn(type, want);
    Kind narrowKind = kindIn(type, narrow);

    if (!isNumber(wantKind) || !isNumber(narrowKind) || !isNumber(gotKind)) {
      if (wantKind != narrowKind)
        ++result.ambiguous;
      bool sameWide =
          gotKind == wantKind || (isNumber(gotKind) && isNumber(wantKind));
      bool sameNarrow =
          gotKind == narrowKind || (isNumber(gotKind) && isNumber(narrowKind));
      if (!sameWide && !sameNarrow) {
        failures.add(i, Reason::NaN,
                     "expected " + number(want) + ", but got " + number(got));
        continue;
      }
      if (!isNumber(gotKind))
        continue;
      // A number where only the program's own types give one: measure from it.
      if (!sameWide)
        want = narrow;
    }

    double yardstick =
        std::isfinite(narrow) && std::isfinite(oracle.wide[i])
            ? std::max(std::fabs(narrow - oracle.wide[i]), common)
            : common;
    yardstick += epsilon * std::fabs(want) * std::max(depth, 1.0);
    double allowed = 4 * yardstick;
    allowed += ulp(type, std::fabs(want) + allowed) / 2;
    double error = std::fabs(got - want);
    result.worstRatio = std::max(result.worstRatio, error / allowed);
    if (!(error <= allowed)) {
      failures.add(i, Reason::Mismatch,
                   "expected " + number(want) + " within " + number(allowed) +
                       ", but got " + number(got));
      continue;
    }
    // A zero's sign must agree where both oracles give the same exact zero.
    if (wantKind == narrowKind && wantKind != Kind::Finite &&
        isNumber(gotKind) && gotKind != Kind::Finite && gotKind != wantKind)
      failures.add(i, Reason::NaN,
                   std::string("expected ") +
                       (wantKind == Kind::NegativeZero ? "-0" : "+0") +
                       ", but got a zero of the other sign");
  }
}

} // namespace

double ulp(DType type, double value) {
  FloatFormat f = floatFormat(type);
  int smallest = 2 - (1 << (f.exponentBits - 1));
  int exponent = value == 0 ? smallest : std::max(std::ilogb(value), smallest);
  return std::ldexp(1.0, exponent - int(f.mantissaBits));
}

CompareResult compare(const Buffer &buffer, const std::vector<uint8_t> &bytes,
                      const OracleResult &oracle, double depth,
                      uint32_t poison) {
  CompareResult result;
  Failures failures(result, buffer, bytes.data(), poison);
  if (bytes.size() != uint64_t(buffer.numBytes())) {
    result.reason = Reason::Mismatch;
    result.failures = 1;
    result.detail = buffer.name + ": expected " +
                    std::to_string(buffer.numBytes()) + " bytes, but got " +
                    std::to_string(bytes.size());
    return result;
  }
  if (isFloat(buffer.dtype)) {
    compareFloats(buffer, bytes.data(), oracle, depth, result, failures);
    return result;
  }
  for (uint64_t i = 0, e = oracle.exact.size(); i < e; ++i) {
    int64_t got =
        decodeInteger(buffer.dtype, loadBits(buffer.dtype, bytes.data(), i));
    if (got != oracle.exact[i])
      failures.add(i, Reason::Mismatch,
                   "expected " + std::to_string(oracle.exact[i]) +
                       ", but got " + std::to_string(got));
  }
  return result;
}

} // namespace kopt::gate
