// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Give a program several of the short rows that lie next to each other in
// memory, along the innermost axis of the grid of which it has one so far.
// Pays: rows shorter than the threads can read at once, of tensors of three and
// more dimensions; what all of these rows share is read once. Loses: few rows.
skill.card @several_inner_rows version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 2
  %rows   = skill.knob "rows" in [16, 2, 4, 8, 32]
  %full   = skill.target "access_bytes"
  %axis   = skill.query row_axis(%kernel)
  %extent = skill.query grid_extent(%kernel, %axis)
  %bytes  = skill.query bytes_a_thread(%kernel)
  skill.guard "G1" %axis gt 0 else "rows lie on axis {0} of the grid alone"
  skill.guard "G2" %extent mod %rows advisory else "there are {0} rows, not a multiple of {1}"
  skill.guard "G3" %bytes lt %full else "a thread reads {0} bytes already"
  skill.rewrite "resize_tile"(%kernel) with (axis = %axis, size = %rows)
  %after = skill.query grid_tile(%kernel, %axis)
  skill.expect %after eq %rows else "a program covers {0} rows, expected {1}"
  skill.risk "fewer programs than multiprocessors"
  skill.pays "heads of a position, groups of channels"
}
