// What one loop carries from tile to tile may be put together from parts where
// the combiner may, and not where it multiplies floats: parts overflow and
// underflow by themselves.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=defer_reductions explain=remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFER
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=split_loops set-knob=split_loops.trips=2 explain=remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPLIT

// DEFER-DAG: card @defer_reductions applied at @sum/for#0
// DEFER-DAG: card @defer_reductions refused at @product/for#0: action: no carried value combines a reduction with its own combiner, in any order
// SPLIT-DAG: card @split_loops applied at @launch_sum/launch#0
// SPLIT-DAG: card @split_loops refused at @launch_product/launch#0: action: a carried value combines no reduction by its own combiner, in any order

gpu.module @kernels {
  kopt.kernel @sum(%x: memref<1x8192xf32>, %o: memref<1xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %step = arith.constant 256 : index
    %end = arith.constant 8192 : index
    %p = kopt.program_id 0
    %init = arith.constant dense<0.0> : tensor<1xf32>
    %s = scf.for %k = %c0 to %end step %step iter_args(%acc = %init) -> (tensor<1xf32>) {
      %t = kopt.load %x[%p, %k] : memref<1x8192xf32> -> tensor<1x256xf32>
      %r = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x256xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %v = arith.addf %a, %b : f32
        kopt.yield %v : f32
      }
      %n = arith.addf %acc, %r : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    kopt.store %s, %o[%p] : tensor<1xf32>, memref<1xf32>
    kopt.return
  }
  kopt.kernel @product(%x: memref<1x8192xf32>, %o: memref<1xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %step = arith.constant 256 : index
    %end = arith.constant 8192 : index
    %p = kopt.program_id 0
    %init = arith.constant dense<1.0> : tensor<1xf32>
    %s = scf.for %k = %c0 to %end step %step iter_args(%acc = %init) -> (tensor<1xf32>) {
      %t = kopt.load %x[%p, %k] : memref<1x8192xf32> -> tensor<1x256xf32>
      %r = kopt.reduce (%t) axis 1 identity [1.0 : f32] : (tensor<1x256xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %v = arith.mulf %a, %b : f32
        kopt.yield %v : f32
      }
      %n = arith.mulf %acc, %r : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    kopt.store %s, %o[%p] : tensor<1xf32>, memref<1xf32>
    kopt.return
  }
}
func.func @launch_sum(%x: tensor<1x8192xf32>) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %r = kopt.launch @kernels::@sum ins(%x : tensor<1x8192xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @launch_product(%x: tensor<1x8192xf32>) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %r = kopt.launch @kernels::@product ins(%x : tensor<1x8192xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
