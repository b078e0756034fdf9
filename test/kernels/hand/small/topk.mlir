// The largest of each row and where they are: the kernels of T31 on fewer rows;
// rows that are no power of two, by selection and by sorting; one, all of a row;
// a row of one. NaN comes first, the lower index among equals.
// RUN: sed 's/2048/2/g; s/16384/4096/g' %S/../T31-topk.mlir > %t.k.mlir
// RUN: sed 's/2048/2/g; s/16384/4096/g' %S/../Inputs/T31-topk.original.mlir > %t.o.mlir
// RUN: kopt-gate %t.o.mlir %t.k.mlir --device=sim
// RUN: sed 's/64x/2x/g; s/-> (64)/-> (2)/' %S/../T31b-topk.mlir > %t.k.mlir
// RUN: sed 's/64x/2x/g; s/constant 64 /constant 2 /' %S/../Inputs/T31b-topk.original.mlir > %t.o.mlir
// RUN: kopt-gate %t.o.mlir %t.k.mlir --device=sim --families=normal,equal_rows,nan_lanes
// RUN: sed 's/64x/2x/g; s/-> (64)/-> (2)/' %S/../T31c-topk.mlir > %t.k.mlir
// RUN: sed 's/64x/2x/g; s/constant 64 /constant 2 /' %S/../Inputs/T31c-topk.original.mlir > %t.o.mlir
// RUN: kopt-gate %t.o.mlir %t.k.mlir --device=sim --families=normal,equal_rows
// DEFINE: %{columns} = 3001
// DEFINE: %{tile} = 4096
// DEFINE: %{k} = 5
// DEFINE: %{loop} =
// DEFINE: %{families} = normal,constant_rows,nan_lanes,signed_zeros
// DEFINE: %{gate} = sed 's/COLUMNS/%{columns}/g; s/TILE/%{tile}/g; s/KK/%{k}/g; %{loop}' %s > %t.k.mlir && \
// DEFINE:   sed 's/2048/3/g; s/16384/%{columns}/g; s/x32x/x%{k}x/g; s/constant 32 /constant %{k} /' %S/../Inputs/T31-topk.original.mlir > %t.o.mlir && \
// DEFINE:   kopt-gate %t.o.mlir %t.k.mlir --device=sim --families=%{families}
// RUN: %{gate}
// REDEFINE: %{k} = 1
// RUN: %{gate}
// REDEFINE: %{columns} = 200
// REDEFINE: %{tile} = 256
// REDEFINE: %{k} = 100
// RUN: %{gate}
// One program for all rows: nobody writes to shared memory that others still read.
// REDEFINE: %{families} = normal
// REDEFINE: %{loop} = s/%%i = kopt.program_id 0/scf.for %%i = %%c0 to %%c3 step %%c1 {/; s/^    kopt.return/ }\n kopt.return/; s/-> (3)/-> (1)/
// RUN: %{gate}
// REDEFINE: %{columns} = 3001
// REDEFINE: %{tile} = 4096
// REDEFINE: %{k} = 5
// RUN: %{gate}
// REDEFINE: %{loop} =
// REDEFINE: %{families} = normal,nan_lanes
// REDEFINE: %{columns} = 37
// REDEFINE: %{tile} = 37
// REDEFINE: %{k} = 37
// RUN: %{gate}
// REDEFINE: %{columns} = 1
// REDEFINE: %{tile} = 1
// REDEFINE: %{k} = 1
// RUN: %{gate}
// REQUIRES: sim

gpu.module @kernels {
  kopt.kernel @topk(%x: memref<3xCOLUMNSxf32>, %o: memref<3xKKxf32> {kopt.out}, %p: memref<3xKKxi64> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<3xCOLUMNSxf32> -> tensor<1xTILExf32>
    %j = kopt.iota 1 : tensor<1xTILExi32>
    %columns = arith.constant dense<COLUMNS> : tensor<1xTILExi32>
    %inside = arith.cmpi slt, %j, %columns : tensor<1xTILExi32>
    %least = arith.constant dense<0xFF800000> : tensor<1xTILExf32>
    %m = arith.select %inside, %t, %least : tensor<1xTILExi1>, tensor<1xTILExf32>
    %v, %n = kopt.top_k (%m, %j) axis 1 k KK : (tensor<1xTILExf32>, tensor<1xTILExi32>) -> (tensor<1xKKxf32>, tensor<1xKKxi32>) {
    ^bb0(%a: f32, %an: i32, %b: f32, %bn: i32):
      // As the original has it, then the lower index.
      %one = arith.constant 1.0 : f32
      %larger = arith.cmpf ogt, %a, %b : f32
      %aNan = arith.cmpf uno, %a, %a : f32
      %bNan = arith.cmpf uno, %b, %b : f32
      %bNumber = arith.cmpf ord, %b, %b : f32
      %onlyNan = arith.andi %aNan, %bNumber : i1
      %equal = arith.cmpf oeq, %a, %b : f32
      %aSign = math.copysign %one, %a : f32
      %bSign = math.copysign %one, %b : f32
      %positive = arith.cmpf ogt, %aSign, %bSign : f32
      %zeros = arith.andi %equal, %positive : i1
      %some = arith.ori %larger, %onlyNan : i1
      %first = arith.ori %some, %zeros : i1
      %sameSign = arith.cmpf oeq, %aSign, %bSign : f32
      %same = arith.andi %equal, %sameSign : i1
      %bothNan = arith.andi %aNan, %bNan : i1
      %tie = arith.ori %same, %bothNan : i1
      %lower = arith.cmpi slt, %an, %bn : i32
      %next = arith.andi %tie, %lower : i1
      %before = arith.ori %first, %next : i1
      kopt.yield %before : i1
    }
    %index = arith.extsi %n : tensor<1xKKxi32> to tensor<1xKKxi64>
    kopt.store %v, %o[%i, %c0] : tensor<1xKKxf32>, memref<3xKKxf32>
    kopt.store %index, %p[%i, %c0] : tensor<1xKKxi64>, memref<3xKKxi64>
    kopt.return
  }
}
func.func @topk(%x: tensor<3xCOLUMNSxf32>) -> (tensor<3xKKxf32>, tensor<3xKKxi64>) {
  %e = tensor.empty() : tensor<3xKKxf32>
  %f = tensor.empty() : tensor<3xKKxi64>
  %r:2 = kopt.launch @kernels::@topk ins(%x : tensor<3xCOLUMNSxf32>) outs(%e, %f : tensor<3xKKxf32>, tensor<3xKKxi64>) -> tensor<3xKKxf32>, tensor<3xKKxi64>
  return %r#0, %r#1 : tensor<3xKKxf32>, tensor<3xKKxi64>
}
