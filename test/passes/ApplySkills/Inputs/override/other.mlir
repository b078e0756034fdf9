skill.card @other version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %warps = skill.query warps(%k)
  skill.unguarded "a test: of which form the text is shows when it is filled in"
  skill.set %k "schedule" "{0} : i32"(%warps)
}
