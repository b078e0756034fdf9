//===- SkillDialect.h - Skill cards and recipes -----------------*- C++ -*-===//

#ifndef DIALECTS_SKILL_SKILLDIALECT_H
#define DIALECTS_SKILL_SKILLDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"

#include "dialects/Skill/SkillDialect.h.inc"
#include "dialects/Skill/SkillEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Skill/SkillTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/Skill/SkillOps.h.inc"

namespace kopt::skill {
/// What a card's verifier asks beside the card's form, for instance whether the
/// queries that it names exist. A tool that wants all errors at once registers
/// an implementation with the dialect (see lib/Skill); others ask checkCard.
class CardCheckInterface
    : public mlir::DialectInterface::Base<CardCheckInterface> {
public:
  explicit CardCheckInterface(mlir::Dialect *dialect) : Base(dialect) {}
  /// Emits errors at the card's operations.
  virtual mlir::LogicalResult check(CardOp card) const = 0;
};
} // namespace kopt::skill

namespace kopt {
/// The name under which kopt::registerAllDialects finds the dialect.
using skill::SkillDialect;
} // namespace kopt

#endif // DIALECTS_SKILL_SKILLDIALECT_H
