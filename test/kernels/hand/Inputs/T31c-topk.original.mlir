// T31c: the 512 largest elements of each row and where they are. NaN is the largest,
// 0 is larger than -0 (as in the selection by bits that GPU libraries have); among
// equals the lower index comes first. Each element is put into a list in order.
func.func private @before(%a: f32, %b: f32) -> i1 {
  %one = arith.constant 1.0 : f32
  %larger = arith.cmpf ogt, %a, %b : f32
  %aNan = arith.cmpf uno, %a, %a : f32
  %bNumber = arith.cmpf ord, %b, %b : f32
  %onlyNan = arith.andi %aNan, %bNumber : i1
  %equal = arith.cmpf oeq, %a, %b : f32
  %aSign = math.copysign %one, %a : f32
  %bSign = math.copysign %one, %b : f32
  %positive = arith.cmpf ogt, %aSign, %bSign : f32
  %zeros = arith.andi %equal, %positive : i1
  %some = arith.ori %larger, %onlyNan : i1
  %r = arith.ori %some, %zeros : i1
  return %r : i1
}
func.func @topk512(%x: tensor<64x4096xf32>) -> (tensor<64x512xf32>, tensor<64x512xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 512 : index
  %end = arith.subi %k, %c1 : index
  %rows = arith.constant 64 : index
  %columns = arith.constant 4096 : index
  %e = tensor.empty() : tensor<64x512xf32>
  %f = tensor.empty() : tensor<64x512xi64>
  %r:2 = scf.for %i = %c0 to %rows step %c1 iter_args(%p = %e, %q = %f) -> (tensor<64x512xf32>, tensor<64x512xi64>) {
    %row:2 = scf.for %j = %c0 to %columns step %c1 iter_args(%v = %p, %n = %q) -> (tensor<64x512xf32>, tensor<64x512xi64>) {
      %a = tensor.extract %x[%i, %j] : tensor<64x4096xf32>
      %last = arith.minui %j, %end : index
      %worst = tensor.extract %v[%i, %end] : tensor<64x512xf32>
      %better = func.call @before(%a, %worst) : (f32, f32) -> i1
      %grows = arith.cmpi ult, %j, %k : index
      %enters = arith.select %grows, %grows, %better : i1
      %next:2 = scf.if %enters -> (tensor<64x512xf32>, tensor<64x512xi64>) {
        %moved:3 = scf.for %s = %c0 to %last step %c1 iter_args(%w = %v, %m = %n, %place = %last) -> (tensor<64x512xf32>, tensor<64x512xi64>, index) {
          %at = arith.subi %last, %s : index
          %before = arith.subi %at, %c1 : index
          %b = tensor.extract %w[%i, %before] : tensor<64x512xf32>
          %bn = tensor.extract %m[%i, %before] : tensor<64x512xi64>
          %o = tensor.extract %w[%i, %at] : tensor<64x512xf32>
          %on = tensor.extract %m[%i, %at] : tensor<64x512xi64>
          %shifts = func.call @before(%a, %b) : (f32, f32) -> i1
          %y = arith.select %shifts, %b, %o : f32
          %yn = arith.select %shifts, %bn, %on : i64
          %w1 = tensor.insert %y into %w[%i, %at] : tensor<64x512xf32>
          %m1 = tensor.insert %yn into %m[%i, %at] : tensor<64x512xi64>
          %place1 = arith.select %shifts, %before, %place : index
          scf.yield %w1, %m1, %place1 : tensor<64x512xf32>, tensor<64x512xi64>, index
        }
        %index = arith.index_cast %j : index to i64
        %w2 = tensor.insert %a into %moved#0[%i, %moved#2] : tensor<64x512xf32>
        %m2 = tensor.insert %index into %moved#1[%i, %moved#2] : tensor<64x512xi64>
        scf.yield %w2, %m2 : tensor<64x512xf32>, tensor<64x512xi64>
      } else {
        scf.yield %v, %n : tensor<64x512xf32>, tensor<64x512xi64>
      }
      scf.yield %next#0, %next#1 : tensor<64x512xf32>, tensor<64x512xi64>
    }
    scf.yield %row#0, %row#1 : tensor<64x512xf32>, tensor<64x512xi64>
  }
  return %r#0, %r#1 : tensor<64x512xf32>, tensor<64x512xi64>
}
