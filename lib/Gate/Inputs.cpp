//===- Inputs.cpp - Input families of the gate ----------------------------===//

#include "kopt/Gate/Inputs.h"
#include "kopt/Gate/Numbers.h"

#include <algorithm>
#include <cmath>

using namespace kopt::gate;

namespace {
enum class Family {
  Uniform01,
  Normal,
  Normal1e3,
  LastSpike,
  ConstantRows,
  EqualRows,
  LargeMean,
  SignedZeros,
  Subnormals,
  Infinities,
  NaNLanes,
  AllNegInfRows,
  FirstHalfNegInf,
  SmallIntegers,
  OneHot,
  Cancelling,
  RandomBits,
  FullSignificands,
  OneHotRight,
  PowersOfTwo,
  InfTail,
  LargeNegative,
  ExpRange,
  FirstSpike
};

/// Where an element is.
struct Place {
  uint64_t index, row, column, rowLength, rows;
};
} // namespace

const std::vector<std::string> &kopt::gate::familyNames() {
  static const std::vector<std::string> names = {
      "uniform01",          "normal",         "normal_1e3",
      "last_spike",         "constant_rows",  "equal_rows",
      "large_mean",         "signed_zeros",   "subnormals",
      "infinities",         "nan_lanes",      "all_neg_inf_rows",
      "first_half_neg_inf", "small_integers", "one_hot",
      "cancelling",         "random_bits",    "full_significands",
      "one_hot_right",      "powers_of_two",  "inf_tail",
      "large_negative",     "exp_range",      "first_spike"};
  return names;
}

bool kopt::gate::isFamily(const std::string &family) {
  const auto &names = familyNames();
  return std::find(names.begin(), names.end(), family) != names.end();
}

std::string kopt::gate::unknownFamily(const std::string &family) {
  std::string text = "unknown input family '" + family + "', expected one of ";
  for (const std::string &name : familyNames())
    text += (&name == &familyNames().front() ? "" : ", ") + name;
  return text;
}

bool kopt::gate::isProbe(const std::string &family) {
  return family == "small_integers" || family == "one_hot" ||
         family == "one_hot_right" || family == "full_significands" ||
         family == "cancelling";
}

std::string kopt::gate::familyOfArgument(const std::string &family,
                                         unsigned index, unsigned count) {
  bool first = index == 0, last = index + 1 == count;
  if (family == "one_hot" && !first)
    return "full_significands";
  if (family == "one_hot_right" && !last)
    return "full_significands";
  if (family == "cancelling" && !first)
    return "powers_of_two";
  if (family == "inf_tail" && first)
    return "normal";
  return family;
}

uint64_t kopt::gate::randomBits(uint64_t seed, uint64_t counter) {
  // The finaliser of SplitMix64, over a seed-dependent start, twice.
  uint64_t z = counter * 0x9e3779b97f4a7c15ull + seed * 0xd1342543de82ef95ull +
               0x2545f4914f6cdd1dull;
  for (int i = 0; i < 2; ++i) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    z ^= z >> 31;
  }
  return z;
}

/// Sum of twelve uniform numbers less six: mean 0, variance 1, within ±6, and
/// exact, so that no mathematics library can change a bit.
static double normalAt(uint64_t seed, uint64_t counter) {
  int64_t sum = -12 * 32768;
  for (unsigned word = 0; word < 3; ++word) {
    uint64_t bits = randomBits(seed + word * 0x51ed270b, counter);
    for (unsigned part = 0; part < 4; ++part)
      sum += int64_t(bits >> 16 * part & 0xffff);
  }
  // Low-order bits, so that full significands occur.
  double fraction =
      double(randomBits(seed ^ 0x6c6f77, counter) >> 32) / 4294967296.0;
  return (double(sum) + 6.0 * fraction) / 65536.0;
}

/// Uniform in [0, 1) with as many bits as the type holds just below one, so
/// that rounding never gives one.
static double uniformAt(uint64_t seed, uint64_t counter, unsigned bits) {
  return std::ldexp(double(randomBits(seed, counter) >> (64 - bits)),
                    -int(bits));
}

/// A first half of large whole numbers and a second half that takes them away
/// again, up to a small rest. `bits` of a number, fewer for long rows: exact in
/// f32 in any order, while partial sums have more bits than narrower types.
static double cancellingAt(uint64_t seed, const Place &p, unsigned bits) {
  uint64_t half = p.rowLength / 2;
  if (p.column >= 2 * half)
    return 1;
  uint64_t pair = p.row * p.rowLength + p.column % std::max<uint64_t>(half, 1);
  // A small tensor may be summed as a whole.
  uint64_t terms =
      std::max(p.rowLength, std::min<uint64_t>(p.rowLength * p.rows, 4096));
  int room = 22 - int(std::ceil(std::log2(double(terms))));
  uint64_t top = 1ull << std::clamp(std::min(int(bits), room), 2, 20);
  double large = double(top / 2 + randomBits(seed, pair) % (top / 2 - 1));
  if (p.column < half)
    return large;
  return double(randomBits(seed ^ 0x726573, pair) & 1) - large;
}

/// A number of either sign in about [1/8, 16) whose last bit is set: any
/// narrower type changes it.
static double fullSignificandAt(uint64_t seed, uint64_t index, unsigned bits) {
  uint64_t random = randomBits(seed ^ 0x66756c6c, index);
  uint64_t significand = 1ull << (bits - 1) | random >> 8 >> (57 - bits) | 1;
  double value = std::ldexp(double(significand),
                            int(random >> 1 & 7) % 7 - 3 - int(bits - 1));
  return random & 1 ? -value : value;
}

/// At most one 1 in a row and in a column: a part of a permutation.
static bool onShiftedDiagonal(uint64_t seed, const Place &p) {
  uint64_t size = std::max(p.rows, p.rowLength);
  return (p.row + randomBits(seed, 0)) % size == p.column;
}

/// The last row and the last column, at every second place.
static bool atTail(const Place &p) {
  return (p.row + 1 == p.rows && p.column % 2) ||
         (p.column + 1 == p.rowLength && p.row % 2);
}

static uint64_t floatAt(Family family, uint64_t seed, DType type,
                        const Place &p) {
  FloatFormat format = floatFormat(type);
  double most = largestFinite(type);
  auto finite = [&](double value) {
    return encodeFloat(type, std::clamp(value, -most, most));
  };
  auto infinity = [&](bool negative) {
    double value = format.hasInfinity ? INFINITY : most;
    return encodeFloat(type, negative ? -value : value);
  };
  uint64_t bits = randomBits(seed ^ 0x666c6167, p.index);
  double normal = normalAt(seed, p.index);
  switch (family) {
  case Family::Uniform01:
    return finite(uniformAt(seed, p.index, format.mantissaBits + 1));
  case Family::Normal:
    return finite(normal);
  case Family::Normal1e3:
    return finite(normal * 1e3);
  case Family::LastSpike:
    return finite(p.column + 1 == p.rowLength ? 1e4 : normal);
  case Family::FirstSpike:
    return finite(p.column == 0 ? 1e4 : normal);
  case Family::ConstantRows:
    return finite(normalAt(seed, p.row));
  case Family::EqualRows: // few values, so that ties occur within rows too
    return finite(normalAt(seed, randomBits(seed, p.column) % 16));
  case Family::LargeMean:
    return finite(1e4 + 1e-2 * normal);
  case Family::LargeNegative: // below what exp underflows at
    return finite(-1e4 + 1e3 * normal);
  case Family::ExpRange: // to where exp overflows and underflows, and beyond
    return finite(240 * uniformAt(seed, p.index, 24) - 120);
  case Family::SignedZeros:
    return finite(bits & 1 ? -0.0 : 0.0);
  case Family::Subnormals: {
    uint64_t most = (1ull << format.mantissaBits) - 1;
    return (1 + (bits >> 1) % most) |
           (bits & 1) << (format.mantissaBits + format.exponentBits);
  }
  case Family::Infinities:
    return bits % 16 == 0 ? infinity(bits & 16) : finite(normal);
  case Family::NaNLanes: {
    uint64_t lane = randomBits(seed, 0) % std::min<uint64_t>(32, p.rowLength);
    if (p.row % 2 == 0 && p.column % 32 == lane)
      return encodeFloat(type, NAN);
    return finite(normal);
  }
  case Family::AllNegInfRows:
    return randomBits(seed, p.row) % 2 || p.row == 0 ? infinity(true)
                                                     : finite(normal);
  case Family::FirstHalfNegInf:
    return p.column < p.rowLength / 2 ? infinity(true) : finite(normal);
  case Family::SmallIntegers:
    return finite(double(int64_t(bits % 9) - 4));
  case Family::OneHot:
    return finite(randomBits(seed, p.row) % p.rowLength == p.column);
  case Family::Cancelling:
    return finite(cancellingAt(seed, p, format.mantissaBits + 1));
  case Family::RandomBits:
    return bits;
  case Family::FullSignificands:
    return finite(fullSignificandAt(seed, p.index, format.mantissaBits + 1));
  case Family::OneHotRight:
    return finite(onShiftedDiagonal(seed, p));
  case Family::PowersOfTwo:
    return finite(bits & 1 ? 2 : 1);
  case Family::InfTail:
    return atTail(p) ? infinity(false) : finite(normal);
  }
  return 0;
}

/// The integer analogue: the same shape of data, with the type's extremes
/// where floats have infinities and NaN.
static int64_t integerAt(Family family, uint64_t seed, DType type,
                         const Place &p) {
  unsigned width = type == DType::I1 ? 1 : bitWidth(type);
  int64_t most = width == 64 ? INT64_MAX : (int64_t(1) << (width - 1)) - 1;
  int64_t least = -most - 1;
  auto whole = [&](double value) {
    return std::clamp(int64_t(std::floor(value)), least, most);
  };
  uint64_t bits = randomBits(seed ^ 0x666c6167, p.index);
  double normal = normalAt(seed, p.index);
  if (type == DType::I1 && family != Family::ConstantRows &&
      family != Family::EqualRows && family != Family::OneHot &&
      family != Family::FirstSpike && family != Family::OneHotRight)
    return bits & 1;
  switch (family) {
  case Family::Uniform01:
    return bits & 1;
  case Family::Normal:
    return whole(normal * 8);
  case Family::Normal1e3:
    return whole(normal * 1e3);
  case Family::LastSpike:
    return p.column + 1 == p.rowLength ? most : whole(normal * 8);
  case Family::FirstSpike: // alone: sums of others would hide it
    return p.column == 0 ? (width == 1 ? 1 : most) : 0;
  case Family::ConstantRows:
    return width == 1 ? int64_t(randomBits(seed, p.row) & 1)
                      : whole(normalAt(seed, p.row) * 8);
  case Family::EqualRows:
    return width == 1
               ? int64_t(randomBits(seed, p.column) & 1)
               : whole(normalAt(seed, randomBits(seed, p.column) % 16) * 8);
  case Family::LargeMean:
    return whole(1e4 + normal);
  case Family::LargeNegative:
    return whole(-1e4 + normal);
  case Family::SignedZeros:
    return 0;
  case Family::Subnormals:
    return int64_t(bits % 3) - 1;
  case Family::Infinities:
    return bits % 16 == 0 ? (bits & 16 ? least : most) : whole(normal * 8);
  case Family::NaNLanes:
    return p.row % 2 == 0 &&
                   p.column % 32 ==
                       randomBits(seed, 0) % std::min<uint64_t>(32, p.rowLength)
               ? least
               : whole(normal * 8);
  case Family::AllNegInfRows:
    return randomBits(seed, p.row) % 2 || p.row == 0 ? least
                                                     : whole(normal * 8);
  case Family::FirstHalfNegInf:
    return p.column < p.rowLength / 2 ? least : whole(normal * 8);
  case Family::SmallIntegers:
    return int64_t(bits % 9) - 4;
  case Family::OneHot:
    return randomBits(seed, p.row) % p.rowLength == p.column;
  case Family::Cancelling:
    return whole(cancellingAt(seed, p, 7));
  case Family::RandomBits:
    return int64_t(bits);
  case Family::FullSignificands:
  case Family::ExpRange:
    return whole(normal * 8);
  case Family::OneHotRight:
    return onShiftedDiagonal(seed, p);
  case Family::PowersOfTwo:
    return whole(bits & 1 ? 2 : 1);
  case Family::InfTail:
    return atTail(p) ? most : whole(normal * 8);
  }
  return 0;
}

/// Indices in [0, bound): the first two elements are the ends of the range,
/// then random ones, each second drawn from few so that duplicates occur.
static int64_t boundedIndexAt(Family family, uint64_t seed, const Place &p,
                              int64_t bound) {
  uint64_t salt = seed + 0x1000193ull * uint64_t(family);
  switch (p.index) {
  case 0:
    return bound - 1;
  case 1:
    return 0;
  default:
    uint64_t bits = randomBits(salt, p.index);
    return int64_t((bits & 1 ? randomBits(salt, bits >> 1 & 7) : bits >> 4) %
                   uint64_t(bound));
  }
}

std::vector<uint8_t> kopt::gate::generate(const std::string &family,
                                          uint64_t seed, DType dtype,
                                          const std::vector<int64_t> &shape,
                                          int64_t indexBound) {
  const auto &names = familyNames();
  auto name = std::find(names.begin(), names.end(), family);
  if (name == names.end())
    return {};
  auto kind = Family(name - names.begin());
  uint64_t count = 1;
  for (int64_t extent : shape)
    count *= uint64_t(extent);
  uint64_t rowLength = shape.empty() ? 1 : uint64_t(shape.back());
  std::vector<uint8_t> bytes(count * byteSize(dtype));
  for (uint64_t i = 0; i < count; ++i) {
    Place place{i, i / rowLength, i % rowLength, rowLength, count / rowLength};
    uint64_t bits;
    if (isFloat(dtype))
      bits = floatAt(kind, seed, dtype, place);
    else if (indexBound > 0)
      bits = uint64_t(boundedIndexAt(kind, seed, place, indexBound));
    else
      bits = uint64_t(integerAt(kind, seed, dtype, place));
    storeBits(dtype, bytes.data(), int64_t(i), bits);
  }
  return bytes;
}
