// Mathematics that stays on the host: every operation of the math dialect that
// upstream can lower at all, also on bf16.
// RUN: kopt-opt %s --kopt-host-pipeline -o %t.mlir
// RUN: %mlir_run %t.mlir | FileCheck %s

// CHECK: [0.5,  0.353553,  64,  3,  0.000406952,  1.41421,  5,  2,  3,  0.761719,  0.5,  8]
// CHECK: [31,  3,  2,  3,  81]
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @floats(%four: f32, %eight: f64, %one: bf16, %three: i32) {
  %low = arith.constant 3.0 : f32
  %0 = math.rsqrt %four : f32
  %root = math.rsqrt %eight : f64
  %1 = arith.truncf %root : f64 to f32
  %2 = math.fpowi %four, %three : f32, i32
  %high = arith.constant 3.0 : f32
  %3 = math.clampf %four to [%low, %high] : f32
  %q = arith.constant 2.5 : f32
  %4 = math.erfc %q : f32
  %two = math.sqrt %four : f32
  %5 = math.sqrt %two : f32
  %6 = math.fma %two, %two, %low : f32
  %six = math.roundeven %q : f32
  %7 = math.copysign %six, %four : f32
  %8 = math.absf %low : f32
  %h = math.tanh %one : bf16
  %9 = arith.extf %h : bf16 to f32
  %twos = arith.addf %one, %one : bf16
  %fours = arith.addf %twos, %twos : bf16
  %r = math.rsqrt %fours : bf16
  %10 = arith.extf %r : bf16 to f32
  %p = math.fpowi %twos, %three : bf16, i32
  %11 = arith.extf %p : bf16 to f32
  %seven = arith.constant 7.0 : f32
  %off = arith.subf %6, %seven : f32
  %five = arith.constant 5.0 : f32
  %66 = arith.addf %off, %five : f32
  %t = tensor.from_elements %0, %1, %2, %3, %4, %5, %66, %7, %8, %9, %10, %11 : tensor<12xf32>
  %u = tensor.cast %t : tensor<12xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @integers(%i: i32, %f: f32) {
  %c1 = arith.constant 1 : i32
  %0 = math.ctlz %c1 : i32
  %c8 = arith.constant 8 : i32
  %1 = math.cttz %c8 : i32
  %2 = math.ctpop %i : i32
  %n = arith.constant -3 : i32
  %3 = math.absi %n : i32
  %c4 = arith.constant 4 : i32
  %4 = math.ipowi %i, %c4 : i32
  %nan = math.isnan %f : f32
  %finite = math.isfinite %f : f32
  %either = arith.cmpi ne, %nan, %finite : i1
  %z = arith.constant 0 : i32
  %44 = arith.select %either, %4, %z : i32
  %t = tensor.from_elements %0, %1, %2, %3, %44 : tensor<5xi32>
  %u = tensor.cast %t : tensor<5xi32> to tensor<*xi32>
  func.call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
func.func @main() {
  %four = arith.constant 4.0 : f32
  %eight = arith.constant 8.0 : f64
  %one = arith.constant 1.0 : bf16
  %three = arith.constant 3 : i32
  func.call @floats(%four, %eight, %one, %three) : (f32, f64, bf16, i32) -> ()
  func.call @integers(%three, %four) : (i32, f32) -> ()
  return
}
