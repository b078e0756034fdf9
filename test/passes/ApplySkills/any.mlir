// skill.any: what holds counts before what holds for some launches only, and a
// refusal has the sentences of all conditions.
// RUN: rm -rf %t && split-file %s %t
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%t/cards recipe=wide,known explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %t/program.mlir --apply-skills="skills=%t/cards recipe=neither explain=remarks explain-json=%t/explain.json" 2>&1 -o /dev/null | FileCheck %s --check-prefix=NEITHER
// RUN: FileCheck %s --check-prefix=JSON < %t/explain.json
// RUN: kopt-opt %t/cards/wide.mlir | kopt-opt | FileCheck %s --check-prefix=TEXT

// CHECK: remark: card @wide versioned at @copy, if arg0[0] mod 4 == 0
// CHECK: remark: card @wide refused at @copy: G1: no case for this: arg0[0] bytes; 1 eq 7 does not hold
// CHECK: remark: card @known applied at @copy_if0{{$}}
// CHECK: remark: card @known applied at @copy{{$}}
// CHECK: kopt.kernel @copy_if0({{.*}}schedule = #kopt.launch<warps = 2>
// NEITHER: remark: card @neither refused at @copy: G1: no case for this: the kernel reduces nothing; 1 load; is_form1 does not hold
// NEITHER: note: it holds with a structured operation with a reduced dimension, or a kopt.reduce, or a kernel before tile_to_grid
// JSON: "holds_with": "a structured operation
// TEXT: skill.any "G1" else "no case for this" {
// TEXT-NEXT: skill.when %{{.*}} mod 4 else "{0} bytes"
// TEXT-NEXT: skill.when %{{.*}} eq 7
// TEXT-NEXT: }

//--- cards/wide.mlir
skill.card @wide version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %n = skill.query grid_extent(%k)
  %l = skill.query loads(%k)
  skill.any "G1" else "no case for this" {
    skill.when %n mod 4 else "{0} bytes"
    skill.when %l eq 7
  }
  skill.set %k "schedule" "#kopt.launch<warps = 1>"
}
//--- cards/known.mlir
skill.card @known version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %n = skill.query grid_extent(%k)
  %l = skill.query loads(%k)
  skill.any "G1" else "no case for this" {
    skill.when %n mod 8
    skill.when %l eq 1
  }
  skill.set %k "schedule" "#kopt.launch<warps = 2>"
}
//--- cards/neither.mlir
skill.card @neither version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %l = skill.query loads(%k)
  skill.any "G1" else "no case for this" {
    skill.when has_reduction(%k) else "the kernel reduces nothing"
    skill.when %l gt 1 else "{0} load"
    skill.when is_form1(%k)
  }
  skill.set %k "schedule" "#kopt.launch<warps = 2>"
}
//--- program.mlir
gpu.module @kernels {
  kopt.kernel @copy(%x: memref<?x64xf32>, %o: memref<?x64xf32> {kopt.out})
      attributes {grid = affine_map<()[n, m] -> (n)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<?x64xf32> -> tensor<1x64xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x64xf32>, memref<?x64xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<?x64xf32>, %o: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %r = kopt.launch @kernels::@copy ins(%x : tensor<?x64xf32>) outs(%o : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}
