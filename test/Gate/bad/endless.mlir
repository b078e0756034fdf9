// A kernel that does not end, on some data: --timeout ends it, on the simulated GPU
// and on the driver for tests. No evidence, so no verdict; the next verdict is
// right, and no process is left behind.
// RUN: split-file %s %t
// RUN: rm -f %t/pids
// DEFINE: %{watch} = python3 %S/../Inputs/faulty_worker.py none 1000 %t/pids
// DEFINE: %{gate} = kopt-gate %t/original.mlir
// RUN: %exits 3 %{gate} %t/endless.mlir --device=sim --timeout=0.3 --workers="%{watch} kopt-sim-worker" --json=%t/j | FileCheck %s --check-prefix=SIM
// RUN: FileCheck %s --check-prefix=JSON < %t/j
// RUN: python3 %S/../Inputs/faulty_worker.py gone %t/pids
// RUN: sed '/ENDLESS$/d' %t/endless.mlir > %t/kernel.mlir
// RUN: %{gate} %t/kernel.mlir --device=sim --timeout=20 --workers="%{watch} kopt-sim-worker"
// RUN: not kopt-run %t/endless.mlir --timeout=0.3 2>&1 | FileCheck %s --check-prefix=RUN-SAYS
//
// Many blocks, none of which takes long.
// RUN: %exits 3 %{gate} %t/many.mlir --device=sim --timeout=0.1 --families=normal | FileCheck %s --check-prefix=MANY
//
// RUN: rm -f %t/pids
// RUN: %exits 3 env %fake_driver %{gate} %t/spin.mlir --device=cuda:0 --timeout=0.3 --workers="%{watch} kopt-gpu-worker" | FileCheck %s --check-prefix=GPU
// RUN: python3 %S/../Inputs/faulty_worker.py gone %t/pids
// RUN: sed 's/@spin/@twice/' %t/spin.mlir > %t/twice.mlir
// RUN: env %fake_driver %{gate} %t/twice.mlir --device=cuda:0 --timeout=20 --families=normal --workers="%{watch} kopt-gpu-worker"
// REQUIRES: sim

// SIM: equivalent on sim: inconclusive (timeout): timeout: expected the launches to end within 0.3 s of processor time (llvm.{{.*}} at {{.*}}endless.mlir
// JSON: "kind": "timeout"
// RUN-SAYS: timeout: expected the launches to end within 0.3 s
// MANY: equivalent on sim: inconclusive (timeout): timeout: expected the launches to end within 0.1 s
// GPU: equivalent on cuda:0: inconclusive (timeout): expected the launches to end within 0.3

//--- original.mlir
func.func @f(%x: tensor<512xf32>) -> tensor<512xf32> {
  %e = tensor.empty() : tensor<512xf32>
  %r = linalg.add ins(%x, %x : tensor<512xf32>, tensor<512xf32>) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  return %r : tensor<512xf32>
}
//--- endless.mlir
gpu.module @kernels {
  gpu.func @f(%x: memref<512xf32>, %o: memref<512xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    %zero = arith.constant 0.0 : f32
    %c64 = arith.constant 64 : index
    %block = gpu.block_id x
    %tid = gpu.thread_id x
    %first = arith.muli %block, %c64 : index
    %i = arith.addi %first, %tid : index
    %v = memref.load %x[%i] : memref<512xf32>
    scf.while : () -> () { // ENDLESS
      %w = memref.load %x[%i] : memref<512xf32> // ENDLESS
      %below = arith.cmpf olt, %w, %zero : f32 // ENDLESS
      scf.condition(%below) // ENDLESS
    } do { // ENDLESS
      memref.store %zero, %o[%i] : memref<512xf32> // ENDLESS
      scf.yield // ENDLESS
    } // ENDLESS
    %y = arith.addf %v, %v : f32
    memref.store %y, %o[%i] : memref<512xf32>
    gpu.return
  }
}
func.func @f(%x: tensor<512xf32>) -> tensor<512xf32> {
  %e = tensor.empty() : tensor<512xf32>
  %r = kopt.launch @kernels::@f ins(%x : tensor<512xf32>) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  return %r : tensor<512xf32>
}
//--- many.mlir
gpu.module @kernels {
  gpu.func @f(%x: memref<512xf32>, %o: memref<512xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (100000000)>} {
    %c512 = arith.constant 512 : index
    %i = gpu.block_id x
    %small = arith.cmpi ult, %i, %c512 : index
    scf.if %small {
      %v = memref.load %x[%i] : memref<512xf32>
      %y = arith.addf %v, %v : f32
      memref.store %y, %o[%i] : memref<512xf32>
    }
    gpu.return
  }
}
func.func @f(%x: tensor<512xf32>) -> tensor<512xf32> {
  %e = tensor.empty() : tensor<512xf32>
  %r = kopt.launch @kernels::@f ins(%x : tensor<512xf32>) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  return %r : tensor<512xf32>
}
//--- spin.mlir
gpu.module @kernels {
  kopt.kernel @spin(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>, schedule = #kopt.launch<warps = 2>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<512xf32>) -> tensor<512xf32> {
  %n = arith.constant 512 : index
  %y = tensor.cast %x : tensor<512xf32> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %q = kopt.launch @kernels::@spin ins(%y : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %q : tensor<?xf32> to tensor<512xf32>
  return %r : tensor<512xf32>
}
