// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Elementwise chains and reductions of rows or columns: one kernel, one read of
// each input, wide accesses, reductions by shuffles.
skill.recipe @memory_bound {
  skill.apply @parts_by_index
  skill.apply @fuse_elementwise_launches until_no_match
  skill.apply @fuse_reduction_launches until_no_match
  skill.apply @fuse_elementwise_launches until_no_match
  skill.apply @recompute_reads until_no_match
  skill.apply @merge_sibling_launches until_no_match
  skill.apply @split_reductions until_no_match
  // Large tiles first; what has too many registers in them takes the next.
  skill.apply @tile_column_reductions
  skill.apply @tile_column_reductions with (depth = 32)
  skill.apply @tile_to_grid with (cols = 2048)
  skill.apply @tile_to_grid with (cols = 512)
  skill.apply @tile_to_grid with (cols = 128, depth = 8)
  // Lines are scanned, ordered and counted, updates made, as they are.
  skill.apply @scan_lines
  skill.apply @order_lines with (warps = 16, blocks = 2, bytes = 128)
  skill.apply @order_lines with (warps = 8, blocks = 4, bytes = 64)
  skill.apply @order_lines with (warps = 4, blocks = 1, bytes = 16)
  skill.apply @order_lines with (warps = 1, blocks = 1)
  skill.apply @private_histogram
  skill.apply @scatter_to_grid
  skill.apply @tile_by_index
  skill.apply @staged_transpose until_no_match
  skill.apply @several_gathered_rows
  skill.apply @split_loops
  // Short rows: the most that divide an axis, then the axis around it.
  skill.apply @several_inner_rows with (rows = 32)
  skill.apply @several_inner_rows with (rows = 16)
  skill.apply @several_inner_rows with (rows = 8)
  skill.apply @several_inner_rows with (rows = 4)
  skill.apply @several_inner_rows with (rows = 4)
  skill.apply @several_inner_rows with (rows = 2)
  skill.apply @resident_programs with (warps = 16, blocks = 2, bytes = 128)
  skill.apply @resident_programs with (warps = 8, blocks = 4, bytes = 64)
  skill.apply @several_rows_a_block
  skill.apply @broadcast_loads
  // The most warps that have one access of 16 bytes a thread; the first that
  // fits stays.
  skill.apply @launch_warps with (warps = 8)
  skill.apply @launch_warps with (warps = 4)
  skill.apply @launch_warps with (warps = 2)
  skill.apply @rows_in_registers until_no_match
  skill.apply @narrow_rows_in_registers
  skill.apply @bounded_rows_in_registers
  // A block of all threads where that holds the row, else as few blocks as hold
  // it with two of them a multiprocessor, else one.
  skill.apply @rows_in_clusters with (cluster = 1, warps = 32, registers = 64, blocks = 1)
  skill.apply @rows_in_clusters with (cluster = 2)
  skill.apply @rows_in_clusters with (cluster = 4)
  skill.apply @rows_in_clusters with (cluster = 8)
  skill.apply @rows_in_clusters with (cluster = 1, registers = 160, blocks = 1)
  skill.apply @rows_in_clusters with (cluster = 8, registers = 96, blocks = 1)
  skill.apply @narrow_maximum
  skill.apply @defer_reductions
  skill.apply @block_sums with (chain = 128)
  skill.apply @lane_reductions
  skill.apply @exp2_domain
  skill.apply @reciprocal_of_sum
  skill.apply @share_divisor
  skill.apply @contract_multiply_add
  skill.apply @widen_global_load with (bytes = 16)
  skill.apply @widen_global_load with (bytes = 8)
  skill.apply @keep_reads
  skill.apply @widen_global_store with (bytes = 16)
  skill.apply @widen_global_store with (bytes = 8)
}
