// What the program's types round to one number: the smallest of equal elements
// is the last one, and differences of narrow numbers are whole steps.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=ties --device=sim --families=normal,uniform01
// RUN: kopt-gate %s %t.mlir --entry=steps --device=sim --families=normal,uniform01,large_mean
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --entry=ties --device=sim --families=normal,uniform01
// RUN: kopt-gate %s %t.fast.mlir --entry=steps --device=sim --families=normal,uniform01,large_mean
// REQUIRES: sim

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#pair = affine_map<(d0, d1, d2) -> (d0, d1)>

// Exponentials of numbers as small as 1 / 2000 are 1 in f16.
func.func @ties(%x: tensor<3x2000xf16>) -> tensor<2000xi32> {
  %e = tensor.empty() : tensor<3x2000xf16>
  %s = linalg.softmax dimension(1) ins(%x : tensor<3x2000xf16>) outs(%e : tensor<3x2000xf16>) -> tensor<3x2000xf16>
  %most = arith.constant 0x7C00 : f16
  %l = tensor.empty() : tensor<2000xf16>
  %a = linalg.fill ins(%most : f16) outs(%l : tensor<2000xf16>) -> tensor<2000xf16>
  %zero = arith.constant 0 : i32
  %m = tensor.empty() : tensor<2000xi32>
  %b = linalg.fill ins(%zero : i32) outs(%m : tensor<2000xi32>) -> tensor<2000xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["reduction", "parallel"]}
      ins(%s : tensor<3x2000xf16>) outs(%a, %b : tensor<2000xf16>, tensor<2000xi32>) {
  ^bb0(%v: f16, %best: f16, %at: i32):
    %p = math.exp %v : f16
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %c = arith.cmpf ole, %p, %best : f16
    %y = arith.select %c, %p, %best : f16
    %z = arith.select %c, %n, %at : i32
    linalg.yield %y, %z : f16, i32
  } -> (tensor<2000xf16>, tensor<2000xi32>)
  return %r#1 : tensor<2000xi32>
}
// Largest elements in bf16, less the mean of two of them.
func.func @steps(%x: tensor<2x256x50xbf16>) -> tensor<2x256xf32> {
  %least = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<2x256xbf16>
  %a = linalg.fill ins(%least : bf16) outs(%e : tensor<2x256xbf16>) -> tensor<2x256xbf16>
  %max = linalg.generic {indexing_maps = [#id3, #pair], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x256x50xbf16>) outs(%a : tensor<2x256xbf16>) {
  ^bb0(%v: bf16, %best: bf16):
    %p = math.absf %v : bf16
    %q = math.log1p %p : bf16
    %m = arith.maxnumf %q, %best : bf16
    linalg.yield %m : bf16
  } -> tensor<2x256xbf16>
  %zero = arith.constant 0.0 : f32
  %l = tensor.empty() : tensor<256xf32>
  %b = linalg.fill ins(%zero : f32) outs(%l : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%max : tensor<2x256xbf16>) outs(%b : tensor<256xf32>) {
  ^bb0(%v: bf16, %acc: f32):
    %w = arith.extf %v : bf16 to f32
    %s = arith.addf %w, %acc : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  %f = tensor.empty() : tensor<2x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%max, %sum : tensor<2x256xbf16>, tensor<256xf32>) outs(%f : tensor<2x256xf32>) {
  ^bb0(%v: bf16, %s: f32, %o: f32):
    %half = arith.constant 0.5 : f32
    %w = arith.extf %v : bf16 to f32
    %m = arith.mulf %s, %half : f32
    %d = arith.subf %w, %m : f32
    linalg.yield %d : f32
  } -> tensor<2x256xf32>
  return %r : tensor<2x256xf32>
}
