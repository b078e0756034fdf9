//===- Variants.h - Kernels for some launches only --------------*- C++ -*-===//
//
// A card whose guards hold for some launches is applied to a copy of the
// kernel that only those launches run, see kopt.launch.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_SKILL_VARIANTS_H
#define LIB_SKILL_VARIANTS_H

#include "dialects/Kopt/Assumptions.h"
#include "dialects/Skill/SkillDialect.h"
#include "kopt/Skill/Facts.h"
#include "mlir/IR/IRMapping.h"

namespace kopt::skill {

/// The launches that may run `kernel`.
llvm::SmallVector<LaunchOp> launchesOf(KernelOp kernel);

/// What is known of the symbols of one kernel, and what a card asks of them in
/// addition.
class Conditions {
public:
  /// Knows the kernel's `assume`, and that none held of the variants that its
  /// launches try before it.
  explicit Conditions(KernelOp kernel);

  /// Decides a comparison for all launches that run the kernel; `If` where it
  /// holds for some and a condition tells which.
  Verdict compare(Compare how, const Number &a, const Number &b) const;

  /// Asks for the condition of an `If`: from now on it is known.
  void require(const Verdict &verdict);

  /// Whether the card asks for nothing.
  bool empty() const { return constraints.empty(); }
  /// The conditions asked for, by name; empty where there are none.
  std::string text() const;
  /// The kernel's `assume` and the conditions.
  mlir::IntegerSet assume() const;
  /// Why the kernel can have no variant; empty where it can.
  std::string whyNoVariant(unsigned most) const;

private:
  SymbolPoints points(mlir::AffineExpr constraint, bool isEq) const;

  mutable KernelOp kernel; ///< mutable as operations have no const methods
  SymbolPoints known;
  llvm::SmallVector<mlir::AffineExpr> constraints;
  llvm::SmallVector<bool> isEq;
};

/// Copies `kernel`, in front of it and by a name of its own, with `assume`;
/// its launches try the copy before it. `mapping` gets the copies of all
/// operations.
KernelOp addVariant(KernelOp kernel, mlir::IntegerSet assume,
                    mlir::IRMapping &mapping);

} // namespace kopt::skill

#endif // LIB_SKILL_VARIANTS_H
