// A program of tensors whose work is on memory inside: an error or an answer, never a crash.
// RUN: kopt-run %s | FileCheck %s
// CHECK: dense<"0x{{[0-9A-F]+}}"> : tensor<2xf32>
#id = affine_map<(d0) -> (d0)>
func.func @f() -> tensor<2xf32> {
  %one = arith.constant 1.5 : f32
  %a = memref.alloc() : memref<2xf16>
  %w = memref.alloc() : memref<2xf32>
  linalg.fill ins(%one : f32) outs(%w : memref<2xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : memref<2xf32>) outs(%a : memref<2xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<2xf16>) outs(%w : memref<2xf32>) {
  ^bb0(%x: f16, %o: f32):
    %t = arith.extf %x : f16 to f32
    linalg.yield %t : f32
  }
  %r = bufferization.to_tensor %w restrict : memref<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}
