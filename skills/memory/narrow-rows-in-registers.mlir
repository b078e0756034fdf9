// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// As rows_in_registers, for 16-bit rows that wait for their maximum: the row
// waits as it is in memory, in half the registers, and is widened afterwards.
// Pays: softmax and losses over long rows of f16 and bf16. Loses: where
// registers run out.
skill.card @narrow_rows_in_registers version 1 numerics reassociates {
  %kernel = skill.bind op "kopt.kernel" form 2
  // What is widened an element at a time needs less than the estimate.
  %budget = skill.knob "registers" in [200, 128, 168, 255]
  %loops  = skill.query loops(%kernel)
  %extent = skill.query loop_extent(%kernel)
  skill.guard "G1" %loops gt 1 else "the kernel has {0} loops: it reads the row once"
  skill.guard "G2" %extent gt 0 else "the loop has no iteration"
  skill.rewrite "resize_tile"(%kernel) with (loop, size = 0)
  skill.rewrite "narrow_reduce"(%kernel)
  %left      = skill.query loops(%kernel)
  %registers = skill.query registers(%kernel)
  skill.expect %left lt %loops else "{0} loops of {1} are left"
  skill.expect %registers le %budget else "{0} registers a thread, the budget is {1}"
  skill.risk "spills where the estimate is too low"
  skill.pays "rows of up to 32768 elements"
}
