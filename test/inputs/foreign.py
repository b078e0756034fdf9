#!/usr/bin/env python3
"""Exports the modules that other compilers lower to linalg on tensors.

    python foreign.py     # README.md says in what environment

jax_* go from JAX to StableHLO and through IREE's input conversion; iree_* from torch's operations through IREE's global
optimisation. The bodies are as IREE prints them. Around them, by text: `util.func` becomes `func.func`, and what connects
arguments and results with IREE's own buffers (`hal.tensor`, `compute_barrier`, reflection) is taken off; a `util.global`
becomes the constant that it is. The expected results come from a twin in torch, as for the other modules.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version

import jax
import jax.numpy as jnp
import numpy
import torch
import torch.nn.functional as F
from torch_mlir import fx

import export
import modules
import reference


def iree(text, kind, phase):
    tool = pathlib.Path(sys.executable).parent / "iree-compile"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "in.mlir"
        source.write_text(text)
        command = [tool, f"--iree-input-type={kind}", "--iree-hal-target-device=local",
                   "--iree-hal-local-target-device-backends=llvm-cpu",
                   "--iree-opt-const-expr-hoisting=false", f"--compile-to={phase}", source]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# What takes a tensor over a boundary of IREE's, and which tensor; fences, where there are any, come before `=>` or after.
BOUNDARY = re.compile(r"\s*(%\w+) = (?:hal\.tensor\.(?:import(?: wait\(%\w+\) =>)?|export|barrier join\()"
                      r"|iree_tensor_ext\.compute_barrier\.\w+) ?(%\w+)")


def as_function(text, name, types):
    """IREE's public function as `func.func @name` on tensors of `types` (the arguments', then the results')."""
    constants = dict(re.findall(r"util\.global private @(\w+).*? = (dense<.*) : tensor<.*>$", text, re.M))
    body = text[re.search(r"^  util\.func public .*$", text, re.M).end() + 1:]
    body = body[:re.search(r"^  }$", body, re.M).start()]
    renamed = {}
    lines = []
    for line in body.split("\n"):
        through = BOUNDARY.match(line)
        line = re.sub(r"%\w+", lambda m: renamed.get(m[0], m[0]), line)
        load = re.match(r"(\s*%\w+) = util\.global\.load immutable @(\w+) : (.*)", line)
        if through:
            renamed[through[1]] = renamed.get(through[2], through[2])
            continue
        if load:
            line = f"{load[1]} = arith.constant {constants[load[2]]} : {load[3]}"
        returned = re.match(r"\s*util\.return (.*) :", line)
        lines.append(f"    return {returned[1]} : {', '.join(types[1])}" if returned else line)
    arguments = ", ".join(f"%arg{i}: {t}" for i, t in enumerate(types[0]))
    aliases = "".join(l + "\n" for l in text.split("\n") if re.match(r"#map\d* = ", l))
    text = f"{aliases}func.func @{name}({arguments}) -> ({', '.join(types[1])}) {{\n" + "\n".join(lines) + "}\n"
    left = re.search(r"\b(util|hal|flow|iree\w*)\.\w+", text)
    assert not left, f"{name}: {left[0]} is left"
    return text


def tensor_type(value):
    element = {torch.float32: "f32", torch.int64: "i64", torch.int32: "i32"}[value.dtype]
    return f"tensor<{''.join(f'{d}x' for d in value.shape)}{element}>"


def write(name, what, versions, text, twin, args, seed):
    program = torch.export.export(export.Exported(twin), args)
    wide, allowed = reference.references(program, args, seed)
    results = twin(*args)
    results = results if isinstance(results, tuple) else (results,)
    types = [tensor_type(a) for a in args], [tensor_type(r) for r in results]
    export.write(name, what, versions, as_function(text, name, types), args, wide, allowed)


def jax_module(name, what, function, twin, args, seed):
    shapes = [jax.ShapeDtypeStruct(tuple(a.shape), jnp.float32) for a in args]
    text = jax.jit(function).lower(*shapes).as_text()
    got, want = numpy.asarray(function(*[jnp.asarray(a.numpy()) for a in args])), twin(*args).numpy()
    assert numpy.allclose(got, want, 1e-4, 1e-4), f"{name}: JAX and its twin differ"
    versions = f"jax {version('jax')}, iree-base-compiler {version('iree-base-compiler')}, results by torch {version('torch')}"
    write(name, what, versions, iree(text, "stablehlo", "input"), twin, args, seed)


def block(x, up, bias, down, scale):
    y = x + jax.nn.gelu(x @ up + bias) @ down
    mean = jnp.mean(y, -1, keepdims=True)
    return jax.nn.softmax((y - mean) * jax.lax.rsqrt(jnp.var(y, -1, keepdims=True) + 1e-5) * scale, axis=-1)


def block_twin(x, up, bias, down, scale):
    y = x + F.gelu(x @ up + bias, approximate="tanh") @ down
    mean = y.mean(-1, keepdim=True)
    return torch.softmax((y - mean) * torch.rsqrt(y.var(-1, correction=0, keepdim=True) + 1e-5) * scale, -1)


def convolutions(x, w, b, dense):
    h = jax.lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    h = jax.nn.relu(h + b)
    h = jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return h.reshape(h.shape[0], -1) @ dense


def convolutions_twin(x, w, b, dense):
    h = F.conv2d(F.pad(x.permute(0, 3, 1, 2), (0, 1, 0, 1)), w.permute(3, 2, 0, 1), stride=2)
    h = F.max_pool2d(F.relu(h + b[:, None, None]), 2)
    return h.permute(0, 2, 3, 1).flatten(1) @ dense


def main():
    draw = modules.Draw(1)
    args = (draw.normal(7, 24), draw.weight(24, 40), draw.normal(40), draw.weight(40, 24), draw.near_one(24))
    jax_module("jax_block", "jax_block (float32): MLP, residual, layer norm, softmax, from JAX", block, block_twin, args, 1)
    draw = modules.Draw(2)
    args = (draw.normal(2, 10, 10, 3), draw.normal(3, 3, 3, 8, scale=0.2), draw.normal(8), draw.weight(32, 10))
    jax_module("jax_cnn", "jax_cnn (float32): convolution in NHWC, pooling and a dense layer, from JAX", convolutions,
               convolutions_twin, args, 2)
    draw = modules.Draw(3)
    function, args = modules.attention(draw)
    program = torch.export.export(export.Exported(function), args)
    text = str(fx.export_and_import(program, output_type="raw", func_name="iree_attention"))
    versions = f"{export.VERSIONS}, iree-base-compiler {version('iree-base-compiler')}"
    write("iree_attention", "iree_attention (float32): causal attention after IREE's global optimisation", versions,
          iree(text, "torch", "global-optimization"), function, args, 3)


if __name__ == "__main__":
    main()
