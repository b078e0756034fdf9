// Counting tiles: any number of bins and any integers; what is no bin counts nowhere.
// RUN: kopt-gate %S/Inputs/histogram.original.mlir %s --entry=odd --device=sim
// RUN: kopt-gate %S/Inputs/histogram.original.mlir %s --entry=one --device=sim
// RUN: kopt-gate %S/Inputs/histogram.original.mlir %s --entry=bytes --device=sim
// RUN: kopt-gate %S/Inputs/histogram.original.mlir %s --entry=many --device=sim
// RUN: kopt-gate %S/Inputs/histogram.original.mlir %s --entry=high --device=sim
// RUN: kopt-gate %S/Inputs/histogram.original.mlir %s --entry=none --device=sim
// REQUIRES: sim

gpu.module @kernels {
  kopt.kernel @odd(%x: memref<1000xi32>, %o: memref<7xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 1000 : index
    %tile = arith.constant 256 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<7xi32>
    %shift = arith.constant dense<3> : tensor<256xi32>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<7xi32> {
      %t = kopt.load %x[%i] {via = #kopt.direct<bytes = 16>, pad = -4 : i32} : memref<1000xi32> -> tensor<256xi32>
      %w = arith.addi %t, %shift : tensor<256xi32>
      %b = kopt.histogram %w : tensor<256xi32> -> tensor<7xi32>
      %s = arith.addi %h, %b : tensor<7xi32>
      scf.yield %s : tensor<7xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<7xi32>, memref<7xi32>
    kopt.return
  }
  kopt.kernel @one(%x: memref<100xi64>, %o: memref<1xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 100 : index
    %tile = arith.constant 32 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<1xi32>
    %shift = arith.constant dense<0> : tensor<32xi64>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<1xi32> {
      %t = kopt.load %x[%i] {via = #kopt.direct<bytes = 16>, pad = -1 : i64} : memref<100xi64> -> tensor<32xi64>
      %w = arith.addi %t, %shift : tensor<32xi64>
      %b = kopt.histogram %w : tensor<32xi64> -> tensor<1xi32>
      %s = arith.addi %h, %b : tensor<1xi32>
      scf.yield %s : tensor<1xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<1xi32>, memref<1xi32>
    kopt.return
  }
  kopt.kernel @bytes(%x: memref<1000xi8>, %o: memref<256xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (2)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 1000 : index
    %tile = arith.constant 512 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<256xi32>
    %shift = arith.constant dense<0> : tensor<512xi8>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<256xi32> {
      %t = kopt.load %x[%i] : memref<1000xi8> -> tensor<512xi8>
      %w = arith.addi %t, %shift : tensor<512xi8>
      %wide = arith.extui %w : tensor<512xi8> to tensor<512xi16>
      %at = kopt.iota 0 : tensor<512xindex>
      %left = arith.subi %n, %i : index
      %end = tensor.splat %left : tensor<512xindex>
      %in = arith.cmpi ult, %at, %end : tensor<512xindex>
      %no = arith.constant dense<-1> : tensor<512xi16>
      %k = arith.select %in, %wide, %no : tensor<512xi1>, tensor<512xi16>
      %b = kopt.histogram %k : tensor<512xi16> -> tensor<256xi32>
      %s = arith.addi %h, %b : tensor<256xi32>
      scf.yield %s : tensor<256xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
  kopt.kernel @many(%x: memref<3000xindex>, %o: memref<1000xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (2)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 3000 : index
    %tile = arith.constant 128 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<1000xi32>
    %shift = arith.constant dense<500> : tensor<128xindex>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<1000xi32> {
      %t = kopt.load %x[%i] {via = #kopt.direct<bytes = 16>, pad = -501 : index} : memref<3000xindex> -> tensor<128xindex>
      %w = arith.addi %t, %shift : tensor<128xindex>
      %b = kopt.histogram %w : tensor<128xindex> -> tensor<1000xi32>
      %s = arith.addi %h, %b : tensor<1000xi32>
      scf.yield %s : tensor<1000xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<1000xi32>, memref<1000xi32>
    kopt.return
  }
  kopt.kernel @high(%x: memref<300xi64>, %o: memref<33xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (2)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 300 : index
    %tile = arith.constant 64 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<33xi32>
    %shift = arith.constant dense<9> : tensor<64xi64>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<33xi32> {
      %t = kopt.load %x[%i] {via = #kopt.direct<bytes = 16>, pad = -10 : i64} : memref<300xi64> -> tensor<64xi64>
      %w = arith.addi %t, %shift : tensor<64xi64>
      %b = kopt.histogram %w : tensor<64xi64> -> tensor<33xi32>
      %s = arith.addi %h, %b : tensor<33xi32>
      scf.yield %s : tensor<33xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<33xi32>, memref<33xi32>
    kopt.return
  }
  kopt.kernel @none(%x: memref<0xi32>, %o: memref<5xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (2)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 0 : index
    %tile = arith.constant 64 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<5xi32>
    %shift = arith.constant dense<1> : tensor<64xi32>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<5xi32> {
      %t = kopt.load %x[%i] {via = #kopt.direct<bytes = 16>, pad = -2 : i32} : memref<0xi32> -> tensor<64xi32>
      %w = arith.addi %t, %shift : tensor<64xi32>
      %b = kopt.histogram %w : tensor<64xi32> -> tensor<5xi32>
      %s = arith.addi %h, %b : tensor<5xi32>
      scf.yield %s : tensor<5xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<5xi32>, memref<5xi32>
    kopt.return
  }
}

func.func @odd(%x: tensor<1000xi32>) -> tensor<7xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<7xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<7xi32>) -> tensor<7xi32>
  %r = kopt.launch @kernels::@odd ins(%x : tensor<1000xi32>) outs(%f : tensor<7xi32>) -> tensor<7xi32>
  return %r : tensor<7xi32>
}
func.func @one(%x: tensor<100xi64>) -> tensor<1xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<1xi32>) -> tensor<1xi32>
  %r = kopt.launch @kernels::@one ins(%x : tensor<100xi64>) outs(%f : tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
func.func @bytes(%x: tensor<1000xi8>) -> tensor<256xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<256xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<256xi32>) -> tensor<256xi32>
  %r = kopt.launch @kernels::@bytes ins(%x : tensor<1000xi8>) outs(%f : tensor<256xi32>) -> tensor<256xi32>
  return %r : tensor<256xi32>
}
func.func @many(%x: tensor<3000xindex>) -> tensor<1000xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1000xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<1000xi32>) -> tensor<1000xi32>
  %r = kopt.launch @kernels::@many ins(%x : tensor<3000xindex>) outs(%f : tensor<1000xi32>) -> tensor<1000xi32>
  return %r : tensor<1000xi32>
}
func.func @high(%x: tensor<300xi64>) -> tensor<33xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<33xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<33xi32>) -> tensor<33xi32>
  %r = kopt.launch @kernels::@high ins(%x : tensor<300xi64>) outs(%f : tensor<33xi32>) -> tensor<33xi32>
  return %r : tensor<33xi32>
}
func.func @none(%x: tensor<0xi32>) -> tensor<5xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %r = kopt.launch @kernels::@none ins(%x : tensor<0xi32>) outs(%f : tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
