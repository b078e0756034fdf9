// A lineage replays to the same bytes, and is refused for another program.
// RUN: kopt-opt %kopt_src/bench/tasks/T20-softmax.mlir --apply-skills="skills=%skills recipe=memory_bound,approximate lineage-out=%t.json" -o %t.first.mlir
// RUN: kopt-opt %kopt_src/bench/tasks/T20-softmax.mlir --apply-skills="skills=%skills lineage=%t.json lineage-out=%t.again.json" -o %t.second.mlir
// RUN: cmp %t.first.mlir %t.second.mlir
// RUN: cmp %t.json %t.again.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: FileCheck %s < %t.first.mlir
// RUN: not kopt-opt %kopt_src/bench/tasks/T16-rmsnorm.mlir --apply-skills="skills=%skills lineage=%t.json" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/"warps": 8/"warps": 4/' %t.json > %t.edited.json
// RUN: not kopt-opt %kopt_src/bench/tasks/T20-softmax.mlir --apply-skills="skills=%skills lineage=%t.edited.json" 2>&1 | FileCheck %s --check-prefix=EDIT

// JSON: "input": "{{[0-9a-f]*}}"
// JSON: "after": "{{[0-9a-f]*}}"
// JSON: "before": "{{[0-9a-f]*}}"
// JSON: "card": "fuse_elementwise_launches"
// JSON: "card_hash": "{{[0-9a-f]*}}"
// JSON: "place": "@softmax/launch#1"
// CHECK: kopt.kernel @softmax_5({{.*}}schedule = #kopt.launch<warps = 8>
// CHECK-COUNT-1: kopt.load {{.*}} {cache = #kopt.cache<keep>, via = #kopt.direct<bytes = 16>}
// CHECK-NOT: kopt.load
// CHECK-COUNT-2: across = #kopt.across<lanes>
// CHECK: kopt.store {{.*}} {via = #kopt.direct<bytes = 16>}
// OTHER: error: expected the program with state hash
// EDIT: error: step {{[0-9]+}}: expected state hash
