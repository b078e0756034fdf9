// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Let a tile cover the whole row, so that the loops over the row go and the row
// is read once, into registers.
// Pays: rows that are read more than once. Loses: where registers run out.
skill.card @rows_in_registers version 1 numerics reassociates {
  %kernel = skill.bind op "kopt.kernel" form 2
  %budget = skill.knob "registers" in [168, 64, 96, 128, 200, 255]
  %loops  = skill.query loops(%kernel)
  %extent = skill.query loop_extent(%kernel)
  skill.guard "G1" %loops gt 0 else "the kernel has no loop over a row"
  skill.guard "G2" %extent gt 0 else "the loop has no iteration"
  skill.rewrite "resize_tile"(%kernel) with (loop, size = 0)
  %left      = skill.query loops(%kernel)
  %registers = skill.query registers(%kernel)
  skill.expect %left lt %loops else "{0} loops of {1} are left"
  skill.expect %registers le %budget else "{0} registers a thread, the budget is {1}"
  skill.risk "spills where the estimate is too low"
  skill.pays "norms and softmax: one read of the row instead of two or three"
}
