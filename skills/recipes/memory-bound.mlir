// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Elementwise chains and reductions of rows or columns: one kernel, one read of
// each input, wide accesses, reductions by shuffles.
skill.recipe @memory_bound {
  skill.apply @fuse_elementwise_launches until_no_match
  skill.apply @fuse_reduction_launches until_no_match
  skill.apply @fuse_elementwise_launches until_no_match
  skill.apply @tile_to_grid
  // More warps where the whole row is to be held; the first that fits stays.
  skill.apply @rows_in_registers
  skill.apply @defer_reductions
  skill.apply @launch_warps with (warps = 16)
  skill.apply @launch_warps with (warps = 8)
  skill.apply @several_rows_a_block
  skill.apply @lane_reductions
  skill.apply @widen_global_load with (bytes = 16)
  skill.apply @widen_global_load with (bytes = 8)
  skill.apply @widen_global_store with (bytes = 16)
  skill.apply @widen_global_store with (bytes = 8)
}
