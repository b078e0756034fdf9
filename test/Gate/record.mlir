// A record holds the whole question: it is asked again without the files.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: cp %s %t.original.mlir
// RUN: kopt-gate %t.original.mlir %t.mlir --families=normal,one_hot --seed=18446744073709551615 --record=%t.record --json=%t.json | FileCheck %s
// RUN: rm %t.original.mlir %t.mlir
// RUN: kopt-gate --replay=%t.record --json=%t.again.json | FileCheck %s
// RUN: diff %t.json %t.again.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: kopt-gate --replay=%t.record --json=- 2>/dev/null | diff %t.json -
//
// Edited, cut short, of another kind, or with programs beside it: refused.
// RUN: sed 's/"one_hot"/"uniform01"/' %t.record > %t.edited
// RUN: not kopt-gate --replay=%t.edited 2>&1 | FileCheck %s --check-prefix=EDITED
// RUN: head -c 300 %t.record > %t.cut
// RUN: not kopt-gate --replay=%t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not kopt-gate --replay=%t.json 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not kopt-gate %s %s --replay=%t.record 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: not kopt-gate --replay=%t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
//
// A place that cannot be written leaves nothing, not even the other file.
// RUN: rm -f %t.left.json
// RUN: not kopt-gate --replay=%t.record --json=%t.left.json --record=%t.missing/r 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
// RUN: not ls %t.left.json
// REQUIRES: sim

// CHECK: equivalent on sim: accepted
// JSON: "binary_sha256": "{{[0-9a-f]+}}"
// JSON: "families": [
// JSON-NEXT: "normal"
// JSON-NEXT: "one_hot"
// EDITED: error: '{{.*}}edited': record: it was damaged or edited
// CUT: error: '{{.*}}cut': record: not JSON
// OTHER: error: '{{.*}}json': record: expected the format 'kopt gate record 1'
// BESIDE: error: expected no programs with --replay
// MISSING: error: cannot read
// UNWRITABLE: error: cannot write
func.func @f(%x: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = linalg.exp ins(%x : tensor<33x65xf32>) outs(%e : tensor<33x65xf32>) -> tensor<33x65xf32>
  return %r : tensor<33x65xf32>
}
