// Types that code generation has no instructions for are errors before it.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-simt-to-nvvm))'
gpu.module @conversion {
  gpu.func @k(%x: f32, %p: memref<1xi128>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expected integers of at most 64 bits here, but got 'i128'}}
    %y = arith.fptosi %x : f32 to i128
    memref.store %y, %p[%c0] : memref<1xi128>
    gpu.return
  }
}

// -----

gpu.module @division {
  gpu.func @k(%x: i128, %p: memref<1xi128>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expected integers of at most 64 bits here, but got 'i128'}}
    %y = arith.divui %x, %x : i128
    memref.store %y, %p[%c0] : memref<1xi128>
    gpu.return
  }
}

// -----

gpu.module @float {
  gpu.func @k(%x: f80, %p: memref<1xf80>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expected f16, bf16, f32 or f64, but got 'f80'}}
    %y = arith.addf %x, %x : f80
    memref.store %y, %p[%c0] : memref<1xf80>
    gpu.return
  }
}

// -----

gpu.module @wide {
  gpu.func @k(%x: i256, %p: memref<1xi256>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expected integers of at most 128 bits here, but got 'i256'}}
    %y = arith.addi %x, %x : i256
    memref.store %y, %p[%c0] : memref<1xi256>
    gpu.return
  }
}

// -----

// The product of two words has 128 bits on the way.
gpu.module @product {
  gpu.func @k(%x: i64, %p: memref<1xi64>) kernel {
    %c0 = arith.constant 0 : index
    %low, %high = arith.mulsi_extended %x, %x : i64
    memref.store %high, %p[%c0] : memref<1xi64>
    gpu.return
  }
}
