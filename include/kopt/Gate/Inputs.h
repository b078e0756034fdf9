//===- Inputs.h - Input families of the gate --------------------*- C++ -*-===//
//
// Inputs are named by (family, seed, type, shape) and generated where they are
// used, so they never travel. Every element depends on its index only (a
// counter-based generator in integer arithmetic), hence equal bytes on every
// machine. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_INPUTS_H
#define KOPT_GATE_INPUTS_H

#include "kopt/Gate/Program.h"

namespace kopt::gate {

/// All families, in a fixed order: uniform01, normal, normal_1e3, last_spike,
/// constant_rows, equal_rows, large_mean, signed_zeros, subnormals,
/// infinities, nan_lanes, all_neg_inf_rows, first_half_neg_inf,
/// small_integers, one_hot, cancelling, random_bits,
/// full_significands, one_hot_right, powers_of_two, inf_tail, large_negative,
/// exp_range, first_spike.
/// docs/gate.md says what they are for.
const std::vector<std::string> &familyNames();
/// Whether `family` is one of `familyNames()`.
bool isFamily(const std::string &family);
/// What to tell who asked for a `family` that is none: the names there are.
std::string unknownFamily(const std::string &family);

/// Whether `family` is an exact probe: data on which many programs do not
/// round, whose results are then compared bit for bit.
bool isProbe(const std::string &family);

/// What argument `index` of `count` holds when `family` is asked for: a family
/// of several arguments gives each a part of its own. `one_hot` selects by the
/// first and fills the others with full significands, and so on.
std::string familyOfArgument(const std::string &family, unsigned index,
                             unsigned count);

/// The packed elements of a tensor. A row is the innermost dimension.
/// `indexBound` > 0 makes an integer type hold indices in [0, indexBound):
/// 0, indexBound − 1 and duplicates occur in every family. An unknown family
/// gives no bytes: check with `isFamily` first.
std::vector<uint8_t> generate(const std::string &family, uint64_t seed,
                              DType dtype, const std::vector<int64_t> &shape,
                              int64_t indexBound = 0);

/// A well-mixed 64-bit number for (seed, counter).
uint64_t randomBits(uint64_t seed, uint64_t counter);

} // namespace kopt::gate

#endif // KOPT_GATE_INPUTS_H
