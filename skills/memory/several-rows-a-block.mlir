// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Give a program several short rows, so that all its threads have work.
// Pays: rows shorter than the threads can read at once. Loses: few rows.
skill.card @several_rows_a_block version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 2
  %rows   = skill.knob "rows" in [4, 2, 8, 16, 32]
  %full   = skill.target "access_bytes"
  %now    = skill.query grid_tile(%kernel, 0)
  %extent = skill.query grid_extent(%kernel, 0)
  %bytes  = skill.query bytes_a_thread(%kernel)
  skill.guard "G1" %now eq 1 else "a program covers {0} rows already"
  skill.guard "G2" %extent ge %rows advisory else "there are {0} rows, fewer than {1}"
  skill.guard "G3" %bytes lt %full else "a thread reads {0} bytes of a row already"
  skill.rewrite "resize_tile"(%kernel) with (axis = 0, size = %rows)
  %after = skill.query grid_tile(%kernel, 0)
  skill.expect %after eq %rows else "a program covers {0} rows, expected {1}"
  skill.risk "fewer programs than multiprocessors"
  skill.pays "rows of less than 2 KiB"
}
