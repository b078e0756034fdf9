// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// What makes any lifted program run, and nothing else: each kernel on its own,
// one row and a warp's width of columns a program, long sums in blocks.
skill.recipe @plain {
  skill.apply @tile_to_grid with (cols = 128, rows = 1, depth = 8)
  skill.apply @tile_by_index
  skill.apply @block_sums
}
