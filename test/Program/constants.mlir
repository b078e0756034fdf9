// Constants that are no splats stay one copy on the host and are passed: dense ones
// and resources, of narrow and one-bit types, used twice, returned as they are.
// RUN: kopt-opt %s --kopt-lift --apply-skills="recipe=plain" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim
// RUN: kopt-run %t.mlir --emit=%t
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: python3 -IS -c "import sys; sys.exit(open(sys.argv[1], 'rb').read()[-4:] != bytes([1, 0, 0, 1]))" %t.constant2.npy
// RUN: %if host-compiler %{ kopt-opt %t.mlir --kopt-host-pipeline | mlir-translate -mlir-to-llvmir | FileCheck %s --check-prefix=HOST %}
// RUN: sed 's/-2.5, 3.0/-2.5, 3.5/' %t.mlir | sed 's/-2.500000e+00, 3.000000e+00/-2.500000e+00, 3.500000e+00/' > %t.wrong.mlir
// RUN: not kopt-gate %s %t.wrong.mlir --device=sim | FileCheck %s --check-prefix=WRONG
// REQUIRES: sim

// CHECK: kopt.kernel @main_0(%{{.*}}: memref<5x4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<5x4xf32> {kopt.out})
// CHECK-NOT: dense_resource
// CHECK: func.func
// CHECK: %[[W:.*]] = arith.constant dense_resource<weights>
// CHECK: kopt.launch @kernels::@main_0 ins(%{{.*}}, %[[W]], %{{.*}}
// CHECK: kopt.launch @kernels::@main_1 ins(%{{.*}}, %[[W]], %{{.*}}
// JSON-COUNT-5: "role":"constant"
// JSON-NOT: "role":"constant"
// HOST: [4 x float] [float 1.000000e+00, float 2.000000e+00
// WRONG: rejected (mismatch)

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>, tensor<4xbf16>, tensor<4xi1>, tensor<2xi64>) {
  %w = arith.constant dense_resource<weights> : tensor<4xf32>
  %v = arith.constant dense<[1.0, -2.5, 3.0, 4.0]> : tensor<4xf32>
  %b = arith.constant dense<[1.0, -2.5, 3.0, 4.0]> : tensor<4xbf16>
  %m = arith.constant dense<[true, false, false, true]> : tensor<4xi1>
  %s = arith.constant dense<7> : tensor<2xi64>
  %e = tensor.empty() : tensor<5x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w, %v : tensor<5x4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%a: f32, %c: f32, %d: f32, %o: f32):
    %t = arith.mulf %a, %c : f32
    %u = arith.addf %t, %d : f32
    linalg.yield %u : f32
  } -> tensor<5x4xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%r, %w, %m : tensor<5x4xf32>, tensor<4xf32>, tensor<4xi1>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%a: f32, %c: f32, %d: i1, %o: f32):
    %t = arith.addf %a, %c : f32
    %u = arith.select %d, %t, %a : f32
    linalg.yield %u : f32
  } -> tensor<5x4xf32>
  return %r, %q, %b, %m, %s : tensor<5x4xf32>, tensor<5x4xf32>, tensor<4xbf16>, tensor<4xi1>, tensor<2xi64>
}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
