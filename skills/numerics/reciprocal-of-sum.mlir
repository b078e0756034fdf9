// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Divide a row by the sum of its exponentials through the sum's reciprocal.
// The sum is at least 1, so no digit is lost in a subnormal reciprocal.
// Pays: softmax: a product instead of a quotient an element. Loses: nothing
// known.
skill.card @reciprocal_of_sum version 1 numerics approximates {
  %kernel = skill.bind op "kopt.kernel" form 2
  skill.unguarded "the rewrite refuses divisors that are no sum of exp(x - max x)"
  skill.rewrite "multiply_by_reciprocal_of_sum"(%kernel)
  skill.risk "two roundings instead of one: at most 1.5 units in the last place"
  skill.pays "softmax of rows that are held in registers"
}
