// The least and the largest of affine expressions, as tiling writes them: tiles of 4 in 10, the middle of the last.
// RUN: kopt-run %s --device=interpret | FileCheck %s
// RUN: kopt-run %s --device=sim | FileCheck %s
// REQUIRES: sim
// CHECK: dense<"0x040000000400000002000000"> : tensor<3xi32>
// CHECK: dense<"0x020000000600000009000000"> : tensor<3xi32>
#at = affine_map<(d0)[s0] -> (d0 + s0)>
gpu.module @kernels {
  kopt.kernel @bounds(%least: memref<3xi32> {kopt.out}, %most: memref<3xi32> {kopt.out}) attributes {grid = affine_map<() -> (3)>} {
    %i = kopt.program_id 0
    %rest = affine.min affine_map<(d0) -> (10 - d0 * 4, 4)>(%i)
    %middle = affine.max affine_map<(d0)[s0] -> (d0 * 4 + 2, s0 * 5 - 1)>(%i)[%i]
    %last = affine.min affine_map<(d0) -> (d0, 9)>(%middle)
    %r = arith.index_cast %rest : index to i32
    %m = arith.index_cast %last : index to i32
    %rt = tensor.splat %r : tensor<1xi32>
    %mt = tensor.splat %m : tensor<1xi32>
    kopt.store %rt, %least[%i] map #at : tensor<1xi32>, memref<3xi32>
    kopt.store %mt, %most[%i] map #at : tensor<1xi32>, memref<3xi32>
    kopt.return
  }
}
func.func @f() -> (tensor<3xi32>, tensor<3xi32>) {
  %e = tensor.empty() : tensor<3xi32>
  %r:2 = kopt.launch @kernels::@bounds outs(%e, %e : tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>, tensor<3xi32>
  return %r#0, %r#1 : tensor<3xi32>, tensor<3xi32>
}
