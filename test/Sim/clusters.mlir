// Blocks of a cluster store into each other's shared memory: right in @correct; then
// one barrier less each. Happens-before finds them under every schedule.
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT
// RUN: not kopt-run %s --entry=no_start 2>&1 | FileCheck %s --check-prefix=START
// RUN: not kopt-run %s --entry=no_wait 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: not kopt-run %s --entry=relaxed 2>&1 | FileCheck %s --check-prefix=RELAXED
// RUN: not kopt-run %s --entry=early_exit 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: not kopt-run %s --entry=no_such_block 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not kopt-run %s --entry=beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not kopt-run %s --entry=never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: kopt-run %s --entry=correct --workers="kopt-sim-worker --seed=1" | FileCheck %s --check-prefix=CORRECT
// RUN: not kopt-run %s --entry=no_wait --workers="kopt-sim-worker --seed=1" 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: not kopt-run %s --entry=no_wait --workers="kopt-sim-worker --seed=2" 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: not kopt-run %s --entry=early_exit --workers="kopt-sim-worker --seed=1" 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: not kopt-run %s --entry=early_exit --workers="kopt-sim-worker --seed=2" 2>&1 | FileCheck %s --check-prefix=EXIT
// REQUIRES: sim

// The other block's number, 1 and 0, in each of two clusters.
// CORRECT: dense<"0x01000000000000000100000000000000"> : tensor<4xi32>
!shared = memref<32xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}

  gpu.func @correct(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %c31 = arith.constant 31 : index
    %one = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %rank = gpu.cluster_block_id x
    %mine = arith.index_cast %rank : index to i32
    %other = arith.xori %mine, %one : i32
    %tile = memref.get_global @tile : !shared
    nvvm.cluster.arrive.relaxed {aligned}
    nvvm.cluster.wait {aligned}
    kopt_nv.store_cluster %mine, %tile[%tid] block %other : i32, !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %from = arith.subi %c31, %tid : index
    %v = memref.load %tile[%from] : !shared
    memref.store %v, %o[%block] : memref<4xi32>
    gpu.return
  }

  gpu.func @no_start(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %one = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %rank = gpu.cluster_block_id x
    %mine = arith.index_cast %rank : index to i32
    %other = arith.xori %mine, %one : i32
    %tile = memref.get_global @tile : !shared
    // START: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: write of the shared memory of block {{[01]}} of the cluster, which may not have started
    kopt_nv.store_cluster %mine, %tile[%tid] block %other : i32, !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %v = memref.load %tile[%tid] : !shared
    memref.store %v, %o[%block] : memref<4xi32>
    gpu.return
  }

  // The threads of a block meet, the blocks do not.
  gpu.func @no_wait(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %rank = gpu.cluster_block_id x
    %mine = arith.index_cast %rank : index to i32
    %other = arith.xori %mine, %one : i32
    %tile = memref.get_global @tile : !shared
    memref.store %mine, %tile[%tid] : !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    kopt_nv.store_cluster %mine, %tile[%tid] block %other : i32, !shared
    gpu.barrier
    // WAIT: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: read at shared address {{[0-9]+}}: not ordered after access by thread {{[0-9]+}} of block {{[01]}} of the cluster
    %v = memref.load %tile[%tid] : !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    memref.store %v, %o[%block] : memref<4xi32>
    gpu.return
  }

  // An arrival without order.
  gpu.func @relaxed(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %one = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %rank = gpu.cluster_block_id x
    %mine = arith.index_cast %rank : index to i32
    %other = arith.xori %mine, %one : i32
    %tile = memref.get_global @tile : !shared
    nvvm.cluster.arrive.relaxed {aligned}
    nvvm.cluster.wait {aligned}
    kopt_nv.store_cluster %mine, %tile[%tid] block %other : i32, !shared
    nvvm.cluster.arrive.relaxed {aligned}
    nvvm.cluster.wait {aligned}
    // RELAXED: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: read at shared address {{[0-9]+}}: not ordered after access by thread {{[0-9]+}} of block {{[01]}} of the cluster
    %v = memref.load %tile[%tid] : !shared
    memref.store %v, %o[%block] : memref<4xi32>
    gpu.return
  }

  // Nobody reads what is stored, but its block may be gone.
  gpu.func @early_exit(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %one = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %rank = gpu.cluster_block_id x
    %mine = arith.index_cast %rank : index to i32
    %other = arith.xori %mine, %one : i32
    %tile = memref.get_global @tile : !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    memref.store %mine, %o[%block] : memref<4xi32>
    // EXIT: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: {{.*}} the shared memory of block {{[01]}}{{.*}}, which {{may have|has}} ended
    kopt_nv.store_cluster %mine, %tile[%tid] block %other : i32, !shared
    gpu.return
  }

  gpu.func @no_such_block(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %two = arith.constant 2 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %tile = memref.get_global @tile : !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    // RANK: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: write of the shared memory of block 2 of a cluster of 2 blocks
    kopt_nv.store_cluster %two, %tile[%tid] block %two : i32, !shared
    memref.store %two, %o[%block] : memref<4xi32>
    gpu.return
  }

  gpu.func @beyond(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %tile = memref.get_global @tile : !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %next = arith.addi %tid, %c1 : index
    // BEYOND: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: write of 4 bytes at shared address 1152, block has [1024, 1152)
    kopt_nv.store_cluster %zero, %tile[%next] block %zero : i32, !shared
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    memref.store %zero, %o[%block] : memref<4xi32>
    gpu.return
  }

  // One block waits for threads of its cluster that wait for something else.
  gpu.func @never(%o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %rank = gpu.cluster_block_id x
    %zero = arith.constant 0 : i32
    %id = arith.constant 1 : i32
    %many = arith.constant 96 : i32
    %block = gpu.block_id x
    memref.store %zero, %o[%block] : memref<4xi32>
    %first = arith.cmpi eq, %rank, %c0 : index
    scf.if %first {
      // NEVER-DAG: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: deadlock: no thread can run: 64 threads wait for a barrier
      nvvm.barrier id = %id number_of_threads = %many
    }
    nvvm.cluster.arrive {aligned}
    // NEVER-DAG: clusters.mlir:[[#@LINE+1]]:{{[0-9]+}}: deadlock: no thread can run: 64 threads wait for the barrier of the cluster
    nvvm.cluster.wait {aligned}
    gpu.return
  }
}

func.func @correct() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@correct outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @no_start() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@no_start outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @no_wait() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@no_wait outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @relaxed() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@relaxed outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @early_exit() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@early_exit outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @no_such_block() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@no_such_block outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @beyond() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@beyond outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @never() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@never outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
