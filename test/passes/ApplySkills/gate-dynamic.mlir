// A shape that nobody gave cannot be executed.
// RUN: not kopt-opt %s --apply-skills="skills=%skills recipe=plain gate=sim" 2>&1 | FileCheck %s

// CHECK: error: expected arguments of static shape for gate=sim, but got 'tensor<?xf32>'; kopt-gate takes shapes and numbers by --arg
func.func @negate(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %r = linalg.negf ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
