"""Conversions of f8 on a device against the ones that MLIR's parser and folder do.

usage: float8.py DIRECTORY DEVICE

All 256 numbers to f16, bf16, f32 and f64; and to f8 from f32 and f64 all numbers
of the type, the middle between neighbours and the numbers next to it, what is
too large, infinities and NaN. Results agree bit for bit, a NaN with any NaN of
its sign.
"""
import math
import os
import re
import struct
import subprocess
import sys

import words

# Digits behind the point, least exponent of a normal number, finite numbers.
FORMATS = {"f8E4M3FN": (3, -6, 0x7F), "f8E5M2": (2, -14, 0x7C)}
INFINITY = {"f8E4M3FN": 0x7E, "f8E5M2": 0x7C, "f16": 0x7C00, "bf16": 0x7F80, "f32": 0x7F800000,
            "f64": 0x7FF0000000000000}
SIZE = {"f8E4M3FN": 1, "f8E5M2": 1, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
PACK = {4: "<f", 8: "<d"}


def run(*command, text=None):
    done = subprocess.run(command, capture_output=True, text=True, input=text)
    if done.returncode:
        sys.exit(f"{command}: {done.returncode}\n{done.stderr}")
    return done.stdout


def decode(t, byte):
    """The absolute value of a finite number of `t`, or what would follow the last."""
    digits, least, _ = FORMATS[t]
    exponent, significand = byte >> digits, byte & (1 << digits) - 1
    if exponent:
        significand |= 1 << digits
    return math.ldexp(significand, max(exponent, 1) - 1 + least - digits)


def bits(value, size):
    return int.from_bytes(struct.pack(PACK[size], value), "little")


def value(number, size):
    return struct.unpack(PACK[size], number.to_bytes(size, "little"))[0]


def operands(t, size):
    """Bits of numbers of `size` bytes to be rounded to `t`."""
    finite = FORMATS[t][2]
    found = set()
    for byte in range(finite):
        at, after = decode(t, byte), decode(t, byte + 1)
        for v in (at, (at + after) / 2):
            b = bits(v, size)
            found |= {b, b + 1, max(b - 1, 0)}
    limit = bits(math.inf, size)
    found |= {bits(v, size) for v in (1e5, 1e30, 3e-39)} | {1, limit - 1, limit}
    return sorted(found | {b | 1 << 8 * size - 1 for b in found})


def constant(numbers, size, t):
    return f'arith.constant dense<"0x{b"".join(n.to_bytes(size, "little") for n in numbers).hex()}"> : {t}'


def literals(text):
    """The bits of each dense constant that is printed, last type first."""
    return [(t, bytes.fromhex(h)) for h, t in re.findall(r'dense<"0x([0-9A-F]*)"> : tensor<\d+x(\w+)>', text)]


def split(data, size):
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def upstream(t, numbers, size):
    """`numbers` in `t`, as MLIR reads them: numbers rounded from f64, or the bits of infinities."""
    shown = [f"{v:.1f}" if v == int(v) else re.sub(r"^(-?\d)e", r"\1.0e", f"{v!r}") for v in
             (value(n, size) for n in numbers)]
    text = f"func.func @f() -> tensor<{len(numbers)}x{t}> {{\n"
    text += f"  %c = arith.constant dense<[{', '.join(shown)}]> : tensor<{len(numbers)}x{t}>\n"
    text += f"  return %c : tensor<{len(numbers)}x{t}>\n}}\n"
    return list(literals(run("kopt-opt", "-", "--mlir-print-elementsattrs-with-hex-if-larger=0", text=text))[0][1])


def folded(t, to):
    """The finite numbers of `t` in `to`, as MLIR folds arith.extf."""
    numbers = [b | s for s in (0, 0x80) for b in range(FORMATS[t][2])]
    shape = f"tensor<{len(numbers)}x"
    text = f"func.func @f() -> {shape}{to}> {{\n  %c = {constant(numbers, 1, f'{shape}{t}>')}\n"
    text += f"  %r = arith.extf %c : {shape}{t}> to {shape}{to}>\n  return %r : {shape}{to}>\n}}\n"
    out = run("kopt-opt", "-", "-canonicalize", "--mlir-print-elementsattrs-with-hex-if-larger=0", text=text)
    return dict(zip(numbers, split(literals(out)[0][1], SIZE[to])))


def on_device(directory, device, name, source, to, numbers):
    """`source` to `to` of `numbers`, computed on the device."""
    count, cast = len(numbers), "extf" if SIZE[to] > SIZE[source] else "truncf"
    path = f"{directory}/{name}"
    with open(f"{path}.mlir", "w") as file:
        file.write(f"""func.func @f(%x: tensor<{count}x{source}>) -> tensor<{count}x{to}> {{
  %r = arith.{cast} %x : tensor<{count}x{source}> to tensor<{count}x{to}>
  return %r : tensor<{count}x{to}>
}}
""")
    words.write(f"{path}.npy", {1: "u1", 4: "f4", 8: "f8"}[SIZE[source]], numbers)
    run("kopt-opt", f"{path}.mlir", f"--apply-skills=skills={os.environ['KOPT_SKILLS']} recipe=plain", "-o",
        f"{path}.out.mlir")
    out = run("kopt-run", f"{path}.out.mlir", "--entry=f", f"--device={device}", f"--input={path}.npy")
    return split(literals(out)[0][1], SIZE[to])


def compare(name, numbers, got, expected):
    wrong = [(hex(n), hex(g), e if e == "nan" else hex(e)) for n, g, e in zip(numbers, got, expected) if g != e]
    print(f"{name}: {len(numbers)} numbers, {len(wrong)} wrong {wrong[:4] or ''}")


def nan_of(t, number):
    """`number` of type `t`, or "nan"."""
    return "nan" if number & (1 << 8 * SIZE[t] - 1) - 1 > INFINITY[t] else number


def main(directory, device):
    os.makedirs(directory, exist_ok=True)
    for t in FORMATS:
        for to in ("f16", "bf16", "f32", "f64"):
            numbers, exact = list(range(256)), folded(t, to)
            infinities = {INFINITY[t] | s << 7: INFINITY[to] | s << 8 * SIZE[to] - 1 for s in (0, 1)} if t == "f8E5M2" else {}
            expected = [{**exact, **infinities}.get(n, "nan") for n in numbers]
            got = on_device(directory, device, f"{t}-{to}", t, to, numbers)
            compare(f"{t} to {to}", numbers, [nan_of(to, n) for n in got], expected)
        for source in ("f32", "f64"):
            size = SIZE[source]
            infinite, sign = bits(math.inf, size), 1 << 8 * size - 1
            numbers = [n for n in operands(t, size) if n & ~sign != infinite]
            # Without an infinity its place is NaN.
            beyond = INFINITY[t] + (t == "f8E4M3FN")
            specials = {infinite: beyond, infinite | sign: beyond | 0x80, infinite + 1: 0x7F, infinite | sign | 1: 0xFF}
            expected = upstream(t, numbers, size) + list(specials.values())
            numbers += specials
            got = on_device(directory, device, f"{source}-{t}", source, t, numbers)
            compare(f"{source} to {t}", numbers, [nan_of(t, n) for n in got], [nan_of(t, n) for n in expected])


if __name__ == "__main__":
    main(*sys.argv[1:])
