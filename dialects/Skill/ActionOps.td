//===- ActionOps.td - What a card does ---------------------*- tablegen -*-===//

#ifndef SKILL_ACTION_OPS_TD
#define SKILL_ACTION_OPS_TD

include "dialects/Skill/SkillDialect.td"
include "mlir/IR/RegionKindInterface.td"

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

def Skill_TransformOp : Skill_Op<"transform", [
    HasParent<"CardOp">, SingleBlock, NoTerminator]> {
  let summary = "run operations of the transform dialect on a kernel in form 1";
  let description = [{
    The first argument of the body is the kernel, as `!transform.any_op`; the
    values become `!transform.param<i64>`. Only operations that tile, fuse,
    generalise, specialise, interchange or find structured operations are
    allowed, whatever the card: others could run passes, read files or call what
    is not in the card. Afterwards only places that are kernels or launches are
    still known.

    Preconditions: at most 64 operations, all on the list, without regions. A
    kernel that is not in form 1, that grows beyond eight times its operations
    (and 256 of them), or on which an operation fails, refuses the card.

    Example:
    ```mlir
    skill.transform %kernel {
    ^bb0(%root: !transform.any_op):
      %op = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
      transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
    }
    ```
  }];
  let arguments = (ins Skill_HandleType:$place, Variadic<Skill_ValueType>:$values);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$place (`(` $values^ `)`)? attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The operations that a body may hold, sorted.
    static ::llvm::ArrayRef<::llvm::StringLiteral> allowedOps();
    static constexpr unsigned maxSteps = 64;
  }];
}

#endif // SKILL_ACTION_OPS_TD
