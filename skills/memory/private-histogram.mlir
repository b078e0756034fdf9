// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Count in each program over all of its tiles, and add its counts to the result
// once.
// Pays: many elements to a bin, however they are spread. Loses: more bins than
// elements of a tile.
skill.card @private_histogram version 1 numerics exact {
  %kernel = skill.bind op "kopt.kernel" form 1
  %length = skill.knob "length" in [16384, 1024, 2048, 4096, 8192]
  %share  = skill.knob "share" in [2, 1, 4]
  %all    = skill.target "multiprocessors"
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what is no histogram"
  skill.rewrite "private_histogram"(%kernel) with (length = %length, programs = %all, share = %share)
  %form = skill.query form(%kernel)
  skill.expect %form eq 2 else "the kernel is in form {0}"
  skill.risk "shared memory of a block for a few counters a bin"
  skill.pays "histograms, counts of values, load of experts"
}
