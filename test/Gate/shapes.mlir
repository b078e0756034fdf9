// Row sums of any shape. Without --arg shapes are chosen, the smallest first; extents around a
// tile's, one and zero are judged beside the asked one. A kernel that sums one
// tile only is right at the asked shape and rejected at another.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=sum --device=sim --families=normal --json=%t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: kopt-gate %s %t.mlir --entry=square --device=sim --families=normal --arg=0:3x4 --arg=1:4 --json=%t.json
// RUN: FileCheck %s --check-prefix=TIED < %t.json

// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid set-knob=tile_to_grid.cols=128" | sed 's,to .dim step .c128,to %%c128 step %%c128,' > %t.wrong.mlir
// RUN: kopt-gate %s %t.wrong.mlir --entry=sum --device=sim --families=normal --arg=0:5x100 --shapes=asked
// RUN: not kopt-gate %s %t.wrong.mlir --entry=sum --device=sim --families=normal --arg=0:5x100 | FileCheck %s --check-prefix=WRONG

// An extent that is counted too, as in a mean, is free.
// RUN: kopt-gate %s %t.mlir --entry=mean --device=sim --families=normal --json=%t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// A scalar that is no extent has to be given.
// RUN: not kopt-gate %s %t.mlir --entry=scale --device=sim 2>&1 | FileCheck %s --check-prefix=GIVE
// RUN: not kopt-gate %s %t.mlir --entry=sum --shapes=none 2>&1 | FileCheck %s --check-prefix=USAGE
// REQUIRES: sim

// JSON: "shapes": [
// JSON-NEXT: "0:37x53",
// JSON-NEXT: "0:0x3",
// JSON-NEXT: "0:5x0",
// JSON-NEXT: "0:1x3",
// JSON-NEXT: "0:5x1",
// JSON-NEXT: "0:127x3",
// JSON-NEXT: "0:128x3",
// JSON-NEXT: "0:129x3",
// JSON-NEXT: "0:5x127",
// JSON-NEXT: "0:5x128",
// JSON-NEXT: "0:5x129"
// JSON-NEXT: ]

// The columns of one and the length of the other are walked by one loop.
// TIED: "0:5x1 1:1",
// TIED: "0:5x129 1:129"

// WRONG: rejected (mismatch): shape 0:5x129: family normal
// GIVE: argument 0 of type 'tensor<?xf32>': expected --arg=0:SHAPE
// USAGE: expected --shapes=all or asked, but got 'none'
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @sum(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  return %s : tensor<?xf32>
}
func.func @mean(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %once = arith.muli %n, %c1 : index
  %i = arith.index_cast %once : index to i64
  %count = arith.sitofp %i : i64 to f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%s : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.divf %a, %count : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %m : tensor<?xf32>
}
func.func @square(%x: tensor<?x?xf32>, %w: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scale(%x: tensor<?xf32>, %k: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.negf %a : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
