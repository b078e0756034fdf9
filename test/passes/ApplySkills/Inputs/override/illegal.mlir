skill.card @illegal version 1 numerics exact {
  %load = skill.bind op "kopt.load" form 2
  skill.unguarded "a test: what check-state refuses is dropped"
  skill.set %load "via" "#kopt.direct<bytes = 16>"
}
