// What index-tiles.mlir computes.
func.func @ends(%x: tensor<9x16xf32>, %w: tensor<i32>) -> (tensor<16xf32>, tensor<8x16xf32>, tensor<8xi8>) {
  %v = tensor.extract %w[] : tensor<i32>
  %i = arith.index_cast %v : i32 to index
  %s = tensor.empty() : tensor<16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%s : tensor<16xf32>) {
  ^bb0(%o: f32):
    %j = linalg.index 0 : index
    %a = tensor.extract %x[%i, %j] : tensor<9x16xf32>
    linalg.yield %a : f32
  } -> tensor<16xf32>
  %d = tensor.extract_slice %x[1, 0] [8, 16] [1, 1] : tensor<9x16xf32> to tensor<8x16xf32>
  %c = arith.constant dense<4> : tensor<8xi8>
  return %r, %d, %c : tensor<16xf32>, tensor<8x16xf32>, tensor<8xi8>
}
func.func @dynamic(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %i, %c0 : tensor<?xi32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<?xi32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: i32, %o: f32):
    %k = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%k, %j] : tensor<?x?xf32>
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
