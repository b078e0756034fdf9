// What programs of a grid do to memory and to each other.
// RUN: kopt-run %s --entry=chain --device=interpret | FileCheck %s --check-prefix=CHAIN
// RUN: kopt-run %s --entry=chain --device=interpret --workers="kopt-interpret-worker --seed=3" | FileCheck %s --check-prefix=CHAIN
// RUN: not kopt-run %s --entry=unsignalled --device=interpret 2>&1 | FileCheck %s --check-prefix=UNSIGNALLED
// RUN: not kopt-run %s --entry=leftover --device=interpret 2>&1 | FileCheck %s --check-prefix=LEFTOVER
// RUN: not kopt-run %s --entry=partly --device=interpret 2>&1 | FileCheck %s --check-prefix=PARTLY
// RUN: not kopt-run %s --entry=meet --device=interpret 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: not kopt-run %s --entry=modifies --device=interpret 2>&1 | FileCheck %s --check-prefix=MODIFIES
// RUN: kopt-run %s --entry=outside --device=interpret | FileCheck %s --check-prefix=OUTSIDE
// RUN: not kopt-run %s --entry=outside --device=interpret --workers="kopt-interpret-worker --strict-indices" 2>&1 | FileCheck %s --check-prefix=OUTSIDE-STRICT
// RUN: not kopt-run %s --entry=unknown --device=interpret 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNSIGNALLED: deadlock: no agent can go on: program (0) waits for 2 signals, of which 1 have come
// LEFTOVER: precondition: leaves a flag at 1 after 0 awaits
// PARTLY: unwritten: leaves byte 4 of argument 0, result0, unwritten
// MEET: race: two programs touch byte 0 of result0
// MODIFIES: input-modified: writes to arg0
// OUTSIDE-STRICT: out-of-bounds: an index tile points outside the memory
// UNKNOWN: 'arith.addui_extended' is not known to the interpreter

// Program i adds i + 1 to what program i - 1 left: 1, 3, 6, 10.
// CHAIN: dense<"0x0100000003000000060000000A000000"> : tensor<4xi32>
// OUTSIDE: dense<"0x00000000"> : tensor<1xi32>

#at = affine_map<(d0)[s0] -> (d0 + s0)>
gpu.module @chain_module {
  kopt.kernel @chain_kernel(%o: memref<4xi32> {kopt.out}, %f: memref<4xi32> {kopt.workspace}, %w: memref<4xi32> {kopt.workspace}) attributes {grid = affine_map<() -> (4)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %before = arith.subi %i, %c1 : index
    %one = arith.addi %i, %c1 : index
    %own = arith.index_cast %one : index to i32
    %mine = tensor.splat %own : tensor<1xi32>
    %isFirst = arith.cmpi eq, %i, %c0 : index
    %sum = scf.if %isFirst -> (tensor<1xi32>) {
      scf.yield %mine : tensor<1xi32>
    } else {
      kopt.await %f[%before] signals %c1 readers %c1 : memref<4xi32>
      %t = kopt.load %w[%before] map #at : memref<4xi32> -> tensor<1xi32>
      %s = arith.addi %t, %mine : tensor<1xi32>
      scf.yield %s : tensor<1xi32>
    }
    kopt.store %sum, %w[%i] map #at : tensor<1xi32>, memref<4xi32>
    %isLast = arith.cmpi eq, %i, %c3 : index
    scf.if %isLast {
    } else {
      kopt.signal %f[%i] : memref<4xi32>
    }
    kopt.store %sum, %o[%i] map #at : tensor<1xi32>, memref<4xi32>
    kopt.return
  }
}
gpu.module @unsignalled_module {
  kopt.kernel @unsignalled_kernel(%o: memref<4xi32> {kopt.out}, %f: memref<4xi32> {kopt.workspace}, %w: memref<4xi32> {kopt.workspace}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    kopt.signal %f[%c0] : memref<4xi32>
    kopt.await %f[%c0] signals %c2 readers %c1 : memref<4xi32>
    kopt.return
  }
}
gpu.module @leftover_module {
  kopt.kernel @leftover_kernel(%o: memref<4xi32> {kopt.out}, %f: memref<4xi32> {kopt.workspace}, %w: memref<4xi32> {kopt.workspace}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0> : tensor<4xi32>
    kopt.signal %f[%c0] : memref<4xi32>
    kopt.store %z, %o[%c0] map #at : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
}
gpu.module @partly_module {
  kopt.kernel @partly_kernel(%o: memref<4xi32> {kopt.out}, %f: memref<4xi32> {kopt.workspace}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0> : tensor<1xi32>
    kopt.store %z, %o[%c0] map #at : tensor<1xi32>, memref<4xi32>
    kopt.return
  }
}
gpu.module @meet_module {
  kopt.kernel @meet_kernel(%o: memref<4xi32> {kopt.out}) attributes {grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0> : tensor<4xi32>
    kopt.store %z, %o[%c0] map #at : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
}
gpu.module @modifies_module {
  kopt.kernel @modifies_kernel(%x: memref<4xi32>, %o: memref<4xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0> : tensor<4xi32>
    kopt.store %z, %x[%c0] map #at : tensor<4xi32>, memref<4xi32>
    kopt.store %z, %o[%c0] map #at : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
}
gpu.module @outside_module {
  kopt.kernel @outside_kernel(%x: memref<4xi32>, %o: memref<1xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %i = arith.constant dense<-1> : tensor<1xi32>
    %t = kopt.load %x[] indices(%i dims [array<i64: 0>] : tensor<1xi32>) map affine_map<(d0)[s0] -> (s0)> : memref<4xi32> -> tensor<1xi32>
    kopt.store %t, %o[%c0] map #at : tensor<1xi32>, memref<1xi32>
    kopt.return
  }
}
gpu.module @unknown_module {
  kopt.kernel @unknown_kernel(%o: memref<4xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0> : tensor<4xi32>
    %s, %overflow = arith.addui_extended %z, %z : tensor<4xi32>, tensor<4xi1>
    kopt.store %s, %o[%c0] map #at : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
}
func.func @chain() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @chain_module::@chain_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @unsignalled() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @unsignalled_module::@unsignalled_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @leftover() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @leftover_module::@leftover_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @partly() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @partly_module::@partly_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @meet() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @meet_module::@meet_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @modifies(%x: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @modifies_module::@modifies_kernel ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @outside(%x: tensor<4xi32>) -> tensor<1xi32> {
  %e = tensor.empty() : tensor<1xi32>
  %r = kopt.launch @outside_module::@outside_kernel ins(%x : tensor<4xi32>) outs(%e : tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
func.func @unknown() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @unknown_module::@unknown_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
