//===- Tiles.cpp - Shapes, places and products of tiles -------------------===//

#include "lib/Interpret/Real.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;
using gate::DType;

bool interpret::advance(MutableArrayRef<int64_t> at, ArrayRef<int64_t> shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++at[d] < shape[d])
      return true;
    at[d] = 0;
  }
  return false;
}

static RankedTensorType tileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Row-major number of an element.
static int64_t linear(ArrayRef<int64_t> at, ArrayRef<int64_t> shape) {
  int64_t result = 0;
  for (auto [index, extent] : llvm::zip(at, shape))
    result = result * extent + index;
  return result;
}

/// A tile whose element at `at` is the source's element `from(at)`.
template <typename F>
static Bits rearrange(RankedTensorType type, const Bits &source, F from) {
  Bits result(type.getNumElements());
  SmallVector<int64_t> at(type.getRank(), 0);
  size_t next = 0;
  do
    result[next++] = source[from(at)];
  while (advance(at, type.getShape()));
  return result;
}

static Bits slice(Agent &agent, tensor::ExtractSliceOp op) {
  auto value = [&](OpFoldResult entry) {
    if (auto constant = getConstantIntValue(entry))
      return *constant;
    return agent.integer(op, cast<Value>(entry));
  };
  SmallVector<int64_t> offsets =
      llvm::map_to_vector(op.getMixedOffsets(), value);
  SmallVector<int64_t> strides =
      llvm::map_to_vector(op.getMixedStrides(), value);
  SmallVector<int64_t> sizes = llvm::map_to_vector(op.getMixedSizes(), value);
  RankedTensorType type = op.getSourceType();
  for (int64_t d = 0; d < type.getRank(); ++d) {
    int64_t last = offsets[d] + (sizes[d] - 1) * strides[d];
    if (offsets[d] < 0 || last >= type.getDimSize(d)) {
      (void)agent.stop(
          "out-of-bounds", op,
          "expected a slice in the " + std::to_string(type.getDimSize(d)) +
              " elements of dimension " + std::to_string(d) + ", but got " +
              std::to_string(offsets[d]) + " to " + std::to_string(last));
      return {};
    }
  }
  // Dimensions of extent 1 may be dropped from the result; the order stays.
  auto whole = RankedTensorType::get(sizes, type.getElementType());
  return rearrange(whole, agent.tile(op, op.getSource()),
                   [&](ArrayRef<int64_t> at) {
                     SmallVector<int64_t> from(at);
                     for (size_t d = 0; d < from.size(); ++d)
                       from[d] = offsets[d] + from[d] * strides[d];
                     return linear(from, type.getShape());
                   });
}

static Bits concatenate(Agent &agent, tensor::ConcatOp op) {
  RankedTensorType type = op.getResultType();
  uint64_t dim = op.getDim();
  SmallVector<const Bits *> tiles;
  for (Value input : op.getInputs())
    tiles.push_back(&agent.tile(op, input));
  Bits result(type.getNumElements());
  SmallVector<int64_t> at(type.getRank(), 0);
  size_t next = 0;
  do {
    SmallVector<int64_t> from(at);
    unsigned i = 0;
    for (; from[dim] >= tileType(op.getInputs()[i]).getDimSize(dim); ++i)
      from[dim] -= tileType(op.getInputs()[i]).getDimSize(dim);
    result[next++] =
        (*tiles[i])[linear(from, tileType(op.getInputs()[i]).getShape())];
  } while (advance(at, type.getShape()));
  return result;
}

template <typename T>
static Bits multiplyAs(int64_t m, int64_t n, int64_t k, const std::vector<T> &a,
                       const std::vector<T> &b, std::vector<T> sum) {
  // A product and a sum are two roundings.
#pragma STDC FP_CONTRACT OFF
  for (int64_t i = 0; i < m; ++i)
    for (int64_t l = 0; l < k; ++l)
      for (int64_t j = 0; j < n; ++j)
        sum[i * n + j] += a[i * k + l] * b[l * n + j];
  Bits bits(sum.size());
  for (size_t i = 0; i < sum.size(); ++i) {
    bits[i] = 0;
    std::memcpy(&bits[i], &sum[i], sizeof(T));
  }
  return bits;
}

Bits interpret::multiply(RankedTensorType aType, RankedTensorType bType,
                         RankedTensorType cType, const Bits &a, const Bits &b,
                         const Bits &c) {
  int64_t m = aType.getDimSize(0), k = aType.getDimSize(1),
          n = bType.getDimSize(1);
  DType left = dtypeOf(aType), right = dtypeOf(bType), sum = dtypeOf(cType);
  auto convert = [](DType type, const Bits &bits, auto example) {
    using T = decltype(example);
    std::vector<T> values(bits.size());
    for (size_t i = 0; i < bits.size(); ++i)
      values[i] = gate::isFloat(type) ? T(decode(type, bits[i]))
                                      : T(gate::decodeInteger(type, bits[i]));
    return values;
  };
  // Products of 16-bit floats are exact in f32; those of f32 are rounded.
  auto as = [&](auto example) {
    return multiplyAs(m, n, k, convert(left, a, example),
                      convert(right, b, example), convert(sum, c, example));
  };
  return sum == DType::F64 ? as(0.0) : sum == DType::F32 ? as(0.0f) : as(0u);
}

/// What stays where it was: a view of a place in a channel is in that place.
static void setView(Agent &agent, Operation *op, Bits bits) {
  std::shared_ptr<Lease> lease = agent.values[op->getOperand(0)].lease;
  agent.set(op->getResult(0), std::move(bits));
  agent.values[op->getResult(0)].lease = lease;
}

std::optional<LogicalResult> Agent::executeTiles(Operation *op) {
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    set(splat.getResult(), Bits(tileType(splat.getResult()).getNumElements(),
                                scalar(op, splat.getInput())));
  } else if (auto iota = dyn_cast<IotaOp>(op)) {
    RankedTensorType type = tileType(iota.getResult());
    Bits numbers(type.getDimSize(iota.getDim()));
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = i;
    set(iota.getResult(), rearrange(type, numbers, [&](ArrayRef<int64_t> at) {
          return at[iota.getDim()];
        }));
  } else if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    ArrayRef<int64_t> from = tileType(broadcast.getSource()).getShape();
    set(broadcast.getResult(),
        rearrange(tileType(broadcast.getResult()),
                  tile(op, broadcast.getSource()), [&](ArrayRef<int64_t> at) {
                    SmallVector<int64_t> kept;
                    for (int64_t d : broadcast.getDims())
                      kept.push_back(at[d]);
                    return linear(kept, from);
                  }));
  } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
    ArrayRef<int64_t> from = tileType(transpose.getSource()).getShape();
    setView(*this, op,
            rearrange(tileType(transpose.getResult()),
                      tile(op, transpose.getSource()),
                      [&](ArrayRef<int64_t> at) {
                        SmallVector<int64_t> moved(at);
                        for (auto [i, d] : llvm::enumerate(transpose.getPerm()))
                          moved[d] = at[i];
                        return linear(moved, from);
                      }));
  } else if (auto part = dyn_cast<tensor::ExtractSliceOp>(op)) {
    setView(*this, op, slice(*this, part));
  } else if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    setView(*this, op, tile(op, op->getOperand(0)));
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    set(concat.getResult(), concatenate(*this, concat));
  } else if (isa<ConvertLayoutOp, PlaceOp>(op)) {
    set(op->getResult(0), tile(op, op->getOperand(0)));
  } else if (auto dot = dyn_cast<DotOp>(op)) {
    set(dot.getResult(),
        multiply(dot.getLeftType(), dot.getRightType(),
                 dot.getAccumulatorType(), tile(op, dot.getA()),
                 tile(op, dot.getB()), tile(op, dot.getC())));
  } else {
    return std::nullopt;
  }
  return failure(launch.stopped);
}
