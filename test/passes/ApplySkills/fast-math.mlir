// fast-math=none refuses cards that approximate, whatever the recipe says;
// fast-math=afn adds the recipe that does; without it the recipe decides.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain,approximate fast-math=none explain=remarks" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain fast-math=afn" | FileCheck %s --check-prefix=AFN
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain,approximate" | FileCheck %s --check-prefix=AFN
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" | FileCheck %s --check-prefix=PLAIN
// RUN: not kopt-opt %s --apply-skills="skills=%skills fast-math=fast" 2>&1 | FileCheck %s --check-prefix=BAD

// NONE: card @tile_to_grid applied at @exp_0
// NONE: card @approximate_math refused at @exp_0: numerics: the card approximates, which fast-math=none does not allow
// NONE: math.exp %{{[0-9a-z_]*}} : tensor
// AFN: math.exp %{{.*}} fastmath<afn> : tensor
// PLAIN: math.exp %{{[0-9a-z_]*}} : tensor
// BAD: error: expected fast-math to be none or afn, but got 'fast'
func.func @exp(%x: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %e = tensor.empty() : tensor<5x60xf32>
  %r = linalg.exp ins(%x : tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
