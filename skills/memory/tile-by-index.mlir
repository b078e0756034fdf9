// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Give each thread one element of the result: windows, gathers, diagonals,
// several results, reductions in order, and whatever else has no tiles by
// extents alone.
// Pays: it makes run what would not. Loses: against any way that stages or
// reads wide, so the last resort.
skill.card @tile_by_index version 1 numerics exact {
  %kernel   = skill.bind op "kopt.kernel" form 1
  %elements = skill.knob "elements" in [128, 64, 256, 512, 1024]
  skill.unguarded "the anchor is in form 1, and the rewrite refuses what it cannot index"
  skill.rewrite "tile_by_index"(%kernel) with (elements = %elements)
  %form = skill.query form(%kernel)
  skill.expect %form eq 2 else "the kernel is in form {0}"
  skill.risk "a grid above 2^31 programs cannot be launched"
  skill.pays "kernels that stay in form 1 otherwise"
}
