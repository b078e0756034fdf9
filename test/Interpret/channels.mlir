// Channels and roles used as they should not be: each error names what waits or
// what is wrong. The right use of the same is in test/spike.
// RUN: not kopt-run %s --entry=starve --device=interpret 2>&1 | FileCheck %s --check-prefix=STARVE
// RUN: not kopt-run %s --entry=clog --device=interpret 2>&1 | FileCheck %s --check-prefix=CLOG
// RUN: not kopt-run %s --entry=unacquired --device=interpret 2>&1 | FileCheck %s --check-prefix=UNACQUIRED
// RUN: not kopt-run %s --entry=unreceived --device=interpret 2>&1 | FileCheck %s --check-prefix=UNRECEIVED
// RUN: not kopt-run %s --entry=late --device=interpret 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not kopt-run %s --entry=inflight --device=interpret 2>&1 | FileCheck %s --check-prefix=INFLIGHT
// RUN: not kopt-run %s --entry=turns --device=interpret 2>&1 | FileCheck %s --check-prefix=TURNS
// STARVE: deadlock: no agent can go on: program (0) role "use" waits for a tuple: 0 of 2 places full, 0 acquired
// CLOG: deadlock: no agent can go on: program (0) role "load" waits for a free place: 2 of 2 places full, 0 acquired
// UNACQUIRED: channel: expected an acquired place, but got none: 0 of 2 places full, 0 acquired
// UNRECEIVED: channel: expected a received place, but got none: 0 of 2 places full
// LATE: released: reads a tile whose place in the channel has been released
// INFLIGHT: released before the product was done
// TURNS: waits for its turn at "t", which is that of replica 0

!c = !kopt.channel<tensor<1x1xf32>>
gpu.module @kernels {
  kopt.kernel @starve_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c = kopt.channel stages 2 : !c
    kopt.roles {
      kopt.role "load" warps 4 {
        %t = arith.constant dense<1.0> : tensor<1x1xf32>
        kopt.acquire %c : !c
        kopt.publish %c, %t : !c
      }
      kopt.role "use" warps 4 {
        %a = kopt.receive %c : !c
        kopt.release %c : !c
        %b = kopt.receive %c : !c
        kopt.store %b, %o[] : tensor<1x1xf32>, memref<1x1xf32>
      }
    }
    kopt.return
  }
  kopt.kernel @clog_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c = kopt.channel stages 2 : !c
    kopt.roles {
      kopt.role "load" warps 4 {
        %t = arith.constant dense<1.0> : tensor<1x1xf32>
        kopt.acquire %c : !c
        kopt.publish %c, %t : !c
        kopt.acquire %c : !c
        kopt.publish %c, %t : !c
        kopt.acquire %c : !c
      }
      kopt.role "use" warps 4 {
        %a = kopt.receive %c : !c
        kopt.store %a, %o[] : tensor<1x1xf32>, memref<1x1xf32>
      }
    }
    kopt.return
  }
  kopt.kernel @unacquired_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c = kopt.channel stages 2 : !c
    %t = arith.constant dense<1.0> : tensor<1x1xf32>
    kopt.publish %c, %t : !c
    kopt.return
  }
  kopt.kernel @unreceived_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c = kopt.channel stages 2 : !c
    kopt.release %c : !c
    kopt.return
  }
  kopt.kernel @late_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c = kopt.channel stages 2 : !c
    %t = arith.constant dense<1.0> : tensor<1x1xf32>
    kopt.acquire %c : !c
    kopt.publish %c, %t : !c
    %a = kopt.receive %c : !c
    %view = kopt.transpose %a perm [1, 0] : tensor<1x1xf32> -> tensor<1x1xf32>
    kopt.release %c : !c
    kopt.store %view, %o[] : tensor<1x1xf32>, memref<1x1xf32>
    kopt.return
  }
  kopt.kernel @inflight_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c = kopt.channel stages 2 : !c
    %t = arith.constant dense<1.0> : tensor<1x1xf32>
    kopt.acquire %c : !c
    kopt.publish %c, %t : !c
    %a = kopt.receive %c : !c
    %p = kopt.dot_start %a, %t, %t : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
    kopt.release %c : !c
    %d = kopt.dot_wait %p : tensor<1x1xf32>
    kopt.store %d, %o[] : tensor<1x1xf32>, memref<1x1xf32>
    kopt.return
  }
  kopt.kernel @turns_kernel(%o: memref<1x1xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = arith.constant dense<1.0> : tensor<1x1xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    kopt.store %t, %o[] : tensor<1x1xf32>, memref<1x1xf32>
    kopt.roles {
      kopt.role "use" warps 4 replicas 2 {
        %r = kopt.replica
        %n = arith.addi %r, %c1 : index
        scf.for %i = %c0 to %n step %c1 {
          kopt.order "t" {
          }
        }
      }
    }
    kopt.return
  }
}
func.func @starve() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@starve_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
func.func @clog() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@clog_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
func.func @unacquired() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@unacquired_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
func.func @unreceived() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@unreceived_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
func.func @late() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@late_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
func.func @inflight() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@inflight_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
func.func @turns() -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = kopt.launch @kernels::@turns_kernel outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
