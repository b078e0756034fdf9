// The 16 largest of each row of 256, in the order of their places.
func.func @top_k(%x: tensor<3x256xi32>) -> tensor<3x16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c256 = arith.constant 256 : index
  %k = arith.constant 16 : index
  %e = arith.constant dense<0> : tensor<3x16xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%rows = %e) -> (tensor<3x16xi32>) {
    %row:2 = scf.for %j = %c0 to %c256 step %c1 iter_args(%out = %rows, %n = %c0) -> (tensor<3x16xi32>, index) {
      %v = tensor.extract %x[%i, %j] : tensor<3x256xi32>
      // How many come before: larger ones, and equal ones to the left.
      %rank = scf.for %l = %c0 to %c256 step %c1 iter_args(%c = %c0) -> (index) {
        %u = tensor.extract %x[%i, %l] : tensor<3x256xi32>
        %isLarger = arith.cmpi sgt, %u, %v : i32
        %isEqual = arith.cmpi eq, %u, %v : i32
        %isLeft = arith.cmpi ult, %l, %j : index
        %isTie = arith.andi %isEqual, %isLeft : i1
        %isBefore = arith.ori %isLarger, %isTie : i1
        %more = arith.addi %c, %c1 : index
        %next = arith.select %isBefore, %more, %c : index
        scf.yield %next : index
      }
      %isIn = arith.cmpi ult, %rank, %k : index
      %o:2 = scf.if %isIn -> (tensor<3x16xi32>, index) {
        %put = tensor.insert %v into %out[%i, %n] : tensor<3x16xi32>
        %m = arith.addi %n, %c1 : index
        scf.yield %put, %m : tensor<3x16xi32>, index
      } else {
        scf.yield %out, %n : tensor<3x16xi32>, index
      }
      scf.yield %o#0, %o#1 : tensor<3x16xi32>, index
    }
    scf.yield %row#0 : tensor<3x16xi32>
  }
  return %r : tensor<3x16xi32>
}
