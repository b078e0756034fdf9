// Conditions of the candidate decide which shapes are judged: inside and just
// outside, 0 and 513 columns where 1 to 512 are in registers. A variant that is wrong is found though neither
// the asked shape nor those around 128 run it.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,bounded_rows_in_registers set-knob=tile_to_grid.cols=64,bounded_rows_in_registers.extent=512" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --families=normal --arg=0:3x4 --json=%t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: sed "s,to .dim step .c64,to %%c64 step %%c64," %t.mlir > %t.wrong.mlir
// RUN: kopt-gate %s %t.wrong.mlir --device=sim --families=normal --arg=0:3x40 --shapes=asked
// RUN: not kopt-gate %s %t.wrong.mlir --device=sim --families=normal --arg=0:3x40 | FileCheck %s --check-prefix=WRONG
// REQUIRES: sim

// JSON: "shapes": [
// JSON: "0:5x0",
// JSON: "0:5x3",
// JSON: "0:5x513"
// JSON-NEXT: ]
// WRONG: rejected (mismatch): shape 0:5x513:
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @sum(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %t = arith.addf %acc, %a : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %s : tensor<?xf32>
}
