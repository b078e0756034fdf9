//===- CardOps.td - Cards and recipes ----------------------*- tablegen -*-===//

#ifndef SKILL_CARD_OPS_TD
#define SKILL_CARD_OPS_TD

include "dialects/Skill/SkillDialect.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

def Skill_CardOp : Skill_Op<"card", [
    Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "one optimisation";
  let description = [{
    The body is, in this order: facts and guards, actions, expectations; `risk`
    and `pays` anywhere. `numerics` is the numeric class: `exact`,
    `reassociates`, `contracts`, `approximates` or `narrows`.

    Preconditions: the first operation binds the anchor; guard ids are unique;
    knob names are unique; there is a guard or an `unguarded` with the reason,
    and at least one action.

    Example:
    ```mlir
    skill.card @launch_warps version 1 numerics exact {
      %k = skill.bind op "kopt.kernel" form 2
      %w = skill.knob "warps" in [4, 8, 16]
      %set = skill.query has_attr(%k, schedule)
      skill.guard "G1" %set eq 0 else "the kernel has a schedule"
      skill.set %k "schedule" "#kopt.launch<warps = {0}>"(%w)
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$version, StrAttr:$numerics);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `version` custom<Number>($version) `numerics` custom<Word>($numerics)
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Skill_RecipeOp : Skill_Op<"recipe", [
    Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "cards in order";
  let description = [{
    The body holds `skill.apply` only; they are done from top to bottom.

    Example:
    ```mlir
    skill.recipe @plain {
      skill.apply @tile_to_grid with (rows = 1, cols = 128)
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Skill_ApplyOp : Skill_Op<"apply", [HasParent<"RecipeOp">]> {
  let summary = "apply a card wherever its guards hold, or a recipe";
  let description = [{
    A recipe is put in place of the line; it takes neither knobs nor
    `until_no_match`. A card is applied once at each match, in program order. With `until_no_match` the program is
    searched again after each application until no match is left that the
    guards accept. `with` sets knobs; others keep their defaults.

    Example: `skill.apply @resize until_no_match with (size = 8)`, `skill.apply @plain`
  }];
  let arguments = (ins FlatSymbolRefAttr:$card, UnitAttr:$until_no_match,
                       DefaultValuedAttr<DictionaryAttr, "{}">:$knobs);
  let assemblyFormat = [{
    $card (`until_no_match` $until_no_match^)? (`with` custom<Settings>($knobs)^)? attr-dict
  }];
}

def Skill_RiskOp : Skill_Op<"risk", [HasParent<"CardOp">]> {
  let summary = "what goes wrong where a guard is missing";
  let description = [{
    Example: `skill.risk "a misaligned wide access faults"`
  }];
  let arguments = (ins StrAttr:$text);
  let assemblyFormat = "$text attr-dict";
}

def Skill_PaysOp : Skill_Op<"pays", [HasParent<"CardOp">]> {
  let summary = "where the card makes a program faster";
  let description = [{
    Example: `skill.pays "memory-bound loads"`
  }];
  let arguments = (ins StrAttr:$text);
  let assemblyFormat = "$text attr-dict";
}

def Skill_UnguardedOp : Skill_Op<"unguarded", [HasParent<"CardOp">]> {
  let summary = "why a card needs no guard";
  let description = [{
    Example: `skill.unguarded "a cache hint changes no result"`
  }];
  let arguments = (ins StrAttr:$reason);
  let assemblyFormat = "$reason attr-dict";
}

#endif // SKILL_CARD_OPS_TD
