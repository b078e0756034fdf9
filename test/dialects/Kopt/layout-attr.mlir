// RUN: kopt-opt %s | kopt-opt | FileCheck %s
// RUN: kopt-opt --mlir-print-op-generic %s | kopt-opt | FileCheck %s

// A row of 512 over two warps, four elements a thread, two repetitions.
// CHECK-DAG: #[[ROW:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = {{\[\[}}0, 128]], reps = [1, 2]>
#row = #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128]], reps = [1, 2]>
// One value, replicated over two warps.
// CHECK-DAG: #[[SCALAR:layout[0-9]*]] = #kopt.layout<reg = [], lane = {{\[\[}}], [], [], [], []], warp = {{\[\[}}]], reps = []>
#scalar = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [[]], reps = []>

// CHECK-LABEL: @types
// CHECK-SAME: tensor<1x512xf32, #[[ROW]]>
// CHECK-SAME: tensor<f32, #[[SCALAR]]>
func.func private @types(tensor<1x512xf32, #row>, tensor<f32, #scalar>)
