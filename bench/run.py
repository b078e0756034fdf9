#!/usr/bin/env python3
"""Times kopt's kernels and their peers in one run, interleaved, on one GPU.

  bench/run.py --programs DIR --out FILE [--tasks T16,T20] [--blocks 30] [--together]

DIR holds, per task, TASK.json (the program: buffers, launches) and TASK.ptx.
Every arm is captured into CUDA graphs, one for each of several buffer sets that
together are much larger than L2; a block replays each arm once in one order and
once in the reverse order (ABBA), on the next buffer set each time, after L2 was
filled with other, clean lines. Outputs are
poisoned before the check, and every arm is checked against a float64 reference
first. Writes rows[] {task, data, order, arms{name: [us…]}, binary_sha256, …};
raw samples are kept. The card's settings are left alone.
"""
import argparse
import ctypes
import hashlib
import json
import math
import pathlib
import statistics
import sys
import time

import numpy
import torch

import peers
from arms import PEERS, interval

L2_FACTOR = 16
FLUSH_FACTOR = 4  # of L2, read before every sample
QUEUE_CYCLES = 200_000  # some 100 us


class Driver:
    """The few driver calls needed to launch a kernel on torch's stream."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")

    def call(self, name, *args):
        code = getattr(self.lib, name)(*args)
        if code:
            text = ctypes.c_char_p()
            self.lib.cuGetErrorName(code, ctypes.byref(text))
            raise RuntimeError(f"{name}: {text.value.decode() if text.value else code}")

    def load(self, ptx):
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), ptx + b"\0")
        return module

    def function(self, module, name, shared):
        fn = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(fn), module, name.encode())
        if shared > 48 * 1024:
            self.call("cuFuncSetAttribute", fn, 8, shared)
        facts = {}
        for key, what in (("registers", 4), ("local_bytes", 3)):
            value = ctypes.c_int()
            self.call("cuFuncGetAttribute", ctypes.byref(value), what, fn)
            facts[key] = value.value
        return fn, facts


class Program:
    """A program as kopt writes it, bound to torch tensors at call time."""

    def __init__(self, driver, path):
        self.driver = driver
        self.name = path.stem
        self.path = path
        self.json = json.loads(path.read_text())
        self.ptx = path.with_suffix(".ptx").read_bytes()
        self.sha256 = hashlib.sha256(self.ptx).hexdigest()
        self.module = driver.load(self.ptx)
        self.facts = []
        self.launches = []
        for launch in self.json["launches"]:
            fn, facts = driver.function(self.module, launch["kernel"], launch["shared"])
            self.launches.append((fn, launch))
            self.facts.append(facts)

    def __call__(self, buffers):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        for fn, launch in self.launches:
            if 0 in launch["grid"]:
                continue
            values = []
            for arg in launch["args"]:
                if "buffer" in arg:
                    values.append(ctypes.c_uint64(buffers[arg["buffer"]].data_ptr() + arg["offset"]))
                else:
                    values.append(ctypes.c_uint64(arg["bits"]))
            params = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
            # A cluster's extent is in the kernel itself.
            if launch.get("cooperative"):
                self.driver.call("cuLaunchCooperativeKernel", fn, *launch["grid"], *launch["block"],
                                 launch["shared"], stream, params)
            else:
                self.driver.call("cuLaunchKernel", fn, *launch["grid"], *launch["block"],
                                 launch["shared"], stream, params, None)


def roles(program, *wanted):
    return [i for i, b in enumerate(program.json["buffers"]) if b["role"] in wanted]


def own(program, i):
    """A buffer that is neither input nor output. A workspace is zero before the first launch; launches leave it as
    they found it."""
    b = program.json["buffers"][i]
    if b["role"] == "constant":
        return torch.from_numpy(numpy.load(program.path.parent / f"{program.path.stem}.{b['name']}.npy")).cuda()
    return torch.zeros(b["shape"], device="cuda", dtype=peers.DTYPES[b["dtype"]])


def beside(program, main, data):
    """An arm that runs `program` on the inputs and outputs of `main`'s buffer sets, and on other buffers of its own."""
    places = roles(main, "input", "output"), roles(program, "input", "output")
    bound = {}
    for buffers in data:
        shared = {theirs: buffers[ours] for ours, theirs in zip(*places)}
        bound[id(buffers)] = [shared[i] if i in shared else own(program, i) for i in range(len(program.json["buffers"]))]

    def arm(buffers):
        program(bound[id(buffers)])
        return [buffers[i] for i in roles(main, "output")]

    return arm


def run_task(name, program, others, blocks, l2, wanted):
    task = peers.find(name)
    function = task.function
    spec = program.json["buffers"]
    n_in = sum(b["role"] == "input" for b in spec)
    outputs = [i for i, b in enumerate(spec) if b["role"] == "output"]
    set_bytes = sum(map(peers.shape_bytes, spec))
    sets = max(2, min(8, math.ceil(L2_FACTOR * l2 / set_bytes) + 1))
    free = torch.cuda.mem_get_info()[0]
    sets = max(2, min(sets, int(free * 0.5 // (2 * set_bytes))))
    data = []
    for _ in range(sets):
        data.append([task.inputs.get(i, peers.randn)(b["shape"], peers.DTYPES[b["dtype"]])
                     if b["role"] in ("input", "output") else own(program, i)
                     for i, b in enumerate(spec)])
    compiled = torch.compile(function)
    tuned = torch.compile(function, mode="max-autotune-no-cudagraphs")
    results, graphs, checks = {}, {}, {}

    def copy_arm(buffers):
        """As many bytes read and written as the task moves: a ceiling, not a peer."""
        source, target = halves[id(buffers)]
        target.copy_(source)
        return None

    def kopt_arm(buffers):
        program(buffers)
        return [buffers[i] for i in outputs]

    arms = {"kopt": kopt_arm,
            "eager": lambda b: function(*b[:n_in]),
            "compile": lambda b: compiled(*b[:n_in]),
            "autotune": lambda b: tuned(*b[:n_in]),
            "copy": copy_arm}
    arms = {arm: fn for arm, fn in arms.items() if arm == "kopt" or arm in wanted}
    compared = {other.name.split("@")[1]: other for other in others}
    arms |= {arm: beside(other, program, data) for arm, other in compared.items()}
    halves = {}
    moved = (task.moved(data[0][:n_in], [data[0][i] for i in outputs]) if task.moved else
             sum(peers.shape_bytes(b) for b in spec if b["role"] in ("input", "output")))
    if "copy" in arms:
        for buffers in data:
            halves[id(buffers)] = [torch.empty(moved // 2, dtype=torch.uint8, device="cuda") for _ in range(2)]
    for arm, fn in arms.items():
        for buffers in data:
            for output in (buffers[i] for i in outputs):
                output.fill_(float("nan") if output.dtype.is_floating_point else -7)
        for buffers in data[:2]:
            out = fn(buffers)
        torch.cuda.synchronize()
        if out is not None:
            checks[arm] = peers.check(task, peers.as_tuple(out), data[1][:n_in])
        graphs[arm] = []
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            fn(data[0])
        torch.cuda.current_stream().wait_stream(side)
        for buffers in data:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = fn(buffers)
            graphs[arm].append((graph, out))
    samples = {arm: [] for arm in arms}
    order = []
    names = list(arms)
    turn = 0
    flush = torch.ones(FLUSH_FACTOR * l2 // 4, device="cuda")
    for block in range(blocks + 2):
        sequence = names + names[::-1] if block % 2 == 0 else names[::-1] + names
        for arm in sequence:
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            graph, _ = graphs[arm][turn % sets]
            turn += 1
            # Every arm starts from the same L2, full of clean lines: what the
            # arm before it left dirty or marked to stay would be paid here.
            program.driver.call("cuCtxResetPersistingL2Cache")
            # Keeps the GPU busy until both events and the graph are queued, or
            # the time would hold the host's submission, some 5 us.
            torch.cuda._sleep(QUEUE_CYCLES)
            flush.sum()
            begin.record()
            graph.replay()
            end.record()
            end.synchronize()
            if block >= 2:
                samples[arm].append(begin.elapsed_time(end) * 1e3)
                order.append(arm)
    row = {"task": name.split(".")[0], "order": order, "arms": samples, "sets": sets,
           "binary_sha256": program.sha256, "kernels": program.facts, "bytes": moved, "check": checks}
    medians = {arm: statistics.median(v) for arm, v in samples.items()}
    line = "  ".join(f"{arm} {medians[arm]:.1f}" for arm in arms)
    line += f" us; kopt {moved / medians['kopt'] / 1e6:.2f} TB/s"
    for arm in compared:
        low, middle, high = interval([a / b for a, b in zip(samples[arm], samples["kopt"])])
        print(f"{program.name}: {arm} {medians[arm]:.1f} us; {middle:.3f} [{low:.3f}, {high:.3f}] of kopt's", flush=True)
    rivals = [arm for arm in arms if arm in PEERS]
    if rivals:
        best = min(rivals, key=lambda a: medians[a])
        row["reference"] = best
        row["ratio"] = interval([a / b for a, b in zip(samples[best], samples["kopt"])])
        line += f"; {best}/kopt {row['ratio'][1]:.3f} [{row['ratio'][0]:.3f}, {row['ratio'][2]:.3f}]"
    errors = ", ".join(f"{arm} " + (f"rel_l2 {c['rel_l2']:.2e}" if "rel_l2" in c else f"differing {c['differing']}")
                       for arm, c in checks.items())
    print(f"{program.name}: {line}; {errors}; {program.facts}", flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--tasks", default="")
    parser.add_argument("--blocks", type=int, default=30)
    parser.add_argument("--arms", default="kopt,eager,compile,autotune,copy", help="kopt and any of its peers")
    parser.add_argument("--together", action="store_true",
                        help="the programs of a task are arms of one row: the first by name is kopt, others go by what follows @")
    args = parser.parse_args()
    torch.manual_seed(int(time.time()))
    device = torch.cuda.get_device_properties(0)
    driver = Driver()
    torch.cuda.init()
    torch.zeros(1, device="cuda")
    report = {"device": device.name, "date": time.strftime("%Y-%m-%d"), "torch": torch.__version__, "rows": []}
    failed = False
    groups = {}
    for path in sorted(args.programs.glob("*.json"), key=lambda p: p.stem):
        task = path.stem.split("@")[0]
        if not peers.find(task) or (args.tasks and task.split("-")[0] not in args.tasks.split(",")):
            continue
        groups.setdefault(task if args.together else path.stem, []).append(path)
    for path, *beside_it in groups.values():
        task = path.stem.split("@")[0]
        try:
            row = run_task(task, Program(driver, path), [Program(driver, p) for p in beside_it], args.blocks,
                           device.L2_cache_size, args.arms.split(","))
            row["program"] = path.stem
            report["rows"].append(row)
        except Exception as error:  # one bad program must not lose the others' rows
            failed = True
            print(f"{path.stem}: {type(error).__name__}: {error}", flush=True)
            report["rows"].append({"task": task, "program": path.stem, "error": str(error)})
        torch.cuda.empty_cache()
    args.out.write_text(json.dumps(report))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
