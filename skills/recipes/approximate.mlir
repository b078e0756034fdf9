// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// After a family's recipe, where results may differ by some units in the last
// place of f32: `recipe=memory_bound,approximate`.
skill.recipe @approximate {
  skill.apply @multiply_by_reciprocal
  skill.apply @approximate_math
}
