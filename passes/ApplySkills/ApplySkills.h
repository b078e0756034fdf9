//===- ApplySkills.h - Change programs by skill cards -----------*- C++ -*-===//

#ifndef PASSES_APPLYSKILLS_APPLYSKILLS_H
#define PASSES_APPLYSKILLS_APPLYSKILLS_H

#include "dialects/Skill/SkillDialect.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ApplySkills/ApplySkills.h.inc"

/// Registers the pass, and the pipeline `apply-skills` that is it.
void registerApplySkillsPasses();

} // namespace kopt

#endif // PASSES_APPLYSKILLS_APPLYSKILLS_H
