// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// As rows_in_registers, for rows whose extent only a launch knows: a tile that
// covers them up to a limit, in a kernel that longer rows do not run.
// Pays: rows that are read more than once. Loses: rows much shorter than the
// limit, whose threads have little work.
skill.card @bounded_rows_in_registers version 1 numerics reassociates {
  %kernel = skill.bind op "kopt.kernel" form 2
  %most   = skill.knob "extent" in [4096, 512, 1024, 2048, 8192, 16384]
  %budget = skill.knob "registers" in [168, 64, 96, 128, 200, 255]
  %loops  = skill.query loops(%kernel)
  %extent = skill.query loop_extent(%kernel)
  skill.guard "G1" %loops gt 0 else "the kernel has no loop over a row"
  skill.guard "G2" %extent gt 0 else "the loop has no iteration"
  skill.guard "G3" %extent le %most else "the row has {0} elements, more than {1}"
  skill.rewrite "resize_tile"(%kernel) with (loop, size = %most)
  %left      = skill.query loops(%kernel)
  %registers = skill.query registers(%kernel)
  skill.expect %left lt %loops else "{0} loops of {1} are left"
  skill.expect %registers le %budget else "{0} registers a thread, the budget is {1}"
  skill.risk "spills where the estimate is too low"
  skill.pays "norms and softmax over dynamic rows: one read of the row"
}
