// A tensor of tf32, which nothing stores, stays on the host, and is refused where it
// is run.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir 2>&1 | FileCheck %s
// RUN: not kopt-run %t.mlir --entry=f --device=sim 2>&1 | FileCheck %s --check-prefix=RUN-TOOL
// RUN: not kopt-gate %s %t.mlir --entry=f --device=sim 2>&1 | FileCheck %s --check-prefix=GATE

// CHECK: tf32.mlir:[[#@LINE+4]]:{{.*}}not lifted: expected elements of {{.*}}, but got tf32
// RUN-TOOL: error: 'func.func' op argument 0: 'tensor<8xtf32>' cannot cross the host boundary
// GATE: tf32.mlir:[[#@LINE+1]]:{{.*}}expected scalar or ranked tensor arguments, but got 'tensor<8xtf32>'
func.func @f(%x: tensor<8xtf32>) -> tensor<8xtf32> {
  %r = arith.mulf %x, %x : tensor<8xtf32>
  return %r : tensor<8xtf32>
}
