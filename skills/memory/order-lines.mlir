// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Sort a line, or select its first elements, by the warps of one program; floats
// as integers in the same order.
// Pays: always needed; by integers one instruction compares, whatever NaN and
// zeros need. Loses: lines much shorter than the threads are many.
skill.card @order_lines version 1 numerics exact {
  %kernel   = skill.bind op "kopt.kernel" form 1
  %length   = skill.knob "length" in [16384, 1024, 2048, 4096, 8192]
  %integers = skill.knob "integers" in [1, 0]
  %warps    = skill.knob "warps" in [8, 1, 2, 4, 16, 32]
  %blocks   = skill.knob "blocks" in [1, 2, 4]
  %least    = skill.knob "bytes" in [0, 4, 16, 32, 64, 128]
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what is no order by element and place"
  skill.rewrite "order_lines"(%kernel) with (length = %length, integers = %integers)
  skill.set %kernel "schedule" "#kopt.launch<warps = {0}, min_blocks = {1}>"(%warps, %blocks)
  %form  = skill.query form(%kernel)
  %share = skill.query bytes_a_thread(%kernel, %warps)
  skill.expect %form eq 2      else "the kernel is in form {0}"
  skill.expect %share ge %least else "the largest access has {0} bytes a thread, fewer than {1}"
  skill.risk "a NaN that is ordered as an integer keeps no bits of its own"
  skill.pays "sort, argsort and top-k of lines that a block holds"
}
