// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Give each part of a loop over a reduced dimension to a program, whatever the
// extent is, and put the parts together in a second kernel.
// Pays: few results of many elements, where no divisor makes split_reductions
// possible. Loses: where a launch turns out to have a short loop.
skill.card @split_loops version 1 numerics reassociates {
  %launch   = skill.bind op "kopt.launch" form 2
  %each     = skill.knob "programs" in [4, 1, 2, 8, 16]
  %tile     = skill.knob "tile" in [2048, 256, 512, 1024, 4096]
  %least    = skill.knob "trips" in [32, 2, 4, 8, 16, 64]
  %machine  = skill.target "multiprocessors"
  %loops    = skill.query loops(%launch)
  %programs = skill.query programs(%launch)
  %trips    = skill.query loop_trips(%launch)
  skill.guard "G1" %loops eq 1 else "the kernel has {0} loops, expected {1}"
  skill.guard "G2" %programs lt %machine else "{0} programs, enough for {1} multiprocessors"
  skill.guard "G3" %trips ge %least advisory else "the loop has {0} iterations, fewer than {1}"
  skill.rewrite "split_loop"(%launch) with (programs = %each, machine = %machine, tile = %tile)
  skill.risk "a second launch; programs without work where a dynamic extent is small"
  skill.pays "sums of all elements of dynamic or prime extent"
}
