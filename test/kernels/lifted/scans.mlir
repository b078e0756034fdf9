// Running sums of columns: each partial sum has the accuracy of its own terms,
// narrow ones are held in f32, and one that starts from +0.0 is never -0.0.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=inclusive --device=sim --families=normal,signed_zeros,subnormals,cancelling,infinities
// RUN: kopt-gate %s %t.mlir --entry=exclusive --device=sim --families=normal,signed_zeros,subnormals,cancelling,infinities
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim --families=normal,signed_zeros,subnormals,cancelling,infinities
// RUN: kopt-gate %s %t.mlir --entry=expanded --device=sim --families=normal,signed_zeros,subnormals,infinities
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --entry=inclusive --device=sim --families=normal,signed_zeros,subnormals,cancelling,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=exclusive --device=sim --families=normal,signed_zeros,subnormals,cancelling,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=narrow --device=sim --families=normal,signed_zeros,subnormals,cancelling,infinities
// REQUIRES: sim

func.func @inclusive(%x: tensor<70x40xf32>) -> tensor<70x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x40xf32>
  %l = tensor.empty() : tensor<40xf32>
  %a = linalg.fill ins(%zero : f32) outs(%l : tensor<40xf32>) -> tensor<40xf32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<70x40xf32>) outs(%e, %a : tensor<70x40xf32>, tensor<40xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.addf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<70x40xf32>, tensor<40xf32>
  return %r#0 : tensor<70x40xf32>
}
func.func @exclusive(%x: tensor<9x250xf32>) -> tensor<9x250xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<9x250xf32>
  %l = tensor.empty() : tensor<250xf32>
  %a = linalg.fill ins(%zero : f32) outs(%l : tensor<250xf32>) -> tensor<250xf32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<9x250xf32>) outs(%e, %a : tensor<9x250xf32>, tensor<250xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.addf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<9x250xf32>, tensor<250xf32>
  return %r#0 : tensor<9x250xf32>
}
func.func @narrow(%x: tensor<16x33xbf16>) -> tensor<16x33xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<16x33xbf16>
  %l = tensor.empty() : tensor<33xbf16>
  %a = linalg.fill ins(%zero : bf16) outs(%l : tensor<33xbf16>) -> tensor<33xbf16>
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<16x33xbf16>) outs(%e, %a : tensor<16x33xbf16>, tensor<33xbf16>) {
  ^bb0(%s: bf16, %v: bf16):
    %t = arith.addf %s, %v : bf16
    tm_tensor.yield %t : bf16
  } -> tensor<16x33xbf16>, tensor<33xbf16>
  return %r#0 : tensor<16x33xbf16>
}
// Not associative: element by element, the last combination too.
func.func @expanded(%x: tensor<9x7xf32>) -> (tensor<9x7xf32>, tensor<7xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<9x7xf32>
  %l = tensor.empty() : tensor<7xf32>
  %a = linalg.fill ins(%zero : f32) outs(%l : tensor<7xf32>) -> tensor<7xf32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<9x7xf32>) outs(%e, %a : tensor<9x7xf32>, tensor<7xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.subf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<9x7xf32>, tensor<7xf32>
  return %r#0, %r#1 : tensor<9x7xf32>, tensor<7xf32>
}
