skill.card @unknown_facts version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %q = skill.query nonesuch(%k)
  %t = skill.target "nonesuch"
  skill.guard "G1" nonesuch(%k) else "a"
  skill.rewrite "nonesuch"(%k)
}
