//===- SkillOps.td - All operations of skill cards ---------*- tablegen -*-===//

#ifndef SKILL_OPS_TD
#define SKILL_OPS_TD

include "dialects/Skill/CardOps.td"
include "dialects/Skill/FactOps.td"
include "dialects/Skill/ActionOps.td"

#endif // SKILL_OPS_TD
