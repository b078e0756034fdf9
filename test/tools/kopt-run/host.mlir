// A program without launches runs on the host, in its own types.
// RUN: kopt-run %s --entry=double --family=small_integers --output=%t
// RUN: kopt-run %s --entry=double --input=%t0.npy | FileCheck %s --check-prefix=SHAPE
// RUN: kopt-run %s --entry=constant --arg=0:2 | FileCheck %s --check-prefix=VALUE
// RUN: not kopt-run %s 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not kopt-run %s --entry=constant 2>&1 | FileCheck %s --check-prefix=ARG
// RUN: not kopt-run %s --entry=constant --input=%t0.npy --arg=0:2 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not kopt-run %s --entry=double --family=none 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: not kopt-run %s --entry=double --device=gpu 2>&1 | FileCheck %s --check-prefix=DEVICE

// SHAPE: dense<"0x{{[0-9A-F]+}}"> : tensor<2x3xf32>
// ENTRY: error: expected --entry: there is @double and @constant
// ARG: host.mlir:[[#]]:1: error: {{.*}}argument 0 of type 'index': expected --arg=0:VALUE
// COUNT: error: expected 0 --input, but got 1
// FAMILY: error: unknown input family 'none', expected one of uniform01, {{.*}}, first_spike
// DEVICE: error: expected --device=sim, interpret or cuda:N, but got 'gpu'
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @double(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// 1.5 is 0x3FC0 in bf16.
// VALUE: dense<"0xC03FC03F"> : tensor<2xbf16>
func.func @constant(%n: index) -> tensor<?xbf16> {
  %c = arith.constant 1.5 : bf16
  %e = tensor.empty(%n) : tensor<?xbf16>
  %r = linalg.fill ins(%c : bf16) outs(%e : tensor<?xbf16>) -> tensor<?xbf16>
  return %r : tensor<?xbf16>
}
