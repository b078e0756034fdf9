//===- SkillDialect.td - Skill cards and recipes -----------*- tablegen -*-===//

#ifndef SKILL_DIALECT_TD
#define SKILL_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def Skill_Dialect : Dialect {
  let name = "skill";
  let cppNamespace = "::kopt::skill";
  let summary = "know-how as data: when a rewrite is sound and what it does";
  let description = [{
    A **card** names a place in a kernel (`bind`), asks for facts about it
    (`query`, `target`), states when the change is sound (`guard`), makes it
    (`set`, `rewrite`) and says what must be true afterwards (`expect`). A
    **recipe** is an ordered list of applications of cards. Both are read by an
    interpreter (lib/Skill); nothing here is ever lowered.

    Cards are written by people and models, and no tool prints them again.
  }];
  let useDefaultTypePrinterParser = 1;
}

class Skill_Op<string mnemonic, list<Trait> traits = []>
    : Op<Skill_Dialect, mnemonic, traits>;

class Skill_Type<string name, string typeMnemonic, string text>
    : TypeDef<Skill_Dialect, name>,
      BuildableType<"$_builder.getType<::kopt::skill::" # name # "Type>()"> {
  let mnemonic = typeMnemonic;
  let summary = text;
}

def Skill_HandleType : Skill_Type<"Handle", "handle", "an operation of the program">;
def Skill_ValueType : Skill_Type<"Value", "value", "an integer, or not known">;

#endif // SKILL_DIALECT_TD
