// Matrix products: batches, transposed and broadcast operands, tiles, vectors, mixed
// element types, from an initial value that is an argument.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=matmuls --device=sim --families=normal,small_integers,cancelling
// RUN: kopt-gate %s %t.mlir --entry=vectors --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=transposed --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal --shapes=asked --arg=0:5x7 --arg=1:7x3 --arg=2:5x3
// RUN: kopt-gate %s %t.mlir --entry=mixed --device=sim --families=normal,small_integers
// REQUIRES: sim

func.func @matmuls(%a0: tensor<3x7xf32>, %a1: tensor<7x5xf32>, %a2: tensor<3x5xf32>, %a3: tensor<2x3x7xf32>,
    %a4: tensor<2x7x5xf32>, %a5: tensor<2x3x5xf32>, %a6: tensor<2x3x7xf32>, %a7: tensor<2x7x5xf32>,
    %a8: tensor<3x5xf32>, %a9: tensor<2x3x4x5xf32>, %a10: tensor<2x3x3x5xf32>, %a11: tensor<2x2x4x3xf32>,
    %a12: tensor<2x2x3x4x5xf32>, %a13: tensor<2x2x3x3x5xf32>, %a14: tensor<2x2x2x4x3xf32>,
    %a15: tensor<2x7x3xf32>, %a16: tensor<7x5xf32>, %a17: tensor<5x2x3xf32>)
    -> (tensor<3x5xf32>, tensor<2x3x5xf32>, tensor<3x5xf32>, tensor<2x2x4x3xf32>, tensor<2x2x2x4x3xf32>, tensor<5x2x3xf32>) {
  %0 = linalg.matmul
      ins(%a0, %a1 : tensor<3x7xf32>, tensor<7x5xf32>)
      outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.batch_matmul
      ins(%a3, %a4 : tensor<2x3x7xf32>, tensor<2x7x5xf32>)
      outs(%a5 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %2 = linalg.batch_reduce_matmul
      ins(%a6, %a7 : tensor<2x3x7xf32>, tensor<2x7x5xf32>)
      outs(%a8 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = linalg.mmt4d
      ins(%a9, %a10 : tensor<2x3x4x5xf32>, tensor<2x3x3x5xf32>)
      outs(%a11 : tensor<2x2x4x3xf32>) -> tensor<2x2x4x3xf32>
  %4 = linalg.batch_mmt4d
      ins(%a12, %a13 : tensor<2x2x3x4x5xf32>, tensor<2x2x3x3x5xf32>)
      outs(%a14 : tensor<2x2x2x4x3xf32>) -> tensor<2x2x2x4x3xf32>
  %5 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (k, n)>,
                     affine_map<(b, m, n, k) -> (n, b, m)>]
      ins(%a15, %a16 : tensor<2x7x3xf32>, tensor<7x5xf32>)
      outs(%a17 : tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
  return %0, %1, %2, %3, %4, %5
    : tensor<3x5xf32>, tensor<2x3x5xf32>, tensor<3x5xf32>, tensor<2x2x4x3xf32>, tensor<2x2x2x4x3xf32>, tensor<5x2x3xf32>
}

func.func @vectors(%a0: tensor<5x7xf32>, %a1: tensor<7xf32>, %a2: tensor<5xf32>, %a3: tensor<7xf32>, %a4: tensor<7x5xf32>,
    %a5: tensor<5xf32>, %a6: tensor<2x5x7xf32>, %a7: tensor<2x7xf32>, %a8: tensor<2x5xf32>,
    %a9: tensor<2x7xf32>, %a10: tensor<2x7x5xf32>, %a11: tensor<2x5xf32>, %a12: tensor<9xf32>,
    %a13: tensor<9xf32>, %a14: tensor<f32>)
    -> (tensor<5xf32>, tensor<5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<f32>) {
  %0 = linalg.matvec
      ins(%a0, %a1 : tensor<5x7xf32>, tensor<7xf32>)
      outs(%a2 : tensor<5xf32>) -> tensor<5xf32>
  %1 = linalg.vecmat
      ins(%a3, %a4 : tensor<7xf32>, tensor<7x5xf32>)
      outs(%a5 : tensor<5xf32>) -> tensor<5xf32>
  %2 = linalg.batch_matvec
      ins(%a6, %a7 : tensor<2x5x7xf32>, tensor<2x7xf32>)
      outs(%a8 : tensor<2x5xf32>) -> tensor<2x5xf32>
  %3 = linalg.batch_vecmat
      ins(%a9, %a10 : tensor<2x7xf32>, tensor<2x7x5xf32>)
      outs(%a11 : tensor<2x5xf32>) -> tensor<2x5xf32>
  %4 = linalg.dot
      ins(%a12, %a13 : tensor<9xf32>, tensor<9xf32>)
      outs(%a14 : tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3, %4
    : tensor<5xf32>, tensor<5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<f32>
}

func.func @transposed(%a0: tensor<7x3xf32>, %a1: tensor<7x5xf32>, %a2: tensor<3x5xf32>, %a3: tensor<3x7xf32>,
    %a4: tensor<5x7xf32>, %a5: tensor<3x5xf32>, %a6: tensor<7xf32>, %a7: tensor<7x5xf32>,
    %a8: tensor<3x5xf32>, %a9: tensor<2x7x3xf32>, %a10: tensor<2x7x5xf32>, %a11: tensor<2x3x5xf32>,
    %a12: tensor<3x7xf32>, %a13: tensor<2x5x7xf32>, %a14: tensor<2x3x5xf32>, %a15: tensor<2x7x3xf32>,
    %a16: tensor<2x7x5xf32>, %a17: tensor<3x5xf32>)
    -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>, tensor<3x5xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>,
                     affine_map<(m, n, k) -> (m, n)>]
      ins(%a0, %a1 : tensor<7x3xf32>, tensor<7x5xf32>)
      outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                     affine_map<(m, n, k) -> (m, n)>]
      ins(%a3, %a4 : tensor<3x7xf32>, tensor<5x7xf32>)
      outs(%a5 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>,
                     affine_map<(m, n, k) -> (m, n)>]
      ins(%a6, %a7 : tensor<7xf32>, tensor<7x5xf32>)
      outs(%a8 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>,
                     affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a9, %a10 : tensor<2x7x3xf32>, tensor<2x7x5xf32>)
      outs(%a11 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %4 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
                     affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a12, %a13 : tensor<3x7xf32>, tensor<2x5x7xf32>)
      outs(%a14 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %5 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>,
                     affine_map<(b, m, n, k) -> (m, n)>]
      ins(%a15, %a16 : tensor<2x7x3xf32>, tensor<2x7x5xf32>)
      outs(%a17 : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1, %2, %3, %4, %5
    : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>, tensor<3x5xf32>
}

func.func @dynamic(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %a2: tensor<?x?xf32>)
    -> (tensor<?x?xf32>) {
  %0 = linalg.matmul
      ins(%a0, %a1 : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%a2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0
    : tensor<?x?xf32>
}

func.func @mixed(%a0: tensor<3x7xf16>, %a1: tensor<7x5xf16>, %a2: tensor<3x5xf32>, %a3: tensor<3x7xbf16>,
    %a4: tensor<7x5xbf16>, %a5: tensor<3x5xbf16>, %a6: tensor<3x7xf64>, %a7: tensor<7x5xf64>,
    %a8: tensor<3x5xf64>, %a9: tensor<3x7xi16>, %a10: tensor<7x5xi16>, %a11: tensor<3x5xi64>,
    %a12: tensor<3x7xi1>, %a13: tensor<7x5xi1>, %a14: tensor<3x5xi1>, %a15: tensor<3x7xf32>,
    %a16: tensor<7x5xf32>, %a17: tensor<3x5xf64>)
    -> (tensor<3x5xf32>, tensor<3x5xbf16>, tensor<3x5xf64>, tensor<3x5xi64>, tensor<3x5xi1>, tensor<3x5xf64>) {
  %0 = linalg.matmul
      ins(%a0, %a1 : tensor<3x7xf16>, tensor<7x5xf16>)
      outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.matmul
      ins(%a3, %a4 : tensor<3x7xbf16>, tensor<7x5xbf16>)
      outs(%a5 : tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %2 = linalg.matmul
      ins(%a6, %a7 : tensor<3x7xf64>, tensor<7x5xf64>)
      outs(%a8 : tensor<3x5xf64>) -> tensor<3x5xf64>
  %3 = linalg.matmul
      ins(%a9, %a10 : tensor<3x7xi16>, tensor<7x5xi16>)
      outs(%a11 : tensor<3x5xi64>) -> tensor<3x5xi64>
  %4 = linalg.matmul
      ins(%a12, %a13 : tensor<3x7xi1>, tensor<7x5xi1>)
      outs(%a14 : tensor<3x5xi1>) -> tensor<3x5xi1>
  %5 = linalg.matmul
      ins(%a15, %a16 : tensor<3x7xf32>, tensor<7x5xf32>)
      outs(%a17 : tensor<3x5xf64>) -> tensor<3x5xf64>
  return %0, %1, %2, %3, %4, %5
    : tensor<3x5xf32>, tensor<3x5xbf16>, tensor<3x5xf64>, tensor<3x5xi64>, tensor<3x5xi1>, tensor<3x5xf64>
}
