// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Elementwise chains and reductions of rows or columns: one kernel, one read of
// each input, wide accesses, reductions by shuffles.
skill.recipe @memory_bound {
  skill.apply @fuse_elementwise_launches until_no_match
  skill.apply @fuse_reduction_launches until_no_match
  skill.apply @fuse_elementwise_launches until_no_match
  skill.apply @split_reductions until_no_match
  // Large tiles first; what has too many registers in them takes the next.
  skill.apply @tile_column_reductions
  skill.apply @tile_column_reductions with (depth = 32)
  skill.apply @tile_to_grid with (cols = 2048)
  skill.apply @tile_to_grid with (cols = 512)
  skill.apply @tile_to_grid with (cols = 128, depth = 8)
  skill.apply @tile_by_index
  skill.apply @split_loops
  skill.apply @several_rows_a_block
  // The most warps that have one access of 16 bytes a thread; the first that
  // fits stays.
  skill.apply @launch_warps with (warps = 8)
  skill.apply @launch_warps with (warps = 4)
  skill.apply @launch_warps with (warps = 2)
  skill.apply @rows_in_registers
  skill.apply @bounded_rows_in_registers
  skill.apply @defer_reductions
  skill.apply @block_sums with (chain = 128)
  skill.apply @early_loads
  skill.apply @lane_reductions
  skill.apply @share_divisor
  skill.apply @contract_multiply_add
  skill.apply @widen_global_load with (bytes = 16)
  skill.apply @widen_global_load with (bytes = 8)
  skill.apply @keep_reads
  skill.apply @widen_global_store with (bytes = 16)
  skill.apply @widen_global_store with (bytes = 8)
}
