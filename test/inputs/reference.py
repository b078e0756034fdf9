"""A module's exported graph in float64, and the error that each element of its results is allowed.

The allowed error is what perturbed runs do, as in the gate (docs/gate.md): each operation that rounds has its result moved
by 4 rounding errors of the type that the program gives it (8 for functions of a mathematics library), each sum by
4 log2(terms) rounding errors of the sum of its terms' sizes, signs at random. An element is allowed the largest distance
of 16 such runs from the run that moves nothing, 4 rounding errors of its own, and half a unit of the result's type.
"""
import math

import torch
from torch.fx import Interpreter
from torch.utils import _pytree as pytree

RUNS = 16

# Results that are some of the operands' elements, or constants: nothing rounds.
EXACT = {
    "_unsafe_view", "abs", "alias", "amax", "arange", "argmax", "as_strided", "cat", "clamp", "clamp_max", "clamp_min", "clone", "constant_pad_nd",
    "copy", "detach", "embedding", "empty", "expand", "full", "full_like", "gather", "getitem", "hardtanh", "index", "index_select",
    "iota", "lift_fresh_copy", "masked_fill", "max", "max_pool2d_with_indices", "maximum", "minimum", "neg", "permute", "relu",
    "repeat", "scalar_tensor", "select", "slice", "slice_scatter", "sort", "split", "split_with_sizes", "squeeze", "stack", "t",
    "topk", "transpose", "unsqueeze", "view", "where", "zeros_like",
}
FUNCTIONS = {"cos", "div", "erf", "exp", "gelu", "log", "log1p", "pow", "reciprocal", "rsqrt", "sigmoid", "silu", "sin", "softplus", "sqrt", "tanh"}

# Operations that torch keeps whole and that round more than once.
DECOMPOSED = [
    torch.ops.aten.native_layer_norm, torch.ops.aten.native_group_norm, torch.ops.aten._softmax,
    torch.ops.aten._log_softmax, torch.ops.aten.gelu,
    torch.ops.aten.silu, torch.ops.aten.softplus, torch.ops.aten.nll_loss_forward, torch.ops.aten.lerp,
    torch.ops.aten.var_mean, torch.ops.aten.stack,
]


def batch_norm(x, weight, bias, mean, variance, momentum, eps):
    """In evaluation; torch's own decomposition asks for the one in training."""
    shape = [1, -1] + [1] * (x.dim() - 2)
    scale = torch.rsqrt(variance + eps).view(shape)
    nothing = x.new_empty(0)
    return (x - mean.view(shape)) * scale * weight.view(shape) + bias.view(shape), nothing, nothing


def decomposed(program):
    table = torch.export.default_decompositions()
    table.update(torch._decomp.get_decompositions(DECOMPOSED))
    table[torch.ops.aten._native_batch_norm_legit_no_training.default] = batch_norm
    return program.run_decompositions(table)


def terms(name, args, result):
    """How many terms each element of a sum has."""
    if name in ("mm", "bmm"):
        return args[0].shape[-1]
    if name == "addmm":
        return args[1].shape[-1] + 1
    if name == "convolution":
        transposed = args[6]
        return args[1][:, 0].numel() if transposed else args[1][0].numel() + 1
    if name == "cumsum":
        return args[0].shape[args[1]]
    if name in ("index_add", "index_put", "scatter_add"):
        return result.shape[0]
    return max(1, args[0].numel() // max(1, result.numel()))


SUMS = {"mm", "bmm", "addmm", "convolution", "sum", "mean", "cumsum", "index_add", "index_put", "scatter_add", "avg_pool2d",
        "_adaptive_avg_pool2d", "var", "var_mean"}


def sizes(value):
    return value.abs() if isinstance(value, torch.Tensor) and value.is_floating_point() else value


class Wide(Interpreter):
    """Runs in float64; with a generator, perturbed."""

    def __init__(self, graph, generator=None):
        super().__init__(graph)
        self.generator = generator

    def run_node(self, node):
        if node.op != "call_function":
            return super().run_node(node)
        args, kwargs = self.fetch_args_kwargs_from_env(node)
        name = getattr(node.target, "_schema", None)
        name = name.name.split("::")[-1] if name else node.target.__name__

        def widened(value):
            return torch.float64 if isinstance(value, torch.dtype) and value.is_floating_point else value

        args, kwargs = pytree.tree_map(widened, (args, kwargs))
        if name == "scalar_tensor" and node.meta["val"].dtype.is_floating_point:
            kwargs = {**kwargs, "dtype": torch.float64}
        result = node.target(*args, **kwargs)
        if self.generator is None or not isinstance(result, torch.Tensor) or not result.is_floating_point():
            return result
        if name in EXACT:
            return result
        kind = node.meta["val"].dtype
        eps = torch.finfo(kind).eps / 2
        if name in ("_to_copy", "convert_element_type", "to"):
            before = node.args[0].meta["val"].dtype
            narrower = not before.is_floating_point or torch.finfo(before).eps < torch.finfo(kind).eps
            amount = (4 * eps if narrower else 0) * result.abs()
        else:
            amount = (8 if name in FUNCTIONS else 4) * eps * result.abs()
        if name in SUMS:
            size = result if name == "var" else node.target(*pytree.tree_map(sizes, args), **kwargs)
            wide_eps = min(eps, torch.finfo(torch.float32).eps / 2)
            amount = amount + 4 * math.log2(terms(name, args, result) + 1) * wide_eps * size
        amount = torch.where(result.isfinite(), amount, 0.0)
        signs = torch.randint(0, 2, result.shape, generator=self.generator) * 2 - 1
        return result + signs * amount


def references(program, args, seed):
    """The results in float64 (integers as they are), and the allowed error of each floating-point one, else None."""
    graph = decomposed(program).module()
    wide_args = [a.double() if a.is_floating_point() else a for a in args]
    with torch.no_grad():
        narrow = pytree.tree_leaves(program.module()(*args))
        wide = pytree.tree_leaves(Wide(graph).run(*wide_args))
        allowed = [torch.zeros_like(w) if w.is_floating_point() else None for w in wide]
        for run in range(RUNS):
            generator = torch.Generator().manual_seed(seed * 1000 + run)
            for i, value in enumerate(pytree.tree_leaves(Wide(graph, generator).run(*wide_args))):
                if allowed[i] is None:
                    assert torch.equal(value, wide[i]), "an integer result is a near-tie: take another seed"
                else:
                    allowed[i] = torch.maximum(allowed[i], (value - wide[i]).abs())
    for i, value in enumerate(wide):
        if allowed[i] is None:
            assert torch.equal(narrow[i], value)
            continue
        eps = torch.finfo(narrow[i].dtype).eps / 2
        allowed[i] += 5 * eps * value.abs() + torch.finfo(narrow[i].dtype).tiny
        excess = ((narrow[i].double() - value).abs() / allowed[i]).max()
        assert excess <= 1, f"torch itself is {float(excess):.2f} of what is allowed"
        print(f"  result {i}: torch in the program's types has {float(excess):.2f} of the allowed error,"
              f" which is at most {float((allowed[i] / (value.abs() + 1e-3)).max()):.1e} of an element")
    return wide, allowed
