// Reversed three times; reversed and seven more.
#map = affine_map<(i) -> (i)>
func.func @f(%x: tensor<256xi32>) -> (tensor<256xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xi32>) {
  %c255 = arith.constant 255 : index
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<256xi32>
  %r = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%a: i32):
    %i = linalg.index 0 : index
    %j = arith.subi %c255, %i : index
    %y = tensor.extract %x[%j] : tensor<256xi32>
    linalg.yield %y : i32
  } -> tensor<256xi32>
  %g = tensor.empty() : tensor<256xi32>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%r : tensor<256xi32>) outs(%g : tensor<256xi32>) {
  ^bb0(%a: i32, %b: i32):
    %y = arith.addi %a, %c7 : i32
    linalg.yield %y : i32
  } -> tensor<256xi32>
  return %r, %r, %s, %s : tensor<256xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xi32>
}
