// The common case: a dynamic batch of rows of a static extent. The same cards
// apply as to the static program, and the result is right for any batch.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2> %t.txt
// RUN: grep -o "card @.* applied at @.*_static.*" %t.txt | sed -e "s/_static//" > %t.static
// RUN: grep -o "card @.* applied at @.*" %t.txt | grep -v "_static\|@batches" > %t.dynamic
// RUN: diff %t.static %t.dynamic
// RUN: FileCheck %s --input-file=%t.dynamic
// RUN: FileCheck %s --check-prefix=BATCHES --input-file=%t.txt
// RUN: kopt-gate %s %t.mlir --entry=norm --device=sim --shapes=asked --arg=0:0x512
// RUN: kopt-gate %s %t.mlir --entry=norm --device=sim --shapes=asked --arg=0:1x512
// RUN: kopt-gate %s %t.mlir --entry=norm --device=sim --shapes=asked --arg=0:7x512
// RUN: kopt-gate %s %t.mlir --entry=norm --device=sim --shapes=asked --arg=0:4097x512 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=short --device=sim --shapes=asked --arg=0:0x64
// RUN: kopt-gate %s %t.mlir --entry=short --device=sim --shapes=asked --arg=0:1x64
// RUN: kopt-gate %s %t.mlir --entry=short --device=sim --shapes=asked --arg=0:7x64
// RUN: kopt-gate %s %t.mlir --entry=short --device=sim --shapes=asked --arg=0:4097x64 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=batches --device=sim --shapes=asked --arg=0:0x3x512
// RUN: kopt-gate %s %t.mlir --entry=batches --device=sim --shapes=asked --arg=0:3x0x512
// RUN: kopt-gate %s %t.mlir --entry=batches --device=sim --shapes=asked --arg=0:1x1x512
// RUN: kopt-gate %s %t.mlir --entry=batches --device=sim --shapes=asked --arg=0:3x7x512
// REQUIRES: sim

// CHECK-DAG: card @several_rows_a_block applied at @norm_1, rows = 4
// CHECK-DAG: card @several_rows_a_block applied at @short_3, rows = 4
// CHECK-DAG: card @widen_global_load applied at @norm_1/load#0, bytes = 16
// CHECK-DAG: card @widen_global_store applied at @short_3/store#0, bytes = 16

// Rows lie a multiple of a static extent apart, however many there are.
// BATCHES-DAG: card @widen_global_load applied at @batches_1/load#0, bytes = 16
// BATCHES-DAG: card @widen_global_store applied at @batches_1/store#0, bytes = 16
func.func @norm(%x: tensor<?x512xbf16>, %w: tensor<512xbf16>) -> tensor<?x512xbf16> {
  %c0 = arith.constant 0 : index
  %m0 = tensor.dim %x, %c0 : tensor<?x512xbf16>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%m0) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %ss = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x512xbf16>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %q = arith.mulf %f, %f : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %o = tensor.empty(%m0) : tensor<?x512xbf16>
  %n = arith.constant 512.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %ss, %w : tensor<?x512xbf16>, tensor<?xf32>, tensor<512xbf16>) outs(%o : tensor<?x512xbf16>) {
  ^bb0(%a: bf16, %s: f32, %g: bf16, %out: bf16):
    %f = arith.extf %a : bf16 to f32
    %mean = arith.divf %s, %n : f32
    %me = arith.addf %mean, %n : f32
    %i = math.rsqrt %me : f32
    %v = arith.mulf %f, %i : f32
    %gf = arith.extf %g : bf16 to f32
    %y = arith.mulf %v, %gf : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?x512xbf16>
  return %r : tensor<?x512xbf16>
}
func.func @norm_static(%x: tensor<64x512xbf16>, %w: tensor<512xbf16>) -> tensor<64x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %ss = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x512xbf16>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %q = arith.mulf %f, %f : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %o = tensor.empty() : tensor<64x512xbf16>
  %n = arith.constant 512.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %ss, %w : tensor<64x512xbf16>, tensor<64xf32>, tensor<512xbf16>) outs(%o : tensor<64x512xbf16>) {
  ^bb0(%a: bf16, %s: f32, %g: bf16, %out: bf16):
    %f = arith.extf %a : bf16 to f32
    %mean = arith.divf %s, %n : f32
    %me = arith.addf %mean, %n : f32
    %i = math.rsqrt %me : f32
    %v = arith.mulf %f, %i : f32
    %gf = arith.extf %g : bf16 to f32
    %y = arith.mulf %v, %gf : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<64x512xbf16>
  return %r : tensor<64x512xbf16>
}
func.func @short(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%d0) : tensor<?x64xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}
func.func @short_static(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @batches(%x: tensor<?x?x512xbf16>, %w: tensor<512xbf16>) -> tensor<?x?x512xbf16> {
  %c0 = arith.constant 0 : index
  %m0 = tensor.dim %x, %c0 : tensor<?x?x512xbf16>
  %c1 = arith.constant 1 : index
  %m1 = tensor.dim %x, %c1 : tensor<?x?x512xbf16>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%m0, %m1) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %ss = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<?x?x512xbf16>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %q = arith.mulf %f, %f : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %o = tensor.empty(%m0, %m1) : tensor<?x?x512xbf16>
  %n = arith.constant 512.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %ss, %w : tensor<?x?x512xbf16>, tensor<?x?xf32>, tensor<512xbf16>) outs(%o : tensor<?x?x512xbf16>) {
  ^bb0(%a: bf16, %s: f32, %g: bf16, %out: bf16):
    %f = arith.extf %a : bf16 to f32
    %mean = arith.divf %s, %n : f32
    %me = arith.addf %mean, %n : f32
    %i = math.rsqrt %me : f32
    %v = arith.mulf %f, %i : f32
    %gf = arith.extf %g : bf16 to f32
    %y = arith.mulf %v, %gf : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?x?x512xbf16>
  return %r : tensor<?x?x512xbf16>
}
