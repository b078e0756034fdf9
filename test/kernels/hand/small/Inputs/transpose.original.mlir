func.func @aligned(%x: tensor<128x256xbf16>) -> tensor<256x128xbf16> {
  %e = tensor.empty() : tensor<256x128xbf16>
  %r = linalg.transpose ins(%x : tensor<128x256xbf16>) outs(%e : tensor<256x128xbf16>) permutation = [1, 0]
  return %r : tensor<256x128xbf16>
}
func.func @odd(%x: tensor<131x77xbf16>) -> tensor<77x131xbf16> {
  %e = tensor.empty() : tensor<77x131xbf16>
  %r = linalg.transpose ins(%x : tensor<131x77xbf16>) outs(%e : tensor<77x131xbf16>) permutation = [1, 0]
  return %r : tensor<77x131xbf16>
}
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %r = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  return %r : tensor<?x?xf32>
}
func.func @middle(%x: tensor<3x24x5x16xf64>) -> tensor<3x16x24x5xf64> {
  %e = tensor.empty() : tensor<3x16x24x5xf64>
  %r = linalg.transpose ins(%x : tensor<3x24x5x16xf64>) outs(%e : tensor<3x16x24x5xf64>) permutation = [0, 3, 1, 2]
  return %r : tensor<3x16x24x5xf64>
}
func.func @bytes(%x: tensor<96x40xi8>) -> tensor<40x96xi8> {
  %e = tensor.empty() : tensor<40x96xi8>
  %r = linalg.transpose ins(%x : tensor<96x40xi8>) outs(%e : tensor<40x96xi8>) permutation = [1, 0]
  return %r : tensor<40x96xi8>
}
func.func @sum_of_columns(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<48xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<48xf32>) -> tensor<48xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<64x48xf32>) outs(%f : tensor<48xf32>) dimensions = [0]
  %o = tensor.empty() : tensor<64x48xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x48xf32>, tensor<48xf32>) outs(%o : tensor<64x48xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
