//===- Orders.cpp - Sorts and selections of whole lines -------------------===//
//
// An order by one of the tensors and then by place is the same stable order in
// any algorithm. So a sort is a permutation that tiles can find, and a line of
// which only the first few elements are used is a selection.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/Comparison.h"
#include "mlir/IR/Matchers.h"
#include "passes/ExpandTensorOps/Elements.h"
#include "passes/Lift/Collectives.h"
#include "passes/Lift/LiftImpl.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

/// Shared memory that the tuples of one line may take when they are sorted.
static constexpr int64_t mostLineBytes = 192 * 1024;
/// Elements of the longest line that one block sorts.
static constexpr int64_t longestLine = 8192;
/// Most elements that are selected of a longer line, part by part.
static constexpr int64_t mostSelected = 1024;

/// What is ordered, how, and how much of it is wanted.
struct Lines {
  Value keys;
  SmallVector<Value> others; ///< that go along
  int64_t axis = 0;
  int64_t first = 0; ///< elements of each line, from the first in order
  LineOrder order;

  RankedTensorType type() const {
    return cast<RankedTensorType>(keys.getType());
  }
  int64_t length() const { return type().getDimSize(axis); }
  SmallVector<int64_t> shape(int64_t extent) const {
    SmallVector<int64_t> shape(type().getShape());
    shape[size_t(axis)] = extent;
    return shape;
  }
};

static int64_t bytesOf(Type element) {
  // Floats are compared in 32 bits at least.
  int64_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  return isa<FloatType>(element) ? std::max<int64_t>(bytes, 4) : bytes;
}

/// Whether tiles hold the lines. Else false, with the reason.
static bool fits(const Lines &lines, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  int64_t length = lines.length();
  if (ShapedType::isDynamic(length) || length == 0)
    return no("the extent of the lines is dynamic or 0");
  if (lines.type().getRank() > 5)
    return no("tensors of more than 5 dimensions");
  int64_t bytes = bytesOf(lines.type().getElementType()) + 4;
  for (Value other : lines.others) {
    Type element = getElementTypeOrSelf(other.getType());
    if (!element.isIntOrFloat())
      return no("elements that are no integers or floats");
    bytes += bytesOf(element);
  }
  if (length <= longestLine &&
      int64_t(llvm::PowerOf2Ceil(uint64_t(length))) * bytes <= mostLineBytes)
    return true;
  if (lines.first > mostSelected || !lines.others.empty() ||
      length > std::numeric_limits<int32_t>::max() - longestLine)
    return no("lines of " + Twine(length) + " elements, of which " +
              Twine(lines.first) + " are wanted, do not fit in a block");
  return true;
}

/// Orders whole lines: the elements, then their places as i32, then the others.
static SmallVector<Value> buildOrder(WholeKernel &kernel, Location loc,
                                     const Lines &lines) {
  OpBuilder &b = kernel.builder;
  SmallVector<Value> inputs = {kernel.load(0)};
  inputs.push_back(IotaOp::create(
      b, loc, RankedTensorType::get(lines.type().getShape(), b.getI32Type()),
      uint64_t(lines.axis)));
  for (unsigned i = 0; i < lines.others.size(); ++i)
    inputs.push_back(kernel.load(i + 1));
  SmallVector<Type> results, scalars;
  for (Value input : inputs) {
    scalars.push_back(getElementTypeOrSelf(input.getType()));
    results.push_back(
        RankedTensorType::get(lines.shape(lines.first), scalars.back()));
  }
  Operation *op =
      lines.first == lines.length()
          ? kopt::SortOp::create(b, loc, results, inputs, uint64_t(lines.axis))
                .getOperation()
          : kopt::TopKOp::create(b, loc, results, inputs, uint64_t(lines.axis),
                                 uint64_t(lines.first))
                .getOperation();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> both(scalars);
  llvm::append_range(both, scalars);
  Block *block = b.createBlock(&op->getRegion(0), {}, both,
                               SmallVector<Location>(both.size(), loc));
  kopt::YieldOp::create(b, loc, buildLineOrder(b, loc, *block, lines.order));
  return llvm::to_vector_of<Value>(op->getResults());
}

/// Integers in the type of the program's places.
static Value converted(OpBuilder &b, Location loc, Value places, Type element) {
  auto type = cast<RankedTensorType>(places.getType());
  auto wanted = RankedTensorType::get(type.getShape(), element);
  unsigned from = type.getElementTypeBitWidth(),
           to = element.getIntOrFloatBitWidth();
  if (from == to)
    return places;
  return to > from ? arith::ExtSIOp::create(b, loc, wanted, places).getResult()
                   : arith::TruncIOp::create(b, loc, wanted, places);
}

/// Whether `tensor` holds each element's coordinate along `axis`, as integers.
static bool isCoordinate(Value tensor, int64_t axis) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInits() != 1 || op.getNumReductionLoops() > 0)
    return false;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!out.isIdentity())
    return false;
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  if (auto cast = yielded.getDefiningOp<arith::IndexCastOp>()) {
    auto index = cast.getIn().getDefiningOp<linalg::IndexOp>();
    return index && int64_t(index.getDim()) == axis;
  }
  // A repeated line of such.
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return false;
  OpOperand *input = op.getDpsInputOperand(argument.getArgNumber());
  AffineMap map = op.getMatchingIndexingMap(input);
  for (auto [d, expr] : llvm::enumerate(map.getResults()))
    if (expr == getAffineDimExpr(unsigned(axis), op.getContext()))
      return isCoordinate(input->get(), int64_t(d));
  return false;
}

static Value destination(RewriterBase &rewriter, Location loc,
                         const Lines &lines, Type element) {
  auto sizes = tensor::getMixedSizes(rewriter, loc, lines.keys);
  sizes[size_t(lines.axis)] = rewriter.getIndexAttr(lines.first);
  return elements::emptyLike(
      rewriter, loc, RankedTensorType::get(lines.shape(lines.first), element),
      sizes);
}

/// Of how many elements of each line `slice` is the beginning; 0 for another
/// slice.
static int64_t prefixOf(tensor::ExtractSliceOp slice, int64_t axis) {
  auto type = slice.getSourceType();
  if (slice.getType().getRank() != type.getRank() ||
      !llvm::all_of(slice.getMixedOffsets(),
                    [](OpFoldResult o) { return isConstantIntValue(o, 0); }) ||
      !llvm::all_of(slice.getMixedStrides(),
                    [](OpFoldResult s) { return isConstantIntValue(s, 1); }))
    return 0;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d != axis && (type.isDynamicDim(d) ||
                      slice.getType().getDimSize(d) != type.getDimSize(d)))
      return 0;
  int64_t extent = slice.getType().getDimSize(axis);
  return ShapedType::isDynamic(extent) ? 0 : extent;
}

/// How many elements of each line the users of `op` take; all, unless all users
/// are slices of the same beginning.
static int64_t wantedOf(kopt::tm::SortOp op) {
  int64_t all = cast<RankedTensorType>(op.getResult(0).getType())
                    .getDimSize(op.getDimension()),
          wanted = 0;
  for (Operation *user : op->getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    int64_t extent = slice ? prefixOf(slice, op.getDimension()) : 0;
    if (extent == 0 || (wanted != 0 && extent != wanted))
      return all;
    wanted = extent;
  }
  return wanted == 0 ? all : wanted;
}

bool kopt::lift::liftSort(RewriterBase &rewriter, kopt::tm::SortOp op,
                          NewKernel newKernel, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  Block &region = op.getRegion().front();
  Lines lines;
  lines.axis = op.getDimension();
  std::optional<unsigned> key;
  for (unsigned i = 0; i < op.getOutputs().size(); ++i) {
    if (region.getArgument(2 * i).use_empty() &&
        region.getArgument(2 * i + 1).use_empty())
      continue;
    if (key)
      return no("more than one tensor is compared");
    key = i;
  }
  if (!key)
    return no("nothing is compared");
  std::optional<ComparisonTable> table = comparisonTable(
      region, region.getArgument(2 * *key), region.getArgument(2 * *key + 1));
  if (!table || table->less == table->greater)
    return no("the comparison is no order of signed integers or floats");
  lines.keys = op.getOutputs()[*key];
  lines.order.descending = table->greater;
  SmallVector<Value> used = {lines.keys};
  // The kernel's result for each of the operation's.
  enum Source { Keys, Places, Other };
  SmallVector<Source> sources;
  for (auto [i, output] : llvm::enumerate(op.getOutputs())) {
    if (output.getType() != lines.keys.getType() &&
        cast<RankedTensorType>(output.getType()).getShape() !=
            lines.type().getShape())
      return no("the extents of the outputs are written differently");
    bool isPlace = isCoordinate(output, lines.axis);
    sources.push_back(i == *key ? Keys : isPlace ? Places : Other);
    if (sources.back() == Other && !op.getResult(unsigned(i)).use_empty())
      lines.others.push_back(output);
  }
  lines.first = wantedOf(op);
  if (!fits(lines, reason))
    return false;
  Location loc = op.getLoc();
  llvm::append_range(used, lines.others);
  SmallVector<Value> outs;
  SmallVector<unsigned> results;
  for (OpResult result : op->getResults())
    if (!result.use_empty()) {
      results.push_back(result.getResultNumber());
      outs.push_back(destination(rewriter, loc, lines,
                                 getElementTypeOrSelf(result.getType())));
    }
  if (outs.empty()) {
    rewriter.eraseOp(op);
    return true;
  }
  WholeKernel kernel(loc, newKernel, used, TypeRange(ValueRange(outs)),
                     "kopt.out");
  SmallVector<Value> ordered = buildOrder(kernel, loc, lines);
  unsigned next = 2;
  for (auto [i, number] : llvm::enumerate(results)) {
    Value value =
        sources[number] == Keys ? ordered[0]
        : sources[number] == Places
            ? converted(kernel.builder, loc, ordered[1],
                        getElementTypeOrSelf(op.getResult(number).getType()))
            : ordered[next++];
    kernel.store(value, unsigned(i));
  }
  ResultRange launched = kernel.finish(rewriter, outs);
  for (auto [number, result] : llvm::zip_equal(results, launched)) {
    if (lines.first != lines.length())
      for (Operation *slice :
           llvm::make_early_inc_range(op.getResult(number).getUsers()))
        rewriter.replaceOp(slice, result);
    else
      rewriter.replaceAllUsesWith(op.getResult(number), result);
  }
  rewriter.eraseOp(op);
  return true;
}

bool kopt::lift::liftTopK(RewriterBase &rewriter, kopt::tm::TopkOp op,
                          NewKernel newKernel, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  Block &region = op.getRegion().front();
  std::optional<ComparisonTable> table =
      comparisonTable(region, region.getArgument(0), region.getArgument(1));
  if (!table || table->less == table->greater || table->equal ||
      table->firstNaN || table->secondNaN || table->bothNaN)
    return no("the comparison is no strict order of signed integers or floats "
              "that leaves NaN out");
  TypedAttr start = constantInit(op.getOutputs()[0]),
            nowhere = constantInit(op.getOutputs()[1]);
  if (!start || !nowhere)
    return no("an output is no fill by a constant");
  Lines lines;
  lines.keys = op.getInputs()[0];
  lines.axis = op.getDimension();
  lines.first = cast<RankedTensorType>(op.getOutputs()[0].getType())
                    .getDimSize(lines.axis);
  lines.order.descending = table->greater;
  bool given = op.getInputs().size() == 2;
  if (given)
    lines.others.push_back(op.getInputs()[1]);
  if (ShapedType::isDynamic(lines.first) || lines.first == 0 ||
      ShapedType::isDynamic(lines.length()) || lines.first > lines.length())
    return no("k is dynamic, 0, or more than the extent of the lines");
  for (Value output : op.getOutputs())
    if (cast<RankedTensorType>(output.getType()).getShape() !=
        ArrayRef<int64_t>(lines.shape(lines.first)))
      return no("the extents of the outputs are written differently");
  if (!fits(lines, reason))
    return false;
  Location loc = op.getLoc();
  SmallVector<Value> inputs(op.getInputs()), outs;
  for (Value output : op.getOutputs())
    outs.push_back(destination(rewriter, loc, lines,
                               getElementTypeOrSelf(output.getType())));
  WholeKernel kernel(loc, newKernel, inputs, TypeRange(ValueRange(outs)),
                     "kopt.out");
  OpBuilder &b = kernel.builder;
  SmallVector<Value> ordered = buildOrder(kernel, loc, lines);
  auto everywhere = [&](TypedAttr attr) -> Value {
    Type element = attr.getType();
    Value scalar = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(RankedTensorType::get({}, element),
                               Attribute(attr)));
    return BroadcastOp::create(
        b, loc, RankedTensorType::get(lines.shape(lines.first), element),
        scalar, ArrayRef<int64_t>{});
  };
  // What the region does not put before the value that a line begins with never
  // enters it.
  Value values = ordered[0], begin = everywhere(start), enters;
  if (isa<FloatType>(start.getType()))
    enters = arith::CmpFOp::create(b, loc,
                                   lines.order.descending
                                       ? arith::CmpFPredicate::OGT
                                       : arith::CmpFPredicate::OLT,
                                   values, begin);
  else
    enters = arith::CmpIOp::create(b, loc,
                                   lines.order.descending
                                       ? arith::CmpIPredicate::sgt
                                       : arith::CmpIPredicate::slt,
                                   values, begin);
  Type place = getElementTypeOrSelf(op.getOutputs()[1].getType());
  Value places = given ? ordered[2] : converted(b, loc, ordered[1], place);
  kernel.store(arith::SelectOp::create(b, loc, enters, values, begin), 0);
  kernel.store(
      arith::SelectOp::create(b, loc, enters, places, everywhere(nowhere)), 1);
  rewriter.replaceOp(op, kernel.finish(rewriter, outs));
  return true;
}

/// Erases what made `values` and was made for nothing else.
static void eraseDead(RewriterBase &rewriter, SmallVector<Value> values) {
  while (!values.empty()) {
    Operation *def = values.pop_back_val().getDefiningOp();
    if (!def || !isOpTriviallyDead(def))
      continue;
    SmallVector<Value> operands(def->getOperands());
    // The same operation may have made several of the others.
    llvm::erase_if(values, [&](Value v) { return v.getDefiningOp() == def; });
    rewriter.eraseOp(def);
    llvm::append_range(values, operands);
  }
}

unsigned kopt::lift::liftCollectives(func::FuncOp func, NewKernel newKernel) {
  SmallVector<Operation *> work;
  func.walk([&](Operation *op) {
    if (isa<kopt::tm::ScanOp, kopt::tm::ScatterOp, kopt::tm::SortOp,
            kopt::tm::TopkOp>(op))
      work.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  unsigned lifted = 0;
  for (Operation *op : work) {
    rewriter.setInsertionPoint(op);
    std::string reason;
    bool done = false;
    SmallVector<Value> operands(op->getOperands());
    if (auto scan = dyn_cast<kopt::tm::ScanOp>(op))
      done = liftScan(rewriter, scan, newKernel, reason);
    else if (auto scatter = dyn_cast<kopt::tm::ScatterOp>(op))
      done = liftScatter(rewriter, scatter, newKernel, reason);
    else if (auto sort = dyn_cast<kopt::tm::SortOp>(op))
      done = liftSort(rewriter, sort, newKernel, reason);
    else
      done = liftTopK(rewriter, cast<kopt::tm::TopkOp>(op), newKernel, reason);
    lifted += done;
    if (done)
      eraseDead(rewriter, operands);
    else
      op->emitRemark() << "expanded element by element: " << reason;
  }
  return lifted;
}
