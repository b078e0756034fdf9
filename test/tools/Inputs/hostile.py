"""Short texts that exhaust MLIR's parser or printer: hostile.py KIND prints one."""
import sys

kind = sys.argv[1]
function = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"
if kind == "aliases":  # prints as 2^60 elements
    print("!t0 = tuple<i32, i32>")
    for i in range(60):
        print(f"!t{i + 1} = tuple<!t{i}, !t{i}>")
    print(f'"builtin.module"() ({{ func.func private @g(!t60) \n{function}}}) : () -> ()')
elif kind == "attributes":
    print("#a0 = [0, 0]")
    for i in range(60):
        print(f"#a{i + 1} = [#a{i}, #a{i}]")
    print(f"module attributes {{test.a = #a60}} {{\n{function}}}")
elif kind == "many":
    for i in range(30000):
        print(f"!t{i} = i32")
    print(function)
elif kind == "regions":
    print('"builtin.module"() ({' * 30000 + "}) : () -> ()" * 30000)
elif kind == "affine":  # no brackets, and as deep as it is long
    print(f"module attributes {{test.m = affine_map<(d0)[s0] -> (d0{' floordiv 2 + s0' * 200000})>}} {{\n{function}}}")
elif kind == "long":
    print("//" + "x" * (65 << 20))
else:
    sys.exit("unknown kind " + kind)
