// What launches are given or do besides running a kernel: memory of their own
// that is zero, programs that wait for each other, clusters of blocks; in stock
// mlir-runner, and as an artefact, twice with one workspace.
// RUN: kopt-opt %s --kopt-host-pipeline=chip=sim -o %t.sim.mlir
// RUN: rm -f %t.trace
// RUN: env %sim_driver KOPT_FAKE_TRACE=%t.trace %mlir_run %t.sim.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE --input-file=%t.trace
// RUN: %if cuda %{ kopt-opt %s --kopt-host-pipeline -o %t.mlir && %mlir_run %t.mlir | FileCheck %s %}
// RUN: rm -rf %t && kopt-translate --kopt-to-artefact --entry=both --chip=sim,sm_90a %s -o %t
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 1024 | FileCheck %s --check-prefix=ARTEFACT
// RUN: %if cuda %{ %kopt_build/bin/unit/capi-run %t 1024 | FileCheck %s --check-prefix=ARTEFACT %}

// ARTEFACT: workspace 512, 512 persist
// ARTEFACT-NOT: failed
// ARTEFACT: result 4: 524800 524800 524800 524800
// ARTEFACT: result 1024: -1023 -1022 -1021
// The sum of 1 to 1024 in each element, twice; each element without the largest.
// CHECK: [524800,  524800,  524800,  524800]
// CHECK: [524800,  524800,  524800,  524800]
// CHECK: [-1023,  -1022,  -1,  0]
// TRACE: cuMemsetD32Async
// TRACE: cuMemsetD32Async
// TRACE: cuLaunchKernelEx
// TRACE-NEXT: cooperative
// TRACE: cuMemsetD32Async
// TRACE: cuMemsetD32Async
// TRACE: cuLaunchKernelEx
// TRACE-NEXT: cooperative
// TRACE: cuLaunchKernelEx
// TRACE-NOT: cooperative
#one = affine_map<()[s0] -> (s0)>
#in_a_warp = #kopt.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [[0]], reps = [1]>
gpu.module @kernels {
  kopt.kernel @sum(%x: memref<1024xf32>, %o: memref<4xf32> {kopt.out}, %parts: memref<4xf32> {kopt.workspace}, %flags: memref<1xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %p = kopt.program_id 0
    %at = arith.muli %p, %c256 : index
    %t = kopt.load %x[%at] : memref<1024xf32> -> tensor<256xf32>
    %s = kopt.reduce(%t) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<256xf32>) -> tensor<f32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %parts[%p] map #one : tensor<f32>, memref<4xf32>
    kopt.signal %flags[%c0] : memref<1xi32>
    kopt.await %flags[%c0] signals %c4 readers %c4 : memref<1xi32>
    %q = kopt.load %parts[%c0] {layout = #in_a_warp} : memref<4xf32> -> tensor<4xf32>
    %all = kopt.reduce(%q) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<4xf32>) -> tensor<f32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %all, %o[%p] map #one : tensor<f32>, memref<4xf32>
    kopt.return
  }
  kopt.kernel @below(%x: memref<1024xf32>, %o: memref<1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<1024xf32> -> tensor<1024xf32>
    %m = kopt.reduce(%t) axis 0 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1024xf32>) -> tensor<f32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [] : tensor<f32> -> tensor<1024xf32>
    %d = arith.subf %t, %mb : tensor<1024xf32>
    kopt.store %d, %o[%c0] : tensor<1024xf32>, memref<1024xf32>
    kopt.return
  }
}
func.func @both(%x: tensor<1024xf32>) -> (tensor<4xf32>, tensor<1024xf32>) {
  %es = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<1024xf32>
  %s = kopt.launch @kernels::@sum ins(%x : tensor<1024xf32>) outs(%es : tensor<4xf32>) -> tensor<4xf32>
  %d = kopt.launch @kernels::@below ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  return %s, %d : tensor<4xf32>, tensor<1024xf32>
}
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<1024xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<1024xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %one = arith.constant 1 : index
    %j = arith.addi %i, %one : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    linalg.yield %f : f32
  } -> tensor<1024xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %es = tensor.empty() : tensor<4xf32>
    %s = kopt.launch @kernels::@sum ins(%x : tensor<1024xf32>) outs(%es : tensor<4xf32>) -> tensor<4xf32>
    %u = tensor.cast %s : tensor<4xf32> to tensor<*xf32>
    func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  }
  %d = kopt.launch @kernels::@below ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %first = tensor.extract_slice %d[0] [2] [1] : tensor<1024xf32> to tensor<2xf32>
  %last = tensor.extract_slice %d[1022] [2] [1] : tensor<1024xf32> to tensor<2xf32>
  %ends = tensor.concat dim(0) %first, %last : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %v = tensor.cast %ends : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  return
}
