// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Let a large thread block, or those of a cluster, hold a row that is too long
// for the registers of the block that there was, so that it is read once.
// Pays: long rows that are read more than once. Loses: where so many registers
// leave few warps to hide latency.
skill.card @rows_in_clusters version 1 numerics reassociates {
  %kernel  = skill.bind op "kopt.kernel" form 2
  %cluster = skill.knob "cluster" in [8, 1, 2, 4]
  %warps   = skill.knob "warps" in [16, 32]
  %budget  = skill.knob "registers" in [40, 64, 96, 160]
  %blocks  = skill.knob "blocks" in [2, 1]
  %most    = skill.target "cluster_blocks"
  %loops   = skill.query loops(%kernel)
  %extent  = skill.query loop_extent(%kernel)
  skill.guard "G1" %loops gt 1 else "the kernel has {0} loops: it reads the row once"
  skill.guard "G2" %extent gt 0 else "the loop has no iteration"
  skill.guard "G3" %cluster le %most else "{0} blocks a cluster, but the device has {1}"
  skill.rewrite "resize_tile"(%kernel) with (loop, size = 0)
  skill.set %kernel "schedule" "#kopt.launch<warps = {0}, cluster = {1}, min_blocks = {2}>"(%warps, %cluster, %blocks)
  %left      = skill.query loops(%kernel)
  %registers = skill.query registers(%kernel)
  skill.expect %left lt %loops else "{0} loops of {1} are left"
  skill.expect %registers le %budget else "{0} registers a thread, the budget is {1}"
  skill.risk "a cluster starts only where all its blocks find room at once"
  skill.pays "softmax and norms over rows of 32768 elements and more"
}
