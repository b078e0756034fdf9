// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Sum exp(x - max x) as powers of two: where a term's digits are lost, it is
// small against the largest, which is 1.
// Pays: losses and log-softmax over long rows, which only sum exponentials.
// Loses: nothing known.
skill.card @exp2_domain version 1 numerics approximates {
  %reduce = skill.bind op "kopt.reduce" form 2
  skill.unguarded "the rewrite refuses terms that are used otherwise or have no maximum of 1"
  skill.rewrite "sum_powers_of_two"(%reduce)
  skill.risk "a relative error of the sum of at most 2^-25, beside that of exp2"
  skill.pays "cross-entropy: a product and one special function instead of seven instructions"
}
