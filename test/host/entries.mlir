// A program for any sizes as C entries, called by a C++ program of somebody
// else's: two launches with memory between them, the second with a variant.
// RUN: rm -rf %t && mkdir %t
// RUN: kopt-translate --kopt-to-c %s -o %t/made --chip=sm_80,sm_90a
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/made/kopt_six.h
// RUN: FileCheck %s --check-prefix=SOURCE --input-file=%t/made/kopt_six.c
// REQUIRES: host-compiler
// RUN: clang -c -Wall -Wextra -Werror -std=c99 -pedantic -I %kopt_src/include %t/made/kopt_six.c -o %t/six.o
// RUN: clang++ -Wall -Wextra -Werror -std=c++17 -I %kopt_src/include -I %t/made %S/Inputs/consumer.cpp %t/six.o -o %t/consumer %link_runtime -ldl
// RUN: env %fake_driver KOPT_FAKE_TRACE=%t/trace %t/consumer %t/trace | FileCheck %s --check-prefixes=CHECK,TRACED

// HEADER: arg0: f32, in, sizes [any]
// HEADER: result0: f32, out, sizes [computed]
// HEADER: KoptStatus kopt_six_prepare(void);
// HEADER: KoptStatus kopt_six_workspace(uint64_t *bytes, uint64_t *persistent, const KoptTensor *arg0, const KoptTensor *result0);
// HEADER: KoptStatus kopt_six(void *stream, void *workspace, const KoptTensor *arg0, const KoptTensor *result0);
// SOURCE: static const unsigned char json[] = {
// SOURCE: static const unsigned char image1[] = {

// CHECK: before prepare: launch: expected the artefact to be prepared
// CHECK: no sizes: 0 bytes of workspace
// CHECK: 1000 floats: 4096 bytes of workspace, 0 persist
// CHECK: 1000 floats: all six times
// TRACED: calls of the entry: cuLaunchKernelEx cuLaunchKernelEx
// CHECK: 7 floats: all six times
// CHECK: 0 floats: nothing to launch
// CHECK: replayed: all six times
// CHECK: strides: arguments: arg0: expected row-major strides, but got others
// CHECK: alignment: arguments: arg0: expected an aligned address
// CHECK: overlap: arguments: result0: expected an output apart from all other arguments
// CHECK: sizes: arguments: result0: expected size 0 to be 1000, but got 999
// CHECK: no workspace: arguments: expected a workspace
// CHECK: no memory: arguments: arg0: expected a tensor in device memory, but got null
// CHECK: launched 4, kept 0, refused 6: 1 strides, 1 alignment, 1 overlap
// CHECK: released
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
  kopt.kernel @thrice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %three = arith.constant dense<3.0> : tensor<256xf32>
    %s = arith.mulf %t, %three : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @six(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %t = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = kopt.launch @kernels::@thrice ins(%t : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
