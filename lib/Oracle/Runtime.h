//===- Runtime.h - What compiled oracles call -------------------*- C++ -*-===//

#ifndef LIB_ORACLE_RUNTIME_H
#define LIB_ORACLE_RUNTIME_H

#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kopt::oracle {

/// Everything the compiled code allocates during one run; freed as a whole.
class Arena {
public:
  Arena();
  ~Arena();
  void *allocate(size_t bytes);

private:
  std::vector<void *> blocks;
};

/// How a perturbed run moves the results of inexact operations.
struct Noise {
  /// Number of the run. In the first eight the operations' signs are rows of a
  /// Hadamard matrix, so that whatever two of them do to an element is added in
  /// some run and subtracted in another; any four of these runs have both signs
  /// of each operation. Later ones are random.
  unsigned run = 0;
  double ulps = 0; ///< by which functions and quotients are moved further
  /// Results beyond the range of the program's type become what they are in
  /// it: infinities, subnormal numbers and zeros. In the first eight of these
  /// runs those of some operations do, as a kernel may compute some in a wider
  /// type or not at all: rows of the matrix. In later ones all do.
  bool ranged = false;
  /// Nothing is moved: each result is the nearest number of its type, sums once
  /// they are whole. What two operations of equal results make equal stays so,
  /// as in a kernel, where moved ones would differ.
  bool rounded = false;
};
constexpr unsigned kHadamardRuns = 8;
/// Runs of `Noise::ranged`.
constexpr unsigned kRangedRuns = kHadamardRuns + 2;

/// The noise of the runs that follow on this thread.
void setNoise(Noise noise);

/// How many operations and terms were looked at on this thread since the last
/// call: what a perturbed run costs.
uint64_t takeWork();

/// Did some operation on this thread since the last call have a result beyond
/// the range of its type: one that overflows, or rounds to a subnormal number?
bool takeRangeEvent();

/// A perturbed result lies this many rounding errors (halves of a unit in the
/// last place) beside the true one: the 4 of docs/gate.md.
constexpr double kNoiseAmplitude = 4;

/// malloc and free from the arena, and
///   kopt_round_<T>_<C>     rounds a C to T and stays in C,
///   kopt_noise_<T>_f64     the result of an operation of T, perturbed; the
///                          operation's number follows it,
///   kopt_noise_div_<T>_f64 the same of a quotient, number and divisor,
///   kopt_noise_fn_<T>_f64  the same for a function of the mathematics library,
///   kopt_noise_wave_<T>_f64, kopt_noise_tan_<T>_f64 of a sine or cosine and of
///                          a tangent; the argument follows the number,
///   kopt_noise_sum_<T>_f64 the result of a sum of T, perturbed, or NaN where
///                          T may overflow in some order of the terms,
///   kopt_noise_zero_f64    of two zeros of different sign, either,
///   kopt_quantum_f64       the weight of the lowest bit that is set.
llvm::orc::SymbolMap runtimeSymbols(llvm::orc::MangleAndInterner mangle);

} // namespace kopt::oracle

#endif // LIB_ORACLE_RUNTIME_H
