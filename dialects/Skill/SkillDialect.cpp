//===- SkillDialect.cpp - Skill cards and recipes -------------------------===//

#include "dialects/Skill/SkillDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt::skill;

#include "dialects/Skill/SkillDialect.cpp.inc"
#include "dialects/Skill/SkillEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Skill/SkillTypes.cpp.inc"

void SkillDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Skill/SkillTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Skill/SkillOps.cpp.inc"
      >();
}
