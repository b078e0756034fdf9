// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Sum a long loop in blocks, each from zero: the roundings of a sum of equal
// signs grow with the longest chain of additions.
// Pays: never in time; sums of many rows or long rows stay accurate.
skill.card @block_sums version 1 numerics reassociates {
  %loop  = skill.bind op "scf.for" form 2
  %chain = skill.knob "chain" in [64, 16, 32, 128, 256]
  %trips = skill.query trip_count(%loop)
  skill.guard "G1" %trips gt %chain advisory else "the loop has {0} iterations, at most a block of {1}"
  skill.rewrite "block_sum"(%loop) with (chain = %chain)
  skill.risk "two accumulators instead of one"
  skill.pays "nothing in time; accuracy of long sums"
}
