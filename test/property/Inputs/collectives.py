"""Scans, sorts and selections of random tiles in random layouts, judged by the gate on the simulated GPU.

    collectives.py [--seed N] [--count N] [--keep FOLDER]

A case follows from its seed alone: several kernels in one program, each with its own operation, shape, layout and number of
warps. The combiner of scans composes maps x -> a x + b of integers, which is exact and not commutative. Sorted keys have
few or many values, and beside them their places, which decide between equal ones, or what follows from the key. --keep
leaves the programs in a folder.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

KERNELS = 6


def tensor(shape, element):
    return "tensor<" + "".join(f"{n}x" for n in shape) + f"{element}>"


def random_layout(rng, shape, warp_bits):
    """A layout attribute that gives the bits of the atom to registers, lanes and warps in any order; None where a thread
    would have more elements than registers."""
    atom, bits = [], []
    for dim, extent in enumerate(shape):
        power = rng.randint(0, (extent & -extent).bit_length() - 1)
        atom.append(1 << power)
        bits += [[(1 << k) if d == dim else 0 for d in range(len(shape))] for k in range(power)]
    if rng.random() < 0.6:
        rng.shuffle(bits)
    zero = [0] * len(shape)
    slots = [("lane", i) for i in range(5)] + [("warp", i) for i in range(warp_bits)]
    if rng.random() < 0.4:
        rng.shuffle(slots)
    lane, warp, reg = [zero] * 5, [zero] * warp_bits, []
    leave = rng.choice([0, 0, 1, 2])
    for basis in bits:
        if leave > 0 or not slots:
            reg.append(basis)
            leave -= 1
            continue
        kind, index = slots.pop(0)
        (lane if kind == "lane" else warp)[index] = basis
    reps = [n // a for n, a in zip(shape, atom)]
    registers = 1 << len(reg)
    for repetitions in reps:
        registers *= repetitions
    if registers > 64:
        return None
    return f"#kopt.layout<reg = {reg}, lane = {lane}, warp = {warp}, reps = {reps}>"


def random_shape(rng):
    while True:
        shape = [rng.choice([1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 6, 12, 40, 96]) for _ in range(rng.randint(1, 3))]
        elements = 1
        for extent in shape:
            elements *= extent
        if elements <= 1024:
            return shape


class Scan:
    """One scan: the text of its kernel, of its launch and of the loops that say what it is."""

    def __init__(self, rng, number):
        self.name = f"scan{number}"
        self.shape = random_shape(rng)
        self.axis = rng.randrange(len(self.shape))
        self.element = rng.choice(["i32", "i32", "i64", "i16", "i8"])
        self.reverse, self.exclusive = rng.random() < 0.5, rng.random() < 0.5
        self.warp_bits = rng.randint(0, 3)
        self.layout = None
        while not self.layout:
            self.layout = random_layout(rng, self.shape, self.warp_bits)
        self.total = self.shape[: self.axis] + self.shape[self.axis + 1 :]
        self.types = [tensor(self.shape, self.element)] * 2 + [tensor(self.total, self.element)] * 2
        self.arguments = self.types[:2]

    def kernel(self):
        wide, low = self.types[0], self.types[2]
        memory = [t.replace("tensor", "memref") for t in self.types]
        flags = (" exclusive" if self.exclusive else "") + (" reverse" if self.reverse else "")
        at = ", ".join(["%c0"] * len(self.shape))
        high = f"[{at}]"
        short = f"[{', '.join(['%c0'] * len(self.total))}]" if self.total else ""
        e = self.element
        anchor = f"{{layout = {self.layout}}}"
        return f"""  kopt.kernel @{self.name}(%a: {memory[0]}, %b: {memory[1]}, %p: {memory[0]} {{kopt.out}}, %q: {memory[1]} {{kopt.out}}, %s: {memory[2]} {{kopt.out}}, %t: {memory[3]} {{kopt.out}})
      attributes {{grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = {1 << self.warp_bits}>}} {{
    %c0 = arith.constant 0 : index
    %x = kopt.load %a{high} {anchor} : {memory[0]} -> {wide}
    %y = kopt.load %b{high} {anchor} : {memory[1]} -> {wide}
    %r:4 = kopt.scan (%x, %y) axis {self.axis} identity [1 : {e}, 0 : {e}]{flags} : ({wide}, {wide}) -> ({wide}, {wide}, {low}, {low}) {{
    ^bb0(%u: {e}, %v: {e}, %w: {e}, %z: {e}):
      %f = arith.muli %u, %w : {e}
      %g = arith.muli %v, %w : {e}
      %h = arith.addi %g, %z : {e}
      kopt.yield %f, %h : {e}, {e}
    }}
    kopt.store %r#0, %p{high} : {wide}, {memory[0]}
    kopt.store %r#1, %q{high} : {wide}, {memory[1]}
    kopt.store %r#2, %s{short} : {low}, {memory[2]}
    kopt.store %r#3, %t{short} : {low}, {memory[3]}
    kopt.return
  }}
"""

    def loops(self, arguments, results):
        """Loops over all dimensions, the axis innermost; `results` are the names the four tensors get."""
        e, types = self.element, self.types
        n, lines = self.name, []
        outer = [d for d in range(len(self.shape)) if d != self.axis]
        order = outer + [self.axis]
        for i, type_ in enumerate(types):
            lines.append(f"%{n}_e{i} = tensor.empty() : {type_}")
        lines += [f"%{n}_one = arith.constant 1 : {e}", f"%{n}_zero = arith.constant 0 : {e}",
                  f"%{n}_last = arith.constant {self.shape[self.axis] - 1} : index"]
        carried = [f"%{n}_e{i}" for i in range(4)]
        for depth, dim in enumerate(order):
            lines.append(f"%{n}_n{dim} = arith.constant {self.shape[dim]} : index")
            inits = carried + ([f"%{n}_one", f"%{n}_zero"] if dim == self.axis else [])
            kinds = types + ([e, e] if dim == self.axis else [])
            names = [f"%{n}_{depth}_{i}" for i in range(len(inits))]
            lines.append(f"%{n}_l{depth}:{len(inits)} = scf.for %{n}_i{dim} = %c0 to %{n}_n{dim} step %c1 iter_args("
                         + ", ".join(f"{a} = {b}" for a, b in zip(names, inits)) + ") -> (" + ", ".join(kinds) + ") {")
            carried = names[:4]
        depth = len(order) - 1
        u, v = f"%{n}_{depth}_4", f"%{n}_{depth}_5"
        k = f"%{n}_i{self.axis}"
        if self.reverse:
            lines.append(f"%{n}_k = arith.subi %{n}_last, {k} : index")
            k = f"%{n}_k"
        at = ", ".join(k if d == self.axis else f"%{n}_i{d}" for d in range(len(self.shape)))
        out = ", ".join(f"%{n}_i{d}" for d in outer)
        lines += [f"%{n}_x = tensor.extract {arguments[0]}[{at}] : {types[0]}",
                  f"%{n}_y = tensor.extract {arguments[1]}[{at}] : {types[1]}",
                  f"%{n}_f = arith.muli {u}, %{n}_x : {e}",
                  f"%{n}_g = arith.muli {v}, %{n}_x : {e}",
                  f"%{n}_h = arith.addi %{n}_g, %{n}_y : {e}"]
        new = [u, v] if self.exclusive else [f"%{n}_f", f"%{n}_h"]
        for i in range(2):
            lines.append(f"%{n}_w{i} = tensor.insert {new[i]} into {carried[i]}[{at}] : {types[i]}")
            lines.append(f"%{n}_w{i + 2} = tensor.insert %{n}_{'fh'[i]} into {carried[i + 2]}[{out}] : {types[i + 2]}")
        written = [f"%{n}_w{i}" for i in range(4)]
        for depth in range(len(order) - 1, -1, -1):
            extra = [f"%{n}_f", f"%{n}_h"] if depth == len(order) - 1 else []
            lines += ["scf.yield " + ", ".join(written + extra) + " : " + ", ".join(types + ([e, e] if extra else [])), "}"]
            written = [f"%{n}_l{depth}#{i}" for i in range(4)]
        results += written
        return lines

    def launch(self, arguments, results):
        n = self.name
        lines = [f"%{n}_e{i} = tensor.empty() : {t}" for i, t in enumerate(self.types)]
        count = len(self.types)
        lines.append(f"%{n}:{count} = kopt.launch @kernels::@{n} ins({', '.join(arguments)} : {', '.join(self.arguments)}) outs("
                     + ", ".join(f"%{n}_e{i}" for i in range(count)) + f" : {', '.join(self.types)}) -> {', '.join(self.types)}")
        results += [f"%{n}#{i}" for i in range(count)]
        return lines


class Order:
    """A sort, or the first k of one: pairs of a key and a place, or a key and what follows from it."""

    def __init__(self, rng, number):
        self.name = f"order{number}"
        self.long = rng.random() < 0.5
        self.warp_bits = rng.randint(0, 3)
        self.layout = None
        if self.long:
            self.shape = [rng.choice([2048, 4096, 6144, 3072])]
            self.warp_bits = max(self.warp_bits, 2)
        else:
            self.shape = random_shape(rng)
            while not self.layout:
                self.layout = random_layout(rng, self.shape, self.warp_bits)
        self.axis = rng.randrange(len(self.shape))
        extent = self.shape[self.axis]
        self.k = rng.choice([1, 2, 5, 8, 24, 32]) if self.long else rng.choice([extent, extent, rng.randint(1, extent)])
        self.top = self.k < extent or rng.random() < 0.3
        self.mask = rng.choice([0, 1, 15, 255, -1])
        self.falls, self.placed = rng.random() < 0.5, rng.random() < 0.6
        self.out = self.shape[: self.axis] + [self.k] + self.shape[self.axis + 1 :]
        self.arguments = [tensor(self.shape, "i32")]
        self.types = [tensor(self.out, "i32")] * 2

    def kernel(self):
        wide, out = self.arguments[0], self.types[0]
        memory, to = wide.replace("tensor", "memref"), out.replace("tensor", "memref")
        at = "[" + ", ".join(["%c0"] * len(self.shape)) + "]"
        anchor = f"{{layout = {self.layout}}}" if self.layout else ""
        second = (f"%i = kopt.iota {self.axis} : {wide}" if self.placed
                  else f"%three = arith.constant dense<3> : {wide}\n    %i = arith.muli %x, %three : {wide}")
        what = f"kopt.top_k (%x, %i) axis {self.axis} k {self.k}" if self.top else f"kopt.sort (%x, %i) axis {self.axis}"
        yields = "%o" if self.placed else "%g"
        return f"""  kopt.kernel @{self.name}(%a: {memory}, %p: {to} {{kopt.out}}, %q: {to} {{kopt.out}})
      attributes {{grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = {1 << self.warp_bits}>}} {{
    %c0 = arith.constant 0 : index
    %l = kopt.load %a{at} {anchor} : {memory} -> {wide}
    %m = arith.constant dense<{self.mask}> : {wide}
    %x = arith.andi %l, %m : {wide}
    {second}
    %r:2 = {what} : ({wide}, {wide}) -> ({out}, {out}) {{
    ^bb0(%u: i32, %ui: i32, %v: i32, %vi: i32):
      %g = arith.cmpi {'sgt' if self.falls else 'slt'}, %u, %v : i32
      %e = arith.cmpi eq, %u, %v : i32
      %s = arith.cmpi slt, %ui, %vi : i32
      %t = arith.andi %e, %s : i1
      %o = arith.ori %g, %t : i1
      kopt.yield {yields} : i1
    }}
    kopt.store %r#0, %p{at} : {out}, {to}
    kopt.store %r#1, %q{at} : {out}, {to}
    kopt.return
  }}
"""

    def loops(self, arguments, results):
        """Each element goes into a list in order, behind those that are equal."""
        n, wide, out = self.name, self.arguments[0], self.types[0]
        outer = [d for d in range(len(self.shape)) if d != self.axis]
        pair = f"({out}, {out})"
        lines = [f"%{n}_e = tensor.empty() : {out}", f"%{n}_mask = arith.constant {self.mask} : i32",
                 f"%{n}_three = arith.constant 3 : i32", f"%{n}_end = arith.constant {self.k - 1} : index",
                 f"%{n}_k = arith.constant {self.k} : index"]
        carried = [f"%{n}_e", f"%{n}_e"]
        order = outer + [self.axis]
        for depth, dim in enumerate(order):
            names = [f"%{n}_{depth}_{i}" for i in range(2)]
            lines += [f"%{n}_n{dim} = arith.constant {self.shape[dim]} : index",
                      f"%{n}_l{depth}:2 = scf.for %{n}_i{dim} = %c0 to %{n}_n{dim} step %c1 iter_args("
                      + ", ".join(f"{a} = {b}" for a, b in zip(names, carried)) + f") -> {pair} {{"]
            carried = names
        j, v, w = f"%{n}_i{self.axis}", *carried

        def at(place):
            return "[" + ", ".join(place if d == self.axis else f"%{n}_i{d}" for d in range(len(self.shape))) + "]"

        compare = "sgt" if self.falls else "slt"
        lines += [f"%{n}_raw = tensor.extract {arguments[0]}{at(j)} : {wide}",
                  f"%{n}_a = arith.andi %{n}_raw, %{n}_mask : i32",
                  f"%{n}_b = arith.index_cast {j} : index to i32" if self.placed
                  else f"%{n}_b = arith.muli %{n}_a, %{n}_three : i32",
                  f"%{n}_last = arith.minui {j}, %{n}_end : index",
                  f"%{n}_worst = tensor.extract {v}{at(f'%{n}_end')} : {out}",
                  f"%{n}_better = arith.cmpi {compare}, %{n}_a, %{n}_worst : i32",
                  f"%{n}_grows = arith.cmpi ult, {j}, %{n}_k : index",
                  f"%{n}_enters = arith.ori %{n}_grows, %{n}_better : i1",
                  f"%{n}_next:2 = scf.if %{n}_enters -> {pair} {{",
                  f"%{n}_m:3 = scf.for %{n}_s = %c0 to %{n}_last step %c1 iter_args(%{n}_v = {v}, %{n}_w = {w}, %{n}_p = %{n}_last)"
                  f" -> ({out}, {out}, index) {{",
                  f"%{n}_at = arith.subi %{n}_last, %{n}_s : index",
                  f"%{n}_before = arith.subi %{n}_at, %c1 : index"]
        for t, name in (("v", "v"), ("w", "w")):
            lines += [f"%{n}_{t}b = tensor.extract %{n}_{name}{at(f'%{n}_before')} : {out}",
                      f"%{n}_{t}o = tensor.extract %{n}_{name}{at(f'%{n}_at')} : {out}"]
        lines.append(f"%{n}_shifts = arith.cmpi {compare}, %{n}_a, %{n}_vb : i32")
        for t in ("v", "w"):
            lines += [f"%{n}_{t}y = arith.select %{n}_shifts, %{n}_{t}b, %{n}_{t}o : i32",
                      f"%{n}_{t}1 = tensor.insert %{n}_{t}y into %{n}_{t}{at(f'%{n}_at')} : {out}"]
        lines += [f"%{n}_p1 = arith.select %{n}_shifts, %{n}_before, %{n}_p : index",
                  f"scf.yield %{n}_v1, %{n}_w1, %{n}_p1 : {out}, {out}, index", "}",
                  f"%{n}_v2 = tensor.insert %{n}_a into %{n}_m#0{at(f'%{n}_m#2')} : {out}",
                  f"%{n}_w2 = tensor.insert %{n}_b into %{n}_m#1{at(f'%{n}_m#2')} : {out}",
                  f"scf.yield %{n}_v2, %{n}_w2 : {out}, {out}", "} else {",
                  f"scf.yield {v}, {w} : {out}, {out}", "}"]
        written = [f"%{n}_next#{i}" for i in range(2)]
        for depth in range(len(order) - 1, -1, -1):
            lines += [f"scf.yield {', '.join(written)} : {out}, {out}", "}"]
            written = [f"%{n}_l{depth}#{i}" for i in range(2)]
        results += written
        return lines

    launch = Scan.launch


def programs(seed):
    """The original and the candidate of one seed."""
    rng = random.Random(seed)
    cases = [rng.choice([Scan, Order])(rng, i) for i in range(KERNELS)]
    arguments, types = [], []
    for case in cases:
        arguments.append([f"%arg{len(types) + i}" for i in range(len(case.arguments))])
        types += case.arguments
    result_types = [t for case in cases for t in case.types]
    texts = []
    for body in ("loops", "launch"):
        results, lines = [], []
        for case, names in zip(cases, arguments):
            lines += getattr(case, body)(names, results)
        head = ", ".join(f"%arg{i}: {t}" for i, t in enumerate(types))
        joined = ", ".join(result_types)
        texts.append("func.func @cases(" + head + ") -> (" + joined + ") {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
                     + "\n".join(lines) + f"\nreturn {', '.join(results)} : {joined}\n}}\n")
    kernels = "gpu.module @kernels {\n" + "".join(case.kernel() for case in cases) + "}\n"
    return texts[0], kernels + texts[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--keep")
    options = parser.parse_args()
    accepted = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for seed in range(options.seed, options.seed + options.count):
            paths = [os.path.join(folder, f"{seed}.{kind}.mlir") for kind in ("original", "candidate")]
            for path, text in zip(paths, programs(seed)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            done = subprocess.run(["kopt-gate", *paths, "--device=sim", "--families=random_bits"], capture_output=True, text=True)
            accepted += done.returncode == 0
            if done.returncode != 0:
                print(f"seed {seed}: {done.stdout}{done.stderr}")
    print(f"{accepted} of {options.count} accepted")
    sys.exit(accepted != options.count)


main()
