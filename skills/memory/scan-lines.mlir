// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Scan a line by the warps of one program: tile after tile, what came before
// carried on and the next tile on its way.
// Pays: always needed; long tiles keep more bytes on their way. Loses: few long
// lines leave multiprocessors empty.
skill.card @scan_lines version 1 numerics reassociates {
  %kernel = skill.bind op "kopt.kernel" form 1
  %length = skill.knob "length" in [4096, 512, 1024, 2048, 8192]
  %width  = skill.knob "width" in [32, 1, 8, 16, 64]
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what is no scan of whole tensors"
  skill.rewrite "scan_lines"(%kernel) with (length = %length, width = %width)
  %form = skill.query form(%kernel)
  skill.expect %form eq 2 else "the kernel is in form {0}"
  skill.risk "a tile and the next one are in registers at once"
  skill.pays "cumulative sums, products and maxima"
}
