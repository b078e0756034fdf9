//===- ActionOps.td - What a card does ---------------------*- tablegen -*-===//

#ifndef SKILL_ACTION_OPS_TD
#define SKILL_ACTION_OPS_TD

include "dialects/Skill/SkillDialect.td"

def Skill_SetOp : Skill_Op<"set", [HasParent<"CardOp">]> {
  let summary = "set a hint";
  let description = [{
    Only hints may be set, attributes that change no result, in the form that the
    operation takes (`schedule`, `via`, `cache`, `layout`, `across`, `in`). The
    text is an attribute in which `{0}`, `{1}` … stand for the values.

    Example: `skill.set %load "via" "#kopt.direct<bytes = {0}>"(%w)`
  }];
  let arguments = (ins Skill_HandleType:$place, StrAttr:$name, StrAttr:$text,
                       Variadic<Skill_ValueType>:$values);
  let assemblyFormat = "$place $name $text (`(` $values^ `)`)? attr-dict";
}

def Skill_RewriteOp : Skill_Op<"rewrite", [HasParent<"CardOp">]> {
  let summary = "run a registered structural rewrite";
  let description = [{
    Parameters are values, numbers, or words that stand for themselves. After a
    rewrite only places that are kernels or launches are still known.

    Example: `skill.rewrite "resize_tile"(%k) with (loop, size = %s)`
  }];
  let arguments = (ins StrAttr:$name, Skill_HandleType:$place,
                       Variadic<Skill_ValueType>:$values, ArrayAttr:$valueNames,
                       DictionaryAttr:$params);
  let hasCustomAssemblyFormat = 1;
}

#endif // SKILL_ACTION_OPS_TD
