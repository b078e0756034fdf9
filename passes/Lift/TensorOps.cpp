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

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "passes/ExpandTensorOps/Elements.h"
#include "passes/Lift/LiftImpl.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;
using namespace kopt::lift;

namespace {

/// Makes structured operations of a function's operations on tensors.
class Structurer {
public:
  explicit Structurer(MLIRContext *context) : rewriter(context) {}
  void visit(Operation *op);

private:
  using Body = llvm::function_ref<Value(const At &, const Indices &)>;

  /// Replaces `op` by a generic whose elements are what `body` says.
  void replace(Operation *op, const Sizes &sizes, Body body) {
    rewriter.replaceOp(
        op, perElement(rewriter, op->getLoc(),
                       cast<RankedTensorType>(op->getResult(0).getType()),
                       sizes, body));
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
      source.push_back(
          dropped.test(d)
              ? at.value(offset)
              : at.add(at.mul(indices[next++], strides[d]), offset));
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
        inside = at.both(
            inside, at.test(arith::CmpIPredicate::eq, rest, at.constant(0)));
        // Rounds to zero, so a coordinate before the offset has to show.
        inside = at.both(
            inside, at.test(arith::CmpIPredicate::sge, from, at.constant(0)));
        from = at.make<arith::DivSIOp>(from, stride);
      }
      from = at.clamp(from, extents[d], inside);
      if (!dropped.test(d))
        source.push_back(from);
    }
    // Into nothing: what is not the slice's is anything.
    Value old =
        op.getDest().getDefiningOp<tensor::EmptyOp>()
            ? arith::ConstantOp::create(
                  at.b, at.loc, at.b.getZeroAttr(op.getType().getElementType()))
                  .getResult()
            : at.extract(op.getDest(), indices);
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
    sizes.push_back(ShapedType::isDynamic(known)
                        ? OpFoldResult(here.add(
                              here.add(here.value(extent), low[d]), high[d]))
                        : rewriter.getIndexAttr(known));
  }
  replace(op, sizes, [&](const At &at, const Indices &indices) {
    Value padding = at.inlined(op.getRegion().front(), indices)[0];
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
      source[dim] =
          at.clamp(at.sub(indices[dim], offsets[i]), extents[i], inside);
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
  replace(op, sizes, [&](const At &at, const Indices &indices) {
    return at.inlined(op.getBody().front(), indices)[0];
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
            return arith::BitcastOp::create(at.b, at.loc, element,
                                            at.extract(op.getSource(), indices))
                .getResult();
          });
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
      .Case([&](tensor::RankOp op) {
        if (auto type = dyn_cast<RankedTensorType>(op.getTensor().getType()))
          rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op,
                                                              type.getRank());
      })
      // Tensors are values, so a copy is what it is of.
      .Case([&](bufferization::AllocTensorOp op) {
        if (op.getCopy())
          rewriter.replaceOp(op, op.getCopy());
        else
          rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(),
                                                       op.getDynamicSizes());
      });
}

void kopt::lift::structureTensorOps(func::FuncOp func) {
  Structurer structurer(func.getContext());
  SmallVector<Operation *> work;
  func.walk([&](Operation *op) {
    // A scalar's home inside a region is the region's operation.
    if (op->getParentOfType<linalg::LinalgOp>())
      return;
    work.push_back(op);
  });
  for (Operation *op : work)
    structurer.visit(op);
}
