// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Read a transposed operand in the order of its memory, and transpose square
// tiles in shared memory, so that reads and writes are wide.
// Pays: always where the innermost dimension changes. Loses: extents of a few
// elements, which fill no square.
skill.card @staged_transpose version 1 numerics exact {
  %load   = skill.bind op "kopt.load" form 2
  %kernel = skill.bind kernel of %load
  %bytes  = skill.knob "bytes" in [16, 4, 8]
  %set    = skill.query has_attr(%load, layout)
  skill.guard "G1" reads_across(%load) else "the tile has its memory's innermost dimension"
  skill.guard "G2" %set eq 0 else "the load has a layout"
  skill.rewrite "stage_transpose"(%load) with (bytes = %bytes)
  %registers = skill.query registers(%kernel)
  skill.expect %registers le 168 else "{0} registers a thread"
  skill.risk "shared memory for the largest exchange limits the blocks a multiprocessor holds"
  skill.pays "transposes, and elementwise work on operands of different orders"
}
