// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Compute again what a kernel that reduces rows stored for this one to read,
// from the rows and their few numbers, instead of reading it back.
// Pays: backward passes of norms (sums over rows of normalised rows), losses
// that pick elements. Loses: where arithmetic and not memory is the limit.
skill.card @recompute_reads version 1 numerics exact {
  %consumer = skill.bind op "kopt.launch" form 1
  %producer = skill.bind producer of %consumer
  skill.guard "G1" is_form1(%producer) else "the producer is tiled already"
  skill.guard "G2" has_reduction(%producer) else "the producer does not reduce"
  skill.rewrite "recompute_read"(%consumer)
  skill.expect tileable(%consumer) else "the kernel that recomputes could not be tiled"
  skill.risk "the producer's functions are evaluated twice"
  skill.pays "normalised rows that are summed over rows, logits of which few are picked"
}
