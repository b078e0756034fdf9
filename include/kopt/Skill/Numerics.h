//===- Numerics.h - What IR shows of its arithmetic -------------*- C++ -*-===//
//
// Numeric classes of cards, and what of them operations show. The gate and the
// interpreter of cards read the same.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_NUMERICS_H
#define KOPT_SKILL_NUMERICS_H

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace kopt::skill {

/// From what changes no bit to what changes most; a class permits those before
/// it.
enum class NumericKind : uint8_t {
  Exact,
  Reassociates,
  Contracts,
  Approximates,
  Narrows
};

/// The spelling of cards: "exact" …
const char *spelling(NumericKind kind);
std::optional<NumericKind> parseNumericKind(llvm::StringRef text);

/// The bits of the accumulator of a reduction that rounds; 0 for others.
unsigned accumulatorWidth(mlir::Operation *op);

/// What `op` shows by itself: its flags, its name, and whether it accumulates
/// in less than `accumulator` bits. Exact where it shows nothing.
NumericKind shownBy(mlir::Operation *op, unsigned accumulator);

/// A class, and the operation that it is because of.
struct DerivedNumerics {
  NumericKind kind = NumericKind::Exact;
  std::string because; ///< a clause; empty where exact
};

/// What the IR shows of the change from `before` to `after`, modules or
/// kernels: approximating and contracting operations in place of plain ones,
/// accumulators that got narrower, reductions of kernels (form 2, by name) that
/// are shaped otherwise. A lower bound: what a change does beside is not seen.
DerivedNumerics deriveNumerics(mlir::Operation *before, mlir::Operation *after);

} // namespace kopt::skill

#endif // KOPT_SKILL_NUMERICS_H
