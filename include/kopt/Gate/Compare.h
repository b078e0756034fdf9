//===- Compare.h - Candidate against oracle, element by element -*- C++ -*-===//
//
// The error model of docs/gate.md. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_COMPARE_H
#define KOPT_GATE_COMPARE_H

#include "kopt/Gate/Numbers.h"
#include "kopt/Gate/Verdict.h"

#include <string>
#include <vector>

namespace kopt::gate {

/// Distance between `value` and its larger neighbour in `type`: the unit in
/// the last place, at least the smallest subnormal. `value` is finite.
double ulp(DType type, double value);

/// One result of the oracle on one input family. Floats fill `wide`, `narrow`
/// and `deviations`, integers fill `exact` and `alternatives`.
struct OracleResult {
  std::vector<double> wide;   ///< arithmetic and accumulators in f64
  std::vector<double> narrow; ///< the same program in the program's types
  std::vector<int64_t> exact; ///< integers of the wide run
  /// Of each perturbed run, |perturbed − wide| of each element; NaN where only
  /// one of them is a number. The roundings of the run are four times as large
  /// as the program's: this is the allowed error, not the yardstick.
  std::vector<std::vector<float>> deviations;
  /// Elements that are a zero of the other sign in some perturbed run; may be
  /// empty.
  std::vector<bool> eitherZero;
  /// Values of each run whose intermediate results overflow and underflow as
  /// the program's types have it; no runs where none does.
  std::vector<std::vector<double>> ranged;
  /// Integers of the narrow and of each perturbed run.
  std::vector<std::vector<int64_t>> alternatives;
};

struct CompareResult {
  Reason reason = Reason::None; ///< None, Mismatch, NaN or Unwritten
  std::string detail;           ///< about the first element that fails
  uint64_t failures = 0;
  uint64_t elements = 0;
  /// Elements of which the oracle does not say whether they are finite,
  /// infinite or NaN, or which sign a zero has: either is accepted. And those
  /// accepted for what an overflow or underflow on the way makes of them.
  uint64_t ambiguous = 0;
  /// Of these, those without any value to compare with: some run perturbed by
  /// roundings gave NaN, or no NaN. Only that they are written is checked.
  uint64_t undecided = 0;
  /// Elements accepted only because some perturbed runs decide a comparison, a
  /// selection or a rounding the other way.
  uint64_t nearTies = 0;
  /// Elements whose every intermediate value the program's types hold: what
  /// an exact probe compares bit for bit.
  uint64_t exact = 0;
  double worstRatio = 0; ///< max |candidate − oracle| / allowed
};

/// Compares a result buffer (`bytes`, as stored) with the oracle's. With
/// `bitwise`, exact elements must have the bits that the wide oracle rounds to.
/// `poison` is the 32-bit pattern the buffer was filled with: a mismatching
/// element that still holds it is reported as Unwritten.
CompareResult compare(const Buffer &buffer, const std::vector<uint8_t> &bytes,
                      const OracleResult &oracle, bool bitwise,
                      uint32_t poison);

} // namespace kopt::gate

#endif // KOPT_GATE_COMPARE_H
