// The grouped GEMM of grouped-gemm.mlir in form 2a: persistent programs over the blocks
// of all groups, which both roles find by counting; the ring goes on across groups. The
// number of blocks is known from memory only.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/grouped-gemm.original.mlir %s --device=interpret --families=normal,small_integers

#w = affine_map<(d0, d1)[g, k] -> (g, d0 + k, d1)>
!ab = !kopt.channel<tensor<64x32xbf16>, tensor<32x48xbf16>>
gpu.module @kernels {
  kopt.kernel @write_starts(%o: memref<4xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %s = arith.constant dense<[0, 7, 71, 90]> : tensor<4xi32>
    kopt.store %s, %o[] map affine_map<(d0) -> (d0)> : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
  kopt.kernel @grouped_kernel(%x: memref<90x64xbf16>, %w: memref<3x64x48xbf16>, %starts: memref<4xi32>, %o: memref<90x48xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %c48 = arith.constant 48 : index
    %c64 = arith.constant 64 : index
    %first = kopt.program_id 0
    %programs = kopt.num_programs 0
    %tiles = scf.for %group = %c0 to %c3 step %c1 iter_args(%count = %c0) -> (index) {
      %after = arith.addi %group, %c1 : index
      %s32 = memref.load %starts[%group] : memref<4xi32>
      %e32 = memref.load %starts[%after] : memref<4xi32>
      %rows32 = arith.subi %e32, %s32 : i32
      %rows = arith.index_cast %rows32 : i32 to index
      %blocks = arith.ceildivui %rows, %c64 : index
      %sum = arith.addi %count, %blocks : index
      scf.yield %sum : index
    }
    %ring = kopt.channel stages 3 : !ab
    kopt.roles {
      kopt.role "load" warps 4 regs 40 {
        scf.for %t = %first to %tiles step %programs {
          %at:4 = scf.while (%group = %c0, %rest = %t) : (index, index) -> (index, index, index, index) {
            %after = arith.addi %group, %c1 : index
            %s32 = memref.load %starts[%group] : memref<4xi32>
            %e32 = memref.load %starts[%after] : memref<4xi32>
            %begin = arith.index_cast %s32 : i32 to index
            %stop = arith.index_cast %e32 : i32 to index
            %rows = arith.subi %stop, %begin : index
            %blocks = arith.ceildivui %rows, %c64 : index
            %isPast = arith.cmpi uge, %rest, %blocks : index
            %skip = arith.muli %rest, %c64 : index
            %row = arith.addi %begin, %skip : index
            %less = arith.subi %rest, %blocks : index
            scf.condition(%isPast) %group, %less, %row, %stop : index, index, index, index
          } do {
          ^bb0(%group: index, %less: index, %row: index, %stop: index):
            %then = arith.addi %group, %c1 : index
            scf.yield %then, %less : index, index
          }
          scf.for %k = %c0 to %c64 step %c32 {
            kopt.acquire %ring : !ab
            %a = kopt.load %x[%at#2, %k] bounds [%at#3, %c64] : memref<90x64xbf16> -> tensor<64x32xbf16>
            %b = kopt.load %w[%at#0, %k] map #w : memref<3x64x48xbf16> -> tensor<32x48xbf16>
            kopt.publish %ring, %a, %b : !ab
          }
        }
      }
      kopt.role "mma" warps 4 regs 200 replicas 2 attributes {sharing = #kopt.sharing<alternate>} {
        scf.for %t = %first to %tiles step %programs {
          %at:4 = scf.while (%group = %c0, %rest = %t) : (index, index) -> (index, index, index, index) {
            %after = arith.addi %group, %c1 : index
            %s32 = memref.load %starts[%group] : memref<4xi32>
            %e32 = memref.load %starts[%after] : memref<4xi32>
            %begin = arith.index_cast %s32 : i32 to index
            %stop = arith.index_cast %e32 : i32 to index
            %rows = arith.subi %stop, %begin : index
            %blocks = arith.ceildivui %rows, %c64 : index
            %isPast = arith.cmpi uge, %rest, %blocks : index
            %skip = arith.muli %rest, %c64 : index
            %row = arith.addi %begin, %skip : index
            %less = arith.subi %rest, %blocks : index
            scf.condition(%isPast) %group, %less, %row, %stop : index, index, index, index
          } do {
          ^bb0(%group: index, %less: index, %row: index, %stop: index):
            %then = arith.addi %group, %c1 : index
            scf.yield %then, %less : index, index
          }
          %zero = arith.constant dense<0.0> : tensor<64x48xf32>
          %acc = scf.for %k = %c0 to %c64 step %c32 iter_args(%s = %zero) -> (tensor<64x48xf32>) {
            %a, %b = kopt.receive %ring : !ab
            %p = kopt.dot_start %a, %b, %s {on = #kopt.on<wgmma_shared>} : tensor<64x32xbf16>, tensor<32x48xbf16> -> tensor<64x48xf32>
            %d = kopt.dot_wait %p : tensor<64x48xf32>
            kopt.release %ring : !ab
            scf.yield %d : tensor<64x48xf32>
          }
          kopt.store %acc, %o[%at#2, %c0] bounds [%at#3, %c48] : tensor<64x48xf32>, memref<90x48xf32>
        }
      }
    }
    kopt.return
  }
}
func.func @grouped(%x: tensor<90x64xbf16>, %w: tensor<3x64x48xbf16>) -> tensor<90x48xf32> {
  %es = tensor.empty() : tensor<4xi32>
  %starts = kopt.launch @kernels::@write_starts outs(%es : tensor<4xi32>) -> tensor<4xi32>
  %e = tensor.empty() : tensor<90x48xf32>
  %r = kopt.launch @kernels::@grouped_kernel ins(%x, %w, %starts : tensor<90x64xbf16>, tensor<3x64x48xbf16>, tensor<4xi32>) outs(%e : tensor<90x48xf32>) -> tensor<90x48xf32>
  return %r : tensor<90x48xf32>
}
