// One case a guard, only that guard broken, and where the card applies: one kernel
// of the four, which reads the tensor once.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=merge_sibling_launches explain=remarks" 2>&1 | FileCheck %s

// CHECK-DAG: card @merge_sibling_launches applied at @merge_sibling_launches_applies/launch#1
// CHECK-DAG: card @merge_sibling_launches refused at @merge_sibling_launches_g1/launch#1: G1: the sibling is tiled already
// CHECK-DAG: card @merge_sibling_launches refused at @merge_sibling_launches_g2/launch#1: G2: the kernel does not reduce
// CHECK-DAG: card @merge_sibling_launches refused at @merge_sibling_launches_g3/launch#1: G3: the sibling does not reduce
// CHECK: func.func @merge_sibling_launches_applies
// CHECK-COUNT-1: kopt.launch
// CHECK-NOT: kopt.launch
// CHECK: func.func @merge_sibling_launches_g1
gpu.module @tiled {
  kopt.kernel @sum(%x: memref<64x256xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x256xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
}
func.func @merge_sibling_launches_applies(%x: tensor<64x256xf32>, %f: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<64x256xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<64x256xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}
func.func @merge_sibling_launches_g1(%x: tensor<64x256xf32>, %f: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %s = kopt.launch @tiled::@sum ins(%x : tensor<64x256xf32>) outs(%f : tensor<64xf32>) -> tensor<64xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<64x256xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}
func.func @merge_sibling_launches_g2(%x: tensor<64x256xf32>, %f: tensor<64xf32>) -> (tensor<64xf32>, tensor<64x256xf32>) {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<64x256xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %n = linalg.negf ins(%x : tensor<64x256xf32>) outs(%x : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %s, %n : tensor<64xf32>, tensor<64x256xf32>
}
func.func @merge_sibling_launches_g3(%x: tensor<64x256xf32>, %f: tensor<64xf32>) -> (tensor<64x256xf32>, tensor<64xf32>) {
  %n = linalg.negf ins(%x : tensor<64x256xf32>) outs(%x : tensor<64x256xf32>) -> tensor<64x256xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<64x256xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %n, %s : tensor<64x256xf32>, tensor<64xf32>
}
