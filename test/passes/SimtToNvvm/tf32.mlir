// tf32 and the floats of 8 bits that no expansion knows are refused at the operation.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-expand-float8,kopt-simt-to-nvvm))'

gpu.module @kernels {
  gpu.func @tf32(%x: f32, %o: memref<f32>) kernel {
    // expected-error @+1 {{expected f16, bf16, f32 or f64, but got 'tf32'}}
    %t = arith.truncf %x : f32 to tf32
    %r = arith.extf %t : tf32 to f32
    memref.store %r, %o[] : memref<f32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @f8E4M3(%x: memref<f8E4M3>, %o: memref<f32>) kernel {
    // expected-error @+1 {{expected f16, bf16, f32 or f64, but got 'f8E4M3'}}
    %t = memref.load %x[] : memref<f8E4M3>
    %r = arith.extf %t : f8E4M3 to f32
    memref.store %r, %o[] : memref<f32>
    gpu.return
  }
}

// -----

// Another way to round than to nearest.
gpu.module @kernels {
  gpu.func @toward_zero(%x: f32, %o: memref<f8E5M2>) kernel {
    // expected-error @+1 {{expected f16, bf16, f32 or f64, but got 'f8E5M2'}}
    %t = arith.truncf %x toward_zero : f32 to f8E5M2
    memref.store %t, %o[] : memref<f8E5M2>
    gpu.return
  }
}
