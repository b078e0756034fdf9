// A remark a kernel: cards with knobs in order, those refused as a number, and
// the one that was nearest.
// RUN: split-file %s %t
// RUN: kopt-opt %t/near.mlir --apply-skills="skills=%skills recipe=launch_warps,widen_global_load,widen_global_store" --explain-skills -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: kopt-opt %t/fused.mlir --apply-skills --explain-skills -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: kopt-opt %t/dynamic.mlir --apply-skills=recipe=tile_to_grid,bounded_rows_in_registers --explain-skills -o /dev/null 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: kopt-opt %t/marked.mlir --apply-skills --explain-skills -o /dev/null 2>&1 | FileCheck %s --check-prefix=MARKED --implicit-check-not=@left

// Of the load seven guards of nine hold; of the kernel none; the store's are met.
// NEAR: near.mlir:2:3: remark: kernel @near: 1 card applied, 2 refused
// NEAR-NEXT: {{^}}  widen_global_store bytes = 16 at store#0
// NEAR-NEXT: {{^}}  nearest: widen_global_load bytes = 16 at load#0: G3: rows lie 1032 bytes apart, not a multiple of 16
// NEAR-NOT: remark

// What was merged goes with the kernel that has it; nothing of it is left alone.
// FUSED: remark: lifted 2 of 2 structured operations into 2 kernels
// FUSED-NOT: see current operation
// FUSED-NOT: remark: cards
// FUSED: fused.mlir:{{[0-9]+}}:{{[0-9]+}}: remark: kernel @f_1: {{[0-9]+}} cards applied, {{[0-9]+}} refused
// FUSED-NEXT: {{^}}  fuse_elementwise_launches
// FUSED-NEXT: {{^}}  tile_to_grid cols = 2048, depth = 16, rows = 1
// FUSED: {{^}}  widen_global_load bytes = 16 at load#0
// FUSED-NEXT: {{^}}  widen_global_store bytes = 16 at store#0
// FUSED-NOT: remark

// DYNAMIC: remark: kernel @f_0: 2 cards applied
// DYNAMIC-NEXT: {{^}}  tile_to_grid cols = 1024, depth = 16, rows = 1
// DYNAMIC-NEXT: {{^}}  bounded_rows_in_registers extent = 4096, registers = 168, in a variant if arg0[1]

// Kernels that cards may not change have no remark.
// MARKED: remark: kernel @done_0: {{[0-9]+}} cards applied

//--- near.mlir
gpu.module @kernels {
  kopt.kernel @near(%x: memref<64x1024xf32, strided<[258, 1]>>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32, strided<[258, 1]>> -> tensor<1x1024xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
}
//--- fused.mlir
func.func @f(%x: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
  %o = tensor.empty() : tensor<64x4096xf32>
  %a = linalg.exp ins(%x : tensor<64x4096xf32>) outs(%o : tensor<64x4096xf32>) -> tensor<64x4096xf32>
  %b = linalg.floor ins(%a : tensor<64x4096xf32>) outs(%o : tensor<64x4096xf32>) -> tensor<64x4096xf32>
  return %b : tensor<64x4096xf32>
}
//--- dynamic.mlir
func.func @f(%x: tensor<64x?xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<64x?xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %s : tensor<64xf32>
}
//--- marked.mlir
func.func @left(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
func.func @done(%x: tensor<64x256xf32>) -> tensor<64x256xf32> attributes {kopt.optimize} {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
