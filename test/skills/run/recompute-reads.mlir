// What a kernel that reduces rows stored for another one is computed again there, where
// that reads no more: sums over rows of normalised rows, an element of a row's
// logarithms, static and dynamic. Not where two inputs would be read for one result that
// others read too, nor where the consumer reads elements several times.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,recompute_reads,tile_column_reductions,tile_to_grid,tile_by_index explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=backward --device=sim
// RUN: kopt-gate %s %t.mlir --entry=picked --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --arg=0:6x40 --shapes=asked
// RUN: kopt-gate %s %t.mlir --entry=shared --device=sim
// RUN: kopt-gate %s %t.mlir --entry=product --device=sim
// REQUIRES: sim

// CHECK-DAG: card @recompute_reads applied at @backward/launch
// CHECK-DAG: card @recompute_reads applied at @picked/launch
// CHECK-DAG: card @recompute_reads applied at @dynamic/launch
// CHECK-DAG: card @recompute_reads refused at @shared/launch{{.*}}: action: recomputing reads 64 bits for each element and saves 32
// CHECK-DAG: card @recompute_reads refused at @product/launch{{.*}}: action: the consumer reads elements more than once

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#one = affine_map<(d0) -> (d0)>

// CODE-LABEL: func.func @backward(
// CODE: kopt.launch {{.*}} -> tensor<24x40xf32>, tensor<24xf32>
// CODE-NOT: -> tensor<24x40xf32>
func.func @backward(%x: tensor<24x40xf32>, %g: tensor<24x40xf32>) -> (tensor<24x40xf32>, tensor<40xf32>) {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<24xf32>
  %e = tensor.empty() : tensor<24x40xf32>
  %ec = tensor.empty() : tensor<40xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<24xf32>) -> tensor<24xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<40xf32>) -> tensor<40xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<24x40xf32>) outs(%zr : tensor<24xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<24x40xf32>, tensor<24xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %n = arith.constant 40.0 : f32
    %mean = arith.divf %m, %n : f32
    %d = arith.subf %a, %mean : f32
    linalg.yield %d : f32
  } -> tensor<24x40xf32>
  %dx = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %g : tensor<24x40xf32>, tensor<24x40xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %a : f32
    linalg.yield %q : f32
  } -> tensor<24x40xf32>
  %w = linalg.reduce { arith.addf } ins(%y : tensor<24x40xf32>) outs(%zc : tensor<40xf32>) dimensions = [0]
  return %dx, %w : tensor<24x40xf32>, tensor<40xf32>
}

// CODE-LABEL: func.func @picked(
// CODE-NOT: -> tensor<12x40xf32>
func.func @picked(%x: tensor<12x40xf32>, %at: tensor<12xi64>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<12x40xf32>
  %er = tensor.empty() : tensor<12xf32>
  %es = tensor.empty() : tensor<f32>
  %lr = linalg.fill ins(%low : f32) outs(%er : tensor<12xf32>) -> tensor<12xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<12x40xf32>) outs(%lr : tensor<12xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<12x40xf32>, tensor<12xf32>) outs(%e : tensor<12x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<12x40xf32>
  %p = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%at : tensor<12xi64>) outs(%er : tensor<12xf32>) {
  ^bb0(%j: i64, %o: f32):
    %c39 = arith.constant 39 : i64
    %c0 = arith.constant 0 : i64
    %up = arith.maxsi %j, %c0 : i64
    %in = arith.minsi %up, %c39 : i64
    %i = linalg.index 0 : index
    %k = arith.index_cast %in : i64 to index
    %v = tensor.extract %y[%i, %k] : tensor<12x40xf32>
    linalg.yield %v : f32
  } -> tensor<12xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<12xf32>) outs(%zs : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// CODE-LABEL: func.func @dynamic(
func.func @dynamic(%x: tensor<?x40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x40xf32>
  %er = tensor.empty(%rows) : tensor<?xf32>
  %e = tensor.empty(%rows) : tensor<?x40xf32>
  %ec = tensor.empty() : tensor<40xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<40xf32>) -> tensor<40xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x40xf32>) outs(%zr : tensor<?xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x40xf32>, tensor<?xf32>) outs(%e : tensor<?x40xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<?x40xf32>
  %w = linalg.reduce { arith.addf } ins(%y : tensor<?x40xf32>) outs(%zc : tensor<40xf32>) dimensions = [0]
  return %w : tensor<40xf32>
}

func.func @shared(%x: tensor<24x40xf32>, %g: tensor<24x40xf32>) -> (tensor<24x40xf32>, tensor<40xf32>) {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<24xf32>
  %e = tensor.empty() : tensor<24x40xf32>
  %ec = tensor.empty() : tensor<40xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<24xf32>) -> tensor<24xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<40xf32>) -> tensor<40xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<24x40xf32>) outs(%zr : tensor<24xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %g, %s : tensor<24x40xf32>, tensor<24x40xf32>, tensor<24xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%a: f32, %b: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %p = arith.mulf %d, %b : f32
    linalg.yield %p : f32
  } -> tensor<24x40xf32>
  %w = linalg.reduce { arith.addf } ins(%y : tensor<24x40xf32>) outs(%zc : tensor<40xf32>) dimensions = [0]
  return %y, %w : tensor<24x40xf32>, tensor<40xf32>
}

func.func @product(%x: tensor<24x40xf32>, %g: tensor<24x16xf32>) -> tensor<40x16xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<24xf32>
  %e = tensor.empty() : tensor<24x40xf32>
  %eo = tensor.empty() : tensor<40x16xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<24xf32>) -> tensor<24xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<40x16xf32>) -> tensor<40x16xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<24x40xf32>) outs(%zr : tensor<24xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<24x40xf32>, tensor<24xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<24x40xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(k, j, i) -> (i, k)>, affine_map<(k, j, i) -> (i, j)>, affine_map<(k, j, i) -> (k, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %g : tensor<24x40xf32>, tensor<24x16xf32>) outs(%zo : tensor<40x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<40x16xf32>
  return %q : tensor<40x16xf32>
}
