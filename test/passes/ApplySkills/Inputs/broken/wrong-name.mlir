skill.card @other_name version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "a test"
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
}
