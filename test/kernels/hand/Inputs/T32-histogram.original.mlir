// T32: how often each of 256 values is there; others count nowhere.
func.func @histogram(%x: tensor<67108864xi32>) -> tensor<256xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 67108864 : index
  %bins = arith.constant 256 : i32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<256xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<256xi32>) -> tensor<256xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %f) -> tensor<256xi32> {
    %v = tensor.extract %x[%i] : tensor<67108864xi32>
    %in = arith.cmpi ult, %v, %bins : i32
    %g = scf.if %in -> tensor<256xi32> {
      %b = arith.index_cast %v : i32 to index
      %c = tensor.extract %h[%b] : tensor<256xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<256xi32>
      scf.yield %u : tensor<256xi32>
    } else {
      scf.yield %h : tensor<256xi32>
    }
    scf.yield %g : tensor<256xi32>
  }
  return %r : tensor<256xi32>
}
