// Reductions of one tensor that go different ways: rows, columns, three of them, of a
// dynamic tensor; not one that needs the other, and not along different dimensions.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound set-knob=split_reductions.bytes=16384 set-knob=split_reductions.least=512 explain=remarks" -o %t.mlir 2> %t.txt
// RUN: FileCheck %s --input-file=%t.txt
// RUN: FileCheck %s --check-prefix=TILES --input-file=%t.mlir
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=three --device=sim
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --shapes=asked --arg=0:3x70
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --shapes=asked --arg=0:0x70
// RUN: kopt-gate %s %t.mlir --entry=crossed --device=sim
// RUN: kopt-gate %s %t.mlir --entry=chained --device=sim
// REQUIRES: sim

// CHECK-DAG: card @merge_sibling_launches applied at @columns/launch#1
// CHECK-DAG: card @merge_sibling_launches applied at @three/launch#1
// CHECK-DAG: card @merge_sibling_launches applied at @long/launch#1
// CHECK-DAG: card @merge_sibling_launches applied at @dynamic/launch#1
// CHECK-DAG: card @merge_sibling_launches refused at @crossed/launch#1: expect: the merged kernel could not be tiled
// CHECK-DAG: card @merge_sibling_launches refused at @chained/launch#0: bind: there is no sibling
// Splitting ends where a part would be what it was.
// CHECK-DAG: card @split_reductions refused at @columns/launch#0: action: a part would have one element
// CHECK-DAG: card @split_reductions applied at @long/launch#0

// What is read by several is read once; parts of two are put together in one loop.
// TILES: kopt.kernel @columns_1
// TILES-COUNT-2: kopt.load
// TILES-NOT: kopt.load
// TILES: kopt.kernel @three_2
// TILES-COUNT-1: kopt.load
// TILES-NOT: kopt.load
// TILES: kopt.kernel @long_1_parts
// TILES-COUNT-1: kopt.load
// TILES-NOT: kopt.load
// TILES: kopt.kernel @long_1(
// TILES-COUNT-2: kopt.load
// TILES-NOT: kopt.load
// TILES-NOT: scf.for
// TILES: kopt.kernel @
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @columns(%d: tensor<37x130xf32>, %h: tensor<37x130xf32>) -> (tensor<130xf32>, tensor<130xf32>) {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<130xf32>
  %fw = linalg.fill ins(%zero : f32) outs(%ew : tensor<130xf32>) -> tensor<130xf32>
  %eb = tensor.empty() : tensor<130xf32>
  %fb = linalg.fill ins(%zero : f32) outs(%eb : tensor<130xf32>) -> tensor<130xf32>
  %w = linalg.generic {indexing_maps = [#id, #id, #col], iterator_types = ["reduction", "parallel"]} ins(%d, %h : tensor<37x130xf32>, tensor<37x130xf32>) outs(%fw : tensor<130xf32>) {
  ^bb0(%i0: f32, %i1: f32, %acc: f32):
    %p = arith.mulf %i0, %i1 : f32
    %n = arith.addf %acc, %p : f32
    linalg.yield %n : f32
  } -> tensor<130xf32>
  %b = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%d : tensor<37x130xf32>) outs(%fb : tensor<130xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<130xf32>
  return %w, %b : tensor<130xf32>, tensor<130xf32>
}
func.func @three(%x: tensor<33x127xf32>) -> (tensor<33xf32>, tensor<33xf32>, tensor<33xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<33xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<33xf32>) -> tensor<33xf32>
  %em = tensor.empty() : tensor<33xf32>
  %fm = linalg.fill ins(%least : f32) outs(%em : tensor<33xf32>) -> tensor<33xf32>
  %eq = tensor.empty() : tensor<33xf32>
  %fq = linalg.fill ins(%zero : f32) outs(%eq : tensor<33xf32>) -> tensor<33xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<33x127xf32>) outs(%fs : tensor<33xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<33xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<33x127xf32>) outs(%fm : tensor<33xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.maximumf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<33xf32>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<33x127xf32>) outs(%fq : tensor<33xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %p = arith.mulf %i0, %i0 : f32
    %n = arith.addf %acc, %p : f32
    linalg.yield %n : f32
  } -> tensor<33xf32>
  return %s, %m, %q : tensor<33xf32>, tensor<33xf32>, tensor<33xf32>
}
func.func @long(%x: tensor<512x24xf32>) -> (tensor<24xf32>, tensor<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<24xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<24xf32>) -> tensor<24xf32>
  %em = tensor.empty() : tensor<24xf32>
  %fm = linalg.fill ins(%least : f32) outs(%em : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<512x24xf32>) outs(%fs : tensor<24xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<24xf32>
  %m = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<512x24xf32>) outs(%fm : tensor<24xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.maximumf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<24xf32>
  return %s, %m : tensor<24xf32>, tensor<24xf32>
}
func.func @dynamic(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %es = tensor.empty(%n0) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %fm = linalg.fill ins(%least : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%fm : tensor<?xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.maximumf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<?xf32>
  return %s, %m : tensor<?xf32>, tensor<?xf32>
}
func.func @crossed(%x: tensor<33x40xf32>) -> (tensor<33xf32>, tensor<40xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<33xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<33xf32>) -> tensor<33xf32>
  %ec = tensor.empty() : tensor<40xf32>
  %fc = linalg.fill ins(%zero : f32) outs(%ec : tensor<40xf32>) -> tensor<40xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<33x40xf32>) outs(%fs : tensor<33xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<33xf32>
  %c = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<33x40xf32>) outs(%fc : tensor<40xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<40xf32>
  return %s, %c : tensor<33xf32>, tensor<40xf32>
}
func.func @chained(%x: tensor<33x40xf32>) -> (tensor<33xf32>, tensor<33xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<33xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<33xf32>) -> tensor<33xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<33x40xf32>) outs(%fs : tensor<33xf32>) {
  ^bb0(%i0: f32, %acc: f32):
    %n = arith.addf %acc, %i0 : f32
    linalg.yield %n : f32
  } -> tensor<33xf32>
  %v = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %s : tensor<33x40xf32>, tensor<33xf32>) outs(%fs : tensor<33xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %g = arith.subf %a, %b : f32
    %p = arith.mulf %g, %g : f32
    %n = arith.addf %acc, %p : f32
    linalg.yield %n : f32
  } -> tensor<33xf32>
  return %s, %v : tensor<33xf32>, tensor<33xf32>
}
