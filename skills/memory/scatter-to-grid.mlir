// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Make the updates of a scatter by all programs at once, an atomic one an
// element: of what combines to the same bits in any order.
// Pays: always needed; an element each, where looking for updates takes their
// number for each element of the result.
skill.card @scatter_to_grid version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 1
  %rows   = skill.knob "rows" in [4, 1, 2, 8, 16]
  %cols   = skill.knob "cols" in [128, 32, 64, 256, 512, 1024]
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what makes no updates by an index"
  skill.rewrite "scatter_to_grid"(%kernel) with (rows = %rows, cols = %cols)
  %form = skill.query form(%kernel)
  skill.expect %form eq 2 else "the kernel is in form {0}"
  skill.risk "updates of one place wait for one another"
  skill.pays "integer scatter-add, scatter-max and the like"
}
