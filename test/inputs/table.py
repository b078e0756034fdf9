#!/usr/bin/env python3
"""Prints the table of README.md: of each module, its structured operations, those inside kernels, and launches.

    table.py [--check]     # from the repository's build/bin, or PATH; --check: fail below 95 % inside kernels

Structured operations are those of the dialects linalg and tm_tensor in the module as exported. One that is still in the
host function after recipe plain is outside. Tensor operations that move data and stay on the host are listed too.
"""
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
STRUCTURED = re.compile(r"(?:^|= )((?:linalg|tm_tensor)\.(?!yield|index)\w+)", re.M)
MOVES = re.compile(r"= (tensor\.(?:extract_slice|insert_slice|pad|concat|gather|scatter|generate|extract|insert))\b")


def operations(pattern, text):
    return [m for line in text.split("\n") for m in pattern.findall(line.strip())]


def on_host(text):
    """The functions of a program with kernels, without the kernels."""
    return re.sub(r"^  gpu\.module .*?^  }\n", "", text, flags=re.M | re.S)


def one(path):
    source = path.read_text()
    environment = dict(os.environ, PATH=f"{root}/build/bin:{os.environ['PATH']}")
    start = time.time()
    plain = subprocess.run(["kopt-opt", str(path), f"--apply-skills=skills={root}/skills recipe=plain"], env=environment,
                           capture_output=True, text=True)
    if plain.returncode:
        return None
    ptx = subprocess.run(["kopt-translate", "--kopt-to-ptx"], env=environment, input=plain.stdout, capture_output=True, text=True)
    seconds = time.time() - start
    host = on_host(plain.stdout)
    return {
        "total": len(operations(STRUCTURED, source)), "outside": operations(STRUCTURED, host),
        "launches": host.count("kopt.launch"), "moves": operations(MOVES, host), "seconds": seconds,
        "ptx": ptx.returncode == 0,
    }


def tally(names):
    return ", ".join(f"{names.count(n)} {n}" for n in sorted(set(names)))


def main(check):
    print("| module | structured operations | in kernels | launches | stays on the host | to PTX, s |\n|---|---|---|---|---|---|")
    total = inside = launches = 0
    for path in sorted(here.glob("*.mlir")):
        row = one(path)
        if row is None:
            print(f"| {path.stem} | {len(operations(STRUCTURED, path.read_text()))} | 0 | 0 | not lifted: kopt-opt fails | |")
            total += len(operations(STRUCTURED, path.read_text()))
            continue
        lifted = row["total"] - len(row["outside"])
        total, inside, launches = total + row["total"], inside + lifted, launches + row["launches"]
        seconds = f"{row['seconds']:.2f}" if row["ptx"] else "fails"
        print(f"| {path.stem} | {row['total']} | {lifted} | {row['launches']} | {tally(row['outside'] + row['moves'])} | {seconds} |")
    print(f"| all | {total} | {inside} ({100 * inside / total:.1f} %) | {launches} | | |")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nLargest memory of one process: {peak:.0f} MiB.")
    return check and inside < 0.95 * total


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
