// The same function on the GPU and on the host: the largest difference.
// REQUIRES: cuda
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" --kopt-host-pipeline -o %t.mlir
// RUN: mlir-runner %t.mlir -e difference --entry-point-result=f32 --shared-libs=%kopt_build/lib/libkopt_runtime.so | FileCheck %s

// CHECK: {{^([0-9.]+e-(0[7-9]|[1-9][0-9])|0\.0+e\+00)$}}
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @on_device(%x: tensor<?x1000xf32>) -> tensor<?x1000xf32> attributes {kopt.optimize} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x1000xf32>
  %er = tensor.empty(%n) : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x1000xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x1000xf32>) outs(%fm : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x1000xf32>, tensor<?xf32>) outs(%e : tensor<?x1000xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<?x1000xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<?x1000xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<?x1000xf32>, tensor<?xf32>) outs(%e : tensor<?x1000xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x1000xf32>
  return %q : tensor<?x1000xf32>
}

// The largest |device - host| over 37 rows, the host in f64.
func.func @difference() -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<37x1000xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<37x1000xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c37 = arith.constant 37 : index
    %c13 = arith.constant 13 : index
    %a = arith.muli %i, %c37 : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %c13 : index
    %n = arith.index_cast %c : index to i32
    %f = arith.sitofp %n : i32 to f32
    linalg.yield %f : f32
  } -> tensor<37x1000xf32>
  %xd = tensor.cast %x : tensor<37x1000xf32> to tensor<?x1000xf32>
  %dd = func.call @on_device(%xd) : (tensor<?x1000xf32>) -> tensor<?x1000xf32>
  %d = tensor.cast %dd : tensor<?x1000xf32> to tensor<37x1000xf32>
  %es = tensor.empty() : tensor<37xf64>
  %fs = linalg.fill ins(%zero64 : f64) outs(%es : tensor<37xf64>) -> tensor<37xf64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x1000xf32>) outs(%fs : tensor<37xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %p = math.exp %w : f64
    %r = arith.addf %acc, %p : f64
    linalg.yield %r : f64
  } -> tensor<37xf64>
  %et = tensor.empty() : tensor<f32>
  %ft = linalg.fill ins(%zero : f32) outs(%et : tensor<f32>) -> tensor<f32>
  %t = linalg.generic {indexing_maps = [#id, #id, #row, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x, %d, %s : tensor<37x1000xf32>, tensor<37x1000xf32>, tensor<37xf64>) outs(%ft : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f64, %acc: f32):
    %w = arith.extf %a : f32 to f64
    %p = math.exp %w : f64
    %q = arith.divf %p, %sum : f64
    %g = arith.extf %b : f32 to f64
    %h = arith.subf %g, %q : f64
    %k = math.absf %h : f64
    %l = arith.truncf %k : f64 to f32
    %r = arith.maximumf %l, %acc : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %r = tensor.extract %t[] : tensor<f32>
  return %r : f32
}
