// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// As order_lines, where there is at most a line for each multiprocessor: all its
// warps work on one.
// Pays: few lines. Loses: where another line would wait for the multiprocessor.
skill.card @order_few_lines version 1 numerics exact {
  %kernel   = skill.bind op "kopt.kernel" form 1
  %length   = skill.knob "length" in [16384, 1024, 2048, 4096, 8192]
  %integers = skill.knob "integers" in [1, 0]
  %warps    = skill.knob "warps" in [32, 1, 2, 4, 8, 16]
  %least    = skill.knob "bytes" in [16, 1, 4, 32, 64, 128]
  %most     = skill.target "multiprocessors"
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what is no order by element and place"
  skill.rewrite "order_lines"(%kernel) with (length = %length, integers = %integers)
  skill.set %kernel "schedule" "#kopt.launch<warps = {0}>"(%warps)
  %form     = skill.query form(%kernel)
  %programs = skill.query programs(%kernel)
  %share    = skill.query bytes_a_thread(%kernel, %warps)
  skill.expect %form eq 2         else "the kernel is in form {0}"
  skill.expect %programs le %most else "{0} lines for {1} multiprocessors"
  skill.expect %share ge %least   else "the largest access has {0} bytes a thread, fewer than {1}"
  skill.risk "a NaN that is ordered as an integer keeps no bits of its own"
  skill.pays "top-k of a batch of some dozen long lines"
}
