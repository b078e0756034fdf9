// A body of the transform dialect changes a kernel in form 1, and the result is
// run; where an operation fails the program stays as it is.
// RUN: rm -rf %t && split-file %s %t
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%skills,%t/cards recipe=reorder explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%skills,%t/cards recipe=reorder,plain" -o %t/after.mlir
// RUN: kopt-gate %t/program.mlir %t/after.mlir --device=sim --families=normal
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%t/cards recipe=tiled explain=remarks" 2>&1 | FileCheck %s --check-prefix=TILED
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%t/cards recipe=fails explain=remarks" 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%t/cards recipe=grows explain=remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GROWS
// RUN: kopt-opt %t/cards/tiled.mlir --verify-roundtrip -o /dev/null

// CHECK: remark: card @reorder applied at @f_0
// CHECK: affine_map<(d0, d1) -> (d1, d0)>
// TILED: remark: card @tiled applied at @f_0, size = 2
// TILED: scf.for
// FAILS: remark: card @fails refused at @f_0: action: {{.*}}has length (3) different from the number of loops
// FAILS: note: by this
// FAILS-NOT: (d0, d1) -> (d1, d0)
// GROWS: remark: card @grows refused at @f_0: action: expected a kernel of at most 256 operations, but got

//--- cards/reorder.mlir
skill.card @reorder version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 1
  skill.guard "G1" is_elementwise(%k) else "the kernel reduces"
  skill.transform %k {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %new = transform.structured.interchange %op iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
  }
}
//--- cards/tiled.mlir
skill.card @tiled version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 1
  %n = skill.knob "size" in [2, 4]
  skill.guard "G1" is_elementwise(%k) else "the kernel reduces"
  skill.transform %k(%n) {
  ^bb0(%root: !transform.any_op, %size: !transform.param<i64>):
    %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %new, %loop = transform.structured.tile_using_for %op tile_sizes [%size] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- cards/fails.mlir
skill.card @fails version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 1
  skill.guard "G1" is_elementwise(%k) else "the kernel reduces"
  skill.transform %k {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %new = transform.structured.interchange %op iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %bad = transform.structured.interchange %new iterator_interchange = [1, 0, 2] : (!transform.any_op) -> !transform.any_op
  }
}
//--- cards/grows.mlir
skill.card @grows version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 1
  skill.guard "G1" is_elementwise(%k) else "the kernel reduces"
  skill.transform %k {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t0, %l0, %m0 = transform.structured.tile_using_for %op tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t1, %l1, %m1 = transform.structured.tile_using_for %t0 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t2, %l2, %m2 = transform.structured.tile_using_for %t1 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t3, %l3, %m3 = transform.structured.tile_using_for %t2 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t4, %l4, %m4 = transform.structured.tile_using_for %t3 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t5, %l5, %m5 = transform.structured.tile_using_for %t4 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t6, %l6, %m6 = transform.structured.tile_using_for %t5 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t7, %l7, %m7 = transform.structured.tile_using_for %t6 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t8, %l8, %m8 = transform.structured.tile_using_for %t7 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t9, %l9, %m9 = transform.structured.tile_using_for %t8 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t10, %l10, %m10 = transform.structured.tile_using_for %t9 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t11, %l11, %m11 = transform.structured.tile_using_for %t10 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t12, %l12, %m12 = transform.structured.tile_using_for %t11 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t13, %l13, %m13 = transform.structured.tile_using_for %t12 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t14, %l14, %m14 = transform.structured.tile_using_for %t13 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t15, %l15, %m15 = transform.structured.tile_using_for %t14 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t16, %l16, %m16 = transform.structured.tile_using_for %t15 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t17, %l17, %m17 = transform.structured.tile_using_for %t16 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t18, %l18, %m18 = transform.structured.tile_using_for %t17 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t19, %l19, %m19 = transform.structured.tile_using_for %t18 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t20, %l20, %m20 = transform.structured.tile_using_for %t19 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t21, %l21, %m21 = transform.structured.tile_using_for %t20 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t22, %l22, %m22 = transform.structured.tile_using_for %t21 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t23, %l23, %m23 = transform.structured.tile_using_for %t22 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t24, %l24, %m24 = transform.structured.tile_using_for %t23 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t25, %l25, %m25 = transform.structured.tile_using_for %t24 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t26, %l26, %m26 = transform.structured.tile_using_for %t25 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t27, %l27, %m27 = transform.structured.tile_using_for %t26 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t28, %l28, %m28 = transform.structured.tile_using_for %t27 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t29, %l29, %m29 = transform.structured.tile_using_for %t28 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
//--- program.mlir
func.func @f(%x: tensor<8x24xf32>, %y: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %e = tensor.empty() : tensor<8x24xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<8x24xf32>, tensor<8x24xf32>) outs(%e : tensor<8x24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x24xf32>
  return %r : tensor<8x24xf32>
}
