"""The modules that export.py exports: one function a module, weights as arguments.

Each function takes a `Draw` and gives (function on tensors, its example arguments). Extents are small, so that the
simulated GPU runs each in seconds, and mostly odd multiples, so that tiles do not divide them.
"""
import torch
import torch.nn.functional as F

MODULES = {}


def module(make):
    MODULES[make.__name__] = make
    return make


class Draw:
    """Seeded arguments. `weight` is scaled so that values keep their size from layer to layer."""

    def __init__(self, seed, dtype=torch.float32):
        self.generator = torch.Generator().manual_seed(seed)
        self.dtype = dtype

    def normal(self, *shape, scale=1.0):
        return (torch.randn(*shape, generator=self.generator) * scale).to(self.dtype)

    def weight(self, *shape):
        fan_in = torch.Size(shape[1:]).numel()
        return self.normal(*shape, scale=fan_in**-0.5)

    def near_one(self, *shape):
        return (1 + 0.1 * torch.randn(*shape, generator=self.generator)).to(self.dtype)

    def positive(self, *shape):
        return (0.1 + torch.rand(*shape, generator=self.generator)).to(self.dtype)

    def below(self, bound, *shape):
        return torch.randint(0, bound, shape, generator=self.generator)

    def mask(self, *shape):
        """True in two of three places, and at the first of each row."""
        mask = torch.rand(*shape, generator=self.generator) < 0.67
        mask[..., 0] = True
        return mask

    def distinct(self, *shape):
        """Multiples of 1/8 that are distinct along the last dimension: no near-ties in an order."""
        rows = [torch.randperm(shape[-1], generator=self.generator) for _ in range(torch.Size(shape[:-1]).numel())]
        return ((torch.stack(rows).reshape(shape) - shape[-1] // 2) / 8).to(self.dtype)


# Normalisation


@module
def layer_norm(draw):
    def f(x, residual, weight, bias):
        return F.layer_norm(x + residual, (x.shape[-1],), weight, bias)

    return f, (draw.normal(2, 7, 96), draw.normal(2, 7, 96), draw.near_one(96), draw.normal(96))


def rms(x, weight, eps=1e-5):
    """Llama's: the mean square in f32, the result in the type of x."""
    wide = x.float()
    return weight * (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + eps)).to(x.dtype)


@module
def rms_norm(draw):
    draw.dtype = torch.bfloat16

    def f(x, residual, weight):
        total = x + residual
        return total, rms(total, weight)

    return f, (draw.normal(2, 7, 96), draw.normal(2, 7, 96), draw.near_one(96))


@module
def group_norm(draw):
    def f(x, weight, bias):
        return F.group_norm(x, 4, weight, bias)

    return f, (draw.normal(2, 12, 5, 7), draw.near_one(12), draw.normal(12))


@module
def batch_norm(draw):
    return normed, (draw.normal(3, 10, 7, 9), draw.normal(10), draw.positive(10), draw.near_one(10), draw.normal(10))


# Softmax and losses


@module
def softmax(draw):
    def f(x):
        return torch.softmax(x, -1)

    return f, (draw.normal(3, 5, 131),)


@module
def masked_softmax(draw):
    def f(x, mask):
        return torch.softmax(x.masked_fill(~mask[:, None, :], float("-inf")), -1)

    return f, (draw.normal(3, 5, 67), draw.mask(3, 67))


@module
def log_softmax(draw):
    draw.dtype = torch.float16

    def f(x):
        return torch.log_softmax(x.float(), -1).to(x.dtype)

    return f, (draw.normal(7, 197),)


@module
def cross_entropy(draw):
    def f(logits, target):
        return F.cross_entropy(logits, target)

    return f, (draw.normal(11, 53), draw.below(53, 11))


@module
def bmm_softmax(draw):
    def f(a, b):
        return torch.softmax(torch.bmm(a, b) * 0.25, -1)

    return f, (draw.normal(3, 11, 16), draw.normal(3, 16, 13))


# Feed-forward layers


@module
def gelu_mlp(draw):
    def f(x, up, up_bias, down, down_bias):
        return F.linear(F.gelu(F.linear(x, up, up_bias)), down, down_bias)

    return f, (draw.normal(2, 7, 24), draw.weight(56, 24), draw.normal(56), draw.weight(24, 56), draw.normal(24))


@module
def silu_mlp(draw):
    draw.dtype = torch.bfloat16

    def f(x, up, down):
        return F.linear(F.silu(F.linear(x, up)), down)

    return f, (draw.normal(13, 24), draw.weight(40, 24), draw.weight(24, 40))


def swiglu(x, gate, up, down):
    return F.linear(F.silu(F.linear(x, gate)) * F.linear(x, up), down)


@module
def swiglu_mlp(draw):
    draw.dtype = torch.float16
    return swiglu, (draw.normal(2, 5, 24), draw.weight(36, 24), draw.weight(36, 24), draw.weight(24, 36))


@module
def lora_linear(draw):
    def f(x, weight, a, b):
        return F.linear(x, weight) + F.linear(F.linear(x, a), b) * 2.0

    return f, (draw.normal(2, 7, 32), draw.weight(28, 32), draw.weight(4, 32), draw.weight(28, 4))


# Attention


def rotate(x, cos, sin):
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat((-second, first), -1) * sin


def angles(sequence, width):
    turn = torch.arange(sequence)[:, None] * 10000.0 ** (-torch.arange(0, width, 2) / width)
    both = torch.cat((turn, turn), -1)
    return torch.cos(both), torch.sin(both)


@module
def rope(draw):
    def f(q, k, cos, sin):
        return rotate(q, cos, sin), rotate(k, cos, sin)

    return f, (draw.normal(2, 4, 7, 16), draw.normal(2, 2, 7, 16), *angles(7, 16))


def heads(x, count):
    batch, sequence, width = x.shape
    return x.view(batch, sequence, count, width // count).transpose(1, 2)


def attend(q, k, v, mask=None):
    scores = torch.matmul(q, k.transpose(-1, -2)) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    mixed = torch.matmul(torch.softmax(scores.float(), -1).to(v.dtype), v)
    return mixed.transpose(1, 2).flatten(2)


def causal(sequence):
    return torch.triu(torch.ones(sequence, sequence, dtype=torch.bool), 1)


@module
def attention(draw):
    def f(x, qkv, out):
        q, k, v = F.linear(x, qkv).chunk(3, -1)
        return F.linear(attend(heads(q, 4), heads(k, 4), heads(v, 4), causal(x.shape[1])), out)

    return f, (draw.normal(2, 7, 32), draw.weight(96, 32), draw.weight(32, 32))


@module
def sdpa(draw):
    """torch's own scaled_dot_product_attention."""

    def f(q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)

    return f, tuple(draw.normal(1, 3, 11, 8) for _ in range(3))


@module
def llama_layer(draw):
    def f(x, cos, sin, norm1, wq, wk, wv, wo, norm2, gate, up, down):
        h = rms(x, norm1)
        q, k, v = heads(F.linear(h, wq), 4), heads(F.linear(h, wk), 2), heads(F.linear(h, wv), 2)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        k, v = k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)
        x = x + F.linear(attend(q, k, v, causal(x.shape[1])), wo)
        return x + swiglu(rms(x, norm2), gate, up, down)

    weights = (draw.weight(32, 32), draw.weight(16, 32), draw.weight(16, 32), draw.weight(32, 32))
    mlp = (draw.weight(40, 32), draw.weight(40, 32), draw.weight(32, 40))
    return f, (draw.normal(1, 7, 32), *angles(7, 8), draw.near_one(32), *weights, draw.near_one(32), *mlp)


@module
def bert_layer(draw):
    def f(x, mask, wq, bq, wk, bk, wv, bv, wo, bo, g1, b1, up, up_bias, down, down_bias, g2, b2):
        q, k, v = heads(F.linear(x, wq, bq), 4), heads(F.linear(x, wk, bk), 4), heads(F.linear(x, wv, bv), 4)
        mixed = attend(q, k, v, ~mask[:, None, None, :])
        x = F.layer_norm(x + F.linear(mixed, wo, bo), (32,), g1, b1, 1e-12)
        return F.layer_norm(x + F.linear(F.gelu(F.linear(x, up, up_bias)), down, down_bias), (32,), g2, b2, 1e-12)

    linear = [t for _ in range(4) for t in (draw.weight(32, 32), draw.normal(32))]
    mlp = (draw.weight(48, 32), draw.normal(48), draw.weight(32, 48), draw.normal(32))
    norms = [(draw.near_one(32), draw.normal(32)) for _ in range(2)]
    return f, (draw.normal(2, 5, 32), draw.mask(2, 5), *linear, *norms[0], *mlp, *norms[1])


@module
def vit_block(draw):
    """Patches of 4 x 4 of an 8 x 8 image, a class token, positions, one encoder block."""

    def f(image, patch, patch_bias, token, position, g1, b1, qkv, out, g2, b2, up, down):
        x = F.conv2d(image, patch, patch_bias, stride=4).flatten(2).transpose(1, 2)
        x = torch.cat((token.expand(x.shape[0], -1, -1), x), 1) + position
        q, k, v = F.linear(F.layer_norm(x, (24,), g1, b1), qkv).chunk(3, -1)
        x = x + F.linear(attend(heads(q, 3), heads(k, 3), heads(v, 3)), out)
        h = F.linear(F.layer_norm(x, (24,), g2, b2), up)
        return x + F.linear(F.gelu(h), down)

    patches = (draw.weight(24, 3, 4, 4), draw.normal(24), draw.normal(1, 1, 24), draw.normal(1, 5, 24))
    block = (draw.near_one(24), draw.normal(24), draw.weight(72, 24), draw.weight(24, 24))
    mlp = (draw.near_one(24), draw.normal(24), draw.weight(40, 24), draw.weight(24, 40))
    return f, (draw.normal(2, 3, 8, 8), *patches, *block, *mlp)


# Convolutions


def normed(x, mean, variance, weight, bias):
    """What nn.BatchNorm2d becomes in evaluation."""
    return torch.ops.aten._native_batch_norm_legit_no_training(x, weight, bias, mean, variance, 0.1, 1e-5)[0]


def statistics(draw, channels):
    return draw.normal(channels), draw.positive(channels), draw.near_one(channels), draw.normal(channels)


@module
def resnet_bottleneck(draw):
    """Stride 2, with a projection on the short cut."""

    def f(x, c1, m1, v1, g1, b1, c2, m2, v2, g2, b2, c3, m3, v3, g3, b3, cs, ms, vs, gs, bs):
        h = F.relu(normed(F.conv2d(x, c1), m1, v1, g1, b1))
        h = F.relu(normed(F.conv2d(h, c2, stride=2, padding=1), m2, v2, g2, b2))
        h = normed(F.conv2d(h, c3), m3, v3, g3, b3)
        return F.relu(h + normed(F.conv2d(x, cs, stride=2), ms, vs, gs, bs))

    main = [(draw.weight(*s), *statistics(draw, s[0])) for s in ((4, 16, 1, 1), (4, 4, 3, 3), (20, 4, 1, 1))]
    cut = (draw.weight(20, 16, 1, 1), *statistics(draw, 20))
    return f, (draw.normal(1, 16, 7, 9), *main[0], *main[1], *main[2], *cut)


@module
def unet_block(draw):
    """Diffusion's: GroupNorm, SiLU and a convolution, twice, the time embedding between them, and a short cut."""

    def f(x, time, g1, b1, c1, d1, wt, bt, g2, b2, c2, d2, cs, ds):
        h = F.conv2d(F.silu(F.group_norm(x, 4, g1, b1)), c1, d1, padding=1)
        h = h + F.linear(F.silu(time), wt, bt)[:, :, None, None]
        h = F.conv2d(F.silu(F.group_norm(h, 4, g2, b2)), c2, d2, padding=1)
        return F.conv2d(x, cs, ds) + h

    first = (draw.near_one(8), draw.normal(8), draw.weight(12, 8, 3, 3), draw.normal(12))
    time = (draw.weight(12, 20), draw.normal(12))
    second = (draw.near_one(12), draw.normal(12), draw.weight(12, 12, 3, 3), draw.normal(12))
    cut = (draw.weight(12, 8, 1, 1), draw.normal(12))
    return f, (draw.normal(1, 8, 5, 5), draw.normal(1, 20), *first, *time, *second, *cut)


@module
def mobilenet_block(draw):
    """Inverted residual: expand, depthwise, project."""

    def f(x, c1, m1, v1, g1, b1, c2, m2, v2, g2, b2, c3, m3, v3, g3, b3):
        h = F.relu6(normed(F.conv2d(x, c1), m1, v1, g1, b1))
        h = F.relu6(normed(F.conv2d(h, c2, padding=1, groups=18), m2, v2, g2, b2))
        return x + normed(F.conv2d(h, c3), m3, v3, g3, b3)

    layers = [(draw.weight(*s), *statistics(draw, s[0])) for s in ((18, 6, 1, 1), (18, 1, 3, 3), (6, 18, 1, 1))]
    return f, (draw.normal(1, 6, 7, 7), *layers[0], *layers[1], *layers[2])


@module
def pooling_stem(draw):
    def f(x, weight, mean, variance, scale, bias):
        h = F.relu(normed(F.conv2d(x, weight, stride=2, padding=3), mean, variance, scale, bias))
        return F.max_pool2d(h, 3, stride=2, padding=1)

    return f, (draw.normal(1, 3, 13, 13), draw.weight(6, 3, 7, 7), *statistics(draw, 6))


@module
def average_head(draw):
    def f(x, weight, bias):
        return F.linear(F.adaptive_avg_pool2d(x, 1).flatten(1), weight, bias)

    return f, (draw.normal(3, 24, 7, 5), draw.weight(10, 24), draw.normal(10))


@module
def upsample_block(draw):
    """A transposed convolution, as a decoder has it."""

    def f(x, weight, bias):
        return F.relu(F.conv_transpose2d(x, weight, bias, stride=2, padding=1, output_padding=1))

    return f, (draw.normal(1, 6, 4, 5), draw.weight(6, 4, 3, 3), draw.normal(4))


# Sequences, orders, indices


@module
def mamba_scan(draw):
    """The selective scan, step after step, with its gate."""

    def f(x, delta, a, b, c, skip, z):
        step = F.softplus(delta)
        decay = torch.exp(step[..., None] * a)
        drive = (step * x)[..., None] * b[:, :, None, :]
        state = torch.zeros_like(drive[:, 0])
        outputs = []
        for i in range(x.shape[1]):
            state = decay[:, i] * state + drive[:, i]
            outputs.append((state * c[:, i, None, :]).sum(-1))
        return (torch.stack(outputs, 1) + x * skip) * F.silu(z)

    batch, sequence, width, states = 1, 8, 24, 5
    over = [draw.normal(batch, sequence, width) for _ in range(3)]
    a = -draw.positive(width, states)
    b, c = draw.normal(batch, sequence, states), draw.normal(batch, sequence, states)
    return f, (over[0], over[1], a, b, c, draw.normal(width), over[2])


@module
def moe_router(draw):
    def f(x, weight):
        chance = torch.softmax(F.linear(x, weight), -1)
        best, expert = torch.topk(chance, 2, -1)
        return best / best.sum(-1, keepdim=True), expert

    return f, (draw.normal(11, 16), draw.weight(8, 16))


@module
def moe_dense(draw):
    """Experts evaluated for all tokens and mixed by the router's one-hot weights."""

    def f(x, router, up, down):
        chance = torch.softmax(F.linear(x, router), -1)
        hidden = F.silu(torch.einsum("td,edf->etf", x, up))
        return torch.einsum("etf,efd,te->td", hidden, down, chance)

    return f, (draw.normal(7, 16), draw.weight(4, 16), draw.weight(4, 16, 24), draw.weight(4, 24, 16))


@module
def embedding_lm_head(draw):
    def f(tokens, table, norm):
        return F.linear(rms(F.embedding(tokens, table), norm), table)

    return f, (draw.below(37, 2, 5), draw.normal(37, 24), draw.near_one(24))


@module
def kv_cache(draw):
    """One step of decoding: the new key and value go to their place in the cache."""

    def f(q, keys, values, k, v):
        keys = torch.slice_scatter(keys, k, 2, 11, 12)
        values = torch.slice_scatter(values, v, 2, 11, 12)
        return attend(q, keys, values), keys, values

    cache = [draw.normal(2, 3, 12, 16) for _ in range(2)]
    return f, (draw.normal(2, 3, 1, 16), *cache, draw.normal(2, 3, 1, 16), draw.normal(2, 3, 1, 16))


@module
def cumsum(draw):
    def f(x):
        return torch.cumsum(x, -1)

    return f, (draw.normal(7, 67),)


@module
def argmax(draw):
    def f(x):
        return torch.argmax(x, -1)

    return f, (draw.distinct(9, 131),)


@module
def top_k(draw):
    def f(x):
        return torch.topk(x, 5, -1)

    return f, (draw.distinct(4, 19),)


@module
def gather_scatter(draw):
    """Rows taken by an index, scaled, and added back to where they came from: a graph layer's messages."""

    def f(nodes, source, target, weight):
        messages = nodes[source] * weight[:, None]
        return torch.index_add(torch.zeros_like(nodes), 0, target, messages)

    return f, (draw.normal(11, 12), draw.below(11, 23), draw.below(11, 23), draw.normal(23))


# Training


@module
def adamw_step(draw):
    def f(parameter, gradient, first, second, step):
        rate, beta1, beta2, eps, decay = 1e-3, 0.9, 0.999, 1e-8, 0.01
        first = torch.lerp(first, gradient, 1 - beta1)
        second = second * beta2 + gradient * gradient * (1 - beta2)
        parameter = parameter * (1 - rate * decay)
        corrected = torch.sqrt(second) / torch.sqrt(1 - torch.pow(beta2, step)) + eps
        return parameter - rate / (1 - torch.pow(beta1, step)) * first / corrected, first, second

    shape = (13, 29)
    state = (draw.normal(*shape), draw.normal(*shape), draw.normal(*shape, scale=0.1), draw.positive(*shape))
    return f, (*state, torch.tensor(7.0))


@module
def layer_norm_backward(draw):
    def f(x, weight, gradient):
        mean = x.mean(-1, keepdim=True)
        rstd = torch.rsqrt(x.var(-1, correction=0, keepdim=True) + 1e-5)
        normal = (x - mean) * rstd
        scaled = gradient * weight
        inner = scaled - scaled.mean(-1, keepdim=True) - normal * (scaled * normal).mean(-1, keepdim=True)
        return inner * rstd, (gradient * normal).sum(0), gradient.sum(0)

    return f, (draw.normal(23, 80), draw.near_one(80), draw.normal(23, 80))
