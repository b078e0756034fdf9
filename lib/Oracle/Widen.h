//===- Widen.h - The variants of a program that the oracle runs -*- C++ -*-===//

#ifndef LIB_ORACLE_WIDEN_H
#define LIB_ORACLE_WIDEN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/ArrayRef.h"

namespace kopt::oracle {

enum class Variant {
  Wide,     ///< every float type is f64
  Narrow,   ///< every type is the program's: narrower ones round in f32
  Perturbed ///< as Wide, with the result of each inexact operation moved
};

/// Turns `module` into the variant. Types that are narrower than the variant's
/// become it, in signatures too. Roundings that the program writes (truncf,
/// integer to float) stay, as calls of `kopt_round_<type>_<compute>`; only one
/// that directly feeds a returned result goes. Located error where an operation
/// depends on the bits of a float or cannot take the wider type.
mlir::LogicalResult makeVariant(mlir::ModuleOp module, Variant variant);

/// An operation that rounds, and the type that the program has it in.
struct Rounding {
  mlir::Operation *op;
  mlir::FloatType type;
};

/// Perturbs a module of f64 arithmetic: `roundings` are its operations. Where
/// a structured operation sums, the sum is perturbed as a whole.
void perturb(mlir::ModuleOp module, llvm::ArrayRef<Rounding> roundings);

/// Takes tensors of static shape without elements out of what puts tensors
/// together: concatenations, padding, packing.
void removeEmptyParts(mlir::ModuleOp module);

/// Replaces packing by its definition, element by element: upstream decomposes
/// none into tiles of dynamic extents.
mlir::LogicalResult packByElement(mlir::RewriterBase &rewriter,
                                  mlir::linalg::PackOp op);

/// Scans of torch-mlir become loops over each line in turn, which carry what
/// came before.
void expandScans(mlir::ModuleOp module);

/// The declaration of a runtime function of scalars of one type.
mlir::func::FuncOp declareScalar(mlir::ModuleOp module, llvm::StringRef name,
                                 mlir::FloatType type, unsigned arguments = 1);

} // namespace kopt::oracle

#endif // LIB_ORACLE_WIDEN_H
