// T30: cumulative sum along rows, f32.
func.func @cumsum(%x: tensor<4096x32768xf32>) -> tensor<4096x32768xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 4096 : index
  %columns = arith.constant 32768 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x32768xf32>
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%o = %e) -> tensor<4096x32768xf32> {
    %row, %sum = scf.for %j = %c0 to %columns step %c1 iter_args(%p = %o, %s = %zero) -> (tensor<4096x32768xf32>, f32) {
      %v = tensor.extract %x[%i, %j] : tensor<4096x32768xf32>
      %t = arith.addf %s, %v : f32
      %q = tensor.insert %t into %p[%i, %j] : tensor<4096x32768xf32>
      scf.yield %q, %t : tensor<4096x32768xf32>, f32
    }
    scf.yield %row : tensor<4096x32768xf32>
  }
  return %r : tensor<4096x32768xf32>
}
