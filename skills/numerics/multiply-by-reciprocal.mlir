// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Where a whole row is divided by one number, form its reciprocal once.
// Pays: softmax and norms: IEEE division is a sequence with a slow path.
skill.card @multiply_by_reciprocal version 1 numerics approximates {
  %kernel = skill.bind op "kopt.kernel" form 2
  skill.unguarded "changes rounding only, which the numeric class says"
  skill.rewrite "multiply_by_reciprocal"(%kernel)
  skill.risk "a reciprocal that overflows or is subnormal loses all digits"
  skill.pays "divisions by a row's sum or deviation"
}
