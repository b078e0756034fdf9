// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Where a whole row is divided by one number, form the reciprocal and its error
// once; each element is then a product and a correction, to the same bits.
// Pays: softmax and norms: IEEE division is a sequence with a slow path.
skill.card @share_divisor version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 2
  skill.unguarded "the quotient is correctly rounded for every input"
  skill.rewrite "share_divisor"(%kernel)
  skill.risk "numerators of zero or out of 2^-80 to 2^80 take the division, with the test on top"
  skill.pays "divisions by a row's sum or deviation"
}
