// What histogram.mlir counts. The numbers are arguments plus a constant, so that the
// gate draws them like other integers, not below the number of bins.

func.func @odd(%x: tensor<1000xi32>) -> tensor<7xi32> {
  %zero = arith.constant 0 : index
  %next = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %bins = arith.constant 7 : index
  %shift = arith.constant 3 : i32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<7xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<7xi32>) -> tensor<7xi32>
  %r = scf.for %i = %zero to %n step %next iter_args(%h = %f) -> tensor<7xi32> {
    %v = tensor.extract %x[%i] : tensor<1000xi32>
    %w = arith.addi %v, %shift : i32
    %b = arith.index_castui %w : i32 to index
    %in = arith.cmpi ult, %b, %bins : index
    %g = scf.if %in -> tensor<7xi32> {
      %c = tensor.extract %h[%b] : tensor<7xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<7xi32>
      scf.yield %u : tensor<7xi32>
    } else {
      scf.yield %h : tensor<7xi32>
    }
    scf.yield %g : tensor<7xi32>
  }
  return %r : tensor<7xi32>
}

func.func @one(%x: tensor<100xi64>) -> tensor<1xi32> {
  %zero = arith.constant 0 : index
  %next = arith.constant 1 : index
  %n = arith.constant 100 : index
  %bins = arith.constant 1 : index
  %shift = arith.constant 0 : i64
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<1xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<1xi32>) -> tensor<1xi32>
  %r = scf.for %i = %zero to %n step %next iter_args(%h = %f) -> tensor<1xi32> {
    %v = tensor.extract %x[%i] : tensor<100xi64>
    %w = arith.addi %v, %shift : i64
    %b = arith.index_castui %w : i64 to index
    %in = arith.cmpi ult, %b, %bins : index
    %g = scf.if %in -> tensor<1xi32> {
      %c = tensor.extract %h[%b] : tensor<1xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<1xi32>
      scf.yield %u : tensor<1xi32>
    } else {
      scf.yield %h : tensor<1xi32>
    }
    scf.yield %g : tensor<1xi32>
  }
  return %r : tensor<1xi32>
}

func.func @bytes(%x: tensor<1000xi8>) -> tensor<256xi32> {
  %zero = arith.constant 0 : index
  %next = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %bins = arith.constant 256 : index
  %shift = arith.constant 0 : i8
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<256xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<256xi32>) -> tensor<256xi32>
  %r = scf.for %i = %zero to %n step %next iter_args(%h = %f) -> tensor<256xi32> {
    %v = tensor.extract %x[%i] : tensor<1000xi8>
    %w = arith.addi %v, %shift : i8
    %b = arith.index_castui %w : i8 to index
    %in = arith.cmpi ult, %b, %bins : index
    %g = scf.if %in -> tensor<256xi32> {
      %c = tensor.extract %h[%b] : tensor<256xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<256xi32>
      scf.yield %u : tensor<256xi32>
    } else {
      scf.yield %h : tensor<256xi32>
    }
    scf.yield %g : tensor<256xi32>
  }
  return %r : tensor<256xi32>
}

func.func @many(%x: tensor<3000xindex>) -> tensor<1000xi32> {
  %zero = arith.constant 0 : index
  %next = arith.constant 1 : index
  %n = arith.constant 3000 : index
  %bins = arith.constant 1000 : index
  %shift = arith.constant 500 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<1000xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<1000xi32>) -> tensor<1000xi32>
  %r = scf.for %i = %zero to %n step %next iter_args(%h = %f) -> tensor<1000xi32> {
    %v = tensor.extract %x[%i] : tensor<3000xindex>
    %w = arith.addi %v, %shift : index
    %b = arith.addi %w, %zero : index
    %in = arith.cmpi ult, %b, %bins : index
    %g = scf.if %in -> tensor<1000xi32> {
      %c = tensor.extract %h[%b] : tensor<1000xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<1000xi32>
      scf.yield %u : tensor<1000xi32>
    } else {
      scf.yield %h : tensor<1000xi32>
    }
    scf.yield %g : tensor<1000xi32>
  }
  return %r : tensor<1000xi32>
}

func.func @high(%x: tensor<300xi64>) -> tensor<33xi32> {
  %zero = arith.constant 0 : index
  %next = arith.constant 1 : index
  %n = arith.constant 300 : index
  %bins = arith.constant 33 : index
  %shift = arith.constant 9 : i64
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<33xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<33xi32>) -> tensor<33xi32>
  %r = scf.for %i = %zero to %n step %next iter_args(%h = %f) -> tensor<33xi32> {
    %v = tensor.extract %x[%i] : tensor<300xi64>
    %w = arith.addi %v, %shift : i64
    %b = arith.index_castui %w : i64 to index
    %in = arith.cmpi ult, %b, %bins : index
    %g = scf.if %in -> tensor<33xi32> {
      %c = tensor.extract %h[%b] : tensor<33xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<33xi32>
      scf.yield %u : tensor<33xi32>
    } else {
      scf.yield %h : tensor<33xi32>
    }
    scf.yield %g : tensor<33xi32>
  }
  return %r : tensor<33xi32>
}

func.func @none(%x: tensor<0xi32>) -> tensor<5xi32> {
  %zero = arith.constant 0 : index
  %next = arith.constant 1 : index
  %n = arith.constant 0 : index
  %bins = arith.constant 5 : index
  %shift = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<5xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %r = scf.for %i = %zero to %n step %next iter_args(%h = %f) -> tensor<5xi32> {
    %v = tensor.extract %x[%i] : tensor<0xi32>
    %w = arith.addi %v, %shift : i32
    %b = arith.index_castui %w : i32 to index
    %in = arith.cmpi ult, %b, %bins : index
    %g = scf.if %in -> tensor<5xi32> {
      %c = tensor.extract %h[%b] : tensor<5xi32>
      %d = arith.addi %c, %one : i32
      %u = tensor.insert %d into %h[%b] : tensor<5xi32>
      scf.yield %u : tensor<5xi32>
    } else {
      scf.yield %h : tensor<5xi32>
    }
    scf.yield %g : tensor<5xi32>
  }
  return %r : tensor<5xi32>
}
