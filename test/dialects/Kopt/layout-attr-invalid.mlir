// RUN: kopt-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected 5 lane vectors, but got 1}}
func.func private @lanes(tensor<2xf32, #kopt.layout<reg = [], lane = [[1]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected lane vector 1 to be independent of those before}}
func.func private @dependent(tensor<16xf32, #kopt.layout<reg = [], lane = [[1], [1], [2], [4], [8]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected a tensor of the layout's shape [32], but got [64]}}
func.func private @shape(tensor<64xf32, #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected 'lane'}}
func.func private @syntax(tensor<64xf32, #kopt.layout<reg = [], warp = [], reps = [1]>>)
