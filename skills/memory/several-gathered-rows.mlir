// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Give a program several rows that it reads by index, so that their loads are
// in flight together behind one wait for the indices.
// Pays: embeddings and other gathers of rows. Loses: few rows.
skill.card @several_gathered_rows version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 2
  %rows   = skill.knob "rows" in [4, 2, 8]
  %budget = skill.knob "registers" in [64, 96, 128]
  %now    = skill.query grid_tile(%kernel, 0)
  %extent = skill.query grid_extent(%kernel, 0)
  %least  = skill.target "multiprocessors"
  skill.guard "G1" gathers(%kernel) else "the kernel reads nothing by index"
  skill.guard "G2" %now eq 1 else "a program covers {0} rows already"
  skill.guard "G3" %extent gt %least advisory else "there are {0} rows, no more than {1} multiprocessors"
  skill.rewrite "resize_tile"(%kernel) with (axis = 0, size = %rows)
  %after     = skill.query grid_tile(%kernel, 0)
  %registers = skill.query registers(%kernel)
  skill.expect %after eq %rows else "a program covers {0} rows, expected {1}"
  skill.expect %registers le %budget else "{0} registers a thread, the budget is {1}"
  skill.risk "fewer programs than multiprocessors"
  skill.pays "gathers of rows of a few KiB"
}
