// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Load what several rows share as wide as they use it: each thread then has it
// where it needs it, by whole accesses.
// Pays: tables that the rows of a program share, which the first cache holds.
// Loses: where the shared part is long and the rows are many.
skill.card @broadcast_loads version 1 numerics exact {
  %load   = skill.bind op "kopt.load" form 2
  %kernel = skill.bind kernel of %load
  %inner  = skill.query inner_bytes(%load)
  %full   = skill.target "access_bytes"
  skill.guard "G1" only_repeated(%load) else "the tile is not used by equal broadcasts to more rows alone"
  skill.guard "G2" is_elementwise(%kernel) else "the kernel reduces"
  skill.guard "G3" %inner ge %full advisory else "a row of the tile has {0} bytes, less than an access of {1}"
  skill.rewrite "broadcast_load"(%load)
  skill.risk "the same line is read once a row"
  skill.pays "rotary embeddings, scales of channels"
}
