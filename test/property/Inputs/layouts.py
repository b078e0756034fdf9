"""Tiles between layouts drawn at random: each program loads a tile in one,
permutes it, and stores it in another, so what is stored is known bit for bit.

  layouts.py FOLDER [--seed N] [--count N] [--device D]
"""
import argparse
import array
import itertools
import math
import pathlib
import random
import subprocess

TYPES = {"i8": ("|i1", "b"), "i16": ("<i2", "h"), "f32": ("<f4", "f"), "f64": ("<f8", "d"), "i64": ("<i8", "q")}
# Powers of two, odd factors, one dimension, four, extents of one.
SHAPES = [[32, 64], [16, 16], [24, 40], [128], [4, 8, 16], [3, 64], [2, 6, 4, 8], [1, 96], [5, 16]]


def vector(rank, dim, step):
    values = [0] * rank
    values[dim] = step
    return values


def layout(draw, shape, warp_bits):
    """Coordinate bits go to registers, lanes and warps; some of those replicate."""
    rank = len(shape)
    bits, reps = [], []
    for dim, extent in enumerate(shape):
        step = 1
        # A part of the even factors may stay a repetition.
        while extent // step % 2 == 0 and draw.random() < 0.95:
            bits.append(vector(rank, dim, step))
            step *= 2
        reps.append(extent // step)
    draw.shuffle(bits)
    zero = [0] * rank
    take = lambda: bits.pop() if bits and draw.random() < 0.85 else zero
    lanes = [take() for _ in range(5)]
    warps = [take() for _ in range(warp_bits)]
    return f"#kopt.layout<reg = {bits}, lane = {lanes}, warp = {warps}, reps = {reps}>"


def program(draw, number):
    shape = draw.choice(SHAPES)
    dtype = draw.choice(list(TYPES))
    warp_bits = draw.randrange(4)
    perm = list(range(len(shape)))
    draw.shuffle(perm)
    moved = [shape[p] for p in perm]
    text = lambda extents: "x".join(map(str, extents)) + "x" + dtype
    kernel = f"""  kopt.kernel @k{number}(%x: memref<{text(shape)}>, %o: memref<{text(moved)}> {{kopt.out}})
      attributes {{grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = {1 << warp_bits}>}} {{
    %t = kopt.load %x {{layout = {layout(draw, shape, warp_bits)}}} : memref<{text(shape)}> -> tensor<{text(shape)}>
    %s = kopt.transpose %t perm {perm} : tensor<{text(shape)}> -> tensor<{text(moved)}>
    kopt.store %s, %o {{layout = {layout(draw, moved, warp_bits)}}} : tensor<{text(moved)}>, memref<{text(moved)}>
    kopt.return
  }}
"""
    host = f"""func.func @f{number}(%x: tensor<{text(shape)}>) -> tensor<{text(moved)}> {{
  %e = tensor.empty() : tensor<{text(moved)}>
  %r = kopt.launch @kernels::@k{number} ins(%x : tensor<{text(shape)}>) outs(%e : tensor<{text(moved)}>) -> tensor<{text(moved)}>
  return %r : tensor<{text(moved)}>
}}
"""
    return kernel, host, shape, dtype, perm


def write_npy(path, shape, dtype, values):
    code, kind = TYPES[dtype]
    dims = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    header = f"{{'descr': '{code}', 'fortran_order': False, 'shape': ({dims}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
    path.write_bytes(data + array.array(kind, values).tobytes())


def read_npy(path, dtype):
    data = path.read_bytes()
    return array.array(TYPES[dtype][1], data[10 + int.from_bytes(data[8:10], "little"):]).tolist()


def permuted(values, shape, perm):
    strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    places = itertools.product(*(range(shape[p]) for p in perm))
    return [values[sum(i * strides[p] for i, p in zip(at, perm))] for at in places]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--device", default="sim")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(args.seed)
    made = [program(draw, i) for i in range(args.count)]
    source = args.folder / "layouts.mlir"
    source.write_text("gpu.module @kernels {\n" + "".join(m[0] for m in made) + "}\n" + "".join(m[1] for m in made))
    wrong = 0
    for number, (_, _, shape, dtype, perm) in enumerate(made):
        kind = TYPES[dtype][1]
        values = [draw.randrange(-100, 100) for _ in range(math.prod(shape))]
        values = array.array(kind, values).tolist()
        write_npy(args.folder / "in.npy", shape, dtype, values)
        ran = subprocess.run(["kopt-run", source, f"--entry=f{number}", f"--device={args.device}",
                              f"--input={args.folder / 'in.npy'}", f"--output={args.folder / 'out'}"],
                             capture_output=True, text=True)
        if ran.returncode or read_npy(args.folder / "out0.npy", dtype) != permuted(values, shape, perm):
            wrong += 1
            print(f"wrong: f{number} {shape} {dtype} {perm} {ran.stderr[:400]}")
    print(f"{args.count - wrong} right, {wrong} wrong")


if __name__ == "__main__":
    main()
