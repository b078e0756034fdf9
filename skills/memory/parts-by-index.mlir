// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Load and store parts of tensors where slices, concatenations, insertions and
// padding say for each element where it comes from, so that they move with the
// kernels before and behind them.
// Pays: always; a slice costs an offset then. Loses: nothing was found.
skill.card @parts_by_index version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 1
  skill.guard "G1" reads_by_index(%kernel) else "nothing is read by index"
  skill.guard "G2" is_elementwise(%kernel) else "the kernel reduces"
  skill.rewrite "index_parts"(%kernel)
  skill.expect tileable(%kernel) else "the parts could not be tiled"
  skill.risk "each part is a store of its own, of which a program does a tile"
  skill.pays "slices, concatenations, insertions and padding of static extent"
}
