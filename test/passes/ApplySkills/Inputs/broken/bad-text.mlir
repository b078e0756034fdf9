skill.card @bad_text version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %w = skill.knob "warps" in [3]
  skill.unguarded "a test"
  skill.set %k "schedule" "#kopt.launch<warps = {0}>"(%w)
}
