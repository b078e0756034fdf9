"""A kernel whose one warp orders a tile of 35 elements a thread five times."""

tile = "tensor<33x33xi64>"
print("""gpu.module @kernels {
  kopt.kernel @k(%x: memref<33x33xi64>, %o: memref<33x33xi64> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %v0 = kopt.load %x[%c0, %c0] : memref<33x33xi64> -> tensor<33x33xi64>""")
for i in range(5):
    print(f"""    %i{i} = kopt.iota 1 : {tile}
    %v{i + 1}, %j{i} = kopt.sort (%v{i}, %i{i}) axis {i % 2} : ({tile}, {tile}) -> ({tile}, {tile}) {{
    ^bb0(%a: i64, %p: i64, %b: i64, %q: i64):
      %c = arith.cmpi slt, %a, %b : i64
      kopt.yield %c : i1
    }}""")
print(f"""    kopt.store %v5, %o[%c0, %c0] : {tile}, memref<33x33xi64>
    kopt.return
  }}
}}
func.func @f(%x: {tile}) -> {tile} {{
  %e = tensor.empty() : {tile}
  %r = kopt.launch @kernels::@k ins(%x : {tile}) outs(%e : {tile}) -> {tile}
  return %r : {tile}
}}""")
