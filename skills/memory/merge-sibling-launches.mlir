// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Merge two kernels that reduce the same tensor, neither of which needs the other,
// so that it is read once.
// Pays: sums, extremes and gradients of weights over the same tensor. Loses: never
// found to.
skill.card @merge_sibling_launches version 1 numerics exact {
  %launch  = skill.bind op "kopt.launch" form 1
  %sibling = skill.bind sibling of %launch
  skill.guard "G1" is_form1(%sibling) else "the sibling is tiled already"
  skill.guard "G2" has_reduction(%launch) else "the kernel does not reduce"
  skill.guard "G3" has_reduction(%sibling) else "the sibling does not reduce"
  skill.rewrite "fuse_launch"(%launch) with (sibling)
  skill.expect tileable(%launch) else "the merged kernel could not be tiled"
  skill.risk "what each of them needs alone is live at once"
  skill.pays "several reductions of one tensor whose results go different ways"
}
