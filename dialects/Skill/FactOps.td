//===- FactOps.td - Places, facts and guards ---------------*- tablegen -*-===//

#ifndef SKILL_FACT_OPS_TD
#define SKILL_FACT_OPS_TD

include "dialects/Skill/SkillDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/RegionKindInterface.td"

def Skill_BindOp : Skill_Op<"bind", [HasParent<"CardOp">]> {
  let summary = "a place in the program";
  let description = [{
    The anchor, an operation by name and, if given, by the form of the kernel it
    is in or launches; or what is in a relation to another place: `kernel` (the
    kernel around or launched), `loop` (the innermost loop around), `producer`
    (the launch that makes the first input that comes from a launch of the same
    block), `sibling` (the last launch before it that reads the same largest
    input and makes none). Where there is no such operation the card is refused.

    Example:
    ```mlir
    %load = skill.bind op "kopt.load" form 2
    %k    = skill.bind kernel of %load
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$op, OptionalAttr<I64Attr>:$form,
                       OptionalAttr<StrAttr>:$relation,
                       Optional<Skill_HandleType>:$from);
  let results = (outs Skill_HandleType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Skill_KnobOp : Skill_Op<"knob", [HasParent<"CardOp">]> {
  let summary = "a number that search may choose";
  let description = [{
    The first of the domain is the default.

    Example: `%w = skill.knob "bytes" in [16, 8]`
  }];
  let arguments = (ins StrAttr:$name, DenseI64ArrayAttr:$domain);
  let results = (outs Skill_ValueType:$result);
  let assemblyFormat = "$name `in` $domain attr-dict";
  let hasVerifier = 1;
}

def Skill_QueryOp : Skill_Op<"query", [HasParent<"CardOp">]> {
  let summary = "a fact about a place";
  let description = [{
    A number by the name of a registered query, or *not known* with the reason
    (a dynamic extent, for instance). Values and words after the place are the
    query's arguments.

    Example: `%s = skill.query stride(%load, inner)`
  }];
  let arguments = (ins StrAttr:$name, Skill_HandleType:$place,
                       Variadic<Skill_ValueType>:$values, ArrayAttr:$words);
  let results = (outs Skill_ValueType:$result);
  let hasCustomAssemblyFormat = 1;
}

def Skill_TargetOp : Skill_Op<"target", [HasParent<"CardOp">]> {
  let summary = "a limit or capability of the machine";
  let description = [{
    Asks for numbers, never for a machine's name.

    Example: `%s = skill.target "shared_memory_per_block"`
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Skill_ValueType:$result);
  let assemblyFormat = "$name attr-dict";
}

def Skill_Compare : I32EnumAttr<"Compare", "a comparison of numbers", [
    I32EnumAttrCase<"Eq", 0, "eq">, I32EnumAttrCase<"Ne", 1, "ne">,
    I32EnumAttrCase<"Lt", 2, "lt">, I32EnumAttrCase<"Le", 3, "le">,
    I32EnumAttrCase<"Gt", 4, "gt">, I32EnumAttrCase<"Ge", 5, "ge">,
    I32EnumAttrCase<"Mod", 6, "mod">]> {
  let cppNamespace = "::kopt::skill";
}

class Skill_Condition<string mnemonic, string parent = "CardOp">
    : Skill_Op<mnemonic, [HasParent<parent>, AttrSizedOperandSegments]> {
  dag condition = (ins OptionalAttr<Skill_Compare>:$compare,
                       OptionalAttr<I64Attr>:$number,
                       OptionalAttr<StrAttr>:$predicate,
                       Variadic<Skill_ValueType>:$values,
                       Optional<Skill_HandleType>:$place,
                       OptionalAttr<ArrayAttr>:$words,
                       OptionalAttr<StrAttr>:$otherwise);
  let hasCustomAssemblyFormat = 1;
}

def Skill_GuardOp : Skill_Condition<"guard"> {
  let summary = "a condition without which the card is not sound";
  let description = [{
    A comparison of two values (the second may be a literal; `mod`: the first is
    a multiple of the second), or a registered predicate of a place. `else` is
    the sentence that a refusal gives; `{0}`, `{1}` … are the values. The id is
    `G` and a number, never used again after a guard is removed. `advisory`: the
    guard says where the card pays, not where it is sound; it refuses where it
    fails, and lets pass what only a launch can decide.

    Example:
    ```mlir
    skill.guard "G1" %s eq 1 else "innermost stride is {0}, must be {1}"
    skill.guard "G2" is_elementwise(%k) else "the kernel reduces"
    skill.guard "G3" %rows ge 4 advisory else "there are {0} rows, fewer than {1}"
    ```
  }];
  let arguments = !con((ins StrAttr:$id, UnitAttr:$advisory), condition);
  let hasVerifier = 1;
}

def Skill_AnyOp : Skill_Op<"any", [
    HasParent<"CardOp">, SingleBlock, NoTerminator]> {
  let summary = "a guard that holds where one of several conditions does";
  let description = [{
    A guard with an id and a sentence of its own, to which a refusal adds the
    sentences of all conditions. It holds where the first condition that can be
    met does: what holds counts before what holds for some launches only.

    Example:
    ```mlir
    skill.any "G4" else "the load is neither contiguous nor of one element" {
      skill.when %stride eq 1 else "the stride is {0}"
      skill.when %extent eq 1 else "there are {0} elements"
    }
    ```
  }];
  let arguments = (ins StrAttr:$id, UnitAttr:$advisory, StrAttr:$otherwise);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $id (`advisory` $advisory^)? `else` $otherwise attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def Skill_WhenOp : Skill_Condition<"when", "AnyOp"> {
  let summary = "one of the conditions of skill.any";
  let description = [{
    As `skill.guard` without an id.

    Example: `skill.when single_use(%t) else "the tile is used again"`
  }];
  let arguments = condition;
}

def Skill_ExpectOp : Skill_Condition<"expect"> {
  let summary = "what must hold after the action";
  let description = [{
    As `skill.guard`, asked of the changed program. Where it does not hold, the
    change is dropped.

    Example: `skill.expect %after le 128 else "{0} registers a thread"`
  }];
  let arguments = condition;
}

#endif // SKILL_FACT_OPS_TD
