// RUN: kopt-opt %s -split-input-file -verify-diagnostics

func.func @extents(%a: tensor<16x32xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error@+1 {{expected a right operand with 32 rows, but got 'tensor<16x8xf16>'}}
  %d = kopt.dot %a, %b, %c : tensor<16x32xf16>, tensor<16x8xf16> -> tensor<16x8xf32>
  return
}

// -----

func.func @rank(%a: tensor<2x16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error@+1 {{expected static tiles of rank 2, but got 'tensor<2x16x16xf16>'}}
  %d = kopt.dot %a, %b, %c : tensor<2x16x16xf16>, tensor<16x8xf16> -> tensor<16x8xf32>
  return
}

// -----

func.func @mixed(%a: tensor<16x16xf16>, %b: tensor<16x8xbf16>, %c: tensor<16x8xf32>) {
  // expected-error@+1 {{expected two operands of f64, f32, f16, bf16, f8 or i8, but got 'f16' and 'bf16'}}
  %d = kopt.dot %a, %b, %c : tensor<16x16xf16>, tensor<16x8xbf16> -> tensor<16x8xf32>
  return
}

// -----

func.func @accumulator(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf16>) {
  // expected-error@+1 {{expected an accumulator of type 'tensor<16x8xf32>', but got 'tensor<16x8xf16>'}}
  %d = kopt.dot %a, %b, %c : tensor<16x16xf16>, tensor<16x8xf16> -> tensor<16x8xf16>
  return
}

// -----

func.func @narrows(%a: tensor<16x16xf32>, %b: tensor<16x8xf32>, %c: tensor<16x8xf32>) {
  // expected-error@+1 {{expected operands that mma takes as they are, but got 'f32'}}
  %d = kopt.dot %a, %b, %c {on = #kopt.on<mma>} : tensor<16x16xf32>, tensor<16x8xf32> -> tensor<16x8xf32>
  return
}

// -----

func.func @rows(%a: tensor<32x16xf16>, %b: tensor<16x8xf16>, %c: tensor<32x8xf32>) {
  // expected-error@+1 {{expected M to be a multiple of 64 for wgmma_registers, but got 32}}
  %d = kopt.dot %a, %b, %c {on = #kopt.on<wgmma_registers>} : tensor<32x16xf16>, tensor<16x8xf16> -> tensor<32x8xf32>
  return
}

// -----

func.func @columns(%a: tensor<16x16xf16>, %b: tensor<16x4xf16>, %c: tensor<16x4xf32>) {
  // expected-error@+1 {{expected N to be a multiple of 8 for mma, but got 4}}
  %d = kopt.dot %a, %b, %c {on = #kopt.on<mma>} : tensor<16x16xf16>, tensor<16x4xf16> -> tensor<16x4xf32>
  return
}

// -----

func.func @depth(%a: tensor<64x16xf8E4M3FN>, %b: tensor<16x8xf8E5M2>, %c: tensor<64x8xf32>) {
  // expected-error@+1 {{expected K to be a multiple of 32 for wgmma_shared, but got 16}}
  %d = kopt.dot %a, %b, %c {on = #kopt.on<wgmma_shared>} : tensor<64x16xf8E4M3FN>, tensor<16x8xf8E5M2> -> tensor<64x8xf32>
  return
}
