// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Merge a kernel that reduces rows into the kernel that reads the result, so
// that one program does a row from load to store.
// Pays: norms and softmax. Loses: where few rows leave the machine empty, and where
// each of many elements of another dimension would do the reduction again.
skill.card @fuse_reduction_launches version 1 numerics exact {
  %consumer = skill.bind op "kopt.launch" form 1
  // A tile has as many elements of another dimension.
  %most     = skill.knob "most" in [128, 1, 64, 512]
  %producer = skill.bind producer of %consumer
  skill.guard "G1" is_form1(%producer) else "the producer is tiled already"
  skill.guard "G2" has_reduction(%producer) else "the producer does not reduce"
  skill.rewrite "fuse_launch"(%consumer)
  skill.expect tileable(%consumer) else "the merged kernel could not be tiled"
  %repeats  = skill.query repeats(%consumer)
  skill.expect %repeats le %most else "the reduction would be done {0} times"
  skill.risk "a reduction over all elements has one program"
  skill.pays "reductions of rows whose consumer reads the same rows"
}
