// What gather.mlir computes with index tiles.
#one = affine_map<(d0) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

// Rows of odd length by number: duplicates, the first and the last row.
func.func @rows(%x: tensor<13x37xf32>, %i: tensor<50xi32>) -> tensor<50x37xf32> {
  %e = tensor.empty() : tensor<50x37xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<50xi32>) outs(%e : tensor<50x37xf32>) {
  ^bb0(%a: i32, %o: f32):
    %n = arith.index_cast %a : i32 to index
    %c = linalg.index 1 : index
    %v = tensor.extract %x[%n, %c] : tensor<13x37xf32>
    linalg.yield %v : f32
  } -> tensor<50x37xf32>
  return %r : tensor<50x37xf32>
}

// Columns by number: neighbours in the tile are none in memory.
func.func @columns(%x: tensor<6x40xbf16>, %i: tensor<24xi64>) -> tensor<6x24xbf16> {
  %e = tensor.empty() : tensor<6x24xbf16>
  %r = linalg.generic {indexing_maps = [#col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<24xi64>) outs(%e : tensor<6x24xbf16>) {
  ^bb0(%a: i64, %o: bf16):
    %n = arith.index_cast %a : i64 to index
    %c = linalg.index 0 : index
    %v = tensor.extract %x[%c, %n] : tensor<6x40xbf16>
    linalg.yield %v : bf16
  } -> tensor<6x24xbf16>
  return %r : tensor<6x24xbf16>
}

// Rows and columns by two tiles.
func.func @both(%x: tensor<9x11xf64>, %i: tensor<8xi16>, %j: tensor<16xindex>) -> tensor<8x16xf64> {
  %e = tensor.empty() : tensor<8x16xf64>
  %r = linalg.generic {indexing_maps = [#row, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i, %j : tensor<8xi16>, tensor<16xindex>) outs(%e : tensor<8x16xf64>) {
  ^bb0(%a: i16, %b: index, %o: f64):
    %n = arith.index_cast %a : i16 to index
    %v = tensor.extract %x[%n, %b] : tensor<9x11xf64>
    linalg.yield %v : f64
  } -> tensor<8x16xf64>
  return %r : tensor<8x16xf64>
}

// An index for each element, and what it says squared off by another access of
// another shape.
func.func @along(%x: tensor<12x30xf32>, %i: tensor<12x20xi32>) -> (tensor<12x20xf32>, tensor<12x20xi32>) {
  %e = tensor.empty() : tensor<12x20xf32>
  %f = tensor.empty() : tensor<12x20xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<12x20xi32>) outs(%e, %f : tensor<12x20xf32>, tensor<12x20xi32>) {
  ^bb0(%a: i32, %o: f32, %p: i32):
    %n = arith.index_cast %a : i32 to index
    %c = linalg.index 0 : index
    %v = tensor.extract %x[%c, %n] : tensor<12x30xf32>
    %d = arith.addi %a, %a : i32
    linalg.yield %v, %d : f32, i32
  } -> (tensor<12x20xf32>, tensor<12x20xi32>)
  return %r#0, %r#1 : tensor<12x20xf32>, tensor<12x20xi32>
}

// Any number, padded with -1 where it is none of a row: negative ones, ones that are
// too large, and ones that are in bounds modulo 2^32 only.
func.func @outside(%x: tensor<5x16xf32>, %i: tensor<32xi32>) -> tensor<32x16xf32> {
  %one = arith.constant -1.0 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : i64
  %c31 = arith.constant 31 : i64
  %e = tensor.empty() : tensor<32x16xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<32xi32>) outs(%e : tensor<32x16xf32>) {
  ^bb0(%a: i32, %o: f32):
    %w = arith.extsi %a : i32 to i64
    %h = arith.shli %w, %c31 : i64
    %up = arith.shli %h, %c32 : i64
    %s = arith.addi %w, %up : i64
    %n = arith.index_cast %s : i64 to index
    %inside = arith.cmpi ult, %n, %c5 : index
    %most = arith.minui %n, %c5 : index
    %at = arith.remui %most, %c5 : index
    %c = linalg.index 1 : index
    %v = tensor.extract %x[%at, %c] : tensor<5x16xf32>
    %k = arith.select %inside, %v, %one : f32
    linalg.yield %k : f32
  } -> tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}

// Rows to places, those from 20 on nowhere.
func.func @scatter(%x: tensor<24x16xbf16>) -> tensor<20x16xbf16> {
  %z = arith.constant 0.0 : bf16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<20x16xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<20x16xbf16>) -> tensor<20x16xbf16>
  %r = scf.for %i = %c0 to %c24 step %c1 iter_args(%t = %f) -> tensor<20x16xbf16> {
    %m = arith.muli %i, %c5 : index
    %p = arith.remui %m, %c24 : index
    %in = arith.cmpi ult, %p, %c20 : index
    %n = scf.if %in -> tensor<20x16xbf16> {
      %s = tensor.extract_slice %x[%i, 0] [1, 16] [1, 1] : tensor<24x16xbf16> to tensor<1x16xbf16>
      %u = tensor.insert_slice %s into %t[%p, 0] [1, 16] [1, 1] : tensor<1x16xbf16> into tensor<20x16xbf16>
      scf.yield %u : tensor<20x16xbf16>
    } else {
      scf.yield %t : tensor<20x16xbf16>
    }
    scf.yield %n : tensor<20x16xbf16>
  }
  return %r : tensor<20x16xbf16>
}
