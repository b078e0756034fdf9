// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// What makes any lifted program run, and nothing else: each kernel on its own,
// one row and a warp's width of columns a program, long sums in blocks; lines as
// they are.
skill.recipe @plain {
  skill.apply @tile_to_grid with (cols = 128, rows = 1, depth = 8)
  skill.apply @scan_lines with (length = 512)
  skill.apply @order_lines with (length = 4096, integers = 0, warps = 4)
  skill.apply @order_lines with (length = 8192, integers = 0, warps = 8)
  skill.apply @private_histogram with (length = 2048, share = 1)
  skill.apply @scatter_to_grid with (rows = 1)
  skill.apply @tile_by_index
  skill.apply @block_sums
}
