// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Issue a load before the reduction or loop that it would wait behind.
// Pays: weights and residuals read after a reduction of the row. Loses: where
// the loaded values take registers that the reduction needs.
skill.card @early_loads version 1 numerics exact {
  %load  = skill.bind op "kopt.load" form 2
  %most  = skill.knob "most" in [64, 16, 32, 128]
  %share = skill.query bytes_a_thread(%load)
  skill.guard "G1" %share le %most else "the load holds {0} bytes a thread, more than {1}"
  skill.rewrite "hoist_load"(%load)
  skill.risk "the values live in registers through the reduction"
  skill.pays "kernels that read a second input after a reduction"
}
