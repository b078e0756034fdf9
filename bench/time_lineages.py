#!/usr/bin/env python3
"""Times many programs of each task, kopt's alone, on one GPU.

  bench/time_lineages.py --programs DIR --out FILE [--blocks 7] [--limit 240] [--tasks T16-rmsnorm,…]

DIR is what bench/lineages.py wrote. All PTX is compiled first, by all cores. The programs of a task share its inputs
and outputs; each is run and compared with PyTorch once, then a block times each once, in random order, as
bench/run.py does: after L2 was filled with other, clean lines, and with all launches queued. What takes longer than
--slow at first keeps that sample alone. Writes rows[] {task, bytes, programs{number: {us, check, kernels}}}; a program
that stops the GPU is an error, and the rest goes on in another process.
"""
import argparse
import ctypes
import json
import multiprocessing
import pathlib
import random
import sys
import time

import numpy
import torch

import jit
import peers
from run import FLUSH_FACTOR, Driver, roles

SETS = 2
ALIGN = 256


class Bound:
    """A program with its buffers, ready to launch: `shared` are the task's inputs and outputs in order."""

    def __init__(self, driver, path, host, functions, shared, arena):
        self.driver = driver
        shared = iter(shared)
        pointers, self.keep, end = [], [], 0
        for b in host["buffers"]:
            if b["role"] in ("input", "output"):
                tensor = next(shared)
            elif b["role"] == "temporary":
                pointers.append(arena.data_ptr() + end)
                end += -(-peers.shape_bytes(b) // ALIGN) * ALIGN
                continue
            elif b["role"] == "constant":
                tensor = torch.from_numpy(numpy.load(path.parent / f"{path.stem}.{b['name']}.npy")).cuda()
            else:  # a workspace: zero before the first launch
                tensor = torch.zeros(b["shape"], device="cuda", dtype=peers.DTYPES[b["dtype"]])
            self.keep.append(tensor)
            pointers.append(tensor.data_ptr())
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        self.launches = []
        for fn, launch in zip(functions, host["launches"]):
            if 0 in launch["grid"]:
                continue
            values = [ctypes.c_uint64(pointers[a["buffer"]] + a["offset"] if "buffer" in a else a["bits"])
                      for a in launch["args"]]
            params = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
            self.keep.append(values)
            together = bool(launch.get("cooperative"))
            self.launches.append(("cuLaunchCooperativeKernel" if together else "cuLaunchKernel",
                                  (fn, *launch["grid"], *launch["block"], launch["shared"], stream, params) +
                                  (() if together else (None,))))

    def __call__(self):
        for name, arguments in self.launches:
            self.driver.call(name, *arguments)


def temporaries(host):
    return sum(-(-peers.shape_bytes(b) // ALIGN) * ALIGN for b in host["buffers"] if b["role"] == "temporary")


class Timer:
    def __init__(self, driver, l2):
        self.driver = driver
        self.flush = torch.ones(FLUSH_FACTOR * l2 // 4, device="cuda")

    def __call__(self, program):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        self.driver.call("cuCtxResetPersistingL2Cache")
        # The GPU is busy until all is queued.
        torch.cuda._sleep(150_000 + 40_000 * len(program.launches))
        self.flush.sum()
        begin.record()
        program()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e3


def time_task(name, paths, driver, timer, args, report):
    """Calls `report` with each program's number, before it is first run, and at last returns the row."""
    task = peers.find(name)
    hosts = {path: json.loads(path.read_text()) for path in paths}
    spec = [b for b in hosts[paths[0]]["buffers"] if b["role"] in ("input", "output")]
    places = [i for i, b in enumerate(spec) if b["role"] == "output"]
    data = [[task.inputs.get(i, peers.randn)(b["shape"], peers.DTYPES[b["dtype"]]) for i, b in enumerate(spec)]
            for _ in range(SETS)]
    inputs = [[t for i, t in enumerate(tensors) if i not in places] for tensors in data]
    wanted = peers.reference(task, inputs[0])
    moved = (task.moved(inputs[0], [data[0][i] for i in places]) if task.moved else
             sum(map(peers.shape_bytes, spec)))
    arena = torch.empty(max(map(temporaries, hosts.values())) + ALIGN, dtype=torch.uint8, device="cuda")
    programs, bound = {}, {}
    for path in paths:
        number = path.stem.split("@")[1]
        report(number)
        module = driver.load(path.with_suffix(".cubin").read_bytes())
        functions, facts = zip(*[driver.function(module, launch["kernel"], launch["shared"])
                                 for launch in hosts[path]["launches"]])
        for output in places:
            tensor = data[0][output]
            tensor.fill_(float("nan") if tensor.dtype.is_floating_point else -7)
        sets = [Bound(driver, path, hosts[path], functions, tensors, arena) for tensors in data]
        first = timer(sets[0])
        check = peers.compare(task, [data[0][i] for i in places], wanted)
        programs[number] = {"us": [first], "kernels": facts,
                            "check": check.get("rel_l2", check.get("differing"))}
        if first < 1e3 * args.slow:
            programs[number]["us"] = []
            bound[number] = sets
    numbers = list(bound)
    for block in range(args.blocks):
        random.shuffle(numbers)
        for number in numbers:
            programs[number]["us"].append(round(timer(bound[number][block % SETS]), 2))
    return {"task": name, "bytes": moved, "programs": programs}


def work(tasks, args, pipe):
    torch.manual_seed(int(time.time()))
    torch.cuda.init()
    torch.zeros(1, device="cuda")
    device = torch.cuda.get_device_properties(0)
    driver = Driver()
    timer = Timer(driver, device.L2_cache_size)
    pipe.send(("device", device.name, None))
    for name, paths in tasks.items():
        try:
            row = time_task(name, paths, driver, timer, args, lambda number: pipe.send(("run", name, number)))
            pipe.send(("row", name, row))
        except torch.cuda.OutOfMemoryError as error:
            pipe.send(("row", name, {"task": name, "error": str(error)}))
        torch.cuda.empty_cache()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--tasks", default="")
    parser.add_argument("--blocks", type=int, default=7)
    parser.add_argument("--slow", type=float, default=20, help="milliseconds")
    parser.add_argument("--limit", type=float, default=240, help="seconds for all, half of them at most for compiling")
    args = parser.parse_args()
    end = time.monotonic() + args.limit
    tasks = {}
    for path in sorted(args.programs.glob("*@*.json")):
        name = path.stem.split("@")[0]
        if peers.find(name) and (not args.tasks or name in args.tasks.split(",")):
            tasks.setdefault(name, []).append(path)
    errors = jit.compile_all([p.with_suffix(".ptx") for paths in tasks.values() for p in paths], args.limit / 2)
    failures = {path.stem: error for path, error in errors.items()}
    print(f"compiled, {len(errors)} errors, {end - time.monotonic():.0f} s left", flush=True)
    tasks = {name: [p for p in paths if p.stem not in failures] for name, paths in tasks.items()}
    tasks = {name: paths for name, paths in tasks.items() if paths}
    report = {"date": time.strftime("%Y-%m-%d"), "torch": torch.__version__, "errors": failures, "rows": []}
    fork = multiprocessing.get_context("fork")
    while tasks and time.monotonic() < end:
        mine, theirs = fork.Pipe(duplex=False)
        worker = fork.Process(target=work, args=(tasks, args, theirs))
        worker.start()
        theirs.close()
        running, why = None, "the worker ended"
        try:
            while tasks:
                if not mine.poll(max(0, end - time.monotonic())):
                    why, running = "no time left", None
                    break
                kind, name, what = mine.recv()
                if kind == "device":
                    report["device"] = name
                elif kind == "run":
                    running = name, what
                else:
                    running = None
                    report["rows"].append(what)
                    del tasks[name]
                    print(f"{name}: {len(what.get('programs', []))} programs, {end - time.monotonic():.0f} s left", flush=True)
        except EOFError:
            pass
        worker.kill()
        worker.join()
        if tasks:
            print(f"{running or next(iter(tasks))}: {why}", flush=True)
            if running:  # it, not its task, is left out
                name, number = running
                failures[f"{name}@{number}"] = why
                tasks[name] = [p for p in tasks[name] if p.stem != f"{name}@{number}"]
            else:
                report["rows"].append({"task": next(iter(tasks)), "error": why})
                del tasks[next(iter(tasks))]
        args.out.write_text(json.dumps(report))
    args.out.write_text(json.dumps(report))
    return 1 if tasks else 0


if __name__ == "__main__":
    sys.exit(main())
