//===- Runtime.cpp - What compiled oracles call ---------------------------===//

#include "Runtime.h"
#include "Child.h"
#include "kopt/Gate/Compare.h"
#include "kopt/Gate/Inputs.h"
#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace kopt::oracle {
namespace {

using gate::DType;

/// Compiled code calls without a context to find these through.
thread_local Arena *currentArena = nullptr;
thread_local Noise currentNoise;
thread_local uint64_t workCount = 0;
thread_local bool rangeEvent = false;

void *arenaMalloc(size_t bytes) { return currentArena->allocate(bytes); }
void arenaFree(void *) {}

/// Copies dimensions `dim`, … of strided memory, element by element.
void copyFrom(const DynamicMemRefType<char> &source,
              const DynamicMemRefType<char> &target, int64_t dim,
              const char *from, char *to, int64_t bytes) {
  if (dim == source.rank) {
    std::memcpy(to, from, bytes);
    return;
  }
  for (int64_t i = 0; i < source.sizes[dim]; ++i)
    copyFrom(source, target, dim + 1, from + i * source.strides[dim] * bytes,
             to + i * target.strides[dim] * bytes, bytes);
}

/// What memref.copy of memory with strides becomes.
void copyStrided(int64_t bytes, UnrankedMemRefType<char> *source,
                 UnrankedMemRefType<char> *target) {
  DynamicMemRefType<char> from(*source), to(*target);
  copyFrom(from, to, 0, from.data + from.offset * bytes,
           to.data + to.offset * bytes, bytes);
}

//===----------------------------------------------------------------------===//
// Roundings that the program writes
//===----------------------------------------------------------------------===//

template <typename T> T roundTo(const llvm::fltSemantics &to, T value) {
  llvm::APFloat number(value);
  bool lost;
  number.convert(to, llvm::APFloat::rmNearestTiesToEven, &lost);
  number.convert(sizeof(T) == 8 ? llvm::APFloat::IEEEdouble()
                                : llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
  if constexpr (sizeof(T) == 8)
    return number.convertToDouble();
  else
    return number.convertToFloat();
}

double roundF32F64(double x) { return double(float(x)); }
double roundBF16F64(double x) { return roundTo(llvm::APFloat::BFloat(), x); }
double roundF16F64(double x) { return roundTo(llvm::APFloat::IEEEhalf(), x); }
double roundE4M3F64(double x) {
  return roundTo(llvm::APFloat::Float8E4M3FN(), x);
}
double roundE5M2F64(double x) {
  return roundTo(llvm::APFloat::Float8E5M2(), x);
}
float roundBF16F32(float x) { return roundTo(llvm::APFloat::BFloat(), x); }
float roundF16F32(float x) { return roundTo(llvm::APFloat::IEEEhalf(), x); }
float roundE4M3F32(float x) {
  return roundTo(llvm::APFloat::Float8E4M3FN(), x);
}
float roundE5M2F32(float x) { return roundTo(llvm::APFloat::Float8E5M2(), x); }

//===----------------------------------------------------------------------===//
// Perturbation
//===----------------------------------------------------------------------===//

/// Row `run` of a Hadamard matrix in the column of `operation`, as a bit. Seven
/// operations have a column each; the next seven use them again, with bits of
/// their own in each run.
bool hadamard(uint64_t operation, unsigned run) {
  static const unsigned rows[kHadamardRuns] = {0, 7, 1, 2, 4, 3, 5, 6};
  unsigned column = 1 + unsigned(operation % 7);
  uint64_t odd = __builtin_parity(column & rows[run]);
  if (operation >= 7)
    odd ^= gate::randomBits(operation / 7, run);
  return odd & 1;
}

/// +1 or -1 for the result of operation `number`. It is a function of the
/// value, as a rounding is: equal operations on equal operands stay equal, so
/// exact ties stay ties. In Hadamard runs it is one of the leading bits, `keep`
/// of the significand, which noise leaves as they are from run to run.
double signFor(double value, double number, unsigned keep) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  unsigned run = currentNoise.run;
  if (run >= kHadamardRuns || currentNoise.ranged)
    return gate::randomBits(run, bits) & 1 ? 1 : -1;
  uint64_t odd = hadamard(uint64_t(number), run) ^
                 (gate::randomBits(uint64_t(number), bits >> (52 - keep)) & 1);
  return odd ? -1 : 1;
}

/// The unit in the last place of `type` at a finite value.
template <DType type> double unitAt(double value) {
  constexpr unsigned mantissa = type == DType::F32        ? 23
                                : type == DType::F16      ? 10
                                : type == DType::BF16     ? 7
                                : type == DType::F8E4M3FN ? 3
                                                          : 2;
  if constexpr (type == DType::F64) {
    return std::max(std::fabs(value) * 0x1p-52, 0x1p-1074);
  } else {
    constexpr int least = type == DType::F8E4M3FN                       ? -6
                          : type == DType::F16 || type == DType::F8E5M2 ? -14
                                                                        : -126;
    uint64_t bits;
    std::memcpy(&bits, &value, 8);
    int exponent = std::max(int(bits >> 52 & 0x7ff) - 1023, least);
    bits = uint64_t(exponent - int(mantissa) + 1023) << 52;
    double unit;
    std::memcpy(&unit, &bits, 8);
    return unit;
  }
}

/// Does an operation with this true result not round in `type`? For f64 the
/// true result is not known; one that f32 holds is taken to be exact.
template <DType type> bool isExact(double value) {
  if constexpr (type == DType::F64) {
    return double(float(value)) == value;
  } else {
    double steps = value / unitAt<type>(value);
    return steps == std::nearbyint(steps);
  }
}

/// Bits of a significand that noise seldom changes.
template <DType type> constexpr unsigned keptBits() {
  return type == DType::F32 || type == DType::F64 ? 12 : 2;
}

/// Does this run keep the range of its type for operation `number`?
bool keepsRange(double number) {
  unsigned run = currentNoise.run;
  return currentNoise.ranged &&
         (run >= kHadamardRuns || hadamard(uint64_t(number), run));
}

template <DType type> double leastNormal() {
  static const double least =
      std::ldexp(1.0, 2 - (1 << (gate::floatFormat(type).exponentBits - 1)));
  return least;
}

/// `moved`, the result of operation `number`, in the range of `type`, where
/// this run keeps that. The range of f64 is this machine's.
template <DType type> double inRange(double moved, double number) {
  static const gate::FloatFormat format = gate::floatFormat(type);
  static const double most = gate::largestFinite(type);
  static const double overflows = most + unitAt<type>(most) / 2;
  if (type == DType::F64 || !std::isfinite(moved) || moved == 0)
    return moved;
  bool large = std::fabs(moved) >= overflows;
  if (!large &&
      (std::fabs(moved) >= leastNormal<type>() || isExact<type>(moved)))
    return moved;
  rangeEvent = true;
  if (!keepsRange(number))
    return moved;
  if (large)
    return format.hasInfinity ? std::copysign(INFINITY, moved) : NAN;
  double unit = unitAt<type>(moved);
  return std::nearbyint(moved / unit) * unit;
}

/// `value`, finite, as the nearest number of `type`, if it is in the range of
/// the normal ones: wide runs know no other.
template <DType type> double nearest(double value, double number) {
  static const double most = gate::largestFinite(type);
  if (type == DType::F64 || std::fabs(value) < leastNormal<type>() ||
      std::fabs(value) > most)
    return inRange<type>(value, number);
  double unit = unitAt<type>(value);
  return std::nearbyint(value / unit) * unit;
}

template <DType type>
double move(double value, double number, int halfUnits, double ulps = 0) {
  if (currentNoise.rounded)
    return nearest<type>(value, number);
  double change = signFor(value, number, keptBits<type>()) *
                  (kNoiseAmplitude / 2 * halfUnits + ulps) *
                  unitAt<type>(value);
  // Subnormal numbers and zeros of a ranged run are the nearest ones.
  if (std::fabs(change) > std::fabs(value) && keepsRange(number))
    change = 0;
  double moved = value + change;
  // No rounding gives a number of the other sign: below the smallest subnormal
  // number there is zero.
  if (std::signbit(moved) != std::signbit(value))
    moved = 0;
  return inRange<type>(std::copysign(moved, value), number);
}

template <DType type> double noise(double value, double number) {
  ++workCount;
  if (!std::isfinite(value) || value == 0)
    return value;
  return isExact<type>(value) ? inRange<type>(value, number)
                              : move<type>(value, number, 1);
}

/// A quotient may be formed by a reciprocal, whose rounding then stays even
/// where the quotient is exact, unless it is a power of two.
template <DType type>
double noiseQuotient(double value, double number, double divisor) {
  int exponent;
  if (std::fabs(std::frexp(divisor, &exponent)) == 0.5 &&
      currentNoise.ulps == 0)
    return noise<type>(value, number);
  ++workCount;
  return std::isfinite(value) && value != 0
             ? move<type>(value, number, 1, currentNoise.ulps)
             : value;
}

/// A function of f32 may be wrong by two units (kopt-expand-math's bound), four
/// halves, wherever its true value lies; with the amplitude a candidate's may
/// be twice as wrong.
template <DType type> double noiseFunction(double value, double number) {
  constexpr int own = type == DType::F32 || type == DType::F64 ? 2 : 1;
  ++workCount;
  return std::isfinite(value) && value != 0
             ? move<type>(value, number, own, currentNoise.ulps)
             : value;
}

/// Does a rounding of `argument`, a number of radians, move it by so much of a
/// period that nothing is known of a sine? What the type holds was not rounded.
template <DType type> bool losesPhase(double argument) {
  constexpr double kUnits = 16, kQuarter = 1.57;
  return std::isfinite(argument) && !isExact<type>(argument) &&
         kUnits * unitAt<type>(argument) >= kQuarter;
}

/// A sine or cosine: where the phase is lost it is 1 or -1, which bound what
/// else it may be. The sign is a function of the operation and the argument, so
/// that what two of them do to an element is added in some runs.
template <DType type>
double noiseWave(double value, double number, double argument) {
  if (!losesPhase<type>(argument))
    return noiseFunction<type>(value, number);
  ++workCount;
  return signFor(argument, number, keptBits<type>());
}

/// A tangent: nothing bounds it where the phase is lost.
template <DType type>
double noiseTangent(double value, double number, double argument) {
  if (!losesPhase<type>(argument))
    return noiseFunction<type>(value, number);
  ++workCount;
  return NAN;
}

/// Of the terms of a sum: `magnitudes` adds their absolute values, `squares`
/// their squares, `largest` is the largest partial sum in the program's order,
/// `quantum` divides every term, `terms` is their number.
///
/// A balanced tree over the terms has log2(terms) levels; at each of them a
/// term's partial sum is rounded, and a partial sum is about as large as the
/// program's own ones, or as what random signs make of the terms.
template <DType type>
double noiseSum(double sum, double number, double magnitudes, double squares,
                double largest, double quantum, double terms) {
  static const gate::FloatFormat format = gate::floatFormat(type);
  static const double most = gate::largestFinite(type);
  // Where signs are mixed, some order of the terms may overflow on the way:
  // nothing is known.
  bool oneSign = std::fabs(sum) >= magnitudes * (1 - 0x1p-20);
  if (magnitudes >= most + unitAt<type>(most) / 2 && !oneSign)
    return NAN;
  // Integers (times a power of two) that stay small: exact in every order.
  if (!std::isfinite(sum) || magnitudes == 0 ||
      magnitudes <= std::ldexp(quantum, int(format.mantissaBits) + 1))
    return inRange<type>(sum, number);
  if (currentNoise.rounded)
    return nearest<type>(sum, number);
  double levels = std::max(1.0, std::log2(terms));
  double random = std::isfinite(squares) ? std::sqrt(squares) : magnitudes;
  double unit = unitAt<type>(largest + random) / 2;
  // The oracle's own sum is in f64 and in the program's order.
  double own = type == DType::F64 ? terms : 0;
  return inRange<type>(sum + signFor(sum, number, keptBits<type>()) *
                                 (kNoiseAmplitude * levels + own) * unit,
                       number);
}

/// maxnumf and minnumf may take either of two zeros.
double noiseZero(double x, double y, double result) {
  if (x != 0 || y != 0 || std::signbit(x) == std::signbit(y))
    return result;
  bool negative = currentNoise.run & 1;
  return negative ? -0.0 : 0.0;
}

double quantum(double value) {
  ++workCount;
  if (!std::isfinite(value) || value == 0)
    return INFINITY;
  int exponent;
  // 53 bits as a whole number; its trailing zeros.
  auto whole =
      uint64_t(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
  return std::ldexp(1.0, exponent - 53 + __builtin_ctzll(whole));
}

template <DType type, typename Add>
void addNoise(const std::string &name, Add add) {
  add("kopt_noise_" + name + "_f64", &noise<type>);
  add("kopt_noise_div_" + name + "_f64", &noiseQuotient<type>);
  add("kopt_noise_fn_" + name + "_f64", &noiseFunction<type>);
  add("kopt_noise_wave_" + name + "_f64", &noiseWave<type>);
  add("kopt_noise_tan_" + name + "_f64", &noiseTangent<type>);
  add("kopt_noise_sum_" + name + "_f64", &noiseSum<type>);
}

} // namespace

Arena::Arena() { currentArena = this; }
Arena::~Arena() {
  currentArena = nullptr;
  for (void *block : blocks)
    std::free(block);
}
void *Arena::allocate(size_t bytes) {
  void *block = std::malloc(bytes ? bytes : 1);
  if (!block)
    endWithoutMemory(bytes);
  blocks.push_back(block);
  return block;
}

void setNoise(Noise noise) { currentNoise = noise; }

uint64_t takeWork() {
  uint64_t count = workCount;
  workCount = 0;
  return count;
}

bool takeRangeEvent() {
  bool event = rangeEvent;
  rangeEvent = false;
  return event;
}

llvm::orc::SymbolMap runtimeSymbols(llvm::orc::MangleAndInterner mangle) {
  llvm::orc::SymbolMap map;
  auto add = [&](const std::string &name, auto *function) {
    map[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                         llvm::JITSymbolFlags::Exported |
                             llvm::JITSymbolFlags::Callable};
  };
  add("malloc", &arenaMalloc);
  add("free", &arenaFree);
  add("memrefCopy", &copyStrided);
  add("puts", &takeMessage);
  add("abort", &endByAssertion);
  add("kopt_round_f32_f64", &roundF32F64);
  add("kopt_round_bf16_f64", &roundBF16F64);
  add("kopt_round_f16_f64", &roundF16F64);
  add("kopt_round_f8E4M3FN_f64", &roundE4M3F64);
  add("kopt_round_f8E5M2_f64", &roundE5M2F64);
  add("kopt_round_bf16_f32", &roundBF16F32);
  add("kopt_round_f16_f32", &roundF16F32);
  add("kopt_round_f8E4M3FN_f32", &roundE4M3F32);
  add("kopt_round_f8E5M2_f32", &roundE5M2F32);
  add("kopt_noise_zero_f64", &noiseZero);
  add("kopt_quantum_f64", &quantum);
  addNoise<DType::F64>("f64", add);
  addNoise<DType::F32>("f32", add);
  addNoise<DType::BF16>("bf16", add);
  addNoise<DType::F16>("f16", add);
  addNoise<DType::F8E4M3FN>("f8E4M3FN", add);
  addNoise<DType::F8E5M2>("f8E5M2", add);
  return map;
}

} // namespace kopt::oracle
