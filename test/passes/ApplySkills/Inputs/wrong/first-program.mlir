skill.card @first_program version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "a test: legal, and wrong, as all programs but the first are gone"
  skill.set %k "grid" "affine_map<() -> (1, 1)>"
}
