// RUN: kopt-opt -kopt-expand-launch %s | FileCheck %s
// RUN: kopt-opt -kopt-expand-launch='copy=false check-status=false' %s | FileCheck %s --check-prefix=BARE

// CHECK: gpu.container_module
// CHECK-DAG: @[[GRID:.*]]("kopt.launch @kernels::@dynamic: expected a grid of at most 2^31 - 1 programs\00")
// CHECK-DAG: @[[LAYOUT:.*]]("kopt.launch @kernels::@static: operand 0: expected the identity layout (row-major, offset 0)\00")
// CHECK-DAG: func.func private @koptRuntimeFailed() -> i32
// CHECK-DAG: func.func private @koptRuntimeExpect(i32, !llvm.ptr)
// BARE-NOT: koptRuntime
gpu.module @kernels {
  gpu.func @dynamic(%x: memref<f32> {llvm.readonly}, %n: index, %m: index, %f: f32, %k: index, %o: memref<f32>, %p: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, kopt.grid = affine_map<()[s0, s1, s2, s3] -> (s0 ceildiv 4, s3)>, kopt.dyn_smem = 512 : i64} {
    gpu.return
  }
  gpu.func @static(%x: memref<4x8xf32> {llvm.readonly}, %o: memref<4x8xf32> {kopt.inout}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (4, 2)>} {
    gpu.return
  }
  gpu.func @empty(%o: memref<0xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (4, 0)>} {
    gpu.return
  }
}

// Sizes are passed behind their pointer; the grid is the product of its axes,
// whose symbols are the sizes first, then the index operands.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.*]]: memref<?x?xf32>, %[[F:.*]]: f32, %[[K:.*]]: index, %[[O:.*]]: memref<?xf32>)
// CHECK: %[[N:.*]] = memref.dim %[[X]], %c0
// CHECK: %[[M:.*]] = memref.dim %[[X]], %c1
// CHECK: %[[P:.*]] = memref.dim %[[O]],
// CHECK: %[[ROWS:.*]] = affine.apply #{{.*}}()[%[[N]]]
// CHECK: %[[PROGRAMS:.*]] = arith.muli %[[ROWS]], %[[K]]
// CHECK: %[[MESSAGE:.*]] = llvm.mlir.addressof @[[GRID]]
// CHECK: call @koptRuntimeExpect(%{{.*}}, %[[MESSAGE]])
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[PROGRAMS]], %{{.*}} : index
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[T0:.*]] = gpu.wait async
// CHECK: %[[DX:.*]], %[[T1:.*]] = gpu.alloc async [%[[T0]]] (%[[N]], %[[M]]) : memref<?x?xf32>
// CHECK: %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %[[DX]], %[[X]]
// CHECK: %[[PX:.*]] = memref.reinterpret_cast %[[DX]] to offset: [0], sizes: [], strides: [] : memref<?x?xf32> to memref<f32>
// CHECK: %[[DO:.*]], %[[T3:.*]] = gpu.alloc async [%[[T2]]] (%[[P]]) : memref<?xf32>
// CHECK-NOT: gpu.memcpy
// CHECK: %[[PO:.*]] = memref.reinterpret_cast %[[DO]]
// CHECK: %[[SHARED:.*]] = arith.constant 512 : i32
// CHECK: %[[T4:.*]] = gpu.launch_func async [%[[T3]]] @kernels::@dynamic blocks in (%[[PROGRAMS]], %[[C1:.*]], %[[C1]]) threads in (%c128, %{{.*}}, %{{.*}}) dynamic_shared_memory_size %[[SHARED]] args(%[[PX]] : memref<f32>, %[[N]] : index, %[[M]] : index, %[[F]] : f32, %[[K]] : index, %[[PO]] : memref<f32>, %[[P]] : index)
// CHECK: %[[T5:.*]] = gpu.memcpy async [%[[T4]]] %[[O]], %[[DO]]
// CHECK: %[[T6:.*]] = gpu.dealloc async [%[[T5]]] %[[DX]]
// CHECK: %[[T7:.*]] = gpu.dealloc async [%[[T6]]] %[[DO]]
// CHECK: gpu.wait [%[[T7]]]
// CHECK: }
// CHECK: call @koptRuntimeFailed()
// CHECK: cf.assert %{{.*}}, "kopt.launch @kernels::@dynamic: failed, as said on stderr"
// BARE-LABEL: func.func @dynamic(
// BARE: cf.assert %{{.*}}, "kopt.launch @kernels::@dynamic: expected a grid of at most 2^31 - 1 programs"
// BARE-NOT: gpu.alloc
// BARE-NOT: gpu.memcpy
// BARE: gpu.launch_func async
func.func @dynamic(%x: memref<?x?xf32>, %f: f32, %k: index, %o: memref<?xf32>) {
  kopt.launch @kernels::@dynamic ins(%x, %f, %k : memref<?x?xf32>, f32, index) outs(%o : memref<?xf32>)
  return
}

// A known grid needs no check; an output that is read is copied both ways.
// CHECK-LABEL: func.func @static(
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[O:.*]]: memref<4x8xf32>)
// CHECK-NOT: koptRuntimeExpect
// CHECK-NOT: scf.if
// CHECK: gpu.memcpy async [%{{.*}}] %[[DX:.*]], %[[X]]
// CHECK: gpu.memcpy async [%{{.*}}] %[[DO:.*]], %[[O]]
// CHECK: gpu.launch_func async [%{{.*}}] @kernels::@static blocks in (%c8, %{{.*}}, %{{.*}}) threads in (%c64, %{{.*}}, %{{.*}}) args(%[[DX]] : memref<4x8xf32>, %[[DO]] : memref<4x8xf32>)
// CHECK-NOT: gpu.memcpy async [%{{.*}}] %[[X]]
// CHECK: gpu.memcpy async [%{{.*}}] %[[O]], %[[DO]]
// BARE-LABEL: func.func @static(
// BARE-SAME: %[[X:.*]]: memref<4x8xf32>, %[[O:.*]]: memref<4x8xf32>)
// BARE: args(%[[X]] : memref<4x8xf32>, %[[O]] : memref<4x8xf32>)
func.func @static(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  kopt.launch @kernels::@static ins(%x : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}

// Layouts that only the run can tell are checked there.
// CHECK-LABEL: func.func @strided(
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
// CHECK: arith.cmpi eq, %[[OFFSET]], %c0
// CHECK: arith.cmpi eq, %[[STRIDES]]#1, %c1
// CHECK: arith.cmpi eq, %[[STRIDES]]#0, %c8
// CHECK: llvm.mlir.addressof @[[LAYOUT]]
// CHECK: call @koptRuntimeExpect
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [4, 8], strides: [8, 1] : memref<f32> to memref<4x8xf32>
func.func @strided(%x: memref<4x8xf32, strided<[?, ?], offset: ?>>, %o: memref<4x8xf32>) {
  kopt.launch @kernels::@static ins(%x : memref<4x8xf32, strided<[?, ?], offset: ?>>) outs(%o : memref<4x8xf32>)
  return
}

// A grid without programs launches nothing.
// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @nothing(%o: memref<0xf32>) {
  kopt.launch @kernels::@empty outs(%o : memref<0xf32>)
  return
}
