// Whatever a function is called (kernels have names that PTX takes), none of it becomes C text.
// RUN: rm -rf %t && kopt-translate --kopt-to-c --chip=sm_80 %s -o %t
// RUN: not grep -F -e "main()" -e "evil*" %t/kopt_f_29_20_7B_7D_20int_20main_28_29_7B_22_5C_0Aevil_2A_2F.c %t/kopt_f_29_20_7B_7D_20int_20main_28_29_7B_22_5C_0Aevil_2A_2F.h
// REQUIRES: host-compiler
// RUN: clang -fsyntax-only -Wall -Werror -std=c99 -I %kopt_src/include %t/*.c
gpu.module @kernels {
  kopt.kernel @copy(%x: memref<4xf32>, %n: i64, %h: bf16, %o: memref<4xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = kopt.load %x : memref<4xf32> -> tensor<4xf32>
    kopt.store %t, %o : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
}
func.func @"f) {} int main(){\22\\\0Aevil*/"(%x: tensor<4xf32>, %n: i64, %h: bf16) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @kernels::@copy ins(%x, %n, %h : tensor<4xf32>, i64, bf16) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
