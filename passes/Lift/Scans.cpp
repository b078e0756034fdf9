//===- Scans.cpp - Scans and scatters of whole tensors --------------------===//

#include "dialects/TmTensor/TmTensorDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/ExpandTensorOps/Elements.h"
#include "passes/Lift/Collectives.h"
#include "passes/Lift/LiftImpl.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

/// The only operation of `body` where it combines the two arguments, in any
/// order, and is yielded.
static Operation *soleCombiner(Block &body) {
  if (!llvm::hasSingleElement(body.without_terminator()))
    return nullptr;
  Operation &op = body.front();
  Value a = body.getArgument(0), b = body.getArgument(1);
  bool takesBoth = op.getNumOperands() == 2 && op.getNumResults() == 1 &&
                   ((op.getOperand(0) == a && op.getOperand(1) == b) ||
                    (op.getOperand(0) == b && op.getOperand(1) == a)) &&
                   body.getTerminator()->getOperand(0) == op.getResult(0);
  return takesBoth ? &op : nullptr;
}

/// What leaves every element as it is under `op`, an associative and
/// commutative operation on `type`; null for another one. Of a sum -0.0, which
/// leaves -0.0 so. Products of floats in another order may leave the range of
/// the type on the way.
static TypedAttr neutralOf(Operation *op, Type type) {
  OpBuilder b(op->getContext());
  if (auto number = dyn_cast<FloatType>(type)) {
    auto infinity = [&](bool isNegative) {
      return b.getFloatAttr(
          type, APFloat::getInf(number.getFloatSemantics(), isNegative));
    };
    return llvm::TypeSwitch<Operation *, TypedAttr>(op)
        .Case([&](arith::AddFOp) { return b.getFloatAttr(type, -0.0); })
        .Case([&](arith::MaximumFOp) { return infinity(true); })
        .Case([&](arith::MinimumFOp) { return infinity(false); })
        .Default(TypedAttr());
  }
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return {};
  unsigned width = integer.getWidth();
  auto number = [&](const APInt &value) -> TypedAttr {
    return b.getIntegerAttr(type, value);
  };
  return llvm::TypeSwitch<Operation *, TypedAttr>(op)
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
          [&](auto) { return number(APInt::getZero(width)); })
      .Case([&](arith::MulIOp) { return number(APInt(width, 1)); })
      .Case<arith::AndIOp, arith::MinUIOp>(
          [&](auto) { return number(APInt::getAllOnes(width)); })
      .Case([&](arith::MaxSIOp) {
        return number(APInt::getSignedMinValue(width));
      })
      .Case([&](arith::MinSIOp) {
        return number(APInt::getSignedMaxValue(width));
      })
      .Default(TypedAttr());
}

/// A tensor of `type` for a launch to write, of the extents that `like` has.
static Value destination(RewriterBase &rewriter, Location loc,
                         RankedTensorType type, Value like) {
  return elements::emptyLike(rewriter, loc, type,
                             tensor::getMixedSizes(rewriter, loc, like));
}

/// Where a sum would be rounded to less than 32 bits at each step, f32 holds
/// it, as in reductions.
static bool isRoundedAtEachStep(Operation *combiner, Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() < 32 && isa<arith::AddFOp>(combiner);
}

bool kopt::lift::liftScan(RewriterBase &rewriter, kopt::tm::ScanOp op,
                          NewKernel newKernel, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  Value input = op.getInputs()[0];
  auto type = cast<RankedTensorType>(input.getType());
  auto resultType = cast<RankedTensorType>(op.getOutputs()[0].getType());
  Operation *combiner = soleCombiner(op.getRegion().front());
  TypedAttr identity =
      combiner ? neutralOf(combiner, type.getElementType()) : TypedAttr();
  if (!identity)
    return no("the combination is not associative with a neutral element");
  if (type.getShape() != resultType.getShape())
    return no("the extents of input and output are written differently");
  if (!op.getResult(1).use_empty())
    return no("the last combination is a result that is used");
  bool isFromPlusZero = false;
  if (!op.getInclusive()) {
    TypedAttr start = constantInit(op.getOutputs()[1]);
    auto isZero = [](TypedAttr attr) {
      auto number = dyn_cast<FloatAttr>(attr);
      return number && number.getValue().isZero();
    };
    if (!start || (start != identity && !(isZero(start) && isZero(identity))))
      return no("an exclusive scan starts from what is not neutral");
    isFromPlusZero = start != identity;
  }
  Location loc = op.getLoc();
  WholeKernel kernel(loc, newKernel, input, resultType, "kopt.out");
  OpBuilder &b = kernel.builder;
  Value value = kernel.load(0);
  Type element = type.getElementType(), held = element;
  if (isRoundedAtEachStep(combiner, element)) {
    op.emitRemark("accumulates in f32: the program's accumulator is narrower");
    held = b.getF32Type();
    value = arith::ExtFOp::create(
        b, loc, RankedTensorType::get(type.getShape(), held), value);
    identity =
        b.getFloatAttr(held, cast<FloatAttr>(identity).getValueAsDouble());
  }
  auto heldType = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> totals(type.getShape());
  totals.erase(totals.begin() + op.getDimension());
  auto scan = kopt::ScanOp::create(
      b, loc, TypeRange{heldType, RankedTensorType::get(totals, held)}, value,
      op.getDimension(), b.getArrayAttr(identity), !op.getInclusive(),
      /*reverse=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *block =
        b.createBlock(&scan.getCombiner(), {}, {held, held}, {loc, loc});
    Operation *combine =
        b.create(loc, combiner->getName().getIdentifier(),
                 block->getArguments(), TypeRange(held), combiner->getAttrs());
    kopt::YieldOp::create(b, loc, combine->getResults());
  }
  Value result = scan.getScan();
  // What starts from +0.0 is never -0.0, whatever zeros are added to it.
  if (isFromPlusZero) {
    Value zero = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(RankedTensorType::get({}, held),
                               Attribute(b.getFloatAttr(held, 0.0))));
    zero = BroadcastOp::create(b, loc, heldType, zero, ArrayRef<int64_t>());
    result = arith::AddFOp::create(b, loc, result, zero);
  }
  if (held != element)
    result = arith::TruncFOp::create(b, loc, resultType, result);
  kernel.store(result, 0);
  Value scanned =
      kernel.finish(rewriter, destination(rewriter, loc, resultType, input))[0];
  rewriter.replaceOp(op, {scanned, op.getOutputs()[1]});
  return true;
}

/// The atomic update that does what `combiner` does, for elements of `type`, to
/// the same bits in every order.
static std::optional<arith::AtomicRMWKind> updateOf(Operation *combiner,
                                                    Type type) {
  using Kind = arith::AtomicRMWKind;
  unsigned width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (width != 32 && width != 64)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(combiner)
      .Case([](arith::AddIOp) { return Kind::addi; })
      .Case([](arith::MaxSIOp) { return Kind::maxs; })
      .Case([](arith::MinSIOp) { return Kind::mins; })
      .Case([](arith::MaxUIOp) { return Kind::maxu; })
      .Case([](arith::MinUIOp) { return Kind::minu; })
      .Case([](arith::AndIOp) { return Kind::andi; })
      .Case([](arith::OrIOp) { return Kind::ori; })
      .Case([](arith::MaximumFOp) { return Kind::maximumf; })
      .Case([](arith::MinimumFOp) { return Kind::minimumf; })
      .Default(std::nullopt);
}

/// `tensor` without reshapes, where it has as many elements in rank 1.
static Value asLine(Value tensor) {
  auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>();
  auto type = cast<RankedTensorType>(tensor.getType());
  if (expand && expand.getSrcType().getRank() == 1 &&
      llvm::count(type.getShape(), 1) >= type.getRank() - 1)
    return expand.getSrc();
  return {};
}

/// Counting: ones are added where the only index says, in a line.
static Value countedLine(kopt::tm::ScatterOp op) {
  auto result = cast<RankedTensorType>(op.getOutputs()[0].getType());
  auto one = dyn_cast_or_null<IntegerAttr>(constantInit(op.getInputs()[0]));
  auto indices = cast<RankedTensorType>(op.getInputs()[1].getType());
  bool isCount = isa<arith::AddIOp>(op.getRegion().front().front()) && one &&
                 one.getValue().isOne() && result.getRank() == 1 &&
                 !result.isDynamicDim(0) && indices.getDimSize(1) == 1;
  auto updates = cast<RankedTensorType>(op.getInputs()[0].getType());
  if (!isCount || updates.getNumDynamicDims() > 0 ||
      updates.getNumElements() != indices.getDimSize(0))
    return {};
  return asLine(op.getInputs()[1]);
}

/// `tensor`, or a copy of it: what is updated in place has to be made for it.
static Value owned(RewriterBase &rewriter, Value tensor) {
  Operation *def = tensor.getDefiningOp();
  if (isa_and_nonnull<linalg::LinalgOp>(def) && tensor.hasOneUse())
    return tensor;
  Location loc = tensor.getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  Value empty = destination(rewriter, loc, type, tensor);
  return linalg::CopyOp::create(rewriter, loc, tensor, empty).getResult(0);
}

/// Most bins that are counted as a histogram; more are updates.
static constexpr int64_t mostBins = 8192;

bool kopt::lift::liftScatter(RewriterBase &rewriter, kopt::tm::ScatterOp op,
                             NewKernel newKernel, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  Value updates = op.getInputs()[0], indices = op.getInputs()[1],
        original = op.getOutputs()[0];
  auto type = cast<RankedTensorType>(original.getType());
  auto updatesType = cast<RankedTensorType>(updates.getType());
  auto indicesType = cast<RankedTensorType>(indices.getType());
  Operation *combiner = soleCombiner(op.getRegion().front());
  std::optional<arith::AtomicRMWKind> kind;
  if (combiner)
    kind = updateOf(combiner, type.getElementType());
  if (!kind)
    return no("the order of updates decides about the result's bits");
  if (updatesType.getRank() > 5 || updatesType.getRank() == 0)
    return no("updates of more than 5 dimensions");
  if (indicesType.getElementType().isIndex() ||
      indicesType.getElementTypeBitWidth() < 32)
    return no("indices of a type that is not i32 or i64");
  Location loc = op.getLoc();
  Value before = owned(rewriter, original);
  if (Value line = countedLine(op);
      line && type.getDimSize(0) <= mostBins && !type.isDynamicDim(0)) {
    auto lineType = cast<RankedTensorType>(line.getType());
    if (!lineType.isDynamicDim(0) &&
        lineType.getDimSize(0) < std::numeric_limits<int32_t>::max()) {
      WholeKernel kernel(loc, newKernel, line, type, "kopt.inout");
      OpBuilder &b = kernel.builder;
      Value counts = kopt::HistogramOp::create(
          b, loc, RankedTensorType::get(type.getShape(), b.getI32Type()),
          kernel.load(0));
      if (type.getElementType() != b.getI32Type())
        counts = arith::ExtUIOp::create(b, loc, type, counts);
      ScatterReduceOp::create(b, loc, arith::AtomicRMWKind::addi, counts,
                              kernel.argument(1), ValueRange(), ValueRange(),
                              ValueRange(), ArrayAttr(), AffineMapAttr(),
                              Attribute());
      rewriter.replaceOp(op, kernel.finish(rewriter, before));
      return true;
    }
  }
  SmallVector<Value> inputs = {updates, indices};
  WholeKernel kernel(loc, newKernel, inputs, type, "kopt.inout");
  OpBuilder &b = kernel.builder;
  // Coordinate d of the result: of the slice, which are the last ones, plus the
  // index that is added to it.
  int64_t rank = type.getRank(), first = rank - (updatesType.getRank() - 1);
  SmallVector<AffineExpr> exprs;
  SmallVector<Value> columns;
  SmallVector<Attribute> dims;
  for (int64_t d = 0; d < rank; ++d)
    exprs.push_back(d < first ? b.getAffineConstantExpr(0)
                              : b.getAffineDimExpr(unsigned(d - first + 1)));
  auto column = RankedTensorType::get({updatesType.getDimSize(0)},
                                      indicesType.getElementType());
  for (auto [k, d] : llvm::enumerate(op.getDimensionMap())) {
    auto map = AffineMap::get(
        1, 0, {b.getAffineDimExpr(0), b.getAffineConstantExpr(int64_t(k))},
        b.getContext());
    columns.push_back(kernel.load(1, column, map));
    dims.push_back(b.getDenseI64ArrayAttr({0}));
    exprs[size_t(d)] = exprs[size_t(d)] + b.getAffineSymbolExpr(unsigned(k));
  }
  auto map = AffineMap::get(unsigned(updatesType.getRank()),
                            unsigned(columns.size()), exprs, b.getContext());
  ScatterReduceOp::create(b, loc, *kind, kernel.load(0), kernel.argument(2),
                          ValueRange(), ValueRange(), columns,
                          columns.empty() ? ArrayAttr() : b.getArrayAttr(dims),
                          AffineMapAttr::get(map), Attribute());
  rewriter.replaceOp(op, kernel.finish(rewriter, before));
  return true;
}
