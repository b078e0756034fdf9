// What the changed IR shows of its arithmetic may be no more than the card says,
// whatever rewrite or hint did it.
// RUN: rm -rf %t && split-file %s %t
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%skills,%t/cards recipe=tile_to_grid,lanes,whole,same,elsewhere set-knob=tile_to_grid.cols=512 explain=remarks" 2>&1 -o /dev/null | FileCheck %s
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%skills,%t/cards,%t/honest recipe=tile_to_grid,lanes,whole set-knob=tile_to_grid.cols=512 explain=remarks" 2>&1 -o /dev/null | FileCheck %s --check-prefix=HONEST

// CHECK: card @lanes refused at @sums_0/for#0/reduce#0: numerics: the card says exact, but what it does reassociates: reductions of @sums_0 over {{.*}}512 #kopt.across<lanes>
// CHECK: note: by this
// CHECK: card @whole refused at @sums_{{[0-9]+}}: numerics: the card says exact, but what it does reassociates: reductions of @sums_{{[0-9]+}} over 1024 in place of
// CHECK: card @same applied at @sums_
// CHECK: remark: card @elsewhere matches nothing: no kopt.store in form 1
// CHECK-NEXT: note: by this
// HONEST: card @lanes applied at @sums_0/for#0/reduce#0
// HONEST: card @whole applied at @sums_

//--- cards/lanes.mlir
skill.card @lanes version 1 numerics exact {
  %r = skill.bind op "kopt.reduce" form 2
  skill.unguarded "it is a test"
  skill.set %r "across" "#kopt.across<lanes>"
}
//--- cards/whole.mlir
skill.card @whole version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "it is a test"
  skill.rewrite "resize_tile"(%k) with (loop, size = 1024)
}
//--- cards/same.mlir
skill.card @same version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "it is a test"
  skill.set %k "schedule" "#kopt.launch<warps = 2>"
}
//--- cards/elsewhere.mlir
skill.card @elsewhere version 1 numerics exact {
  %s = skill.bind op "kopt.store" form 1
  skill.unguarded "it is a test"
  skill.set %s "cache" "#kopt.cache<keep>"
}
//--- honest/lanes.mlir
skill.card @lanes version 1 numerics reassociates {
  %r = skill.bind op "kopt.reduce" form 2
  skill.unguarded "it is a test"
  skill.set %r "across" "#kopt.across<lanes>"
}
//--- honest/whole.mlir
skill.card @whole version 1 numerics reassociates {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "it is a test"
  skill.rewrite "resize_tile"(%k) with (loop, size = 1024)
}
//--- program.mlir
func.func @sums(%x: tensor<64x1024xf32>) -> tensor<64xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<64x1024xf32>) outs(%z : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}
