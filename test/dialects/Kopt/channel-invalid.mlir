// RUN: kopt-opt %s -split-input-file -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c = kopt.channel stages 2 : !kopt.channel<tensor<8x8xf32>>
    kopt.roles {
      kopt.role "a" warps 4 {
        %t = kopt.load %x[%c0, %c0] : memref<8x8xf32> -> tensor<8x8xf32>
        // expected-note@+1 {{here}}
        kopt.publish %c, %t : !kopt.channel<tensor<8x8xf32>>
        // expected-error@+1 {{expected another role than "a", which fills the channel}}
        kopt.release %c : !kopt.channel<tensor<8x8xf32>>
      }
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c = kopt.channel stages 2 : !kopt.channel<tensor<8x8xf32>>
    kopt.roles {
      kopt.role "a" warps 4 {
        // expected-error@+1 {{expected one role to fill the channel}}
        kopt.acquire %c : !kopt.channel<tensor<8x8xf32>>
      }
      kopt.role "b" warps 4 {
        // expected-note@+1 {{another one does here}}
        kopt.acquire %c : !kopt.channel<tensor<8x8xf32>>
      }
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c = kopt.channel stages 2 : !kopt.channel<tensor<8x8xf32>>
    kopt.roles {
      kopt.role "a" warps 4 replicas 2 {
        // expected-error@+1 {{expected one replica to fill the channel, but role "a" has 2 that cooperate}}
        kopt.acquire %c : !kopt.channel<tensor<8x8xf32>>
      }
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    kopt.roles {
      kopt.role "a" warps 4 {
        // expected-error@+1 {{expected to lie outside roles}}
        %c = kopt.channel stages 2 : !kopt.channel<tensor<8x8xf32>>
      }
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c = kopt.channel stages 2 : !kopt.channel<tensor<8x8xf32>>
    %t = kopt.load %x[%c0, %c0] : memref<8x8xf32> -> tensor<8x8xf32>
    // expected-error@+1 {{expected tiles as in '!kopt.channel<tensor<8x8xf32>>', but got 'tensor<8x8xf32>', 'tensor<8x8xf32>'}}
    "kopt.publish"(%c, %t, %t) : (!kopt.channel<tensor<8x8xf32>>, tensor<8x8xf32>, tensor<8x8xf32>) -> ()
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected a channel of static tiles, but got 'tensor<?xf32>'}}
    %c = kopt.channel stages 2 : !kopt.channel<tensor<?xf32>>
    kopt.return
  }
}
