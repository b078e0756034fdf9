//===- ApplySkills.td - Change programs by skill cards -----*- tablegen -*-===//

#ifndef PASSES_APPLYSKILLS_TD
#define PASSES_APPLYSKILLS_TD

include "mlir/Pass/PassBase.td"

def ApplySkillsPass : Pass<"kopt-apply-skills", "::mlir::ModuleOp"> {
  let summary = "Apply skill cards where their guards hold";
  let description = [{
    Lifts what is still linalg on tensors (kopt-lift), then applies the cards of
    the recipes in order. A card is tried at each place its anchor names, in
    program order: guards on the program as it is, the action on a clone, which
    is cleaned up, verified, checked by kopt-check-state and by the card's
    expectations, and only then takes the program's place.

    Works on the functions marked `kopt.optimize` if any is marked; everything
    else, and kernels that others launch too, stays as it is.

    A guard about an extent that only a launch knows is decided where the
    kernel's `assume` allows it. Where it holds for some launches only, the card
    is applied to a copy of the kernel that those launches run
    (`kopt.launch … variants`). A guard that no condition on extents decides
    refuses the card, with that reason.

    A function that the skills changed is judged by `gate=` against the program
    before lifting. Rejected or inconclusive, a function with dynamic
    arguments, or no device: an error, and no file is written.

    Before:
    ```mlir
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    ```
    After `recipe=widen_global_load`:
    ```mlir
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    ```
    Leaves to others: lowering, and judging whether the result is fast
    (kopt-gate).
  }];
  let options = [
    ListOption<"skills", "skills", "std::string",
               "folders of cards, later ones override (default: KOPT_SKILLS, "
               "else the installed ones)">,
    ListOption<"disable", "disable", "std::string", "cards not to apply">,
    ListOption<"recipe", "recipe", "std::string",
               "recipes or cards to apply, in order (default: memory_bound, the "
               "one family so far)">,
    ListOption<"setKnob", "set-knob", "std::string",
               "card.knob=value, stronger than a recipe's">,
    Option<"target", "target", "std::string", /*default=*/"\"sm_90a\"",
           "sm_80, sm_89 or sm_90a (default: what the project is tuned on)">,
    Option<"fastMath", "fast-math", "std::string", /*default=*/"\"\"",
           "none: cards that approximate, contract or narrow are refused; afn: "
           "approximating ones are allowed and the recipe approximate comes "
           "last (default: what the recipes name is allowed)">,
    Option<"variants", "max-variants", "unsigned",
           /*default=*/"4",
           "most kernels that a launch chooses from, 1 to 4; 1: a guard that holds "
           "for some launches only refuses (default: what a launch can hold)">,
    Option<"gate", "gate", "std::string", /*default=*/"\"\"",
           "sim or cuda:N: execute each changed function there before and after, "
           "and fail where the results differ (default: judge nothing, as that "
           "takes seconds)">,
    Option<"lineage", "lineage", "std::string", /*default=*/"\"\"",
           "replay this file's steps instead of recipes">,
    Option<"lineageSteps", "lineage-steps", "unsigned", /*default=*/"~0u",
           "replay only so many of them, from the first (default: all)">,
    Option<"lineageOut", "lineage-out", "std::string", /*default=*/"\"\"",
           "write the steps taken to this file">,
    Option<"undo", "undo", "std::string", /*default=*/"\"\"",
           "take steps of this lineage back, which led to the program, instead "
           "of applying cards">,
    Option<"undoCount", "undo-steps", "unsigned", /*default=*/"1",
           "so many, from the last (default: the last)">,
    Option<"explain", "explain", "std::string", /*default=*/"\"\"",
           "summary: say of each kernel which cards were applied and which was "
           "nearest; remarks: say at the operations all that was applied and "
           "refused (default: nothing)">,
    Option<"explainJson", "explain-json", "std::string", /*default=*/"\"\"",
           "write the same to this file">
  ];
  let dependentDialects = [
    "::kopt::KoptDialect", "::kopt::SkillDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"applied", "applied", "applications of cards">,
    Statistic<"refused", "refused", "places where a card was refused">
  ];
}

#endif // PASSES_APPLYSKILLS_TD
