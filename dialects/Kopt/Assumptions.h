//===- Assumptions.h - What a kernel knows of its symbols -------*- C++ -*-===//
//
// A kernel's symbols are known at launch (see kopt.kernel). What holds for them
// at every launch is decided with upstream's Presburger library.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_KOPT_ASSUMPTIONS_H
#define DIALECTS_KOPT_ASSUMPTIONS_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Analysis/Presburger/PresburgerRelation.h"

namespace kopt {

/// Points over the symbols of a kernel.
using SymbolPoints = mlir::presburger::PresburgerSet;

/// The points where `set` holds, which has no dimensions and is pure affine.
SymbolPoints pointsOf(mlir::IntegerSet set);

/// Where `kernel` may be launched: extents are at least 0, and `assume` holds.
SymbolPoints assumedPoints(KernelOp kernel);

/// Whether `expr` over the kernel's symbols is a multiple of `divisor` at
/// every launch. May miss that it is, never says so wrongly.
bool isMultiple(KernelOp kernel, mlir::AffineExpr expr, int64_t divisor);

/// Whether `set` holds where the symbols have these values.
bool holdsAt(mlir::IntegerSet set, llvm::ArrayRef<int64_t> symbols);

/// `expr` or `set` with the kernel's symbols by name: `arg0[1]` is dimension 1
/// of argument 0, `arg2` an index argument.
std::string textOf(mlir::AffineExpr expr, KernelOp kernel);
std::string textOf(mlir::IntegerSet set, KernelOp kernel);

} // namespace kopt

#endif // DIALECTS_KOPT_ASSUMPTIONS_H
