// A guard about what only a launch knows refuses, and says which quantity that
// is. Kernels keep their names. Softmax is lifted where it is the only
// operation, and threads change nothing.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound max-variants=1 explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills lineage-out=%t.a.json explain-json=%t.ae.json" -o %t.a.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills lineage-out=%t.b.json explain-json=%t.be.json" --mlir-disable-threading -o %t.b.mlir
// RUN: cmp %t.a.mlir %t.b.mlir
// RUN: cmp %t.a.json %t.b.json
// RUN: cmp %t.ae.json %t.be.json

// CHECK: card @rows_in_registers refused at @softmax_[[#K:]]: G2: cannot be decided before launch: the bounds of the loop are dynamic: dimension 1 of argument 0
// An advisory guard does not.
// CHECK: card @defer_reductions applied at @softmax_[[#K]]/for#0
// CHECK: card @widen_global_load refused at @softmax_[[#K]]/for#0/load#0: G3: cannot be decided before launch: the stride of dimension 0 of argument 0 is dynamic
// CHECK: kopt.kernel @softmax_[[#K]](%{{.*}}: memref<?x?xf32>, %{{.*}}: memref<?x?xf32> {kopt.out})
// CHECK: func.func @softmax
// CHECK: kopt.launch @kernels::@softmax_[[#K]]
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
