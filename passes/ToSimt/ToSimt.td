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

    A load or store is cut in accesses of the bytes its `via` says (one element
    without), each under one predicate, and without any where interval
    arithmetic over grid, loop bounds and constants shows that the whole tile is
    inside. Threads that hold a copy of another's element do not store it.

    A reduction combines registers, then lanes by shuffles (`across` is
    `lanes`), then the partials left through `kopt.shared_offset` in shared
    memory. A scan takes the coordinate bits of its axis from the least
    significant up and keeps, for each run of registers, the scan of the run, the
    total of the segment scanned so far and what comes before the run in it:
    lanes exchange totals by shuffles, warps through shared memory. Every order
    is fixed.

    Assumes: `kopt-check-state` holds, layouts are assigned so that no operation
    but `kopt.convert_layout`, `kopt.reduce` and `kopt.scan` exchanges data, shared memory is
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
    "::mlir::vector::VectorDialect", "::mlir::affine::AffineDialect"
  ];
}

#endif // PASSES_TOSIMT_TD
