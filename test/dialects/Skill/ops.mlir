// RUN: kopt-opt %s | kopt-opt | FileCheck %s
// RUN: kopt-opt --mlir-print-op-generic %s | kopt-opt | FileCheck %s

// CHECK-LABEL: skill.card @all_of_it version 3 numerics reassociates {
skill.card @all_of_it version 3 numerics reassociates {
  // CHECK: %[[LOAD:.*]] = skill.bind op "kopt.load" form 2
  %load = skill.bind op "kopt.load" form 2
  // CHECK: %[[KERNEL:.*]] = skill.bind kernel of %[[LOAD]]
  %kernel = skill.bind kernel of %load
  // CHECK: %[[BYTES:.*]] = skill.knob "bytes" in [16, 8]
  %bytes = skill.knob "bytes" in [16, 8]
  // CHECK: %[[STRIDE:.*]] = skill.query stride(%[[LOAD]], inner)
  %stride = skill.query stride(%load, inner)
  // CHECK: %[[SHARE:.*]] = skill.query bytes_a_thread(%[[KERNEL]], %[[BYTES]], 1)
  %share = skill.query bytes_a_thread(%kernel, %bytes, 1)
  // CHECK: skill.target "access_bytes"
  %limit = skill.target "access_bytes"
  // CHECK: skill.guard "G1" %[[STRIDE]] eq 1 else "stride is {0}"
  skill.guard "G1" %stride eq 1 else "stride is {0}"
  // CHECK: skill.guard "G2" %[[SHARE]] mod %[[BYTES]] else "{0} and {1}"
  skill.guard "G2" %share mod %bytes else "{0} and {1}"
  // CHECK: skill.guard "G3" single_use(%[[LOAD]], word, 2) else "uses"
  skill.guard "G3" single_use(%load, word, 2) else "uses"
  // CHECK: skill.set %[[LOAD]] "via" "#kopt.direct<bytes = {0}>"(%[[BYTES]])
  skill.set %load "via" "#kopt.direct<bytes = {0}>"(%bytes)
  // CHECK: skill.rewrite "resize_tile"(%[[KERNEL]]) with (loop, size = 0)
  skill.rewrite "resize_tile"(%kernel) with (loop, size = 0)
  // CHECK: skill.rewrite "resize_tile"(%[[KERNEL]]) with (axis = 0, size = %[[BYTES]])
  skill.rewrite "resize_tile"(%kernel) with (axis = 0, size = %bytes)
  // CHECK: skill.expect %[[SHARE]] ge 1
  skill.expect %share ge 1
  // CHECK: skill.risk "r"
  skill.risk "r"
  // CHECK: skill.pays "p"
  skill.pays "p"
}

// CHECK-LABEL: skill.card @free
skill.card @free version 1 numerics exact {
  %load = skill.bind op "kopt.load"
  // CHECK: skill.unguarded "a hint"
  skill.unguarded "a hint"
  // CHECK: skill.set %{{.*}} "cache" "#kopt.cache<keep>"
  skill.set %load "cache" "#kopt.cache<keep>"
}

// CHECK-LABEL: skill.recipe @both {
skill.recipe @both {
  // CHECK: skill.apply @all_of_it until_no_match with (bytes = 8)
  skill.apply @all_of_it until_no_match with (bytes = 8)
  // CHECK: skill.apply @free
  skill.apply @free
}
