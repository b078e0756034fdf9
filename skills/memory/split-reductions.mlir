// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Reduce in parts, each a program, and put the parts together in a second
// kernel; sums of (x - mean)² and of exp(x - max) go along in the same pass.
// Pays: few long rows, tall columns, all elements to one. Loses: where rows are
// programs enough, which then keep them in registers.
skill.card @split_reductions version 1 numerics reassociates {
  %launch   = skill.bind op "kopt.launch" form 1
  %least    = skill.knob "least" in [2048, 512, 1024, 4096, 8192]
  %most     = skill.knob "most" in [65536, 8192, 16384, 32768, 131072]
  // Small enough for registers: several reductions, one read.
  %together = skill.knob "together" in [8192, 2048, 4096, 16384, 32768]
  %each     = skill.knob "programs" in [16, 1, 2, 4, 8, 32]
  %bytes    = skill.knob "bytes" in [131072, 16384, 32768, 65536, 262144, 524288]
  %columns  = skill.knob "columns" in [128, 32, 64, 256]
  %machine  = skill.target "multiprocessors"
  %programs = skill.query reduction_programs(%launch, %columns)
  %length   = skill.query reduction_bytes(%launch, %columns)
  skill.guard "G1" has_reduction(%launch) else "the kernel reduces nothing"
  skill.guard "G2" %programs lt %machine else "{0} programs reduce, enough for {1} multiprocessors"
  skill.guard "G3" %length ge %bytes advisory else "a program reduces {0} bytes, fewer than {1}"
  skill.rewrite "split_reduction"(%launch) with (least = %least, most = %most, together = %together, programs = %each, machine = %machine, columns = %columns)
  skill.risk "a second launch, and what consumes the result reads the elements again"
  skill.pays "reductions that would leave multiprocessors without a program"
}
