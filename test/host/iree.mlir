// Launches as external dispatches of IREE, with kernels that have the signature
// its CUDA driver calls; what was not lifted is left to IREE.
// RUN: rm -rf %t && kopt-translate --kopt-to-iree --chip=sm_80 %s -o %t
// RUN: FileCheck %s --input-file=%t/program.mlir
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/kernels0.ptx
// RUN: cat %t/program.mlir | kopt-opt --allow-unregistered-dialect -o /dev/null
// RUN: %if iree %{ iree-compile %t/program.mlir --iree-hal-target-device=cuda --iree-cuda-target=sm_80 --iree-hal-executable-object-search-path=%t -o %t/program.vmfb %}
// RUN: %if iree %{ FileCheck %s --check-prefix=PTX --input-file=%t/program.vmfb %}

// CHECK-NOT: gpu.module
// CHECK-NOT: kopt.
// CHECK-LABEL: func.func @chain
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[H:.*]] = arith.bitcast %arg1 : bf16 to i16
// CHECK: %[[W:.*]] = arith.extui %[[H]] : i16 to i32
// CHECK: cf.assert
// CHECK: %[[G:.*]] = affine.apply
// CHECK: %[[S:.*]] = "hal.dispatch.extern"(%[[G]], %arg0, %{{.*}}, %{{.*}}, %[[W]],
// CHECK-SAME: export_name = "scale"
// CHECK-SAME: constants = 5, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]
// CHECK-SAME: operandSegmentSizes = array<i32: 1, 6, 1, 1>
// CHECK-SAME: path = "kernels0.ptx"
// CHECK-SAME: workgroup_size = [64 : index, 1 : index, 1 : index]
// CHECK: %[[R:.*]]:2 = "hal.dispatch.extern"(%{{.*}}, %[[S]], %arg2, %
// CHECK-SAME: export_name = "both"
// CHECK-SAME: constants = 4, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>, #hal.pipeline.binding<storage_buffer>]
// CHECK-SAME: tied_operands = [-1 : index, 1 : index]
// CHECK: arith.addf
// CHECK: return

// Pointers first, then numbers of 32 bits.
// PTX-LABEL: .entry scale(
// PTX-COUNT-2: .param .u64 .ptr
// PTX-COUNT-5: .param .u32
// PTX-NOT: .param
// PTX: )
// PTX-LABEL: .entry both(
// PTX-COUNT-3: .param .u64 .ptr
// PTX-COUNT-4: .param .u32
// PTX-NOT: .param
// PTX: )
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @scale(%x: memref<?xbf16>, %f: bf16, %o: memref<?xbf16> {kopt.out})
      attributes {assume = affine_set<()[s0, s1] : (s0 - s1 == 0)>, grid = #grid, schedule = #kopt.launch<warps = 2>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xbf16> -> tensor<256xbf16>
    %s = tensor.splat %f : tensor<256xbf16>
    %u = arith.mulf %t, %s : tensor<256xbf16>
    kopt.store %u, %o[%at] : tensor<256xbf16>, memref<?xbf16>
    kopt.return
  }
  kopt.kernel @both(%x: memref<?xbf16>, %o: memref<16xbf16> {kopt.out}, %a: memref<?xbf16> {kopt.inout}) attributes {grid = #grid} {
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xbf16> -> tensor<256xbf16>
    %q = kopt.load %a[%at] : memref<?xbf16> -> tensor<256xbf16>
    %u = arith.addf %t, %q : tensor<256xbf16>
    kopt.store %u, %a[%at] : tensor<256xbf16>, memref<?xbf16>
    %v = arith.constant dense<1.0> : tensor<16xbf16>
    kopt.store %v, %o[%c0] : tensor<16xbf16>, memref<16xbf16>
    kopt.return
  }
  // Not launched, so not handed over.
  kopt.kernel @other(%o: memref<16xbf16> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<1.0> : tensor<16xbf16>
    kopt.store %v, %o[%c0] : tensor<16xbf16>, memref<16xbf16>
    kopt.return
  }
}
func.func @chain(%x: tensor<?xbf16>, %f: bf16, %y: tensor<?xbf16>) -> (tensor<16xbf16>, tensor<?xbf16>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xbf16>
  %e = tensor.empty(%n) : tensor<?xbf16>
  %s = kopt.launch @kernels::@scale ins(%x, %f : tensor<?xbf16>, bf16) outs(%e : tensor<?xbf16>) -> tensor<?xbf16>
  %o = tensor.empty() : tensor<16xbf16>
  %r:2 = kopt.launch @kernels::@both ins(%s : tensor<?xbf16>) outs(%o, %y : tensor<16xbf16>, tensor<?xbf16>) -> tensor<16xbf16>, tensor<?xbf16>
  %z = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%r#0 : tensor<16xbf16>) outs(%o : tensor<16xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %p = arith.addf %a, %a : bf16
    linalg.yield %p : bf16
  } -> tensor<16xbf16>
  return %z, %r#1 : tensor<16xbf16>, tensor<?xbf16>
}
