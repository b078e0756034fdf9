// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Merge an elementwise kernel into the kernel that reads its result, so that
// the intermediate never goes through memory.
// Pays: memory-bound chains. Loses: never found to, as nothing is recomputed.
skill.card @fuse_elementwise_launches version 1 numerics exact {
  %consumer = skill.bind op "kopt.launch" form 1
  %producer = skill.bind producer of %consumer
  skill.guard "G1" is_form1(%producer) else "the producer is tiled already"
  skill.guard "G2" is_elementwise(%producer) else "the producer reduces"
  skill.rewrite "fuse_launch"(%consumer)
  skill.expect tileable(%consumer) else "the merged kernel could not be tiled"
  skill.risk "two kernels that tile well apart may not tile together"
  skill.pays "chains of elementwise kernels, and elementwise before a reduction"
}
