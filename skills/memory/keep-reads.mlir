// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Let what a kernel reads leave the caches last, so that what it writes leaves
// L2 early and in order.
// Pays: rows that are read, reduced and written, in little more time than L2
// holds. Loses: kernels behind this one that find L2 full of lines nobody reads.
skill.card @keep_reads version 1 numerics exact {
  %load   = skill.bind op "kopt.load" form 2
  %kernel = skill.bind kernel of %load
  %set    = skill.query has_attr(%load, cache)
  %wide   = skill.query has_attr(%load, via)
  skill.guard "G1" %set eq 0  else "the access has a cache policy"
  skill.guard "G2" %wide eq 1 else "the access is not widened: the hint needs 4 bytes at least"
  skill.guard "G3" has_reduction(%kernel) else "the kernel reduces nothing"
  skill.set %load "cache" "#kopt.cache<keep>"
  skill.risk "lines with high priority stay until other such lines or a reset displace them"
  skill.pays "rows that are read, reduced and written"
}
