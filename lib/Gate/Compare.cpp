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

/// What the perturbed runs say about one element.
struct Spread {
  double most = 0;        ///< largest deviation
  double usual = 0;       ///< lower median: without the runs that flip
  bool undecided = false; ///< a number in some runs only
  bool moved = false;     ///< some run differs at all

  Spread(const OracleResult &oracle, uint64_t index) {
    std::vector<float> all;
    all.reserve(oracle.deviations.size());
    for (const std::vector<float> &run : oracle.deviations) {
      float deviation = run[index];
      if (std::isnan(deviation))
        undecided = true;
      else
        all.push_back(deviation);
      moved |= deviation != 0;
    }
    if (!all.empty()) {
      auto middle = all.begin() + (all.size() - 1) / 2;
      std::nth_element(all.begin(), middle, all.end());
      usual = *middle;
      most = *std::max_element(all.begin(), all.end());
    }
    moved |= !oracle.eitherZero.empty() && oracle.eitherZero[index];
  }
};

bool sameValue(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         (a == b && std::signbit(a) == std::signbit(b));
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

  /// Whatever an element should hold, it is not the poison. Of one byte it may
  /// be (the poison of f8E4M3FN is its NaN): the executor tells, by two
  /// poisons.
  void checkWritten(uint64_t index) {
    if (byteSize(buffer.dtype) == 1)
      return;
    const uint8_t *element = bytes + index * byteSize(buffer.dtype);
    if (holdsPoison(buffer.dtype, element, index, poison))
      add(index, Reason::Unwritten, "expected any value");
  }

private:
  CompareResult &result;
  const Buffer &buffer;
  const uint8_t *bytes;
  uint32_t poison;
};

void compareFloats(const Buffer &buffer, const uint8_t *bytes,
                   const OracleResult &oracle, bool bitwise,
                   CompareResult &result, Failures &failures) {
  const DType type = buffer.dtype;
  // The result's own rounding, where f32 computes it; a kernel that forms a
  // quotient by a reciprocal is wrong by two units where the program is exact.
  const double epsilon = type == DType::F64 ? 0x1p-53 : 0x1p-24;
  for (uint64_t i = 0, e = oracle.wide.size(); i < e; ++i) {
    double got = decodeFloat(type, loadBits(type, bytes, i));
    double want = oracle.wide[i], narrow = oracle.narrow[i];
    Kind gotKind = kindIn(type, got), wantKind = kindIn(type, want);
    Kind narrowKind = kindIn(type, narrow);
    Spread spread(oracle, i);

    if (!spread.moved && sameValue(want, narrow)) {
      ++result.exact;
      double stored = decodeFloat(type, encodeFloat(type, want));
      if (bitwise && !sameValue(got, stored)) {
        failures.add(i, Reason::Mismatch,
                     "expected exactly " + number(stored) + ", but got " +
                         number(got));
        continue;
      }
    }
    if (spread.undecided) {
      ++result.ambiguous;
      ++result.undecided;
      failures.checkWritten(i);
      continue;
    }

    auto allowedWith = [&](double deviation, double of) {
      double allowed = deviation + 4 * epsilon * std::fabs(of);
      return allowed + ulp(type, std::fabs(of) + allowed) / 2;
    };
    // What the program gives where an intermediate value leaves the range of
    // its type, which the wide run does not know.
    auto isRanged = [&] {
      return std::any_of(oracle.ranged.begin(), oracle.ranged.end(),
                         [&](const std::vector<double> &run) {
                           Kind kind = kindIn(type, run[i]);
                           if (!isNumber(kind) || !isNumber(gotKind))
                             return kind == gotKind;
                           return std::fabs(got - run[i]) <=
                                  allowedWith(spread.most, run[i]);
                         });
    };
    if (!isNumber(wantKind) || !isNumber(narrowKind) || !isNumber(gotKind)) {
      // Around the largest finite value either side may come out.
      double edge = largestFinite(type);
      bool nearEdge =
          std::isfinite(want) && std::fabs(want) > edge / 2 &&
          std::fabs(std::fabs(want) - edge) <= allowedWith(spread.most, edge) &&
          (isNumber(gotKind) || std::signbit(got) == std::signbit(want));
      if (wantKind != narrowKind || nearEdge)
        ++result.ambiguous;
      bool sameWide =
          gotKind == wantKind || (isNumber(gotKind) && isNumber(wantKind));
      bool sameNarrow =
          gotKind == narrowKind || (isNumber(gotKind) && isNumber(narrowKind));
      if (!sameWide && !sameNarrow && !(nearEdge && gotKind != Kind::NaN)) {
        if (isRanged()) {
          result.ambiguous += wantKind == narrowKind && !nearEdge;
          continue;
        }
        failures.add(i, Reason::NaN,
                     "expected " + number(want) + ", but got " + number(got));
        continue;
      }
      if (!isNumber(gotKind))
        continue;
      // A number where only the program's own types give one: measure from it.
      if (!sameWide && sameNarrow)
        want = narrow;
    }

    double allowed = allowedWith(spread.most, want);
    double error = std::fabs(got - want);
    if (!(error <= allowed) && isRanged()) {
      ++result.ambiguous;
      continue;
    }
    result.worstRatio = std::max(result.worstRatio, error / allowed);
    if (!(error <= allowed)) {
      failures.add(i, Reason::Mismatch,
                   "expected " + number(want) + " within " + number(allowed) +
                       ", but got " + number(got));
      continue;
    }
    if (error > allowedWith(8 * spread.usual, want))
      ++result.nearTies;
    // A zero's sign must agree where all runs give the same exact zero.
    bool zeros = wantKind != Kind::Finite && isNumber(gotKind) &&
                 gotKind != Kind::Finite && isNumber(wantKind);
    if (zeros && gotKind != wantKind) {
      if (wantKind == narrowKind && !spread.moved)
        failures.add(i, Reason::NaN,
                     std::string("expected ") +
                         (wantKind == Kind::NegativeZero ? "-0" : "+0") +
                         ", but got a zero of the other sign");
      else
        ++result.ambiguous;
    }
  }
}

/// Integers are exact, unless a run perturbed by roundings gives another one.
void compareIntegers(const Buffer &buffer, const uint8_t *bytes,
                     const OracleResult &oracle, CompareResult &result,
                     Failures &failures) {
  for (uint64_t i = 0, e = oracle.exact.size(); i < e; ++i) {
    int64_t got = decodeInteger(buffer.dtype, loadBits(buffer.dtype, bytes, i));
    int64_t want = oracle.exact[i], low = want, high = want;
    bool given = false;
    for (const std::vector<int64_t> &run : oracle.alternatives) {
      given |= run[i] == got;
      low = std::min(low, run[i]);
      high = std::max(high, run[i]);
    }
    if (low == high)
      ++result.exact;
    if (got == want)
      continue;
    // A large number converted to an integer may be any one between.
    double width = double(high) - double(low);
    double size = std::max(std::fabs(double(low)), std::fabs(double(high)));
    bool between = got >= low && got <= high && width <= size * 0x1p-18;
    if (given || between)
      ++result.nearTies;
    else
      failures.add(i, Reason::Mismatch,
                   "expected " + std::to_string(want) + ", but got " +
                       std::to_string(got));
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
                      const OracleResult &oracle, bool bitwise,
                      uint32_t poison) {
  CompareResult result;
  result.elements = uint64_t(buffer.numElements());
  Failures failures(result, buffer, bytes.data(), poison);
  if (bytes.size() != uint64_t(buffer.numBytes())) {
    result.reason = Reason::Mismatch;
    result.failures = 1;
    result.detail = buffer.name + ": expected " +
                    std::to_string(buffer.numBytes()) + " bytes, but got " +
                    std::to_string(bytes.size());
    return result;
  }
  if (isFloat(buffer.dtype))
    compareFloats(buffer, bytes.data(), oracle, bitwise, result, failures);
  else
    compareIntegers(buffer, bytes.data(), oracle, result, failures);
  return result;
}

} // namespace kopt::gate
