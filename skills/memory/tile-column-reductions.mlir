// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Tile a reduction over a dimension that is not innermost in memory: narrow
// columns, deep tiles, so that many loads are in flight and columns coalesce.
// Pays: sums over outer dimensions; 128×128 was the fastest measured for T25.
skill.card @tile_column_reductions version 1 numerics reassociates {
  %kernel = skill.bind op "kopt.kernel" form 1
  %cols   = skill.knob "cols" in [128, 32, 64, 256]
  %depth  = skill.knob "depth" in [128, 8, 16, 32, 64]
  skill.guard "G1" reduces_outer(%kernel) else "what is reduced is reduced along its innermost dimension"
  skill.rewrite "tile_to_grid"(%kernel) with (cols = %cols, rows = 1, depth = %depth)
  %form = skill.query form(%kernel)
  skill.expect %form eq 2 else "the kernel is in form {0}"
  skill.risk "tiles of columns that are few leave lanes without work"
  skill.pays "reductions over outer and middle dimensions"
}
