// The caller's kernel stays for odd sizes, and where kernels cannot be used.
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @kept(%x: tensor<?xf32>) -> tensor<?xf32>
    attributes {kopt.keep = affine_set<()[s0] : (s0 mod 2 - 1 == 0)>} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
