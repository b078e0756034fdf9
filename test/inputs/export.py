#!/usr/bin/env python3
"""Exports modules.py through torch-mlir to linalg on tensors, with arguments, results and allowed errors.

    python export.py [NAME ...]     # all without names; README.md says in what environment

Writes NAME.mlir and NAME.npz beside this file. foreign.py makes those that do not come from torch-mlir.
"""
import inspect
import pathlib
import sys
import zlib

import numpy
import torch
from torch_mlir import fx

import modules
import reference

here = pathlib.Path(__file__).resolve().parent

HEADER = """// {what}
// {versions}; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families={families} --shapes=asked --device=sim
// REQUIRES: sim

"""


def stored(tensor):
    if tensor.dtype == torch.bfloat16:
        return tensor.contiguous().view(torch.uint16).numpy()
    return tensor.contiguous().numpy()


def write(name, what, versions, text, args, wide, allowed, families="small_integers"):
    """NAME.mlir with its RUN lines, and NAME.npz: arg0…, out0… in float64 or integers, allowed0… in float32."""
    header = HEADER.format(what=what, versions=versions, families=families)
    (here / f"{name}.mlir").write_text(header + text)
    arrays = {f"arg{i}": stored(a) for i, a in enumerate(args)}
    for i, (value, error) in enumerate(zip(wide, allowed)):
        arrays[f"out{i}"] = value.numpy()
        if error is not None:
            arrays[f"allowed{i}"] = error.numpy().astype(numpy.float32)
    numpy.savez_compressed(here / f"{name}.npz", **arrays)


class Exported(torch.nn.Module):
    """`function` with its own argument names, which become the program's arguments."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def describe(function_maker, args):
    doc = (inspect.getdoc(function_maker) or "").split("\n\n")[0].replace("\n", " ")
    name = function_maker.__name__
    types = sorted({str(a.dtype).removeprefix("torch.") for a in args})
    return f"{name} ({', '.join(types)})" + (f": {doc}" if doc else "")


# Where small integers say nothing, or are no input of the module.
FAMILIES = {"argmax": "equal_rows", "top_k": "equal_rows", "batch_norm": "uniform01", "resnet_bottleneck": "uniform01",
            "mobilenet_block": "uniform01", "pooling_stem": "uniform01", "adamw_step": "uniform01"}


def export(name):
    make = modules.MODULES[name]
    seed = zlib.crc32(name.encode()) % 1000
    function, args = make(modules.Draw(seed))
    print(f"{name}: seed {seed}")
    program = torch.export.export(Exported(function), args)
    wide, allowed = reference.references(program, args, seed)
    module = fx.export_and_import(program, output_type="linalg-on-tensors", func_name=name)
    write(name, describe(make, args), VERSIONS, str(module), args, wide, allowed, FAMILIES.get(name, "small_integers"))


def versions():
    from importlib.metadata import version

    return f"torch {version('torch')}, torch-mlir {version('torch-mlir')}"


VERSIONS = versions()

if __name__ == "__main__":
    print(VERSIONS, "numpy", numpy.__version__)
    failed = []
    for name in sys.argv[1:] or modules.MODULES:
        try:
            export(name)
        except Exception as error:  # one module's failure is told, and the others are still made
            failed.append(name)
            print(f"{name}: failed: {type(error).__name__}: {str(error)[:600]}")
    sys.exit(f"failed: {' '.join(failed)}" if failed else 0)
