// Sizes that the host computes; variants; scalars handed on and computed; a
// result that is an argument; temporaries of several lifetimes.
#equal = affine_set<()[s0, s1] : (s0 - s1 == 0)>
#four = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 mod 4 == 0)>
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @any(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {assume = #equal, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    kopt.store %t, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
  kopt.kernel @fours(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {assume = #four, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 16>} : memref<?xf32> -> tensor<256xf32>
    kopt.store %t, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
gpu.module @others {
  kopt.kernel @scale(%x: memref<?xf32>, %f: f32, %n: index, %k: i32, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1, s2] -> (s2, s0 ceildiv 256 + 1)>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 1
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = tensor.splat %f : tensor<256xf32>
    %u = arith.mulf %t, %s : tensor<256xf32>
    kopt.store %u, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @chain(%x: tensor<?xf32>, %f: f32, %n: index, %k: i32, %y: tensor<?x2xf32>)
    -> (tensor<?xf32>, tensor<?x2xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %half = arith.divui %d, %c2 : index
  %m = arith.maxsi %half, %n : index
  %odd = arith.remsi %d, %c2 : index
  %isOdd = arith.cmpi eq, %odd, %c0 : index
  %size = arith.select %isOdd, %m, %d : index
  %ki = arith.index_cast %k : i32 to index
  %all = affine.min affine_map<(d0)[s0] -> (d0 + s0, 1000)>(%size)[%ki]
  %e0 = tensor.empty(%d) : tensor<?xf32>
  %a = kopt.launch @kernels::@any variants [@kernels::@fours] ins(%x : tensor<?xf32>) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %e1 = tensor.empty(%all) : tensor<?xf32>
  %b = kopt.launch @others::@scale ins(%a, %f, %all, %k : tensor<?xf32>, f32, index, i32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %c = kopt.launch @kernels::@any variants [@kernels::@fours] ins(%b : tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %g = kopt.launch @kernels::@any variants [@kernels::@fours] ins(%c : tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %h = kopt.launch @others::@scale ins(%a, %f, %n, %k : tensor<?xf32>, f32, index, i32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  return %g, %y, %h : tensor<?xf32>, tensor<?x2xf32>, tensor<?xf32>
}
