// What scatter.mlir combines into a result that begins as a constant.

func.func @add(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 7 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi32> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi32> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi32>
      %c = tensor.extract %t[%a] : tensor<9xi32>
      %d = arith.addi %c, %v : i32
      %u = tensor.insert %d into %t[%a] : tensor<9xi32>
      scf.yield %u : tensor<9xi32>
    } else {
      scf.yield %t : tensor<9xi32>
    }
    scf.yield %g : tensor<9xi32>
  }
  return %r : tensor<9xi32>
}

func.func @add_long(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant -1 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi64> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi64> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi64>
      %c = tensor.extract %t[%a] : tensor<9xi64>
      %d = arith.addi %c, %v : i64
      %u = tensor.insert %d into %t[%a] : tensor<9xi64>
      scf.yield %u : tensor<9xi64>
    } else {
      scf.yield %t : tensor<9xi64>
    }
    scf.yield %g : tensor<9xi64>
  }
  return %r : tensor<9xi64>
}

func.func @add_short(%x: tensor<40xi16>, %i: tensor<40xi32>) -> tensor<9xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 0 : i16
  %e = tensor.empty() : tensor<9xi16>
  %f = linalg.fill ins(%z : i16) outs(%e : tensor<9xi16>) -> tensor<9xi16>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi16> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi16> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi16>
      %c = tensor.extract %t[%a] : tensor<9xi16>
      %d = arith.addi %c, %v : i16
      %u = tensor.insert %d into %t[%a] : tensor<9xi16>
      scf.yield %u : tensor<9xi16>
    } else {
      scf.yield %t : tensor<9xi16>
    }
    scf.yield %g : tensor<9xi16>
  }
  return %r : tensor<9xi16>
}

func.func @add_byte(%x: tensor<40xi8>, %i: tensor<40xi32>) -> tensor<9xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 3 : i8
  %e = tensor.empty() : tensor<9xi8>
  %f = linalg.fill ins(%z : i8) outs(%e : tensor<9xi8>) -> tensor<9xi8>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi8> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi8> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi8>
      %c = tensor.extract %t[%a] : tensor<9xi8>
      %d = arith.addi %c, %v : i8
      %u = tensor.insert %d into %t[%a] : tensor<9xi8>
      scf.yield %u : tensor<9xi8>
    } else {
      scf.yield %t : tensor<9xi8>
    }
    scf.yield %g : tensor<9xi8>
  }
  return %r : tensor<9xi8>
}

func.func @most(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant -3 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi32> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi32> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi32>
      %c = tensor.extract %t[%a] : tensor<9xi32>
      %d = arith.maxsi %c, %v : i32
      %u = tensor.insert %d into %t[%a] : tensor<9xi32>
      scf.yield %u : tensor<9xi32>
    } else {
      scf.yield %t : tensor<9xi32>
    }
    scf.yield %g : tensor<9xi32>
  }
  return %r : tensor<9xi32>
}

func.func @most_unsigned(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 2 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi64> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi64> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi64>
      %c = tensor.extract %t[%a] : tensor<9xi64>
      %d = arith.maxui %c, %v : i64
      %u = tensor.insert %d into %t[%a] : tensor<9xi64>
      scf.yield %u : tensor<9xi64>
    } else {
      scf.yield %t : tensor<9xi64>
    }
    scf.yield %g : tensor<9xi64>
  }
  return %r : tensor<9xi64>
}

func.func @least(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 1 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi64> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi64> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi64>
      %c = tensor.extract %t[%a] : tensor<9xi64>
      %d = arith.minsi %c, %v : i64
      %u = tensor.insert %d into %t[%a] : tensor<9xi64>
      scf.yield %u : tensor<9xi64>
    } else {
      scf.yield %t : tensor<9xi64>
    }
    scf.yield %g : tensor<9xi64>
  }
  return %r : tensor<9xi64>
}

func.func @least_unsigned(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant -1 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi32> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi32> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi32>
      %c = tensor.extract %t[%a] : tensor<9xi32>
      %d = arith.minui %c, %v : i32
      %u = tensor.insert %d into %t[%a] : tensor<9xi32>
      scf.yield %u : tensor<9xi32>
    } else {
      scf.yield %t : tensor<9xi32>
    }
    scf.yield %g : tensor<9xi32>
  }
  return %r : tensor<9xi32>
}

func.func @conjunction(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant -1 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi32> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi32> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi32>
      %c = tensor.extract %t[%a] : tensor<9xi32>
      %d = arith.andi %c, %v : i32
      %u = tensor.insert %d into %t[%a] : tensor<9xi32>
      scf.yield %u : tensor<9xi32>
    } else {
      scf.yield %t : tensor<9xi32>
    }
    scf.yield %g : tensor<9xi32>
  }
  return %r : tensor<9xi32>
}

func.func @disjunction(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xi64> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xi64> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xi64>
      %c = tensor.extract %t[%a] : tensor<9xi64>
      %d = arith.ori %c, %v : i64
      %u = tensor.insert %d into %t[%a] : tensor<9xi64>
      scf.yield %u : tensor<9xi64>
    } else {
      scf.yield %t : tensor<9xi64>
    }
    scf.yield %g : tensor<9xi64>
  }
  return %r : tensor<9xi64>
}

func.func @sum(%x: tensor<40xf32>, %i: tensor<40xi32>) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xf32> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xf32> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xf32>
      %c = tensor.extract %t[%a] : tensor<9xf32>
      %d = arith.addf %c, %v : f32
      %u = tensor.insert %d into %t[%a] : tensor<9xf32>
      scf.yield %u : tensor<9xf32>
    } else {
      scf.yield %t : tensor<9xf32>
    }
    scf.yield %g : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}

func.func @sum_double(%x: tensor<40xf64>, %i: tensor<40xi32>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<9xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<9xf64>) -> tensor<9xf64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xf64> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xf64> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xf64>
      %c = tensor.extract %t[%a] : tensor<9xf64>
      %d = arith.addf %c, %v : f64
      %u = tensor.insert %d into %t[%a] : tensor<9xf64>
      scf.yield %u : tensor<9xf64>
    } else {
      scf.yield %t : tensor<9xf64>
    }
    scf.yield %g : tensor<9xf64>
  }
  return %r : tensor<9xf64>
}

func.func @largest(%x: tensor<40xf32>, %i: tensor<40xi32>) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant -1.0 : f32
  %e = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xf32> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xf32> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xf32>
      %c = tensor.extract %t[%a] : tensor<9xf32>
      %d = arith.maximumf %c, %v : f32
      %u = tensor.insert %d into %t[%a] : tensor<9xf32>
      scf.yield %u : tensor<9xf32>
    } else {
      scf.yield %t : tensor<9xf32>
    }
    scf.yield %g : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}

func.func @smallest(%x: tensor<40xf64>, %i: tensor<40xi32>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %places = arith.constant 9 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<9xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<9xf64>) -> tensor<9xf64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %f) -> tensor<9xf64> {
    %p = tensor.extract %i[%k] : tensor<40xi32>
    %q = arith.addi %p, %two : i32
    %in = arith.cmpi ult, %q, %places : i32
    %g = scf.if %in -> tensor<9xf64> {
      %a = arith.index_cast %q : i32 to index
      %v = tensor.extract %x[%k] : tensor<40xf64>
      %c = tensor.extract %t[%a] : tensor<9xf64>
      %d = arith.minimumf %c, %v : f64
      %u = tensor.insert %d into %t[%a] : tensor<9xf64>
      scf.yield %u : tensor<9xf64>
    } else {
      scf.yield %t : tensor<9xf64>
    }
    scf.yield %g : tensor<9xf64>
  }
  return %r : tensor<9xf64>
}
