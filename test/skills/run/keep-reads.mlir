// Rows of 16-byte accesses get the hint; those of a kernel that reduces nothing
// do not. The odd row is read 2 bytes at a time: no hint.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=odd --device=sim
// RUN: kopt-opt %t.mlir --lower-to-ptx | FileCheck %s --check-prefix=PTX
// REQUIRES: sim

// CHECK-DAG: card @keep_reads applied at @rows_{{.*}}/load#0
// CHECK-DAG: card @keep_reads refused at @odd_{{.*}}/load#0: G2: the access is not widened
// CHECK-DAG: card @keep_reads refused at @chain_{{.*}}/load#0: G3: the kernel reduces nothing

// PTX: ld.global.L1::evict_last.L2::cache_hint.v4.b32

func.func @rows(%x: tensor<37x1024xf32>) -> tensor<37xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<37x1024xf32>) outs(%f : tensor<37xf32>) dimensions = [1]
  return %r : tensor<37xf32>
}
func.func @odd(%x: tensor<37x1023xbf16>) -> tensor<37xbf16> {
  %least = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<37xbf16>
  %f = linalg.fill ins(%least : bf16) outs(%e : tensor<37xbf16>) -> tensor<37xbf16>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<37x1023xbf16>) outs(%f : tensor<37xbf16>) dimensions = [1]
  return %r : tensor<37xbf16>
}
func.func @chain(%x: tensor<37x1024xf32>) -> tensor<37x1024xf32> {
  %e = tensor.empty() : tensor<37x1024xf32>
  %r = linalg.exp ins(%x : tensor<37x1024xf32>) outs(%e : tensor<37x1024xf32>) -> tensor<37x1024xf32>
  return %r : tensor<37x1024xf32>
}
