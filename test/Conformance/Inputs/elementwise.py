"""Judges every elementwise operation of a group by the gate.

usage: elementwise.py GROUP DIRECTORY DEVICE [RECIPE]

Operations with the same operand types and families share one function, each
with a result of its own; one that is refused must be so with a located error.
With DEVICE cuda:0 the results must also be those of `sim`, bit for bit, where no
approximate instruction takes part; one NaN is as good as another.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

import operations

SHAPE = "3x131"
SHARED = 12  # operations a function


def tensor(t):
    return f"tensor<{SHAPE}x{t}>"


def body(row, number):
    """The row's lines with results named by the operation's number."""
    line = row.line
    if not line.startswith("%s, "):
        line = ("%k = " if "\n" in line else "%r = ") + line
    return re.sub(r"%([krszmnqd]|one)\b", rf"%\g<1>{number}", line)


def function(name, group):
    ins, outs = group[0].ins, [row.out for row in group]
    args = ", ".join(f"%x{i}: {tensor(t)}" for i, t in enumerate(ins))
    results = ", ".join(tensor(t) for t in outs)
    maps = ", ".join(["affine_map<(d0, d1) -> (d0, d1)>"] * (len(ins) + len(outs)))
    block = [f"%{'abc'[i]}: {t}" for i, t in enumerate(ins)] + [f"%o{i}: {t}" for i, t in enumerate(outs)]
    text = f"func.func @{name}({args}) -> ({results}) {{\n"
    for i, t in enumerate(outs):
        text += f"  %e{i} = tensor.empty() : {tensor(t)}\n"
    text += "  %g" + (f":{len(outs)}" if len(outs) > 1 else "") + " = linalg.generic {indexing_maps = [" + maps
    text += '], iterator_types = ["parallel", "parallel"]}\n'
    text += f"      ins({', '.join(f'%x{i}' for i in range(len(ins)))} : {', '.join(map(tensor, ins))})\n"
    text += f"      outs({', '.join(f'%e{i}' for i in range(len(outs)))} : {results}) {{\n"
    text += f"  ^bb0({', '.join(block)}):\n"
    for i, row in enumerate(group):
        text += f"  {body(row, i)}\n"
    text += f"  linalg.yield {', '.join(f'%r{i}' for i in range(len(outs)))} : {', '.join(outs)}\n"
    text += f"  }} -> ({results})\n"
    values = ", ".join(f"%g#{i}" for i in range(len(outs))) if len(outs) > 1 else "%g"
    return text + f"  return {values} : {results}\n}}\n"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


# Bytes of an element, and its infinity (of f8E4M3FN the largest number).
FORMAT = {"f8E4M3FN": (1, 0x7E), "f8E5M2": (1, 0x7C), "f16": (2, 0x7C00), "bf16": (2, 0x7F80), "f32": (4, 0x7F800000), "f64": (8, 0x7FF0000000000000)}


def values(text):
    """The results that kopt-run printed, NaNs made equal."""
    results = []
    for digits, t in re.findall(r'dense<"0x([0-9A-F]*)"> : tensor<(?:\d+x)*(\w+)>', text):
        data = bytes.fromhex(digits)
        if t in FORMAT:
            size, infinity = FORMAT[t]
            bits = [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
            data = ["nan" if v & (1 << 8 * size - 1) - 1 > infinity else v for v in bits]
        results.append(data)
    return results


def same_on_devices(file, name, families, device, exact):
    """Where the results numbered `exact` differ first, or None."""
    for family in families.split(","):
        got = [run("kopt-run", file, f"--entry={name}", f"--device={d}", f"--family={family}") for d in ("sim", device)]
        for code, text in got:
            if code:
                return f"{family}: {text}"
        sim, other = values(got[0][1]), values(got[1][1])
        if not sim:
            return f"{family}: no results"
        differs = [i for i in exact if sim[i] != other[i]]
        if len(sim) != len(other) or differs:
            return f"{family}: results {differs}"
    return None


def judge(number, rows, directory, device, recipe):
    """What is wrong with one function, or None."""
    name = f"f{number}"
    original, candidate = f"{directory}/{name}.mlir", f"{directory}/{name}.out.mlir"
    with open(original, "w") as file:
        file.write(function(name, rows))
    names = ", ".join(f"{i}: {row.name} {' '.join(row.ins)} -> {row.out}" for i, row in enumerate(rows))
    skills = os.environ["KOPT_SKILLS"]
    code, text = run("kopt-opt", original, f"--apply-skills=skills={skills} recipe={recipe}", "-o", candidate)
    if code == 0:
        families = [f"--families={rows[0].families}"] if rows[0].families else []
        code, text = run("kopt-gate", original, candidate, f"--device={device}", *families)
    if rows[0].refusal:
        if code not in (1, 2) or not re.search(rf"{name}\.(out\.)?mlir.*:\d+:\d+.*{rows[0].refusal}", text):
            return f"expected '{rows[0].refusal}' at a place, but got {code} for {names}:\n{text}"
    elif code:
        return f"{original}: exit {code} for {names}:\n{text}"
    elif device != "sim":
        families = rows[0].families or "normal,infinities,nan_lanes,random_bits,subnormals,signed_zeros"
        exact = [i for i, row in enumerate(rows) if not row.approximate]
        if differs := same_on_devices(candidate, name, families, device, exact):
            return f"{original}: sim and {device} differ for {names}:\n{differs}"
    return None


def main(group_name, directory, device, recipe="plain"):
    os.makedirs(directory, exist_ok=True)
    groups, refused = {}, []
    for row in operations.rows(group_name):
        if row.refusal:
            refused.append(row)
        else:
            groups.setdefault((tuple(row.ins), row.families), []).append(row)
    functions = []
    for rows in groups.values():
        functions += [rows[i : i + SHARED] for i in range(0, len(rows), SHARED)]
    functions += [[row] for row in refused]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        numbered = enumerate(functions)
        failures = [text for text in pool.map(lambda f: judge(*f, directory, device, recipe), numbered) if text]
    for text in failures:
        print(text)
    print(f"{group_name} on {device}: {len(functions)} functions, {len(failures)} failures")
    return failures != []


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
