// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Choose few warps where the rows of a program share a table, so that a thread
// has several of the rows and reads its part of the table once for them.
// Pays: rotary embeddings. Loses: where too few threads wait for memory.
skill.card @warps_of_shared_rows version 1 numerics exact {
  %load   = skill.bind op "kopt.load" form 2
  %kernel = skill.bind kernel of %load
  %warps  = skill.knob "warps" in [8, 1, 2, 4, 16]
  %least  = skill.knob "bytes" in [64, 32, 128]
  %set    = skill.query has_attr(%kernel, schedule)
  %share  = skill.query bytes_a_thread(%kernel, %warps)
  skill.guard "G1" only_repeated(%load) else "the tile is not used by equal broadcasts to more rows alone"
  skill.guard "G2" is_elementwise(%kernel) else "the kernel reduces"
  skill.guard "G3" %set eq 0 else "the kernel has a schedule"
  skill.guard "G4" %share ge %least else "the largest access has {0} bytes a thread, fewer than {1}"
  skill.set %kernel "schedule" "#kopt.launch<warps = {0}>"(%warps)
  %now = skill.query warps(%kernel)
  skill.expect %now eq %warps else "the kernel has {0} warps, expected {1}"
  skill.risk "a thread holds more registers"
  skill.pays "tables that several rows of a program read"
}
