// The same by radix: four passes of 8 bits find the k-th largest key. A pass counts the
// digits of the keys that agree with what is known so far, scans the counts from the
// right, and takes the digit where k is reached. The keys above it, and the first of
// those equal to it, are stored where a scan says: a store with an index tile.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/radix-top-k.original.mlir %s --device=interpret --families=normal

#at = affine_map<(d0)[i] -> (i, d0)>
gpu.module @kernels {
  kopt.kernel @top_k_kernel(%x: memref<3x256xi32>, %o: memref<3x16xi32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i] map #at : memref<3x256xi32> -> tensor<256xi32>
    // As unsigned numbers in the same order.
    %sign = arith.constant dense<0x80000000> : tensor<256xi32>
    %key = arith.xori %t, %sign : tensor<256xi32>
    %digits = kopt.iota 0 : tensor<256xi32>
    %outside = arith.constant dense<-1> : tensor<256xi32>
    %byte = arith.constant dense<255> : tensor<256xi32>
    %zero1 = arith.constant dense<0> : tensor<1xi32>
    %k = arith.constant dense<16> : tensor<1xi32>
    %w:3 = scf.for %pass = %c0 to %c4 step %c1 iter_args(%prefix = %zero1, %mask = %zero1, %need = %k) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) {
      %s = affine.apply affine_map<(p) -> (24 - p * 8)>(%pass)
      %s32 = arith.index_cast %s : index to i32
      %shift = tensor.splat %s32 : tensor<256xi32>
      %shift1 = tensor.splat %s32 : tensor<1xi32>
      %m1 = tensor.collapse_shape %mask [] : tensor<1xi32> into tensor<i32>
      %mb = kopt.broadcast %m1 dims [] : tensor<i32> -> tensor<256xi32>
      %p1 = tensor.collapse_shape %prefix [] : tensor<1xi32> into tensor<i32>
      %pb = kopt.broadcast %p1 dims [] : tensor<i32> -> tensor<256xi32>
      %known = arith.andi %key, %mb : tensor<256xi32>
      %agrees = arith.cmpi eq, %known, %pb : tensor<256xi32>
      %moved = arith.shrui %key, %shift : tensor<256xi32>
      %digit = arith.andi %moved, %byte : tensor<256xi32>
      %counted = arith.select %agrees, %digit, %outside : tensor<256xi1>, tensor<256xi32>
      %count = kopt.histogram %counted : tensor<256xi32> -> tensor<256xi32>
      %above, %total = kopt.scan (%count) axis 0 identity [0 : i32] exclusive reverse : (tensor<256xi32>) -> (tensor<256xi32>, tensor<i32>) {
      ^bb0(%a: i32, %b: i32):
        %c = arith.addi %a, %b : i32
        kopt.yield %c : i32
      }
      // The digit with fewer than `need` above it, and enough with itself.
      %n1 = tensor.collapse_shape %need [] : tensor<1xi32> into tensor<i32>
      %nb = kopt.broadcast %n1 dims [] : tensor<i32> -> tensor<256xi32>
      %with = arith.addi %above, %count : tensor<256xi32>
      %isFew = arith.cmpi ult, %above, %nb : tensor<256xi32>
      %isEnough = arith.cmpi uge, %with, %nb : tensor<256xi32>
      %isIt = arith.andi %isFew, %isEnough : tensor<256xi1>
      %none = arith.constant dense<0> : tensor<256xi32>
      %d = arith.select %isIt, %digits, %none : tensor<256xi1>, tensor<256xi32>
      %f = arith.select %isIt, %above, %none : tensor<256xi1>, tensor<256xi32>
      %found:2 = kopt.reduce (%d, %f) axis 0 identity [0 : i32, 0 : i32] : (tensor<256xi32>, tensor<256xi32>) -> (tensor<i32>, tensor<i32>) {
      ^bb0(%a: i32, %af: i32, %b: i32, %bf: i32):
        %u = arith.ori %a, %b : i32
        %v = arith.ori %af, %bf : i32
        kopt.yield %u, %v : i32, i32
      }
      %d1 = tensor.expand_shape %found#0 [] output_shape [1] : tensor<i32> into tensor<1xi32>
      %f1 = tensor.expand_shape %found#1 [] output_shape [1] : tensor<i32> into tensor<1xi32>
      %high = arith.shli %d1, %shift1 : tensor<1xi32>
      %prefix2 = arith.ori %prefix, %high : tensor<1xi32>
      %byte1 = arith.constant dense<255> : tensor<1xi32>
      %bits = arith.shli %byte1, %shift1 : tensor<1xi32>
      %mask2 = arith.ori %mask, %bits : tensor<1xi32>
      %need2 = arith.subi %need, %f1 : tensor<1xi32>
      scf.yield %prefix2, %mask2, %need2 : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
    }
    // The threshold's key: all larger ones are in, and of the equal ones the first.
    %p1 = tensor.collapse_shape %w#0 [] : tensor<1xi32> into tensor<i32>
    %pb = kopt.broadcast %p1 dims [] : tensor<i32> -> tensor<256xi32>
    %n1 = tensor.collapse_shape %w#2 [] : tensor<1xi32> into tensor<i32>
    %nb = kopt.broadcast %n1 dims [] : tensor<i32> -> tensor<256xi32>
    %isLarger = arith.cmpi ugt, %key, %pb : tensor<256xi32>
    %isEqual = arith.cmpi eq, %key, %pb : tensor<256xi32>
    %equal = arith.extui %isEqual : tensor<256xi1> to tensor<256xi32>
    %left, %all = kopt.scan (%equal) axis 0 identity [0 : i32] exclusive : (tensor<256xi32>) -> (tensor<256xi32>, tensor<i32>) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      kopt.yield %c : i32
    }
    %isNeeded = arith.cmpi ult, %left, %nb : tensor<256xi32>
    %isTie = arith.andi %isEqual, %isNeeded : tensor<256xi1>
    %isIn = arith.ori %isLarger, %isTie : tensor<256xi1>
    %in = arith.extui %isIn : tensor<256xi1> to tensor<256xi32>
    %to, %sixteen = kopt.scan (%in) axis 0 identity [0 : i32] exclusive : (tensor<256xi32>) -> (tensor<256xi32>, tensor<i32>) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      kopt.yield %c : i32
    }
    // What is not in goes outside the memory, and so nowhere.
    %place = arith.select %isIn, %to, %outside : tensor<256xi1>, tensor<256xi32>
    kopt.store %t, %o[%i] indices(%place dims [array<i64: 0>] : tensor<256xi32>) map affine_map<(d0)[i, p] -> (i, p)> : tensor<256xi32>, memref<3x16xi32>
    kopt.return
  }
}
func.func @top_k(%x: tensor<3x256xi32>) -> tensor<3x16xi32> {
  %e = tensor.empty() : tensor<3x16xi32>
  %r = kopt.launch @kernels::@top_k_kernel ins(%x : tensor<3x256xi32>) outs(%e : tensor<3x16xi32>) -> tensor<3x16xi32>
  return %r : tensor<3x16xi32>
}
