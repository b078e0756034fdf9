// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Combine whole tiles in a loop and reduce across threads once after it.
// Pays: loops of a reduction. Loses: where the tile takes too many registers.
skill.card @defer_reductions version 1 numerics reassociates {
  %loop   = skill.bind op "scf.for" form 2
  %kernel = skill.bind kernel of %loop
  %trips  = skill.query trip_count(%loop)
  skill.guard "G1" %trips gt 1 advisory else "the loop has {0} iterations"
  skill.rewrite "defer_reduce"(%loop)
  %registers = skill.query registers(%kernel)
  skill.expect %registers le 168 else "{0} registers a thread"
  skill.risk "the carried tile lives in registers through the loop"
  skill.pays "reductions of rows and columns that do not fit in registers"
}
