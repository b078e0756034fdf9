#!/usr/bin/env python3
"""Exports the memory-bound modules of test/inputs at the sizes that people run them at.

    python bench/modules/export.py [NAME ...]     # test/inputs/README.md says in what environment

Writes bench/modules/NAME.mlir, which bench/compile.sh compiles and bench/run.py times beside PyTorch.
"""
import pathlib
import sys

import torch
from torch_mlir import fx

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent.parent / "test" / "inputs"))
import export  # noqa: E402  (of test/inputs)
import modules  # noqa: E402

# The shapes of the arguments; their types are those of test/inputs.
SHAPES = {
    "layer_norm": [(4, 2048, 4096), (4, 2048, 4096), (4096,), (4096,)],
    "rms_norm": [(8, 2048, 4096), (8, 2048, 4096), (4096,)],
    "group_norm": [(16, 320, 64, 64), (320,), (320,)],
    "batch_norm": [(32, 256, 56, 56), (256,), (256,), (256,), (256,)],
    "softmax": [(16, 1024, 2048)],
    "masked_softmax": [(16, 1024, 2048), (16, 2048)],
    "log_softmax": [(4096, 32000)],
    "cross_entropy": [(2048, 32000), (2048,)],
    "rope": [(2, 32, 4096, 128), (2, 8, 4096, 128), (4096, 128), (4096, 128)],
    "cumsum": [(4096, 8192)],
    "argmax": [(2048, 32000)],
    "top_k": [(1024, 32000)],
    "gather_scatter": [(65536, 128), (262144,), (262144,), (262144,)],
    "average_head": [(128, 2048, 14, 14), (1000, 2048), (1000,)],
    "adamw_step": [(4096, 4096), (4096, 4096), (4096, 4096), (4096, 4096), ()],
    "layer_norm_backward": [(8192, 4096), (4096,), (8192, 4096)],
}


def arguments(name, small):
    """Examples of these shapes: only their shapes and types are exported."""
    assert len(small) == len(SHAPES[name]), name
    return tuple(torch.ones(shape, dtype=a.dtype) for shape, a in zip(SHAPES[name], small))


def main():
    for name in sys.argv[1:] or SHAPES:
        make = modules.MODULES[name]
        function, small = make(modules.Draw(0))
        args = arguments(name, small)
        program = torch.export.export(export.Exported(function), args)
        text = str(fx.export_and_import(program, output_type="linalg-on-tensors", func_name=name))
        (here / f"{name}.mlir").write_text(f"// {export.describe(make, args)}\n// {export.VERSIONS}\n{text}")
        print(name, len(text))


if __name__ == "__main__":
    main()
