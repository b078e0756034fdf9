// Products, channels, roles, turns and schedule attributes keep their text.
// RUN: kopt-opt %s | kopt-opt | FileCheck %s
// RUN: kopt-opt --mlir-print-op-generic %s | kopt-opt | FileCheck %s
// RUN: kopt-opt %s -canonicalize -cse -loop-invariant-code-motion | kopt-opt

gpu.module @kernels {
  // CHECK-LABEL: kopt.kernel @roles(
  kopt.kernel @roles(%x: memref<64x64xbf16>, %o: memref<128x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    // CHECK: %[[C:.*]] = kopt.channel stages 2 : <tensor<64x64xbf16>, tensor<64x8xbf16>>
    %c = kopt.channel stages 2 : !kopt.channel<tensor<64x64xbf16>, tensor<64x8xbf16>>
    // A constant tile is made again in each role.
    %zero = arith.constant dense<0.0> : tensor<64x8xf32>
    // CHECK: kopt.roles {
    kopt.roles {
      // CHECK: kopt.role "load" warps 4 regs 40 {
      kopt.role "load" warps 4 regs 40 {
        scf.for %i = %c0 to %c4 step %c1 {
          // CHECK: kopt.acquire %[[C]] : <tensor<64x64xbf16>, tensor<64x8xbf16>>
          kopt.acquire %c : !kopt.channel<tensor<64x64xbf16>, tensor<64x8xbf16>>
          %a = kopt.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
          %b = kopt.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x8xbf16>
          // CHECK: kopt.publish %[[C]], %{{.*}}, %{{.*}} : <tensor<64x64xbf16>, tensor<64x8xbf16>>
          kopt.publish %c, %a, %b : !kopt.channel<tensor<64x64xbf16>, tensor<64x8xbf16>>
        }
      }
      // CHECK: kopt.role "mma" warps 4 regs 232 replicas 2 attributes {sharing = #kopt.sharing<cooperate>} {
      kopt.role "mma" warps 4 regs 232 replicas 2 attributes {sharing = #kopt.sharing<cooperate>} {
        // CHECK: %[[R:.*]] = kopt.replica
        %r = kopt.replica
        %row = affine.apply affine_map<(d0) -> (d0 * 64)>(%r)
        %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x8xf32>) {
          // CHECK: %[[T:.*]]:2 = kopt.receive %[[C]] : <tensor<64x64xbf16>, tensor<64x8xbf16>>
          %a, %b = kopt.receive %c : !kopt.channel<tensor<64x64xbf16>, tensor<64x8xbf16>>
          // CHECK: kopt.order "tensor" -> (!kopt.pending<tensor<64x8xf32>>) {
          %p = kopt.order "tensor" -> (!kopt.pending<tensor<64x8xf32>>) {
            // CHECK: kopt.dot_start %[[T]]#0, %[[T]]#1, %{{.*}} {on = #kopt.on<wgmma_shared>} : tensor<64x64xbf16>, tensor<64x8xbf16> -> tensor<64x8xf32>
            %d = kopt.dot_start %a, %b, %acc {on = #kopt.on<wgmma_shared>} : tensor<64x64xbf16>, tensor<64x8xbf16> -> tensor<64x8xf32>
            kopt.yield %d : !kopt.pending<tensor<64x8xf32>>
          }
          // CHECK: kopt.dot_wait %{{.*}} : tensor<64x8xf32>
          %n = kopt.dot_wait %p : tensor<64x8xf32>
          // CHECK: kopt.release %[[C]] : <tensor<64x64xbf16>, tensor<64x8xbf16>>
          kopt.release %c : !kopt.channel<tensor<64x64xbf16>, tensor<64x8xbf16>>
          scf.yield %n : tensor<64x8xf32>
        }
        kopt.store %s, %o[%row, %c0] : tensor<64x8xf32>, memref<128x8xf32>
      }
    }
    kopt.return
  }

  // CHECK-LABEL: kopt.kernel @schedule(
  // CHECK-SAME: kopt.roles = [#kopt.role_entry<name = "load", warps = 4, regs = 40>, #kopt.role_entry<name = "mma", warps = 4, regs = 232, replicas = 2>]
  kopt.kernel @schedule(%x: memref<64x64xf16>, %o: memref<64x64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>,
      kopt.roles = [#kopt.role_entry<name = "load", warps = 4, regs = 40>, #kopt.role_entry<name = "mma", warps = 4, regs = 232, replicas = 2>]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      // CHECK: kopt.load {{.*}}kopt.order = 0 : i64, kopt.role = "load", kopt.stage = 0 : i64
      %a = kopt.load %x[%c0, %c0] {kopt.stage = 0 : i64, kopt.order = 0 : i64, kopt.role = "load"} : memref<64x64xf16> -> tensor<64x64xf16>
      // CHECK: kopt.dot %{{.*}} {kopt.role = "mma", kopt.stage = 2 : i64, on = #kopt.on<mma>} : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      %n = kopt.dot %a, %a, %acc {on = #kopt.on<mma>, kopt.stage = 2 : i64, kopt.role = "mma"} : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %n : tensor<64x64xf32>
    // CHECK: kopt.pipeline = #kopt.pipeline<stages = 3, peel = 1>
    } {kopt.pipeline = #kopt.pipeline<stages = 3, peel = 1>}
    kopt.store %s, %o[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
    kopt.return
  }
}
