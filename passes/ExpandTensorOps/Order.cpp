//===- Order.cpp - Sort and top-k -----------------------------------------===//
//
// An element's place is the number of elements before it: those that the
// region puts before it, and of those that compare equal the earlier ones. NaN
// is behind all numbers, as comparisons with it order nothing.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Matchers.h"
#include "passes/ExpandTensorOps/ExpandImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;

/// Whether any of the floats among `values` is NaN; null for no float.
static Value anyNaN(const At &at, ValueRange values) {
  Value result;
  for (Value value : values)
    if (isa<FloatType>(value.getType())) {
      Value isNaN = arith::CmpFOp::create(
          at.b, at.loc, arith::CmpFPredicate::UNO, value, value);
      result = result ? at.make<arith::OrIOp>(result, isNaN) : isNaN;
    }
  return result;
}

/// Whether what `before` says is so, where `tie` is decided by `isEarlier`.
static Value orEarlier(const At &at, Value before, Value after,
                       Value isEarlier) {
  return at.choose(at.equal(before, after), isEarlier, before);
}

/// How many elements come before each one along `dim`. `keys` are the tensors
/// compared; `isBefore` tells for the elements at the fold and the own ones.
static Value
ranks(OpBuilder &builder, Location loc, ValueRange keys, int64_t dim,
      llvm::function_ref<Value(const At &, ValueRange, ValueRange, Value)>
          isBefore) {
  auto shape = cast<RankedTensorType>(keys[0].getType());
  Type integer = builder.getI32Type();
  Value init =
      zeros(builder, loc, RankedTensorType::get(shape.getShape(), integer),
            tensor::getMixedSizes(builder, loc, keys[0]));
  int64_t rank = shape.getRank();
  auto [own, other] = expand::mapsAlong(builder.getContext(), rank, dim);
  SmallVector<Value> inputs(keys);
  llvm::append_range(inputs, keys);
  SmallVector<AffineMap> maps(keys.size(), other);
  maps.append(keys.size(), own);
  return fold(
      builder, loc, inputs, maps, init,
      [&](const At &at, const Indices &indices, ValueRange values) -> Value {
        Value isEarlier =
            at.test(arith::CmpIPredicate::slt, indices[rank], indices[dim]);
        Value before =
            isBefore(at, values.take_front(keys.size()),
                     values.slice(keys.size(), keys.size()), isEarlier);
        Value one = arith::ExtUIOp::create(at.b, at.loc, integer, before);
        return arith::AddIOp::create(at.b, at.loc, values.back(), one);
      });
}

/// Each element of `init` is the one of `values` whose rank is its coordinate,
/// of those that `isTaken`, where there is one.
static Value
placed(OpBuilder &builder, Location loc, Value rankOf, Value values, Value init,
       int64_t dim,
       llvm::function_ref<Value(const At &, const Indices &, ValueRange)> take,
       Value condition = {}) {
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  auto [own, other] = expand::mapsAlong(builder.getContext(), rank, dim);
  SmallVector<Value> inputs = {rankOf};
  if (values)
    inputs.push_back(values);
  if (condition)
    inputs.push_back(condition);
  SmallVector<AffineMap> maps(inputs.size(), other);
  return fold(builder, loc, inputs, maps, init,
              [&](const At &at, const Indices &indices, ValueRange elements) {
                Value here = arith::IndexCastOp::create(
                    at.b, at.loc, at.b.getI32Type(), indices[dim]);
                Value match = at.equal(elements[0], here);
                if (condition)
                  match = at.both(match, elements[inputs.size() - 1]);
                return at.choose(match, take(at, indices, elements),
                                 elements.back());
              });
}

void kopt::expand::sort(RewriterBase &rewriter, tm::SortOp op) {
  Location loc = op.getLoc();
  int64_t dim = op.getDimension();
  Block &region = op.getRegion().front();
  SmallVector<Value> keys;
  SmallVector<unsigned> positions;
  for (auto [i, output] : llvm::enumerate(op.getOutputs()))
    if (!region.getArgument(2 * i).use_empty() ||
        !region.getArgument(2 * i + 1).use_empty()) {
      keys.push_back(output);
      positions.push_back(i);
    }
  // A region that looks at nothing sorts nothing.
  if (keys.empty())
    return rewriter.replaceOp(op, op.getOutputs());
  auto compare = [&](const At &at, ValueRange lhs, ValueRange rhs) {
    SmallVector<Value> arguments(region.getNumArguments());
    for (auto [i, position] : llvm::enumerate(positions)) {
      arguments[2 * position] = lhs[i];
      arguments[2 * position + 1] = rhs[i];
    }
    // Arguments without a use are not looked up.
    for (auto [argument, known] :
         llvm::zip_equal(region.getArguments(), arguments))
      if (!known)
        known = argument;
    return at.inlined(region, arguments)[0];
  };
  Value rankOf = ranks(
      rewriter, loc, keys, dim,
      [&](const At &at, ValueRange other, ValueRange own, Value isEarlier) {
        Value before = orEarlier(at, compare(at, other, own),
                                 compare(at, own, other), isEarlier);
        Value otherNaN = anyNaN(at, other), ownNaN = anyNaN(at, own);
        if (!otherNaN)
          return before;
        // Both NaN: the earlier; one: the number.
        return at.choose(otherNaN, at.both(ownNaN, isEarlier),
                         at.make<arith::OrIOp>(ownNaN, before));
      });
  SmallVector<Value> results;
  for (Value output : op.getOutputs()) {
    auto type = cast<RankedTensorType>(output.getType());
    Value init = zeros(rewriter, loc, type,
                       tensor::getMixedSizes(rewriter, loc, output));
    results.push_back(
        placed(rewriter, loc, rankOf, output, init, dim,
               [](const At &, const Indices &, ValueRange v) { return v[1]; }));
  }
  rewriter.replaceOp(op, results);
}

/// The scalar that fills `tensor`, or null.
static Value filledWith(OpBuilder &builder, Value tensor) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return fill.getInputs()[0];
  SplatElementsAttr splat;
  if (!matchPattern(tensor, m_Constant(&splat)))
    return {};
  return arith::ConstantOp::create(
      builder, tensor.getLoc(),
      cast<TypedAttr>(splat.getSplatValue<Attribute>()));
}

/// What the region does not put before the value that the line begins with
/// never enters it.
void kopt::expand::topk(RewriterBase &rewriter, tm::TopkOp op) {
  Location loc = op.getLoc();
  int64_t dim = op.getDimension();
  Block &region = op.getRegion().front();
  Value input = op.getInputs()[0];
  Value start = filledWith(rewriter, op.getOutputs()[0]);
  if (!start) {
    op.emitRemark("not lifted: expected a fill as the first output");
    return;
  }
  auto compare = [&](const At &at, Value lhs, Value rhs) {
    return at.inlined(region, {lhs, rhs})[0];
  };
  auto shape = cast<RankedTensorType>(input.getType());
  auto flags = RankedTensorType::get(shape.getShape(), rewriter.getI1Type());
  Sizes sizes = tensor::getMixedSizes(rewriter, loc, input);
  AffineMap id = rewriter.getMultiDimIdentityMap(unsigned(shape.getRank()));
  SmallVector<utils::IteratorType> parallel(shape.getRank(),
                                            utils::IteratorType::parallel);
  Value enters =
      linalg::GenericOp::create(
          rewriter, loc, flags, input, emptyLike(rewriter, loc, flags, sizes),
          ArrayRef<AffineMap>{id, id}, parallel,
          [&](OpBuilder &b, Location l, ValueRange values) {
            linalg::YieldOp::create(b, l, compare(At{b, l}, values[0], start));
          })
          .getResult(0);
  Value keys[] = {input, enters};
  Value rankOf = ranks(
      rewriter, loc, keys, dim,
      [&](const At &at, ValueRange other, ValueRange own, Value isEarlier) {
        Value before = orEarlier(at, compare(at, other[0], own[0]),
                                 compare(at, own[0], other[0]), isEarlier);
        return at.both(other[1], before);
      });
  Value values = placed(
      rewriter, loc, rankOf, input, op.getOutputs()[0], dim,
      [](const At &, const Indices &, ValueRange v) { return v[1]; }, enters);
  bool given = op.getInputs().size() == 2;
  Value list = given ? Value(op.getInputs()[1]) : Value();
  Value positions = placed(
      rewriter, loc, rankOf, list, op.getOutputs()[1], dim,
      [&](const At &at, const Indices &indices, ValueRange v) -> Value {
        return given ? v[1]
                     : arith::IndexCastOp::create(
                           at.b, at.loc, v.back().getType(), indices.back());
      },
      enters);
  rewriter.replaceOp(op, {values, positions});
}
