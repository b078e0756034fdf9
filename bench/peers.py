"""The rows that bench/run.py times: what PyTorch computes, on which inputs, and
how many bytes have to move."""
import dataclasses
import math
import pathlib
import sys
import typing

import torch
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test" / "inputs"))
import modules  # noqa: E402

DTYPES = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32,
          "f64": torch.float64, "i1": torch.bool, "i8": torch.int8, "i32": torch.int32, "i64": torch.int64}


def randn(shape, dtype):
    if dtype.is_floating_point:
        return torch.randn(shape, device="cuda", dtype=torch.float32).to(dtype)
    return torch.randint(-100, 100, shape, device="cuda", dtype=dtype)


def below(limit):
    """Inputs that index a dimension of that extent."""
    return lambda shape, dtype: torch.randint(0, limit, shape, device="cuda", dtype=dtype)


def labels(limit):
    """As `below`, one in a hundred to be ignored, some at the last column."""

    def make(shape, dtype):
        target = below(limit)(shape, dtype)
        where = torch.rand(shape, device="cuda")
        return target.masked_fill(where < 0.01, -100).masked_fill(where > 0.99, limit - 1)

    return make


def skewed(limit):
    """Nine of ten elements are one value."""

    def make(shape, dtype):
        return below(limit)(shape, dtype).masked_fill(torch.rand(shape, device="cuda") < 0.9, 3)

    return make


def positive(shape, dtype):
    return (0.1 + torch.rand(shape, device="cuda")).to(dtype)


def mask(shape, dtype):
    """True in two of three places."""
    return torch.rand(shape, device="cuda") < 0.67


@dataclasses.dataclass
class Task:
    """One row. `function` takes the inputs and gives one tensor or a tuple."""
    function: typing.Callable
    inputs: dict = dataclasses.field(default_factory=dict)  # index → maker(shape, dtype)
    moved: typing.Callable = None  # of inputs and outputs → bytes; default: all of them, once
    rowwise: bool = True  # the first rows of the inputs give the first rows of the outputs
    per_row: tuple = ()  # inputs of one dimension that have an element a row
    exact: bool = False  # compared with itself, not with float64


def rmsnorm(x, w):
    return F.rms_norm(x, (x.shape[-1],), w, 1e-5)


def add_rmsnorm(x, r, w):
    s = x + r
    return s, rmsnorm(s, w)


def rope(q, cos, sin):
    half = q.shape[-1] // 2
    a, b = q[..., :half], q[..., half:]
    c, s = cos[None, :q.shape[1], None], sin[None, :q.shape[1], None]
    return torch.cat((a * c - b * s, b * c + a * s), -1).to(q.dtype)


def gathered(inputs, outputs):
    """Every row that is asked for, read once each time (the table is many times L2
    and the rows come in random order), the indices, and the output."""
    _, index = inputs
    return size(outputs) * 2 + size([index])


TASKS = {
    "T16-rmsnorm": Task(rmsnorm),
    "T17-add-rmsnorm": Task(add_rmsnorm),
    "T18-layernorm": Task(lambda x, w, b: F.layer_norm(x, (x.shape[-1],), w, b, 1e-5)),
    "T19-groupnorm": Task(lambda x, w, b: F.group_norm(x, 8, w, b, 1e-5), rowwise=False),
    "T20-softmax": Task(lambda x: torch.softmax(x, -1)),
    "T21-softmax-long": Task(lambda x: torch.softmax(x, -1)),
    "T22-cross-entropy": Task(lambda x, t: F.cross_entropy(x.float(), t, reduction="none"),
                              inputs={1: labels(32000)}, per_row=(1,)),
    "T23-rope": Task(rope, rowwise=False),
    "T24-gelu-chain": Task(lambda x, w, r: F.gelu(x, approximate="tanh") * w + r),
    "T25-sum-middle": Task(lambda x: x.sum(1)),
    "T25b-sum-row": Task(lambda x: x.sum(-1)),
    "T25c-sum-columns": Task(lambda x: x.sum(0), rowwise=False),
    "T26-argmax": Task(lambda x: x.argmax(-1), exact=True),
    "T27-transpose": Task(lambda x: x.t().contiguous(), rowwise=False, exact=True),
    "T29-embedding": Task(lambda table, index: table[index], inputs={1: below(32000)}, moved=gathered,
                       rowwise=False, exact=True),
    "T30-cumsum": Task(lambda x: x.cumsum(-1)),
    "T31-topk": Task(lambda x: torch.topk(x, 32), exact=True),
    "T31b-topk": Task(lambda x: torch.topk(x, 8), exact=True),
    "T31c-topk": Task(lambda x: torch.topk(x, 512), exact=True),
    "T32-histogram": Task(lambda x: torch.histc(x, 256, 0, 255), inputs={0: below(256)}, rowwise=False, exact=True),
    "T32-histogram-skewed": Task(lambda x: torch.histc(x, 256, 0, 255), inputs={0: skewed(256)}, rowwise=False,
                                 exact=True),
}


# bench/modules: the functions that were exported, on the inputs that they can have.
MODULES = {
    "layer_norm": {},
    "rms_norm": {},
    "group_norm": dict(rowwise=False),
    "batch_norm": dict(inputs={2: positive}),
    "softmax": {},
    "masked_softmax": dict(inputs={1: mask}),
    "log_softmax": {},
    "cross_entropy": dict(inputs={1: below(32000)}, rowwise=False),
    "rope": dict(rowwise=False),
    "cumsum": {},
    "argmax": dict(exact=True),
    "top_k": dict(exact=True),
    "gather_scatter": dict(inputs={1: below(65536), 2: below(65536)}, rowwise=False),
    "average_head": dict(rowwise=False),
    "adamw_step": dict(inputs={3: positive, 4: lambda shape, dtype: torch.full(shape, 7, device="cuda", dtype=dtype)}),
    "layer_norm_backward": dict(rowwise=False),
}
TASKS |= {name: Task(modules.MODULES[name](modules.Draw(0))[0], **facts) for name, facts in MODULES.items()}


def find(stem):
    """The task of TASK[.VARIANT][@RECIPE], or None."""
    return TASKS.get(stem.split("@")[0].split(".")[0])


def as_tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def size(tensors):
    return sum(t.numel() * t.element_size() for t in tensors)


def rows_of(task):
    return slice(0, 64) if task.rowwise else slice(None)


def reference(task, inputs):
    """What each output (of a task by rows: its first rows) should be, in float64 where it is not exact."""
    inputs = [t[rows_of(task)] if t.dim() > 1 or i in task.per_row else t for i, t in enumerate(inputs)]
    if not task.exact:
        inputs = [t.double() if t.dtype.is_floating_point else t for t in inputs]
    return as_tuple(task.function(*inputs))


def compare(task, got, wanted):
    """How far each output is from its reference."""
    got = [g[rows_of(task)] if g.dim() else g for g in got]
    if task.exact:
        return {"differing": [int((g.to(w.dtype) != w).sum()) for g, w in zip(got, wanted)]}
    facts = []
    for g, w in zip(got, wanted):
        eps = torch.finfo(g.dtype).eps
        g, w = g.double(), w.double()
        facts.append({"finite": bool(torch.isfinite(g).all()), "max_abs": float((g - w).abs().max()),
                      "rel_l2": float((g - w).norm() / w.norm().clamp_min(1e-30)), "eps": eps})
    return {"outputs": facts, "rel_l2": max(f["rel_l2"] for f in facts)}


def check(task, got, inputs):
    return compare(task, got, reference(task, inputs))


def shape_bytes(spec):
    return math.prod(spec["shape"]) * DTYPES[spec["dtype"]].itemsize
