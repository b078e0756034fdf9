// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Combine over lanes by shuffles; only one partial a warp crosses shared memory.
// Pays: every reduction over threads. Loses: nothing was found.
skill.card @lane_reductions version 1 numerics reassociates {
  %reduce = skill.bind op "kopt.reduce" form 2
  %set    = skill.query has_attr(%reduce, across)
  %extent = skill.query extent(%reduce, axis)
  skill.guard "G1" %set eq 0 else "the strategy of the reduction is set"
  skill.guard "G2" %extent gt 1 else "the reduced extent is {0}"
  skill.set %reduce "across" "#kopt.across<lanes>"
  skill.risk "another order of combination, the same at every run"
  skill.pays "reductions over the innermost dimension"
}
