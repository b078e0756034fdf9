//===- TensorOps.cpp - Tensor operations as structured ones ---------------===//
//
// What moves elements becomes a linalg.generic without inputs that says, for
// each element of its result, where it comes from: its body takes the
// coordinates (linalg.index) to an element of a tensor (tensor.extract). Where
// elements come from several places, coordinates are clamped before the read
// and the reads selected after it, so that every read is in bounds, of empty
// tensors alone excepted.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

using Sizes = SmallVector<OpFoldResult>;
using Indices = SmallVector<Value>;

/// Index arithmetic at one place; folds what is constant.
struct At {
  OpBuilder &b;
  Location loc;

  Value constant(int64_t value) const {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value value(OpFoldResult folded) const {
    return getValueOrCreateConstantIndexOp(b, loc, folded);
  }
  template <typename Op> Value make(Value lhs, Value rhs) const {
    return b.createOrFold<Op>(loc, lhs, rhs);
  }
  Value add(Value lhs, OpFoldResult rhs) const {
    return isConstantIntValue(rhs, 0) ? lhs
                                      : make<arith::AddIOp>(lhs, value(rhs));
  }
  Value sub(Value lhs, OpFoldResult rhs) const {
    return isConstantIntValue(rhs, 0) ? lhs
                                      : make<arith::SubIOp>(lhs, value(rhs));
  }
  Value mul(Value lhs, OpFoldResult rhs) const {
    return isConstantIntValue(rhs, 1) ? lhs
                                      : make<arith::MulIOp>(lhs, value(rhs));
  }
  Value test(arith::CmpIPredicate predicate, Value lhs, Value rhs) const {
    return b.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) const {
    return lhs ? make<arith::AndIOp>(lhs, rhs) : rhs;
  }
  /// `index` within 0 and `extent` - 1; `inside` gets whether it was.
  Value clamp(Value index, OpFoldResult extent, Value &inside) const {
    Value zero = constant(0), end = value(extent);
    inside = both(inside, test(arith::CmpIPredicate::sge, index, zero));
    inside = both(inside, test(arith::CmpIPredicate::slt, index, end));
    Value last = make<arith::SubIOp>(end, constant(1));
    return make<arith::MaxSIOp>(make<arith::MinSIOp>(index, last), zero);
  }
  Value extract(Value tensor, ValueRange indices) const {
    return tensor::ExtractOp::create(b, loc, tensor, indices);
  }
  /// The element at clamped coordinates where those were inside, else `other`.
  Value choose(Value inside, Value element, Value other) const {
    return inside
               ? arith::SelectOp::create(b, loc, inside, element, other)
                     .getResult()
               : element;
  }
};

/// Makes structured operations of a function's operations on tensors.
class Structurer {
public:
  explicit Structurer(MLIRContext *context) : rewriter(context) {}
  void visit(Operation *op);

private:
  using Body = llvm::function_ref<Value(const At &, const Indices &)>;

  /// Replaces `op` by a generic whose elements are what `body` says.
  void replace(Operation *op, const Sizes &sizes, Body body) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Location loc = op->getLoc();
    SmallVector<Value> dynamic;
    for (auto [extent, size] : llvm::zip_equal(type.getShape(), sizes))
      if (ShapedType::isDynamic(extent))
        dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, dynamic);
    AffineMap id = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> parallel(type.getRank(),
                                              utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, ValueRange(), empty, id, parallel,
        [&](OpBuilder &b, Location l, ValueRange) {
          Indices indices;
          for (int64_t d = 0; d < type.getRank(); ++d)
            indices.push_back(linalg::IndexOp::create(b, l, d));
          linalg::YieldOp::create(b, l, body(At{b, l}, indices));
        });
    rewriter.replaceOp(op, generic);
  }

  Sizes sizesOf(Value tensor) {
    return tensor::getMixedSizes(rewriter, tensor.getLoc(), tensor);
  }

  void slice(tensor::ExtractSliceOp op);
  void insertSlice(tensor::InsertSliceOp op);
  void insert(tensor::InsertOp op);
  void pad(tensor::PadOp op);
  void concat(tensor::ConcatOp op);
  void generate(tensor::GenerateOp op);
  void fromElements(tensor::FromElementsOp op);
  void splat(tensor::SplatOp op);
  void bitcast(tensor::BitcastOp op);
  void reshape(tensor::ReshapeOp op);

  IRRewriter rewriter;
};

} // namespace

/// Most elements that are passed one by one.
static constexpr int64_t mostElements = 64;

void Structurer::slice(tensor::ExtractSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Sizes offsets = op.getMixedOffsets(), strides = op.getMixedStrides(), sizes;
  for (auto [d, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped.test(d))
      sizes.push_back(size);
  replace(op, sizes, [&](const At &at, const Indices &indices) {
    Indices source;
    unsigned next = 0;
    for (auto [d, offset] : llvm::enumerate(offsets))
      source.push_back(dropped.test(d)
                           ? at.value(offset)
                           : at.add(at.mul(indices[next++], strides[d]),
                                    offset));
    return at.extract(op.getSource(), source);
  });
}

/// An element is the slice's where its coordinates less the offset are a
/// multiple of the stride that is below the size, in every dimension.
void Structurer::insertSlice(tensor::InsertSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Sizes offsets = op.getMixedOffsets(), strides = op.getMixedStrides(),
        extents = op.getMixedSizes();
  replace(op, sizesOf(op.getDest()), [&](const At &at, const Indices &indices) {
    Value inside;
    Indices source;
    for (auto [d, index] : llvm::enumerate(indices)) {
      Value from = at.sub(index, offsets[d]);
      if (!isConstantIntValue(strides[d], 1)) {
        Value stride = at.value(strides[d]);
        Value rest = at.make<arith::RemSIOp>(from, stride);
        inside = at.both(inside, at.test(arith::CmpIPredicate::eq, rest,
                                         at.constant(0)));
        // Rounds to zero, so a coordinate before the offset has to show.
        inside = at.both(inside, at.test(arith::CmpIPredicate::sge, from,
                                         at.constant(0)));
        from = at.make<arith::DivSIOp>(from, stride);
      }
      from = at.clamp(from, extents[d], inside);
      if (!dropped.test(d))
        source.push_back(from);
    }
    Value old = at.extract(op.getDest(), indices);
    return at.choose(inside, at.extract(op.getSource(), source), old);
  });
}

void Structurer::insert(tensor::InsertOp op) {
  replace(op, sizesOf(op.getDest()), [&](const At &at, const Indices &indices) {
    Value inside;
    for (auto [index, wanted] : llvm::zip_equal(indices, op.getIndices()))
      inside =
          at.both(inside, at.test(arith::CmpIPredicate::eq, index, wanted));
    return at.choose(inside, op.getScalar(), at.extract(op.getDest(), indices));
  });
}

/// The padding's region is a body already.
void Structurer::pad(tensor::PadOp op) {
  Sizes low = op.getMixedLowPad(), high = op.getMixedHighPad(),
        extents = sizesOf(op.getSource()), sizes;
  At here{rewriter, op.getLoc()};
  for (auto [d, extent] : llvm::enumerate(extents)) {
    auto known = cast<RankedTensorType>(op.getType()).getDimSize(d);
    sizes.push_back(
        ShapedType::isDynamic(known)
            ? OpFoldResult(here.add(here.add(here.value(extent), low[d]),
                                    high[d]))
            : rewriter.getIndexAttr(known));
  }
  replace(op, sizes, [&](const At &at, const Indices &indices) {
    Block &block = op.getRegion().front();
    IRMapping mapping;
    mapping.map(block.getArguments(), indices);
    for (Operation &inner : block.without_terminator())
      at.b.clone(inner, mapping);
    Value padding =
        mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
    Value inside;
    Indices source;
    for (auto [d, index] : llvm::enumerate(indices)) {
      if (isConstantIntValue(low[d], 0) && isConstantIntValue(high[d], 0))
        source.push_back(index);
      else
        source.push_back(at.clamp(at.sub(index, low[d]), extents[d], inside));
    }
    return at.choose(inside, at.extract(op.getSource(), source), padding);
  });
}

void Structurer::concat(tensor::ConcatOp op) {
  uint64_t dim = op.getDim();
  At here{rewriter, op.getLoc()};
  Sizes sizes = sizesOf(op.getInputs()[0]), offsets, extents;
  Value end = here.constant(0);
  for (Value input : op.getInputs()) {
    offsets.push_back(getAsOpFoldResult(end));
    extents.push_back(
        tensor::getMixedSize(rewriter, op.getLoc(), input, int64_t(dim)));
    end = here.add(end, extents.back());
  }
  sizes[dim] = getAsOpFoldResult(end);
  replace(op, sizes, [&](const At &at, const Indices &indices) {
    Value result;
    for (auto [i, input] : llvm::enumerate(op.getInputs())) {
      Value inside;
      Indices source = indices;
      source[dim] = at.clamp(at.sub(indices[dim], offsets[i]), extents[i],
                             inside);
      Value element = at.extract(input, source);
      result = result ? at.choose(inside, element, result) : element;
    }
    return result;
  });
}

void Structurer::generate(tensor::GenerateOp op) {
  Sizes sizes = tensor::getMixedSizes(rewriter, op.getLoc(), op);
  unsigned next = 0;
  for (OpFoldResult &size : sizes)
    if (isa<Value>(size))
      size = op.getDynamicExtents()[next++];
  Block &block = op.getBody().front();
  replace(op, sizes, [&](const At &at, const Indices &indices) {
    IRMapping mapping;
    mapping.map(block.getArguments(), indices);
    for (Operation &inner : block.without_terminator())
      at.b.clone(inner, mapping);
    return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
  });
}

void Structurer::fromElements(tensor::FromElementsOp op) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  replace(op, tensor::getMixedSizes(rewriter, op.getLoc(), op),
          [&](const At &at, const Indices &indices) {
            Value number = at.constant(0);
            for (auto [index, extent] : llvm::zip_equal(indices, shape))
              number = at.add(at.mul(number, at.b.getIndexAttr(extent)), index);
            Value result = op.getElements()[0];
            for (auto [i, element] :
                 llvm::enumerate(op.getElements().drop_front()))
              result = at.choose(at.test(arith::CmpIPredicate::eq, number,
                                         at.constant(int64_t(i) + 1)),
                                 element, result);
            return result;
          });
}

/// A fill, which kernels take in.
void Structurer::splat(tensor::SplatOp op) {
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(),
                                        op.getDynamicSizes());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
}

void Structurer::bitcast(tensor::BitcastOp op) {
  Type element = op.getType().getElementType();
  replace(op, sizesOf(op.getSource()),
          [&](const At &at, const Indices &indices) {
            return arith::BitcastOp::create(
                       at.b, at.loc, element,
                       at.extract(op.getSource(), indices))
                .getResult();
          });
}

/// A reshape by a tensor of extents is one to a line and from it.
void Structurer::reshape(tensor::ReshapeOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getType());
  Location loc = op.getLoc();
  auto line = [&](int64_t rank) {
    return SmallVector<ReassociationIndices>{
        llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  };
  Value value = op.getSource();
  if (from.getRank() > 1)
    value = tensor::CollapseShapeOp::create(rewriter, loc, value,
                                            line(from.getRank()));
  else if (from.getRank() == 0)
    value = tensor::ExpandShapeOp::create(
        rewriter, loc, RankedTensorType::get({1}, from.getElementType()), value,
        ArrayRef<ReassociationIndices>{});
  At here{rewriter, loc};
  Sizes sizes;
  for (int64_t d = 0; d < to.getRank(); ++d) {
    if (!to.isDynamicDim(d)) {
      sizes.push_back(rewriter.getIndexAttr(to.getDimSize(d)));
      continue;
    }
    Value size;
    if (auto list = op.getShape().getDefiningOp<tensor::FromElementsOp>())
      size = list.getElements()[size_t(d)];
    else
      size = here.extract(op.getShape(), here.constant(d));
    if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(rewriter, loc,
                                        rewriter.getIndexType(), size);
    sizes.push_back(size);
  }
  if (to.getRank() == 0) {
    auto one = RankedTensorType::get({1}, to.getElementType());
    if (value.getType() != one)
      value = tensor::CastOp::create(rewriter, loc, one, value);
    value = tensor::CollapseShapeOp::create(rewriter, loc, to, value,
                                            ArrayRef<ReassociationIndices>{});
  } else if (to.getRank() > 1) {
    // A line of unknown length has an unknown extent somewhere, and the other
    // way round.
    auto flat = cast<RankedTensorType>(value.getType());
    int64_t length = to.hasStaticShape() ? to.getNumElements()
                                         : ShapedType::kDynamic;
    if (flat.getDimSize(0) != length)
      value = tensor::CastOp::create(
          rewriter, loc, RankedTensorType::get({length}, to.getElementType()),
          value);
    value = tensor::ExpandShapeOp::create(rewriter, loc, to, value,
                                          line(to.getRank()), sizes);
  }
  if (value.getType() != to)
    value = tensor::CastOp::create(rewriter, loc, to, value);
  rewriter.replaceOp(op, value);
}

void Structurer::visit(Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto list = dyn_cast<tensor::FromElementsOp>(op)) {
    // Extents of a reshape are the host's.
    if (list.getType().getNumElements() == 0) {
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(list, list.getType(),
                                                   ValueRange());
      return;
    }
    if (list.getType().getNumElements() <= mostElements)
      return fromElements(list);
    op->emitRemark() << "not lifted: more than " << mostElements
                     << " scalars in a tensor.from_elements";
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractSliceOp op) { slice(op); })
      .Case([&](tensor::InsertSliceOp op) { insertSlice(op); })
      .Case([&](tensor::InsertOp op) { insert(op); })
      .Case([&](tensor::PadOp op) { pad(op); })
      .Case([&](tensor::ConcatOp op) { concat(op); })
      .Case([&](tensor::GenerateOp op) { generate(op); })
      .Case([&](tensor::SplatOp op) { splat(op); })
      .Case([&](tensor::BitcastOp op) { bitcast(op); })
      .Case([&](tensor::ReshapeOp op) { reshape(op); });
}

void kopt::lift::structureTensorOps(func::FuncOp func) {
  Structurer structurer(func.getContext());
  SmallVector<Operation *> reshapes, work;
  func.walk([&](Operation *op) {
    // A scalar's home inside a region is the region's operation.
    if (op->getParentOfType<linalg::LinalgOp>())
      return;
    (isa<tensor::ReshapeOp>(op) ? reshapes : work).push_back(op);
  });
  // First, as they look at the operation that lists their extents.
  for (Operation *op : reshapes)
    structurer.visit(op);
  for (Operation *op : work)
    structurer.visit(op);
}
