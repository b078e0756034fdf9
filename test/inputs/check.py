"""Runs CANDIDATE, which is ORIGINAL with kernels, on the stored arguments and compares with the stored results.

    check.py ORIGINAL CANDIDATE --device=D

Beside ORIGINAL lies an archive of the same name: arg0.npy…, out0.npy… (float64 or integers), allowed0.npy… (float32, the
error that each element of a floating-point result is allowed; integers have to be equal). Needs no NumPy.
"""
import ast
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile


def read(path):
    """The elements of an array file as numbers, and its shape. Elements of 2 bytes that are no f16 are bf16."""
    data = path.read_bytes()
    assert data[:6] == b"\x93NUMPY", f"{path}: expected an array file"
    start = 10 + struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:start].decode())
    assert not header["fortran_order"], f"{path}: expected row-major data"
    kind = header["descr"].lstrip("<|")
    if kind == "u2":
        values = [struct.unpack("<f", struct.pack("<HH", 0, h))[0] for h, in struct.iter_unpack("<H", data[start:])]
    else:
        letter = {"f8": "d", "f4": "f", "f2": "e", "i8": "q", "i4": "i", "b1": "B"}[kind]
        values = [v for v, in struct.iter_unpack("<" + letter, data[start:])]
    return values, header["shape"]


def compare(name, got, want, allowed):
    """Prints the largest share of the allowed error; the number of elements beyond it."""
    assert len(got) == len(want), f"{name}: expected {len(want)} elements, but got {len(got)}"
    wrong, worst = [], 0.0
    for i, (g, w) in enumerate(zip(got, want)):
        if allowed is None:
            share = 0.0 if g == w else math.inf
        elif math.isnan(g) or math.isnan(w):
            share = 0.0 if math.isnan(g) and math.isnan(w) else math.inf
        else:
            share = abs(g - w) / allowed[i]
        worst = max(worst, share)
        if not share <= 1:
            wrong.append(i)
    print(f"{name}: {len(want)} elements, the largest error is {worst:.2f} of the allowed")
    for i in wrong[:5]:
        error = "equality" if allowed is None else f"an error of at most {allowed[i]:.3g}"
        print(f"{name}: expected {want[i]!r} with {error}, but got {got[i]!r} for element {i}", file=sys.stderr)
    return len(wrong)


def main(original, candidate, device):
    original = pathlib.Path(original)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with zipfile.ZipFile(original.with_suffix(".npz")) as stored:
            stored.extractall(folder)
        count = len(list(folder.glob("arg*.npy")))
        inputs = [f"--input={folder}/arg{i}.npy" for i in range(count)]
        subprocess.run(["kopt-run", candidate, device, *inputs, f"--output={folder}/got"], check=True)
        results = len(list(folder.glob("out*.npy")))
        assert results, f"{original}: no results are stored"
        assert len(list(folder.glob("got*.npy"))) == results, f"expected {results} results"
        wrong = 0
        for i in range(results):
            got, shape = read(folder / f"got{i}.npy")
            want, expected = read(folder / f"out{i}.npy")
            assert shape == expected, f"result {i}: expected shape {expected}, but got {shape}"
            limit = folder / f"allowed{i}.npy"
            wrong += compare(f"result {i}", got, want, read(limit)[0] if limit.exists() else None)
    return wrong != 0


if __name__ == "__main__":
    assert len(sys.argv) == 4, __doc__
    try:
        sys.exit(main(*sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(f"check.py: kopt-run failed with status {error.returncode}")
