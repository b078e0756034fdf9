// T23, rotary embedding by halves: from linalg one kernel, whose accesses are all
// 16 bytes wide.
// RUN: kopt-opt %kopt_src/bench/tasks/T23-rope.mlir --apply-skills="skills=%skills recipe=memory_bound" -o %t.mlir 2>/dev/null
// RUN: FileCheck %s --check-prefix=TILES < %t.mlir
// RUN: kopt-run %t.mlir --emit=%t && FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: kopt-opt %kopt_src/bench/tasks/small/T23-rope.mlir --apply-skills="skills=%skills recipe=memory_bound" -o %t.small.mlir 2>/dev/null
// RUN: kopt-gate %kopt_src/bench/tasks/small/T23-rope.mlir %t.small.mlir --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.heads.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.heads.mlir --device=sim
// REQUIRES: sim

// TILES-COUNT-4: kopt.load
// TILES-NOT: kopt.load
// TILES-COUNT-2: kopt.store
// TILES-NOT: kopt.store
// TILES-COUNT-1: kopt.launch
// TILES-NOT: kopt.launch
// PTX: .entry
// PTX-NOT: ld.global{{.*}}.b{{8|16|32|64}} %
// PTX-COUNT-6: ld.global{{.*}}.v4
// PTX-NOT: ld.global
// PTX-COUNT-2: st.global.v4
// PTX-NOT: st.global

// CHECK: card @several_inner_rows applied at @heads_0, rows = 4
// CHECK: card @several_inner_rows applied at @heads_0, rows = 4
// CHECK: card @broadcast_loads applied at @heads_0/load#1

// Four heads of eight positions: two axes have several rows a program.
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#angle = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
func.func @heads(%x: tensor<2x8x4x64xf32>, %a: tensor<8x64xf32>) -> tensor<2x8x4x64xf32> {
  %e = tensor.empty() : tensor<2x8x4x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #angle, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %a : tensor<2x8x4x64xf32>, tensor<8x64xf32>) outs(%e : tensor<2x8x4x64xf32>) {
  ^bb0(%l: f32, %m: f32, %o: f32):
    %p = arith.mulf %l, %m : f32
    linalg.yield %p : f32
  } -> tensor<2x8x4x64xf32>
  return %r : tensor<2x8x4x64xf32>
}
