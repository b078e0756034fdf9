// What no grid or tile can hold: the state check refuses the card, the kernel stays
// in form 1 with a warning that says why, and lowering it is an error there.
// RUN: kopt-opt %s --split-input-file --apply-skills=skills=%skills --verify-diagnostics -o /dev/null
// RUN: not kopt-opt %s --split-input-file --apply-skills=skills=%skills --lower-to-ptx -o /dev/null 2>&1 | FileCheck %s

// More than 2^31 - 1 programs.
// CHECK: error: 'kopt.kernel' op expected a grid, but got a kernel in form 1
func.func @programs(%x: tensor<700000x700000x2xf32>) -> tensor<700000x700000x2xf32> {
  %o = tensor.empty() : tensor<700000x700000x2xf32>
  // expected-warning @below {{kernel @programs_0 stays in form 1, which cannot be lowered: card @tile_by_index was refused: check-state: 'kopt.kernel' op expected a grid of at most 2147483647 programs, but got affine_map<}}
  %a = linalg.exp ins(%x : tensor<700000x700000x2xf32>) outs(%o : tensor<700000x700000x2xf32>) -> tensor<700000x700000x2xf32>
  return %a : tensor<700000x700000x2xf32>
}

// -----

// A product of extents that wraps around in 64 bits.
// CHECK: error: 'kopt.kernel' op expected a grid, but got a kernel in form 1
func.func @wraps(%x: tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32> {
  %o = tensor.empty() : tensor<4294967296x4294967296xf32>
  // expected-warning @below {{expected a grid of at most 2147483647 programs}}
  %a = linalg.exp ins(%x : tensor<4294967296x4294967296xf32>) outs(%o : tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32>
  return %a : tensor<4294967296x4294967296xf32>
}

// -----

// The largest extent there is.
// CHECK: error: 'kopt.kernel' op expected a grid, but got a kernel in form 1
func.func @largest(%x: tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32> {
  %o = tensor.empty() : tensor<9223372036854775807xf32>
  // expected-warning @below {{kernel @largest_0 stays in form 1}}
  %a = linalg.exp ins(%x : tensor<9223372036854775807xf32>) outs(%o : tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32>
  return %a : tensor<9223372036854775807xf32>
}
