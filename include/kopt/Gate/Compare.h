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

/// One result of the oracle on one input family. Floats fill `wide` and
/// `narrow`, integers fill `exact`.
struct OracleResult {
  std::vector<double> wide;   ///< arithmetic and accumulators in f64
  std::vector<double> narrow; ///< the same program in the program's types
  std::vector<int64_t> exact;
};

struct CompareResult {
  Reason reason = Reason::None; ///< None, Mismatch, NaN or Unwritten
  std::string detail;           ///< about the first element that fails
  uint64_t failures = 0;
  /// Elements where the wide and the narrow oracle differ in kind (finite,
  /// infinite, NaN, sign of zero): either is accepted.
  uint64_t ambiguous = 0;
  double worstRatio = 0; ///< max |candidate − oracle| / allowed
};

/// Compares a result buffer (`bytes`, as stored) with the oracle's. `depth` is
/// log2 of the largest number of terms in a reduction, an upper bound.
/// `poison` is the 32-bit pattern the buffer was filled with: a mismatching
/// element that still holds it is reported as Unwritten.
CompareResult compare(const Buffer &buffer, const std::vector<uint8_t> &bytes,
                      const OracleResult &oracle, double depth,
                      uint32_t poison);

} // namespace kopt::gate

#endif // KOPT_GATE_COMPARE_H
