//===- Numbers.h - Elements as stored and their values ----------*- C++ -*-===//
//
// One place that knows the storage of every element type. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_NUMBERS_H
#define KOPT_GATE_NUMBERS_H

#include "kopt/Gate/Program.h"

namespace kopt::gate {

/// The fields of a binary floating-point format; mantissaBits without the
/// hidden one.
struct FloatFormat {
  unsigned exponentBits, mantissaBits;
  bool hasInfinity; ///< false for f8E4M3FN, whose all-ones pattern is NaN
};

/// True for f16, bf16, f32, f64 and the two f8 types.
bool isFloat(DType type);
/// The format of a float type; asserts `isFloat(type)`.
FloatFormat floatFormat(DType type);
/// Bits per element as stored.
inline unsigned bitWidth(DType type) { return 8 * byteSize(type); }

/// Bits of `value` rounded to nearest even. Overflow gives infinity, or NaN
/// where the format has none. Asserts `isFloat(type)`.
uint64_t encodeFloat(DType type, double value);
/// The value of stored bits, exact. Asserts `isFloat(type)`.
double decodeFloat(DType type, uint64_t bits);
/// Largest finite value. Asserts `isFloat(type)`.
double largestFinite(DType type);

/// The little-endian bits of element `index` of packed storage.
uint64_t loadBits(DType type, const void *data, int64_t index);
/// Stores the low bits as element `index` of packed storage.
void storeBits(DType type, void *data, int64_t index, uint64_t bits);
/// An integer element, sign-extended (i1 and index: as they are). Asserts
/// that `type` is no float.
int64_t decodeInteger(DType type, uint64_t bits);

/// The 32-bit pattern outputs are filled with before a run, `which` 0 or 1:
/// NaN for every float type, and a value unlikely to be computed otherwise
/// (for i1 an illegal one).
uint32_t poisonPattern(DType type, unsigned which = 0);

} // namespace kopt::gate

#endif // KOPT_GATE_NUMBERS_H
