// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Choose the warps of a program by the size of its tile.
// Pays: large tiles. Loses: where a block of many warps leaves slots empty.
skill.card @launch_warps version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 2
  %warps  = skill.knob "warps" in [8, 1, 2, 4, 16, 32]
  %least  = skill.knob "bytes" in [16, 4, 8, 32, 64, 128]
  %set    = skill.query has_attr(%kernel, schedule)
  %share  = skill.query bytes_a_thread(%kernel, %warps)
  %most   = skill.query elements_a_thread(%kernel, %warps)
  skill.guard "G1" %set eq 0 else "the kernel has a schedule"
  skill.guard "G2" %share ge %least else "the largest access has {0} bytes a thread, fewer than {1}"
  skill.guard "G3" %most le 1024 else "a tile has {0} elements a thread, more than {1}"
  skill.set %kernel "schedule" "#kopt.launch<warps = {0}>"(%warps)
  %now = skill.query warps(%kernel)
  skill.expect %now eq %warps else "the kernel has {0} warps, expected {1}"
  skill.risk "registers of a multiprocessor are shared by more threads"
  skill.pays "tiles of 8 KiB and more"
}
