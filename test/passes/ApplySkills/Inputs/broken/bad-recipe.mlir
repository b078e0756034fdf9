skill.recipe @bad_recipe {
  skill.apply @nonesuch with (warps = 4)
}
