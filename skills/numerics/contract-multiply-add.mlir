// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Round a product and the sum that takes it once, as compilers for GPUs do unless
// told otherwise.
// Pays: elementwise chains bound by arithmetic.
skill.card @contract_multiply_add version 1 numerics contracts {
  %kernel = skill.bind op "kopt.kernel" form 2
  skill.unguarded "changes rounding only, which the numeric class says"
  skill.rewrite "contract_multiply_add"(%kernel)
  skill.risk "a * a - b * b need not be 0 where a equals b"
  skill.pays "chains of products and sums on each element"
}
