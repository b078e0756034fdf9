"""Random legal linalg programs through recipes, each judged by the gate on the simulated GPU.

    programs.py SKILLS [--seed N] [--count N] [--seconds S] [--keep FOLDER]

A program follows from its seed alone. It is `accepted` by the gate, `refused` by kopt-opt with a located error,
`limited` where the gate names one of the limits in LIMITS at its place, or it `failed`; then the exit status is 1.
--keep leaves the programs that were not accepted, and their candidates, in a folder.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

LENGTHS = [1, 3, 31, 33, 127, 255, 257, 1000, 1536, 3072, 5120, 6144, 7680, 12288]
KNOBS = [("tile_to_grid", "cols", [32, 64, 128, 256, 512, 2048, 4096, 8192]), ("tile_to_grid", "rows", [2, 4, 8, 16]),
         ("launch_warps", "warps", [1, 2, 4, 16, 32]), ("several_rows_a_block", "rows", [2, 8, 16, 32]),
         ("rows_in_registers", "registers", [64, 96, 128, 200, 255]),
         ("bounded_rows_in_registers", "extent", [512, 1024, 2048, 8192]),
         ("widen_global_load", "bytes", [4, 8]), ("widen_global_store", "bytes", [4, 8])]
# What the compiler does not do yet: what kopt-opt remarks, and what the gate then says.
LIMITS = [("a second reduced dimension must have a static extent of at most", "'kopt.kernel' op is in form 1")]


class Program:
    """The text of one function, written operation by operation; extents are named by letters."""

    def __init__(self, element, extents, dynamic):
        self.element, self.extents, self.dynamic = element, extents, dynamic
        self.arguments, self.lines, self.sizes, self.names = [], [], {}, 0
        self.integer = element == "i32"
        self.wide = "f32" if element in ("f16", "bf16") else element

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def type(self, dims, element):
        return "tensor<" + "".join(f"{'?' if d in self.dynamic else self.extents[d]}x" for d in dims) + f"{element}>"

    def argument(self, dims):
        value = f"%arg{len(self.arguments)}"
        self.arguments.append((value, dims))
        for index, d in enumerate(dims):
            if d in self.dynamic and d not in self.sizes:
                self.sizes[d] = f"%size_{d}"
                self.lines += [f"%at_{d} = arith.constant {index} : index",
                               f"%size_{d} = tensor.dim {value}, %at_{d} : {self.type(dims, self.element)}"]
        return value, dims, self.element

    def constant(self, number, element):
        value = self.name()
        text = str(int(number)) if element == "i32" else f"{float(number):.8f}"
        self.lines.append(f"{value} = arith.constant {text} : {element}")
        return value

    def empty(self, dims, element):
        value = self.name()
        sizes = ", ".join(self.sizes[d] for d in dims if d in self.dynamic)
        self.lines.append(f"{value} = tensor.empty({sizes}) : {self.type(dims, element)}")
        return value

    def filled(self, dims, element, number):
        number, into, value = self.constant(number, element), self.empty(dims, element), self.name()
        kind = self.type(dims, element)
        self.lines.append(f"{value} = linalg.fill ins({number} : {element}) outs({into} : {kind}) -> {kind}")
        return value

    def generic(self, inputs, over, dims, element, init, body):
        """One linalg.generic over the letters `over`; those not in `dims` are reduced."""
        place = ", ".join(over)
        maps = [f"affine_map<({place}) -> ({', '.join(d)})>" for d in [i[1] for i in inputs] + [dims]]
        kinds = ", ".join('"parallel"' if d in dims else '"reduction"' for d in over)
        value, kind = self.name(), self.type(dims, element)
        ins = ", ".join(i[0] for i in inputs) + " : " + ", ".join(self.type(i[1], i[2]) for i in inputs)
        blocks = [f"%in{k}_{self.names}: {i[2]}" for k, i in enumerate(inputs)] + [f"%out_{self.names}: {element}"]
        ids = [b.split(":")[0] for b in blocks]
        self.lines += [f"{value} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}",
                       f"    ins({ins}) outs({init} : {kind}) {{", f"^bb0({', '.join(blocks)}):"]
        result = body(*ids)
        self.lines += [f"linalg.yield {result} : {element}", f"}} -> {kind}"]
        return value, dims, element

    def op(self, name, *operands, element):
        value = self.name()
        self.lines.append(f"{value} = {name} {', '.join(operands)} : {element}")
        return value

    def cast(self, value, source, target):
        if source == target:
            return value
        result = self.name()
        verb = "arith.extf" if target in ("f32", "f64") and source != "f64" else "arith.truncf"
        self.lines.append(f"{result} = {verb} {value} : {source} to {target}")
        return result

    def arith(self, verb, *operands, element):
        """`add`, `mul`, `sub` or `max` in the arithmetic of the type."""
        table = {"max": "maxsi" if element == "i32" else "maximumf"}
        name = table.get(verb, verb + ("i" if element == "i32" else "f"))
        return self.op("arith." + name, *operands, element=element)

    def reduce(self, value, over, dims, verb="add", square=False):
        """A sum or maximum in the wide type; the maximum starts at the least number."""
        least = -2147483648 if self.integer else -65504.0
        init = self.filled(dims, self.wide, 0 if verb == "add" else least)

        def body(x, out):
            x = self.cast(x, value[2], self.wide)
            x = self.arith("mul", x, x, element=self.wide) if square else x
            return self.arith(verb, out, x, element=self.wide)
        return self.generic([value], over, dims, self.wide, init, body)

    def map(self, inputs, dims, element, body):
        """An elementwise body in the wide type over broadcast inputs."""
        def whole(*ids):
            values = [self.cast(v, i[2], self.wide) for v, i in zip(ids, inputs)]
            return self.cast(body(*values), self.wide, element)
        return self.generic(inputs, dims, dims, element, self.empty(dims, element), whole)

    def text(self, results):
        types = [self.type(r[1], r[2]) for r in results]
        signature = ", ".join(f"{v}: {self.type(d, self.element)}" for v, d in self.arguments)
        head = f"func.func @f({signature}) -> ({', '.join(types)}) {{\n"
        tail = f"  return {', '.join(r[0] for r in results)} : {', '.join(types)}\n}}\n"
        return head + "".join(f"  {line}\n" for line in self.lines) + tail


def row_reductions(p, rng):
    x = p.argument("rc")
    verbs = rng.sample(["add", "max"], rng.randint(1, 2))
    return [p.reduce(x, "rc", "r", verb) for verb in verbs]


def softmax(p, rng):
    x = p.argument("rc")
    into, value, kind = p.empty("rc", p.element), p.name(), p.type("rc", p.element)
    p.lines.append(f"{value} = linalg.softmax dimension(1) ins({x[0]} : {kind}) outs({into} : {kind}) -> {kind}")
    return [(value, "rc", p.element)]


def norm(p, rng):
    """RMSNorm, or mean and variance with a centred second pass."""
    x, weight = p.argument("rc"), p.argument("c")
    count, small = p.constant(p.extents["c"], p.wide), p.constant(1e-5, p.wide)
    e, results = p.wide, []
    if rng.random() < 0.5:
        total = p.reduce(x, "rc", "r")
        mean = p.map([total], "r", e, lambda s: p.op("arith.divf", s, count, element=e))
        results.append(mean)
        x = p.map([x, mean], "rc", e, lambda a, m: p.arith("sub", a, m, element=e))
    squares = p.reduce(x, "rc", "r", square=True)

    def scaled(a, s, w):
        mean = p.arith("add", p.op("arith.divf", s, count, element=e), small, element=e)
        return p.arith("mul", p.arith("mul", a, p.op("math.rsqrt", mean, element=e), element=e), w, element=e)
    results.append(p.map([x, squares, weight], "rc", p.element, scaled))
    return rng.sample(results, rng.randint(1, len(results))) if len(results) > 1 else results


def column_sums(p, rng):
    return [p.reduce(p.argument("rc"), "rc", "c")]


def middle_sums(p, rng):
    return [p.reduce(p.argument("rmc"), "rmc", rng.choice(["rc", "c"]))]


def elementwise(p, rng):
    """A chain with operands broadcast in any position, also from no dimension at all."""
    value = p.argument("rmc")
    results = []
    for _ in range(rng.randint(1, 4)):
        other = p.argument(rng.choice(["rmc", "mc", "rc", "c", "r", "m", "rm", ""]))
        verb = rng.choice(["add", "sub", "max"] + ["mul"] * (not p.integer))
        value = p.map([value, other], "rmc", p.wide, lambda a, b: p.arith(verb, a, b, element=p.wide))
        results.append(value)
    if rng.random() < 0.3:
        results.append(p.reduce(value, "rmc", "rm", "max"))
    return results if rng.random() < 0.3 else results[-1:]


def scalar_result(p, rng):
    return [p.reduce(p.argument("rc"), "rc", "", rng.choice(["add", "max"]))]


def generate(seed):
    """Source, `--arg` of every argument, recipe options and a line about it."""
    rng = random.Random(seed)
    element = rng.choice(["f16", "bf16", "f32", "f64", "i32"])
    kinds = [row_reductions, column_sums, middle_sums, elementwise, scalar_result]
    kind = rng.choice(kinds if element == "i32" else kinds + [softmax, norm, norm])
    extents = {"r": rng.choice([1, 2, 3, 5]), "m": rng.choice([1, 3, 5]), "c": rng.choice(LENGTHS)}
    if kind in (elementwise, middle_sums) and extents["c"] > 3072:
        extents.update(r=1, m=3)
    dynamic = rng.choice(["", "", "c", "r", "rmc"])
    recipe, knob = rng.choice(["plain", "memory_bound", "memory_bound"]), None
    if recipe == "memory_bound" and rng.random() < 0.5:
        card, name, values = rng.choice(KNOBS)
        knob = f"{card}.{name}={rng.choice(values)}"
    p = Program(element, extents, dynamic)
    text = p.text(kind(p, rng))
    shapes = [f"--arg={i}:" + "x".join(str(extents[d]) for d in dims)
              for i, (_, dims) in enumerate(p.arguments) if any(d in dynamic for d in dims)]
    options = f"recipe={recipe}" + (f" set-knob={knob}" if knob else "")
    about = f"{kind.__name__} {element} {extents} dynamic={dynamic or '-'} {options}"
    return text, shapes, options, about


def judge(seed, skills, folder):
    """The verdict, what the program is, and what was said."""
    text, shapes, options, about = generate(seed)
    source, candidate = (os.path.join(folder, f"{seed}{s}.mlir") for s in ("", ".candidate"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    opt = ["kopt-opt", source, f"--apply-skills=skills={skills} {options} explain=remarks", "-o", candidate]
    gate = ["kopt-gate", source, candidate, "--device=sim", "--families=normal,small_integers", "--shapes=asked"]
    try:
        done = subprocess.run(["kopt-opt", source, "-o", os.devnull], capture_output=True, text=True, timeout=120)
        if done.returncode:
            return "failed", about, f"the program is not legal\n{done.stderr}"
        done = subprocess.run(opt, capture_output=True, text=True, timeout=120)
        if done.returncode == 1 and re.search(re.escape(source) + r":\d+:\d+: error: ", done.stderr):
            return "refused", about, done.stderr
        if done.returncode:
            return "failed", about, f"kopt-opt: status {done.returncode}\n{done.stderr}"
        remarks = done.stderr
        done = subprocess.run(gate + shapes, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired as late:
        return "failed", about, f"{late}"
    said = done.stdout + done.stderr
    verdict = "failed" if done.returncode else "accepted"
    if done.returncode == 2 and "(illegal-state)" in said and "loc(" in said:
        if any(remark in remarks and re.search(answer, said) for remark, answer in LIMITS):
            verdict = "limited"
    return verdict, about, f"kopt-gate: status {done.returncode}\n{said}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("skills")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--keep")
    options = parser.parse_args()
    end, counts = time.monotonic() + options.seconds, {"accepted": 0, "refused": 0, "limited": 0, "failed": 0}
    with tempfile.TemporaryDirectory() as temporary:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        for seed in range(options.seed, options.seed + options.count):
            if time.monotonic() > end:
                break
            verdict, about, said = judge(seed, options.skills, options.keep or temporary)
            counts[verdict] += 1
            if verdict != "accepted":
                print(f"seed {seed}: {verdict}: {about}\n{said[:1500]}", flush=True)
            elif options.keep:
                for suffix in ("", ".candidate"):
                    os.remove(os.path.join(options.keep, f"{seed}{suffix}.mlir"))
    print(", ".join(f"{number} {verdict}" for verdict, number in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
