// Every broken card, option or record: one located error, exit status 1.
// RUN: not kopt-opt %s --apply-skills="skills=%S/Inputs/broken" 2>&1 | FileCheck %s --check-prefix=CARDS
// RUN: not kopt-opt %s --apply-skills="skills=%skills recipe=nonesuch" 2>&1 | FileCheck %s --check-prefix=RECIPE
// RUN: not kopt-opt %s --apply-skills="skills=%skills disable=nonesuch" 2>&1 | FileCheck %s --check-prefix=DISABLE
// RUN: not kopt-opt %s --apply-skills="skills=%skills set-knob=launch_warps.warps=3" 2>&1 | FileCheck %s --check-prefix=DOMAIN
// RUN: not kopt-opt %s --apply-skills="skills=%skills set-knob=launch_warps.nonesuch=3" 2>&1 | FileCheck %s --check-prefix=KNOB
// RUN: not kopt-opt %s --apply-skills="skills=%skills set-knob=launch_warps" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not kopt-opt %s --apply-skills="skills=%skills target=sm_10" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not kopt-opt %s --apply-skills="skills=/nonesuch" 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not kopt-opt %s --apply-skills="skills=%skills lineage=%s" 2>&1 | FileCheck %s --check-prefix=LINEAGE
// RUN: not kopt-opt %s --apply-skills="skills=%skills lineage=%s recipe=plain" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not kopt-opt %s --apply-skills="skills=%skills explain-json=/nonesuch/x.json" 2>&1 | FileCheck %s --check-prefix=WRITE

// CARDS: bad-text.mlir:5:3: error: expected an attribute, but got '#kopt.launch<warps = 3>': expected warps to be a power of two from 1 to 32, but got 3
// CARDS: unknown-facts.mlir:3:8: error: expected the name of a query, but got 'nonesuch'; known: align
// CARDS: unknown-facts.mlir:4:8: error: expected the name of a target number, but got 'nonesuch'
// CARDS: unknown-facts.mlir:5:3: error: expected the name of a predicate, but got 'nonesuch'
// CARDS: unknown-facts.mlir:6:3: error: expected the name of a rewrite, but got 'nonesuch'
// CARDS: wrong-name.mlir:1:1: error: expected the card to have the name of its file, @wrong_name, but got @other_name
// CARDS: bad-recipe.mlir:2:3: error: expected a card or a recipe, but got @nonesuch
// RECIPE: error: expected a recipe or a card, but got 'nonesuch'
// DISABLE: error: expected a card to disable, but got 'nonesuch'
// DOMAIN: error: expected a value of the knob's domain, but got launch_warps.warps = 3
// DOMAIN: launch-warps.mlir:{{.*}} note: the domain is here
// KNOB: error: expected a knob of card @launch_warps, but got 'nonesuch'
// SYNTAX: error: expected set-knob=card.knob=value, but got 'launch_warps'
// TARGET: error: expected the target sm_80, sm_89 or sm_90a, but got 'sm_10'
// FOLDER: error: expected a folder of skills, but got '/nonesuch'
// LINEAGE: errors.mlir:1:1: error: expected a lineage of version 1
// BOTH: error: expected no recipe, disable, set-knob or fast-math=afn beside lineage
// WRITE: error: cannot write '/nonesuch/x.json'
module {}
