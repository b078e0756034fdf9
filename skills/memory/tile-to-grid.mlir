// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Give each program of a grid a tile of the result; a reduced dimension becomes
// a loop.
// Pays: always needed; what follows works on tiles.
skill.card @tile_to_grid version 1 numerics reassociates {
  %kernel = skill.bind op "kopt.kernel" form 1
  %cols   = skill.knob "cols" in [1024, 32, 64, 128, 256, 512, 2048, 4096, 8192]
  %rows   = skill.knob "rows" in [1, 2, 4, 8, 16]
  %depth  = skill.knob "depth" in [16, 1, 2, 4, 8, 32, 64, 128]
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what it cannot tile"
  skill.rewrite "tile_to_grid"(%kernel) with (cols = %cols, rows = %rows, depth = %depth)
  %form = skill.query form(%kernel)
  skill.expect %form eq 2 else "the kernel is in form {0}"
  skill.risk "a grid above 2^31 programs cannot be launched"
  skill.pays "every kernel in form 1"
}
