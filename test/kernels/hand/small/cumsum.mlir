// Running sums with a carry from tile to tile: inclusive, exclusive, from the last
// element to the first, of integers, of lengths that are no multiple of the tile,
// along columns; and the kernel of T30 on fewer, shorter rows.
// RUN: split-file %s %t
// DEFINE: %{flags} =
// DEFINE: %{edit} =
// DEFINE: %{gate} = sed '%{edit}' %t/original.mlir > %t/o.mlir && sed 's/FLAGS/%{flags}/; %{edit}' %t/kernel.mlir > %t/k.mlir && \
// DEFINE:   kopt-gate %t/o.mlir %t/k.mlir --device=sim
// RUN: %{gate}
// REDEFINE: %{flags} = reverse
// REDEFINE: %{edit} = s,//REVERSE,,; /FORWARD/d
// RUN: %{gate} --families=normal,signed_zeros,cancelling
// REDEFINE: %{flags} = exclusive
// REDEFINE: %{edit} = s,//EXCLUSIVE,,; /INCLUSIVE/d; s/1000/257/g
// RUN: %{gate} --families=normal,signed_zeros,nan_lanes
// REDEFINE: %{flags} = exclusive reverse
// REDEFINE: %{edit} = s,//REVERSE,,; /FORWARD/d; s,//EXCLUSIVE,,; /INCLUSIVE/d; s/f32/i32/g; s/dense<0.0>/dense<0>/; s/addf/addi/; s/\[0.0/[0/; s/constant 0.0/constant 0/; s/1000/513/g
// RUN: %{gate} --families=random_bits
// One column, none.
// REDEFINE: %{flags} =
// REDEFINE: %{edit} = s/1000/1/g
// RUN: %{gate} --families=normal,signed_zeros
// REDEFINE: %{edit} = s/1000/0/g
// RUN: %{gate} --families=normal
// RUN: kopt-gate %t/columns.original.mlir %t/columns.mlir --device=sim --families=normal,infinities
// RUN: sed 's/4096/2/g; s/32768/8192/g' %S/../Inputs/T30-cumsum.original.mlir > %t/o.mlir
// RUN: sed 's/4096x32768/2x8192/g; s/-> (4096)/-> (2)/; s/32768/8192/g' %S/../T30-cumsum.mlir > %t/k.mlir
// RUN: kopt-gate %t/o.mlir %t/k.mlir --device=sim
// REQUIRES: sim

//--- original.mlir
func.func @cumsum(%x: tensor<5x1000xf32>) -> tensor<5x1000xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 5 : index
  %columns = arith.constant 1000 : index
  %zero = arith.constant 0.0 : f32
  %end = arith.subi %columns, %c1 : index
  %e = tensor.empty() : tensor<5x1000xf32>
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%o = %e) -> tensor<5x1000xf32> {
    %row, %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%p = %o, %s = %zero) -> (tensor<5x1000xf32>, f32) {
      %back = arith.subi %end, %k : index
      %at = arith.addi %c0, %k : index // FORWARD
      //REVERSE %at = arith.addi %c0, %back : index
      %v = tensor.extract %x[%i, %at] : tensor<5x1000xf32>
      %t = arith.addf %s, %v : f32
      %q = tensor.insert %t into %p[%i, %at] : tensor<5x1000xf32> // INCLUSIVE
      //EXCLUSIVE %q = tensor.insert %s into %p[%i, %at] : tensor<5x1000xf32>
      scf.yield %q, %t : tensor<5x1000xf32>, f32
    }
    scf.yield %row : tensor<5x1000xf32>
  }
  return %r : tensor<5x1000xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @cumsum(%x: memref<5x1000xf32>, %o: memref<5x1000xf32> {kopt.out})
      attributes {grid = affine_map<() -> (5)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %columns = arith.constant 1000 : index
    %length = arith.constant 256 : index
    %i = kopt.program_id 0
    %start = arith.constant dense<0.0> : tensor<1xf32>
    %neutral = arith.constant dense<0.0> : tensor<1x256xf32>
    %place = kopt.iota 1 : tensor<1x256xindex>
    %end = arith.subi %columns, %c1 : index
    %tiles = arith.divui %end, %length : index
    %lastTile = arith.muli %tiles, %length : index
    %sum = scf.for %k = %c0 to %columns step %length iter_args(%before = %start) -> tensor<1xf32> {
      %back = arith.subi %lastTile, %k : index
      %j = arith.addi %c0, %k : index // FORWARD
      //REVERSE %j = arith.addi %c0, %back : index
      %t = kopt.load %x[%i, %j] : memref<5x1000xf32> -> tensor<1x256xf32>
      %left = arith.subi %columns, %j : index
      %lefts = tensor.splat %left : tensor<1x256xindex>
      %inside = arith.cmpi slt, %place, %lefts : tensor<1x256xindex>
      %m = arith.select %inside, %t, %neutral : tensor<1x256xi1>, tensor<1x256xf32>
      %scan, %total = kopt.scan (%m) axis 1 identity [0.0 : f32] FLAGS : (tensor<1x256xf32>) -> (tensor<1x256xf32>, tensor<1xf32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      %all = kopt.broadcast %before dims [0] : tensor<1xf32> -> tensor<1x256xf32>
      %sums = arith.addf %all, %scan : tensor<1x256xf32>
      kopt.store %sums, %o[%i, %j] : tensor<1x256xf32>, memref<5x1000xf32>
      %after = arith.addf %before, %total : tensor<1xf32>
      scf.yield %after : tensor<1xf32>
    }
    kopt.return
  }
}
func.func @cumsum(%x: tensor<5x1000xf32>) -> tensor<5x1000xf32> {
  %e = tensor.empty() : tensor<5x1000xf32>
  %r = kopt.launch @kernels::@cumsum ins(%x : tensor<5x1000xf32>) outs(%e : tensor<5x1000xf32>) -> tensor<5x1000xf32>
  return %r : tensor<5x1000xf32>
}

//--- columns.original.mlir
func.func @columns(%x: tensor<70x50xf32>) -> tensor<70x50xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 70 : index
  %columns = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x50xf32>
  %r = scf.for %j = %c0 to %columns step %c1 iter_args(%o = %e) -> tensor<70x50xf32> {
    %column, %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%p = %o, %s = %zero) -> (tensor<70x50xf32>, f32) {
      %v = tensor.extract %x[%i, %j] : tensor<70x50xf32>
      %t = arith.addf %s, %v : f32
      %q = tensor.insert %t into %p[%i, %j] : tensor<70x50xf32>
      scf.yield %q, %t : tensor<70x50xf32>, f32
    }
    scf.yield %column : tensor<70x50xf32>
  }
  return %r : tensor<70x50xf32>
}

//--- columns.mlir
gpu.module @kernels {
  kopt.kernel @columns(%x: memref<70x50xf32>, %o: memref<70x50xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %rows = arith.constant 70 : index
    %p = kopt.program_id 0
    %j = arith.muli %p, %c32 : index
    %start = arith.constant dense<0.0> : tensor<32xf32>
    %sum = scf.for %i = %c0 to %rows step %c32 iter_args(%before = %start) -> tensor<32xf32> {
      %t = kopt.load %x[%i, %j] : memref<70x50xf32> -> tensor<32x32xf32>
      %scan, %total = kopt.scan (%t) axis 0 identity [0.0 : f32] : (tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32xf32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      %all = kopt.broadcast %before dims [1] : tensor<32xf32> -> tensor<32x32xf32>
      %sums = arith.addf %all, %scan : tensor<32x32xf32>
      kopt.store %sums, %o[%i, %j] : tensor<32x32xf32>, memref<70x50xf32>
      %after = arith.addf %before, %total : tensor<32xf32>
      scf.yield %after : tensor<32xf32>
    }
    kopt.return
  }
}
func.func @columns(%x: tensor<70x50xf32>) -> tensor<70x50xf32> {
  %e = tensor.empty() : tensor<70x50xf32>
  %r = kopt.launch @kernels::@columns ins(%x : tensor<70x50xf32>) outs(%e : tensor<70x50xf32>) -> tensor<70x50xf32>
  return %r : tensor<70x50xf32>
}
