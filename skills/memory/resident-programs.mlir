// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Let several programs that scan or count share a multiprocessor: while one
// waits for its other warps, the others read.
// Pays: kernels that alternate between reading and waiting. Loses: spills where
// a program needs more registers than its share.
skill.card @resident_programs version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 2
  %warps  = skill.knob "warps" in [8, 4, 16]
  %blocks = skill.knob "blocks" in [4, 2, 8]
  %least  = skill.knob "bytes" in [64, 16, 32, 128]
  %set    = skill.query has_attr(%kernel, schedule)
  %lines  = skill.query line_operations(%kernel)
  %share  = skill.query bytes_a_thread(%kernel, %warps)
  %most   = skill.query elements_a_thread(%kernel, %warps)
  skill.guard "G1" %set eq 0       else "the kernel has a schedule"
  skill.guard "G2" %lines ge 1     else "the kernel scans, orders and counts nothing"
  skill.guard "G3" %share ge %least else "the largest access has {0} bytes a thread, fewer than {1}"
  skill.guard "G4" %most le 1024 else "a tile has {0} elements a thread, more than {1}"
  skill.set %kernel "schedule" "#kopt.launch<warps = {0}, min_blocks = {1}>"(%warps, %blocks)
  %now = skill.query warps(%kernel)
  skill.expect %now eq %warps else "the kernel has {0} warps, expected {1}"
  skill.risk "spills where a program needs more than its share of the registers"
  skill.pays "scans and histograms of long tiles"
}
