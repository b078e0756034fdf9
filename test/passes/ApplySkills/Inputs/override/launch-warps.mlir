skill.card @launch_warps version 2 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %w = skill.knob "warps" in [2, 4, 8]
  skill.unguarded "a test of overriding"
  skill.set %k "schedule" "#kopt.launch<warps = {0}>"(%w)
}
