skill.card @nothing version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "a test: an action without effect"
  skill.set %k "schedule" "#kopt.launch<warps = 1>"
}
