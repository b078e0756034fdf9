#!/usr/bin/env python3
"""Measures the errors of kopt's functions on a GPU, over all f32 arguments.

  bench/accuracy.py --bin DIR --skills DIR --out FILE [--functions exp,tanh] [--step 1]

Each function is compiled from linalg by the recipe `memory_bound` and run on
every STEP-th f32 bit pattern; the reference is PyTorch's double function on the
same GPU. `quotient` divides random bit patterns, rows by one divisor each, and
has to be right to the bit. Writes functions{name: {ulp, at}} and fails where a
bound is passed. What the special-function unit approximates, and the simulated
device rounds correctly, is measured here only.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import torch

from run import Driver, Program

CHUNK = 1 << 24
ROWS = COLUMNS = 1 << 12
# Units in the last place.
BOUNDS = {"exp": 2.5, "exp2": 2.5, "expm1": 1.5, "log": 1.5, "log2": 2.5, "log10": 2.5, "log1p": 2.0,
          "tanh": 2.5, "erf": 2.0, "sin": 1.5, "cos": 1.5, "rsqrt": 1.5}


def unary(name):
    t = f"tensor<{CHUNK}xf32>"
    return f"""
func.func @f(%x: {t}) -> {t} {{
  %e = tensor.empty() : {t}
  %r = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}} ins(%x : {t}) outs(%e : {t}) {{
  ^bb0(%a: f32, %o: f32):
    %y = math.{name} %a : f32
    linalg.yield %y : f32
  }} -> {t}
  return %r : {t}
}}
"""


def quotient():
    t, row = f"tensor<{ROWS}x{COLUMNS}xf32>", f"tensor<{ROWS}xf32>"
    return f"""
func.func @f(%x: {t}, %d: {row}) -> {t} {{
  %e = tensor.empty() : {t}
  %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>,
      affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %d : {t}, {row}) outs(%e : {t}) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  }} -> {t}
  return %r : {t}
}}
"""


def build(args, folder, name, text):
    source, program = folder / f"{name}.mlir", folder / f"{name}.out.mlir"
    source.write_text(text)
    subprocess.run([args.bin / "kopt-opt", source, f"--apply-skills=skills={args.skills}", "-o", program], check=True)
    subprocess.run([args.bin / "kopt-run", program, f"--emit={folder / name}"], check=True)
    return Program(Driver(), folder / f"{name}.json")


def distance(got, exact):
    """Units in the last place of f32 between `got` and the exact value."""
    want = exact.float()
    same = (want == got) & (torch.signbit(want) == torch.signbit(got)) | want.isnan() & got.isnan()
    # The overflow threshold counts as the next f32 would.
    edge = 2.0**128
    g = torch.where(got.isinf(), torch.copysign(torch.full_like(exact, edge), got.double()), got.double())
    w = torch.where(exact.isinf(), torch.copysign(torch.full_like(exact, edge), exact), exact)
    exponent = torch.frexp(w)[1].clamp(min=-125) - 24
    d = torch.ldexp((g - w).abs(), -exponent)
    wrong = (want == 0) & (got == 0) | want.isnan() | got.isnan()
    return torch.where(same, 0.0, torch.where(wrong, torch.inf, d))


def measure_unary(program, name, step):
    reference = getattr(torch, name)
    worst, at = -1.0, 0.0
    out = torch.empty(CHUNK, device="cuda")
    for start in range(0, 1 << 32, CHUNK * step):
        bits = torch.arange(start, min(start + CHUNK * step, 1 << 32), step, device="cuda")
        bits = torch.nn.functional.pad(bits, (0, CHUNK - bits.numel()))
        x = torch.where(bits >= 1 << 31, bits - (1 << 32), bits).to(torch.int32).view(torch.float32)
        out.fill_(float("nan"))
        program([x, out])
        d = distance(out, reference(x.double()))
        most, where = d.max(0)
        if most.item() > worst:
            worst, at = most.item(), x[where].item()
    return {"ulp": worst, "at": float(at).hex()}


def measure_quotient(program, rounds):
    """The share of pairs that differ from the correctly rounded quotient."""
    pairs = wrong = 0
    at = ""
    for _ in range(rounds):
        def random(*shape):
            bits = torch.randint(-(1 << 31), 1 << 31, shape, device="cuda")
            return bits.to(torch.int32).view(torch.float32)
        x, d = random(ROWS, COLUMNS), random(ROWS)
        # Half of the rows in the range of the fast form.
        half = ROWS // 2
        d[:half] = torch.ldexp(1 + torch.rand(half, device="cuda"), torch.randint(-40, 40, (half,), device="cuda"))
        x[:half] = torch.ldexp(1 + torch.rand(half, COLUMNS, device="cuda"),
                               torch.randint(-80, 80, (half, COLUMNS), device="cuda"))
        out = torch.full_like(x, float("nan"))
        program([x, d, out])
        # 53 bits are more than twice 24 and 2: rounding twice is harmless, but
        # for subnormals, where PyTorch's own f32 division is the reference.
        want = x / d[:, None]
        twice = (x.double() / d.double()[:, None]).float()
        normal = want.abs() >= 2.0**-125
        differs = ~((out == want) & (torch.signbit(out) == torch.signbit(want)) | out.isnan() & want.isnan())
        differs |= normal & ~((out == twice) | out.isnan() & twice.isnan())
        pairs += x.numel()
        wrong += int(differs.sum())
        if differs.any() and not at:
            r, c = differs.nonzero()[0].tolist()
            at = f"{x[r, c].item().hex()} / {d[r].item().hex()}"
    return {"pairs": pairs, "wrong": wrong, "at": at}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--skills", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--functions", default=",".join([*BOUNDS, "quotient"]))
    parser.add_argument("--step", type=int, default=1)
    args = parser.parse_args()
    torch.zeros(1, device="cuda")
    report = {"device": torch.cuda.get_device_properties(0).name, "step": args.step, "functions": {}}
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for function in args.functions.split(","):
            if function == "quotient":
                row = measure_quotient(build(args, folder, function, quotient()), 64)
                bad = row["wrong"] > 0
            else:
                row = measure_unary(build(args, folder, function, unary(function)), function, args.step)
                bad = not row["ulp"] <= BOUNDS[function]
            report["functions"][function] = row
            failed |= bad
            print(f"{function}: {row}{' FAILED' if bad else ''}", flush=True)
    args.out.write_text(json.dumps(report))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
