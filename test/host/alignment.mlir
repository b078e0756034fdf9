// Memory of the caller's own (copy=false): the variant that relies on addresses
// at multiples of 16 is for those only, and what the last kernel relies on is
// checked. The driver for tests runs `twice` and `thrice` itself.
// RUN: kopt-opt %s --kopt-host-pipeline=copy=false -o %t.mlir
// RUN: env %fake_driver not --crash %mlir_run %t.mlir 2> %t.errors | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t.errors

// CHECK: [3,  6,  9,  12]
// CHECK: [2,  4,  6,  8]
// CHECK-NOT: [
// ERROR: kopt.launch @kernels::@twice: expected addresses that are multiples of what the kernel relies on
#equal = affine_set<()[s0, s1] : (s0 - s1 == 0)>
#four = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 mod 4 == 0)>
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32> {kopt.align = 4 : i64}, %o: memref<?xf32> {kopt.out}) attributes {assume = #equal, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 4>} : memref<?xf32> -> tensor<256xf32>
    kopt.store %t, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
  kopt.kernel @thrice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {assume = #four, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 16>} : memref<?xf32> -> tensor<256xf32>
    kopt.store %t, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @run(%bytes: memref<64xi8>, %out: memref<64xi8>, %shift: index, %shiftOut: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %x = memref.view %bytes[%shift][%c4] : memref<64xi8> to memref<?xf32>
  %o = memref.view %out[%shiftOut][%c4] : memref<64xi8> to memref<?xf32>
  %z = scf.for %i = %c0 to %c4 step %c1 iter_args(%f = %one) -> f32 {
    memref.store %f, %x[%i] : memref<?xf32>
    %g = arith.addf %f, %one : f32
    scf.yield %g : f32
  }
  kopt.launch @kernels::@twice variants [@kernels::@thrice] ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  %u = memref.cast %o : memref<?xf32> to memref<*xf32>
  func.call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %bytes = memref.alloc() {alignment = 64} : memref<64xi8>
  %out = memref.alloc() {alignment = 64} : memref<64xi8>
  func.call @run(%bytes, %out, %c0, %c0) : (memref<64xi8>, memref<64xi8>, index, index) -> ()
  func.call @run(%bytes, %out, %c4, %c0) : (memref<64xi8>, memref<64xi8>, index, index) -> ()
  func.call @run(%bytes, %out, %c4, %c4) : (memref<64xi8>, memref<64xi8>, index, index) -> ()
  return
}
