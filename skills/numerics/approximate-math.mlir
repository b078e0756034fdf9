// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Use the special-function unit's instructions for exp, log, tanh and rsqrt.
// Pays: kernels that functions bind before memory does.
skill.card @approximate_math version 1 numerics approximates {
  %kernel = skill.bind op "kopt.kernel" form 2
  skill.unguarded "changes rounding only, which the numeric class says"
  skill.rewrite "approximate_math"(%kernel)
  skill.risk "errors of some units in the last place of f32"
  skill.pays "softmax, GELU"
}
