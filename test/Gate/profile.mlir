// Timing on the driver for tests, which does not compute: with --profile-only the
// times are taken and nothing is accepted; without it the results are judged
// first. The record keeps every sample.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: not env %fake_driver kopt-gate %s %t.mlir --device=cuda:0 --question=not-slower --incumbent=%t.mlir --profile-only --record=%t.record | FileCheck %s --check-prefix=PROFILE
// RUN: FileCheck %s --check-prefix=RECORD < %t.record
// RUN: not env %fake_driver kopt-gate --replay=%t.record | FileCheck %s --check-prefix=PROFILE
// RUN: not env %fake_driver kopt-gate %s %t.mlir --device=cuda:0 --question=not-slower --incumbent=%t.mlir | FileCheck %s --check-prefix=JUDGED
// REQUIRES: sim

// PROFILE: not-slower on cuda:0: inconclusive (not-checked): ratio 1.0000 in [0.9993, 1.0007] after 20 blocks, threshold 0.9800; whether it is right was not asked
// JUDGED: not-slower on cuda:0: rejected (unwritten)
// RECORD-DAG: "samples_us": [
// RECORD-DAG: "times": "measured"
// RECORD-DAG: "profile_only": true
func.func @f(%x: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = linalg.exp ins(%x : tensor<33x65xf32>) outs(%e : tensor<33x65xf32>) -> tensor<33x65xf32>
  return %r : tensor<33x65xf32>
}
