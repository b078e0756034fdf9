//===- ToSimt.td - From tiles to one thread's code ---------*- tablegen -*-===//

#ifndef PASSES_TOSIMT_TD
#define PASSES_TOSIMT_TD

include "mlir/Pass/PassBase.td"

def ToSimtPass : Pass<"kopt-to-simt", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Turn each kernel on tiles into the code of one thread";
  let description = [{
    Each `kopt.kernel` in form 2 becomes a `gpu.func … kernel`. A tile becomes a
    `vector<GxVxT>`: `G` groups of `V` elements, where a group is contiguous in
    one tile dimension and element `v` of group `g` is register `g * V + v` of
    the tile's layout.

    Parameters: a static memref stays; a dynamic one becomes `memref<T>` (one
    pointer) and an `index` a dynamic dimension; scalars stay. The grid is
    linear on `gpu.block_id x`, last axis fastest. The result carries
    `known_block_size`, `kopt.grid` (the kernel's map), `kopt.assume` (the
    kernel's set) where there is one, and `kopt.dyn_smem` (the bytes of dynamic
    shared memory) where static shared memory is too small.

    With a cluster of n blocks, a thread's number is `thread_id x` plus the
    block's rank times the threads of a block, and a program's that of its block
    divided by n; the kernel carries `nvvm.cluster_dim`, and whoever launches it
    launches n blocks a program.

    A load or store is cut in accesses of the bytes its `via` says (one element
    without), each under one predicate, and without any where interval
    arithmetic over grid, loop bounds and constants shows that the whole tile is
    inside. Threads that hold a copy of another's element do not store it.

    A coordinate that comes from an index tile is read as a signed number, so
    that a negative one is outside; where the tile does not differ along a row
    of memory, the row is in or out as a whole and keeps its wide accesses.
    `kopt.scatter_reduce` is one `kopt_nv.red` an element. `kopt.histogram`
    clears counters in shared memory, a row of copies a bin (`histogramCopies`),
    counts by `kopt_nv.red`, each lane in its copy, and adds the copies up.

    A reduction combines registers, then lanes by shuffles (`across` is
    `lanes`), then the partials left through `kopt.shared_offset` in shared
    memory. Where the axis lies over several blocks of a cluster, each block then
    stores its partials to the shared memory of the others, at
    `kopt.exchange_offset`, and after a barrier of the cluster all combine them.
    A scan takes the coordinate bits of its axis from the least
    significant up and keeps, for each run of registers, the scan of the run, the
    total of the segment scanned so far and what comes before the run in it:
    lanes exchange totals by shuffles, warps through shared memory. A sort is a
    bitonic network in shared memory, the first few of one long line are selected
    by a bound. Every order is fixed.

    Assumes: `kopt-check-state` holds, layouts are assigned so that no operation
    but `kopt.convert_layout`, `kopt.reduce`, `kopt.scan` and sorts exchange data, shared memory is
    allocated and barriers between two uses of it are there.

    Before:
    ```mlir
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32, #l>
    ```
    After:
    ```mlir
    %v = vector.load %x[%i, %k] {alignment = 16 : i64} : memref<64x1024xf32>, vector<4xf32>
    ```
    Leaves to others: expansion of math functions, everything below `gpu`.
  }];
  let dependentDialects = [
    "::kopt::nv::KoptNVDialect",
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect", "::mlir::affine::AffineDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // PASSES_TOSIMT_TD
