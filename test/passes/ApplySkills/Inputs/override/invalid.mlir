skill.card @invalid version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "a test: what the verifier refuses is dropped"
  skill.set %k "grid" "affine_map<(d0) -> (d0)>"
}
