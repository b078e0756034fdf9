#!/usr/bin/env python3
"""Prints the table of README.md: of each module, its structured operations, those inside kernels, and launches.

    table.py [--check]     # from the repository's build/bin, or PATH

Seconds are of processor time, of lifting, recipe plain and PTX. With --check, exits 1 where less than 95 % is inside kernels, a module
takes more than 3 s or a process more than 1 GiB, the PTX of plain has more than one element an access, copies on chip or tensor
instructions, or README.md has other counts.

Structured operations are those of the dialects linalg and tm_tensor in the module as exported. One that is still in the
host function after recipe plain is outside. Tensor operations that move data and stay on the host are listed too.
"""
import os
import pathlib
import re
import resource
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
STRUCTURED = re.compile(r"(?:^|= )((?:linalg|tm_tensor)\.(?!yield|index)\w+)", re.M)
MOVES = re.compile(r"= (tensor\.(?:extract_slice|insert_slice|pad|concat|gather|scatter|generate|extract|insert))\b")

NOT_PLAIN = re.compile(r"(?:ld|st)\.(?:\w+\.)*global\S*\.v[248]|\bw?g?mma\.|cp\.async|ldmatrix|stmatrix|mbarrier")


def operations(pattern, text):
    return [m for line in text.split("\n") for m in pattern.findall(line.strip())]


def on_host(text):
    """The functions of a program with kernels, without the kernels."""
    return re.sub(r"^  gpu\.module .*?^  }\n", "", text, flags=re.M | re.S)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def one(path):
    source = path.read_text()
    environment = dict(os.environ, PATH=f"{root}/build/bin:{os.environ['PATH']}")
    start = processor_seconds()
    plain = subprocess.run(["kopt-opt", str(path), f"--apply-skills=skills={root}/skills recipe=plain"], env=environment,
                           capture_output=True, text=True)
    if plain.returncode:
        return None
    ptx = subprocess.run(["kopt-translate", "--kopt-to-ptx"], env=environment, input=plain.stdout, capture_output=True, text=True)
    seconds = processor_seconds() - start
    host = on_host(plain.stdout)
    return {
        "total": len(operations(STRUCTURED, source)), "outside": operations(STRUCTURED, host),
        "launches": host.count("kopt.launch"), "moves": operations(MOVES, host), "seconds": seconds,
        "ptx": ptx.returncode == 0, "plain": not NOT_PLAIN.search(ptx.stdout),
    }


def tally(names):
    return ", ".join(f"{names.count(n)} {n}" for n in sorted(set(names)))


def rows():
    """The table's lines without the seconds, the seconds, the share inside kernels, and modules that are not plain."""
    lines, seconds, odd = [], [], []
    total = inside = launches = 0
    for path in sorted(here.glob("*.mlir")):
        row = one(path)
        if row is None:
            count = len(operations(STRUCTURED, path.read_text()))
            lines.append(f"| {path.stem} | {count} | 0 | 0 | not lifted: kopt-opt fails |")
            seconds.append(None)
            total += count
            continue
        lifted = row["total"] - len(row["outside"])
        total, inside, launches = total + row["total"], inside + lifted, launches + row["launches"]
        lines.append(f"| {path.stem} | {row['total']} | {lifted} | {row['launches']} | {tally(row['outside'] + row['moves'])} |")
        seconds.append(row["seconds"] if row["ptx"] else None)
        odd += [] if row["plain"] else [path.stem]
    lines.append(f"| all | {total} | {inside} ({100 * inside / total:.1f} %) | {launches} | |")
    return lines, seconds, inside / total, odd


def main(check):
    lines, seconds, share, odd = rows()
    print("| module | structured operations | in kernels | launches | stays on the host | to PTX, s |\n|---|---|---|---|---|---|")
    for line, time in zip(lines, seconds + [0]):
        print(line + (" fails |" if time is None else f" {time:.2f} |" if time else " |"))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nLargest memory of one process: {peak:.0f} MiB.")
    readme = (here / "README.md").read_text()
    missing = [line for line in lines if line not in readme]
    wrong = [f"README.md lacks: {line}" for line in missing]
    if None in seconds or max(seconds) > 3:
        wrong.append("a module fails, or takes more than 3 s")
    if peak > 1024 or share < 0.95:
        wrong.append("more than 1 GiB, or less than 95 % inside kernels")
    if odd:
        wrong.append(f"wide accesses, copies on chip or tensor instructions in {', '.join(odd)}")
    if check and wrong:
        print("\n".join(wrong), file=sys.stderr)
    return check and wrong != []


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
