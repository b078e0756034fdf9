// Reductions to the best element and its number: the first of equals, NaN taken or never,
// signed and unsigned integers, numbers of 32 and 64 bits, starts that no element beats. The
// last six are none: they take the last of equals, no order, two orders, NaN in the
// accumulator, a number that does not fit, a computed number; these go an element a thread.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --entry=ogt
// RUN: kopt-gate %s %t.mlir --device=sim --entry=olt16
// RUN: kopt-gate %s %t.mlir --device=sim --entry=ogt_from5
// RUN: kopt-gate %s %t.mlir --device=sim --entry=nanmax --families=infinities,nan_lanes,equal_rows,normal
// RUN: kopt-gate %s %t.mlir --device=sim --entry=dyn --families=normal,nan_lanes,equal_rows
// RUN: kopt-gate %s %t.mlir --device=sim --entry=ule_inv
// RUN: kopt-gate %s %t.mlir --device=sim --entry=sgt
// RUN: kopt-gate %s %t.mlir --device=sim --entry=ult8
// RUN: kopt-gate %s %t.mlir --device=sim --entry=slt64
// RUN: kopt-gate %s %t.mlir --device=sim --entry=f64
// RUN: kopt-gate %s %t.mlir --device=sim --entry=oge
// RUN: kopt-gate %s %t.mlir --device=sim --entry=une
// RUN: kopt-gate %s %t.mlir --device=sim --entry=mixed
// RUN: kopt-gate %s %t.mlir --device=sim --entry=uge
// RUN: kopt-gate %s %t.mlir --device=sim --entry=narrow
// REQUIRES: sim

// CHECK: kopt.kernel @ogt_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @olt16_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @ogt_from5_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @nanmax_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @dyn_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @ule_inv_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @sgt_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @ult8_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @slt64_0(
// CHECK-NOT: kopt.reduce
// CHECK: kopt.return
// CHECK: kopt.kernel @f64_0(
// CHECK: kopt.reduce(%{{[^,]*}}, %{{.*}})
// CHECK: kopt.return
// CHECK: kopt.kernel @oge_0(
// CHECK-NOT: kopt.reduce
// CHECK: kopt.return
// CHECK: kopt.kernel @une_0(
// CHECK-NOT: kopt.reduce
// CHECK: kopt.return
// CHECK: kopt.kernel @mixed_0(
// CHECK-NOT: kopt.reduce
// CHECK: kopt.return
// CHECK: kopt.kernel @uge_0(
// CHECK-NOT: kopt.reduce
// CHECK: kopt.return
// CHECK: kopt.kernel @narrow_0(
// CHECK-NOT: kopt.reduce
// CHECK: kopt.return

func.func @ogt(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %v : f32
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @olt16(%x: tensor<33x70xf16>) -> (tensor<33xf16>, tensor<33xi64>) {
  %low = arith.constant 0x7C00 : f16
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<33xf16>
  %ei = tensor.empty() : tensor<33xi64>
  %fv = linalg.fill ins(%low : f16) outs(%ev : tensor<33xf16>) -> tensor<33xf16>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<33xi64>) -> tensor<33xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<33x70xf16>) outs(%fv, %fi : tensor<33xf16>, tensor<33xi64>) {
  ^bb0(%a: f16, %v: f16, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf olt, %a, %v : f16
    %nv = arith.select %c, %a, %v : f16
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f16, i64
  } -> (tensor<33xf16>, tensor<33xi64>)
  return %r#0, %r#1 : tensor<33xf16>, tensor<33xi64>
}

func.func @ogt_from5(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant 0.5 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %v : f32
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @nanmax(%x: tensor<5x5000xf32>) -> (tensor<5xf32>, tensor<5xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<5xf32>
  %ei = tensor.empty() : tensor<5xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<5xf32>) -> tensor<5xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<5xi64>) -> tensor<5xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x5000xf32>) outs(%fv, %fi : tensor<5xf32>, tensor<5xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c0 = arith.cmpf ugt, %a, %v : f32
    %c1 = arith.cmpf ord, %v, %v : f32
    %c = arith.andi %c0, %c1 : i1
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<5xf32>, tensor<5xi64>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xi64>
}

func.func @dyn(%x: tensor<?x131xbf16>) -> (tensor<?xbf16>, tensor<?xi64>) {
  %low = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %i0 = arith.constant 0 : index
  %d = tensor.dim %x, %i0 : tensor<?x131xbf16>
%ev = tensor.empty(%d) : tensor<?xbf16>
  %ei = tensor.empty(%d) : tensor<?xi64>
  %fv = linalg.fill ins(%low : bf16) outs(%ev : tensor<?xbf16>) -> tensor<?xbf16>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x131xbf16>) outs(%fv, %fi : tensor<?xbf16>, tensor<?xi64>) {
  ^bb0(%a: bf16, %v: bf16, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %v : bf16
    %nv = arith.select %c, %a, %v : bf16
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : bf16, i64
  } -> (tensor<?xbf16>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xbf16>, tensor<?xi64>
}

func.func @ule_inv(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ule, %a, %v : f32
    %nv = arith.select %c, %v, %a : f32
    %nj = arith.select %c, %at, %ji : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @sgt(%x: tensor<7x301xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
  %low = arith.constant -2147483648 : i32
  %zero = arith.constant 0 : i32
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xi32>
  %ei = tensor.empty() : tensor<7xi32>
  %fv = linalg.fill ins(%low : i32) outs(%ev : tensor<7xi32>) -> tensor<7xi32>
  %fi = linalg.fill ins(%zero : i32) outs(%ei : tensor<7xi32>) -> tensor<7xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xi32>) outs(%fv, %fi : tensor<7xi32>, tensor<7xi32>) {
  ^bb0(%a: i32, %v: i32, %at: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpi sgt, %a, %v : i32
    %nv = arith.select %c, %a, %v : i32
    %nj = arith.select %c, %ji, %at : i32
    linalg.yield %nv, %nj : i32, i32
  } -> (tensor<7xi32>, tensor<7xi32>)
  return %r#0, %r#1 : tensor<7xi32>, tensor<7xi32>
}

func.func @ult8(%x: tensor<4x1000xi8>) -> (tensor<4xi8>, tensor<4xi32>) {
  %low = arith.constant -1 : i8
  %zero = arith.constant 0 : i32
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<4xi8>
  %ei = tensor.empty() : tensor<4xi32>
  %fv = linalg.fill ins(%low : i8) outs(%ev : tensor<4xi8>) -> tensor<4xi8>
  %fi = linalg.fill ins(%zero : i32) outs(%ei : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x1000xi8>) outs(%fv, %fi : tensor<4xi8>, tensor<4xi32>) {
  ^bb0(%a: i8, %v: i8, %at: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpi ult, %a, %v : i8
    %nv = arith.select %c, %a, %v : i8
    %nj = arith.select %c, %ji, %at : i32
    linalg.yield %nv, %nj : i8, i32
  } -> (tensor<4xi8>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<4xi32>
}

func.func @slt64(%x: tensor<1x4097xi64>) -> (tensor<1xi64>, tensor<1xindex>) {
  %low = arith.constant 9223372036854775807 : i64
  %zero = arith.constant 0 : index
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<1xi64>
  %ei = tensor.empty() : tensor<1xindex>
  %fv = linalg.fill ins(%low : i64) outs(%ev : tensor<1xi64>) -> tensor<1xi64>
  %fi = linalg.fill ins(%zero : index) outs(%ei : tensor<1xindex>) -> tensor<1xindex>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x4097xi64>) outs(%fv, %fi : tensor<1xi64>, tensor<1xindex>) {
  ^bb0(%a: i64, %v: i64, %at: index):
    %j = linalg.index 1 : index
    %ji = arith.addi %j, %zz : index
    %c = arith.cmpi slt, %a, %v : i64
    %nv = arith.select %c, %a, %v : i64
    %nj = arith.select %c, %ji, %at : index
    linalg.yield %nv, %nj : i64, index
  } -> (tensor<1xi64>, tensor<1xindex>)
  return %r#0, %r#1 : tensor<1xi64>, tensor<1xindex>
}

func.func @f64(%x: tensor<64x3xf64>) -> (tensor<64xf64>, tensor<64xi32>) {
  %low = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0 : i32
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<64xf64>
  %ei = tensor.empty() : tensor<64xi32>
  %fv = linalg.fill ins(%low : f64) outs(%ev : tensor<64xf64>) -> tensor<64xf64>
  %fi = linalg.fill ins(%zero : i32) outs(%ei : tensor<64xi32>) -> tensor<64xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x3xf64>) outs(%fv, %fi : tensor<64xf64>, tensor<64xi32>) {
  ^bb0(%a: f64, %v: f64, %at: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %v : f64
    %nv = arith.select %c, %a, %v : f64
    %nj = arith.select %c, %ji, %at : i32
    linalg.yield %nv, %nj : f64, i32
  } -> (tensor<64xf64>, tensor<64xi32>)
  return %r#0, %r#1 : tensor<64xf64>, tensor<64xi32>
}

func.func @oge(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf oge, %a, %v : f32
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @une(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant 0.0 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf une, %a, %v : f32
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @mixed(%x: tensor<7x301xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
  %low = arith.constant 0 : i32
  %zero = arith.constant 0 : i32
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xi32>
  %ei = tensor.empty() : tensor<7xi32>
  %fv = linalg.fill ins(%low : i32) outs(%ev : tensor<7xi32>) -> tensor<7xi32>
  %fi = linalg.fill ins(%zero : i32) outs(%ei : tensor<7xi32>) -> tensor<7xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xi32>) outs(%fv, %fi : tensor<7xi32>, tensor<7xi32>) {
  ^bb0(%a: i32, %v: i32, %at: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c0 = arith.cmpi sgt, %a, %v : i32
    %c1 = arith.cmpi ugt, %a, %v : i32
    %c = arith.andi %c0, %c1 : i1
    %nv = arith.select %c, %a, %v : i32
    %nj = arith.select %c, %ji, %at : i32
    linalg.yield %nv, %nj : i32, i32
  } -> (tensor<7xi32>, tensor<7xi32>)
  return %r#0, %r#1 : tensor<7xi32>, tensor<7xi32>
}

func.func @uge(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<7xi64>) -> tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ugt, %a, %v : f32
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @narrow(%x: tensor<7x301xf32>) -> (tensor<7xf32>, tensor<7xi8>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i8
  %zz = arith.constant 0 : index
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi8>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%zero : i8) outs(%ei : tensor<7xi8>) -> tensor<7xi8>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x301xf32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi8>) {
  ^bb0(%a: f32, %v: f32, %at: i8):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i8
    %c = arith.cmpf ogt, %a, %v : f32
    %nv = arith.select %c, %a, %v : f32
    %nj = arith.select %c, %ji, %at : i8
    linalg.yield %nv, %nj : f32, i8
  } -> (tensor<7xf32>, tensor<7xi8>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi8>
}
