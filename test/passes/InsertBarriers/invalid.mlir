// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared -kopt-insert-barriers -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @while(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    // expected-error@+1 {{expected scf.for or scf.if around operations that use shared memory}}
    scf.while : () -> () {
      %q = arith.cmpi eq, %c0, %c1 : index
      scf.condition(%q)
    } do {
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
      scf.yield
    }
    kopt.return
  }
}
