// Rows of any extent: wide accesses where a launch's rows allow them, in kernels
// of their own. Shapes on both sides of each condition, and empty ones.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound lineage-out=%t.json explain-json=%t.e.json explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.e.json
// RUN: python3 %kopt_src/test/passes/ApplySkills/Inputs/explain.py %t.e.json versioned applied refused no-match
// RUN: kopt-opt %s --apply-skills="skills=%skills lineage=%t.json lineage-out=%t.again.json" -o %t.second.mlir
// RUN: cmp %t.mlir %t.second.mlir
// RUN: cmp %t.json %t.again.json
// RUN: sed "s/mod 8 == 0/mod 16 == 0/" %t.json > %t.edited.json
// RUN: not kopt-opt %s --apply-skills="skills=%skills lineage=%t.edited.json" 2>&1 | FileCheck %s --check-prefix=EDIT
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound max-variants=1 explain=remarks" 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound max-variants=2 explain=remarks" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not kopt-opt %s --apply-skills="skills=%skills max-variants=5" 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: kopt-opt %t.mlir -pass-pipeline="builtin.module(gpu.module(kopt-assign-layouts,kopt-to-simt))" | FileCheck %s --check-prefix=SIMT
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:5x4096 --arg=1:4096 --arg=2:5x4096 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:3x8 --arg=1:8 --arg=2:3x8
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:3x12 --arg=1:12 --arg=2:3x12
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:3x13 --arg=1:13 --arg=2:3x13
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:3x2050 --arg=1:2050 --arg=2:3x2050 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:3x0 --arg=1:0 --arg=2:3x0
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:0x5 --arg=1:5 --arg=2:0x5
// RUN: not kopt-gate %s %t.mlir --entry=chain --device=sim --shapes=asked --arg=0:3x8 --arg=1:8 --arg=2:3x9 2>&1 | FileCheck %s --check-prefix=UNEQUAL
// REQUIRES: sim

// One condition for all accesses: linalg demands that the extents are equal.
// CHECK: card @widen_global_load versioned at @chain_1/load#0, bytes = 16, if arg0[1] mod 8 == 0
// CHECK: card @widen_global_load applied at @chain_1_if0/load#1, bytes = 16
// CHECK: card @widen_global_load applied at @chain_1_if0/load#2, bytes = 16
// The others are launched where the condition does not hold.
// CHECK: card @widen_global_load refused at @chain_1/load#0: G3: rows lie arg0[1] * 2 bytes apart, not a multiple of 16
// CHECK: card @widen_global_load versioned at @chain_1/load#0, bytes = 8, if arg0[1] mod 4 == 0
// CHECK: card @widen_global_store applied at @chain_1_if0/store#0, bytes = 16
// CHECK: card @widen_global_store refused at @chain_1_if1/store#0: G3: rows lie arg3[1] * 2 bytes apart, not a multiple of 16
// CHECK: card @widen_global_store applied at @chain_1_if1/store#0, bytes = 8
// JSON: "guard": null,
// JSON: "status": "versioned"
// JSON-NEXT: "values":
// JSON: "condition": "arg0[1] mod 8 == 0"
// JSON: "pitch()": "arg0[1] * 2"
// IR: #[[EIGHT:.*]] = affine_set<{{.*}}s1 mod 8 == 0)>
// IR: kopt.kernel @chain_1_if0({{.*}}assume = #[[EIGHT]]
// IR-COUNT-3: kopt.load {{.*}}via = #kopt.direct<bytes = 16>
// IR: kopt.kernel @chain_1_if1(
// IR-COUNT-3: kopt.load {{.*}}via = #kopt.direct<bytes = 8>
// IR: kopt.kernel @chain_1(
// IR-NOT: via
// IR: kopt.launch @kernels::@chain_1 variants [@kernels::@chain_1_if0, @kernels::@chain_1_if1] ins(
// EDIT: error: step {{[0-9]+}}: expected card @widen_global_load under the condition 'arg0[1] mod 16 == 0', but got 'arg0[1] mod 8 == 0'
// ONE-NOT: versioned at
// ONE: G3: cannot be decided before launch: the stride of dimension 0 of argument 0 is dynamic; the launch has 1 of at most 1 kernels
// ONE-NOT: variants [
// TWO: card @widen_global_load versioned at @chain_1/load#0, bytes = 16, if arg0[1] mod 8 == 0
// TWO: G3: cannot be decided before launch: the stride of dimension 0 of argument 0 is dynamic; the launch has 2 of at most 2 kernels
// TWO: kopt.launch @kernels::@chain_1 variants [@kernels::@chain_1_if0] ins(
// MANY: error: expected max-variants to be 1 to 4, but got 5
// SIMT: gpu.func @chain_1_if0({{.*}}kopt.assume = #
// SIMT: vector.load {{.*}} {alignment = 16 : i64} : memref<?x?xbf16>, vector<8xbf16>
// SIMT: vector.store {{.*}} {alignment = 16 : i64} : memref<?x?xbf16>, vector<8xbf16>
// SIMT: gpu.func @chain_1({{.*}}kopt.assume = #
// SIMT-NOT: vector.load
// UNEQUAL: rejected (illegal-state){{.*}}expected extents for which @kernels::@chain_1 may be launched, but got [3, 8, 8, 3, 9, 3, 8]
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @chain(%x: tensor<?x?xbf16>, %w: tensor<?xbf16>, %r: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xbf16>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xbf16>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %f = arith.extf %a : bf16 to f32
    %t = math.tanh %f : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  %e2 = tensor.empty(%d0, %d1) : tensor<?x?xbf16>
  %s = linalg.generic {indexing_maps = [#id, #col, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%g, %w, %r : tensor<?x?xf32>, tensor<?xbf16>, tensor<?x?xbf16>) outs(%e2 : tensor<?x?xbf16>) {
  ^bb0(%a: f32, %b: bf16, %c: bf16, %o: bf16):
    %bf = arith.extf %b : bf16 to f32
    %cf = arith.extf %c : bf16 to f32
    %p = arith.mulf %a, %bf : f32
    %q = arith.addf %p, %cf : f32
    %t = arith.truncf %q : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?x?xbf16>
  return %s : tensor<?x?xbf16>
}
