// RUN: kopt-opt %s -split-input-file -verify-diagnostics

func.func @scan(%x: tensor<4xi32>, %a: tensor<1xi32>) {
  // expected-error @below {{expected a shape that fits 'tensor<4xi32>', but got 'tensor<1xi32>'}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xi32>) outs(%x, %a : tensor<4xi32>, tensor<1xi32>) {
  ^bb0(%s: i32, %v: i32):
    tm_tensor.yield %v : i32
  } -> tensor<4xi32>, tensor<1xi32>
  return
}

// -----

func.func @scan(%x: tensor<4xi32>, %a: tensor<i32>) {
  // expected-error @below {{expected a dimension below 1, but got 1}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4xi32>) outs(%x, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    tm_tensor.yield %v : i32
  } -> tensor<4xi32>, tensor<i32>
  return
}

// -----

func.func @scatter(%u: tensor<3xf32>, %i: tensor<3x1xi32>, %x: tensor<8x4xf32>) {
  // expected-error @below {{expected indices and updates to cover all dimensions}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%x : tensor<8x4xf32>) {
  ^bb0(%n: f32, %o: f32):
    tm_tensor.yield %n : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter(%u: tensor<3xf32>, %i: tensor<3x2xi32>, %x: tensor<8x4xf32>) {
  // expected-error @below {{expected different dimensions below 2 in the dimension map, but got 0}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0, 0>} unique_indices(true)
      ins(%u, %i : tensor<3xf32>, tensor<3x2xi32>) outs(%x : tensor<8x4xf32>) {
  ^bb0(%n: f32, %o: f32):
    tm_tensor.yield %n : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @sort(%x: tensor<9xf32>) {
  %s = tm_tensor.sort dimension(0) outs(%x : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected one value of type 'i1'}}
    tm_tensor.yield %a : f32
  } -> tensor<9xf32>
  return
}

// -----

func.func @sort(%x: tensor<9xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected a shape that fits 'tensor<9xf32>', but got 'tensor<8xf32>'}}
  %s:2 = tm_tensor.sort dimension(0) outs(%x, %y : tensor<9xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %p: f32, %q: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<9xf32>, tensor<8xf32>
  return
}

// -----

func.func @topk(%x: tensor<9xf32>, %v: tensor<2xf32>, %i: tensor<2xf32>) {
  // expected-error @below {{expected outputs of the inputs' element types and integer positions}}
  %t:2 = tm_tensor.topk dimension(0) ins(%x : tensor<9xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @attention(%q: tensor<2x8x4xf32>) {
  // expected-error @below {{expected 3 to 4 inputs, but got 2}}
  %r = tm_tensor.attention ins(%q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>)
      outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @attention(%q: tensor<2x8x4xf32>, %k: tensor<2x8x4xf16>) {
  // expected-error @below {{expected rank and element type of 'tensor<2x8x4xf32>', but got 'tensor<2x8x4xf16>'}}
  %r = tm_tensor.attention ins(%q, %k, %q : tensor<2x8x4xf32>, tensor<2x8x4xf16>, tensor<2x8x4xf32>)
      outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}
