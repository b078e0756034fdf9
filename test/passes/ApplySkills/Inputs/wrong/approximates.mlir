skill.card @approximates version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "a test: it approximates, which its numeric class does not say"
  skill.rewrite "approximate_math"(%k)
}
