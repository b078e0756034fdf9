//===- ScatterToGrid.cpp - Updates and counts by programs of a grid -------===//
//
// Updates that combine to the same bits in any order are made by all programs
// at once. Counts are first made by each program for itself, over all of its
// tiles, so that the result sees few updates.
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/LineTiler.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

/// What both have in common: the new kernel and accesses to its arguments.
class UpdateTiler {
public:
  UpdateTiler(KernelOp source, std::string &reason)
      : source(source), builder(source), reason(reason) {}

  LogicalResult count(int64_t programs, int64_t length);
  LogicalResult scatter(int64_t rows, int64_t cols);

private:
  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LogicalResult planScatter();
  void start(AffineExpr programs);
  Value number(int64_t value) {
    return arith::ConstantIndexOp::create(builder, source.getLoc(), value);
  }
  Value extentOf(BlockArgument argument, unsigned dim);
  Value scaled(Value index, int64_t factor);
  Value load(BlockArgument argument, RankedTensorType type, ValueRange offsets,
             AffineMap map, TypedAttr pad);

  KernelOp source, target;
  OpBuilder builder;
  std::string &reason;
  IRMapping arguments;

  ScatterReduceOp update;
  BlockArgument values;
  SmallVector<LoadOp> columns; ///< of indices
};

} // namespace

void UpdateTiler::start(AffineExpr programs) {
  target = startKernel(builder, source,
                       AffineMap::get(0, source.getNumSymbols(), programs),
                       source.getAssumeAttr(), arguments);
}

Value UpdateTiler::extentOf(BlockArgument argument, unsigned dim) {
  auto memref = cast<MemRefType>(argument.getType());
  if (!memref.isDynamicDim(dim))
    return number(memref.getDimSize(dim));
  return memref::DimOp::create(builder, source.getLoc(),
                               arguments.lookup(argument), dim);
}

Value UpdateTiler::scaled(Value index, int64_t factor) {
  if (factor == 1)
    return index;
  return affine::AffineApplyOp::create(
      builder, source.getLoc(),
      AffineMap::get(1, 0, builder.getAffineDimExpr(0) * factor), index);
}

Value UpdateTiler::load(BlockArgument argument, RankedTensorType type,
                        ValueRange offsets, AffineMap map, TypedAttr pad) {
  return LoadOp::create(builder, source.getLoc(), type,
                        arguments.lookup(argument), offsets,
                        /*bounds=*/ValueRange(), /*indices=*/ValueRange(),
                        /*index_dims=*/ArrayAttr(),
                        map ? AffineMapAttr::get(map) : AffineMapAttr(), pad,
                        /*via=*/Attribute(), /*cache=*/CacheAttr(),
                        /*layout=*/Attribute());
}

/// What changes nothing, whatever it is combined with.
static TypedAttr neutral(arith::AtomicRMWKind kind, Type element) {
  using Kind = arith::AtomicRMWKind;
  Builder b(element.getContext());
  if (auto number = dyn_cast<FloatType>(element))
    return b.getFloatAttr(element, APFloat::getInf(number.getFloatSemantics(),
                                                   kind == Kind::maximumf));
  unsigned width = element.getIntOrFloatBitWidth();
  switch (kind) {
  case Kind::maxs:
    return b.getIntegerAttr(element, APInt::getSignedMinValue(width));
  case Kind::mins:
    return b.getIntegerAttr(element, APInt::getSignedMaxValue(width));
  case Kind::minu:
  case Kind::andi:
    return b.getIntegerAttr(element, APInt::getAllOnes(width));
  default:
    return b.getIntegerAttr(element, APInt::getZero(width));
  }
}

LogicalResult UpdateTiler::count(int64_t programs, int64_t length) {
  HistogramOp histogram;
  for (Operation &op : source.getBody().front().without_terminator()) {
    if (auto found = dyn_cast<HistogramOp>(op)) {
      if (histogram)
        return no("expected one histogram, but got several");
      histogram = found;
    } else if (auto found = dyn_cast<ScatterReduceOp>(op)) {
      if (update)
        return no("expected one update, but got several");
      update = found;
    } else if (!isa<LoadOp, arith::ExtUIOp>(op)) {
      return no("expected no '" + op.getName().getStringRef() +
                "' beside a histogram");
    }
  }
  if (!histogram || !update)
    return no("the kernel has no histogram that is added to an argument");
  values = wholeArgument(histogram.getSource().getDefiningOp());
  auto result = dyn_cast<BlockArgument>(update.getDest());
  Value counts = update.getValue();
  if (auto wide = counts.getDefiningOp<arith::ExtUIOp>())
    counts = wide.getIn();
  if (!values || !result || counts != histogram.getResult() ||
      update.getKind() != arith::AtomicRMWKind::addi || update.getMapAttr() ||
      !update.getOffsets().empty() || !update.getBounds().empty())
    return no("expected whole counts, added to a whole argument");
  auto line = cast<MemRefType>(values.getType());
  auto bins = cast<RankedTensorType>(update.getValue().getType());
  if (line.getRank() != 1)
    return no("expected a line, but got rank " + Twine(line.getRank()));
  // What is past the end is -1, the highest number, and has no bin.
  auto integer = dyn_cast<IntegerType>(line.getElementType());
  if (!integer || (integer.getWidth() < 63 &&
                   bins.getDimSize(0) >= int64_t(1) << integer.getWidth()))
    return no("every value of " + Twine(integer ? integer.getWidth() : 0) +
              " bits has a bin");
  int64_t known = line.getDimSize(0);
  if (!ShapedType::isDynamic(known)) {
    length = std::min<int64_t>(
        length,
        int64_t(llvm::PowerOf2Ceil(uint64_t(std::max<int64_t>(known, 1)))));
    programs = std::min(
        programs, int64_t(llvm::divideCeil(uint64_t(known), uint64_t(length))));
  }
  start(builder.getAffineConstantExpr(programs));
  Location loc = source.getLoc();
  Value program =
      ProgramIdOp::create(builder, loc, builder.getIndexType(), /*axis=*/0);
  Value all =
      NumProgramsOp::create(builder, loc, builder.getIndexType(), /*axis=*/0);
  Value tile = number(length);
  Value from = arith::MulIOp::create(builder, loc, program, tile);
  Value step = arith::MulIOp::create(builder, loc, all, tile);
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(bins));
  auto loop =
      scf::ForOp::create(builder, loc, from, extentOf(values, 0), step, zeros);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value elements = load(values, RankedTensorType::get({length}, integer),
                          loop.getInductionVar(), AffineMap(),
                          builder.getIntegerAttr(integer, -1));
    Value counted = HistogramOp::create(
        builder, loc, cast<RankedTensorType>(histogram.getResult().getType()),
        elements);
    if (counted.getType() != bins)
      counted = arith::ExtUIOp::create(builder, loc, bins, counted);
    Value sum =
        arith::AddIOp::create(builder, loc, loop.getRegionIterArg(0), counted);
    scf::YieldOp::create(builder, loc, sum);
  }
  ScatterReduceOp::create(builder, loc, arith::AtomicRMWKind::addi,
                          loop.getResult(0), arguments.lookup(result),
                          ValueRange(number(0)), ValueRange(), ValueRange(),
                          ArrayAttr(), AffineMapAttr(), Attribute());
  ReturnOp::create(builder, loc);
  return success();
}

LogicalResult UpdateTiler::planScatter() {
  for (Operation &op : source.getBody().front().without_terminator()) {
    if (auto found = dyn_cast<ScatterReduceOp>(op)) {
      if (update)
        return no("expected one update, but got several");
      update = found;
    } else if (!isa<LoadOp>(op)) {
      return no("expected no '" + op.getName().getStringRef() +
                "' beside an update");
    }
  }
  if (!update || !update.getMapAttr())
    return no("the kernel makes no updates by an index");
  values = wholeArgument(update.getValue().getDefiningOp());
  if (!values || !isa<BlockArgument>(update.getDest()) ||
      !update.getOffsets().empty() || !update.getBounds().empty())
    return no("expected whole updates of an argument");
  for (Value index : update.getIndices()) {
    auto column = index.getDefiningOp<LoadOp>();
    if (!column || !isa<BlockArgument>(column.getSource()) ||
        !column.getMapAttr() || !column.getOffsets().empty() ||
        cast<RankedTensorType>(index.getType()).getRank() != 1)
      return no("expected a column of an argument as index");
    columns.push_back(column);
  }
  return success();
}

LogicalResult UpdateTiler::scatter(int64_t rows, int64_t cols) {
  if (failed(planScatter()))
    return failure();
  auto memref = cast<MemRefType>(values.getType());
  unsigned rank = unsigned(memref.getRank());
  SmallVector<int64_t> shape(rank, 1);
  // Of scalars a tile has as many as of a slice's elements.
  shape[0] = rank == 1 ? rows * cols : rows;
  if (rank > 1)
    shape.back() = cols;
  AffineExpr programs = builder.getAffineConstantExpr(1);
  for (unsigned d = 0; d < rank; ++d)
    programs = programs * source.getExtent(values, d).ceilDiv(shape[d]);
  start(programs);
  Location loc = source.getLoc();
  SmallVector<Value> offsets(rank);
  Value rest =
      ProgramIdOp::create(builder, loc, builder.getIndexType(), /*axis=*/0);
  for (unsigned d = rank; d-- > 0;) {
    Value own = rest;
    if (d > 0) {
      // A grid without programs divides nothing, but is still compiled.
      Value extent =
          memref.getDimSize(d) == 0 ? number(1) : extentOf(values, d);
      if (shape[d] != 1)
        extent =
            arith::CeilDivUIOp::create(builder, loc, extent, number(shape[d]));
      own = arith::RemUIOp::create(builder, loc, rest, extent);
      rest = arith::DivUIOp::create(builder, loc, rest, extent);
    }
    offsets[d] = scaled(own, shape[d]);
  }
  Value tile = load(
      values, RankedTensorType::get(shape, memref.getElementType()), offsets,
      AffineMap(), neutral(update.getKind(), memref.getElementType()));
  SmallVector<Value> indices;
  for (LoadOp column : columns) {
    auto integer = cast<IntegerType>(column.getTileType().getElementType());
    AffineMap map = column.getMap().value();
    SmallVector<AffineExpr> exprs(map.getResults());
    exprs[0] = exprs[0] + builder.getAffineSymbolExpr(0);
    indices.push_back(load(cast<BlockArgument>(column.getSource()),
                           RankedTensorType::get({shape[0]}, integer),
                           offsets[0],
                           AffineMap::get(1, 1, exprs, builder.getContext()),
                           builder.getIntegerAttr(integer, -1)));
  }
  // The slice's coordinates begin where the tile does.
  AffineMap map = update.getMap().value();
  SmallVector<AffineExpr> shifted, symbols;
  for (unsigned d = 0; d < rank; ++d)
    shifted.push_back(builder.getAffineDimExpr(d) +
                      builder.getAffineSymbolExpr(d));
  for (unsigned i = 0; i < columns.size(); ++i)
    symbols.push_back(builder.getAffineSymbolExpr(rank + i));
  map = map.replaceDimsAndSymbols(shifted, symbols, rank,
                                  rank + unsigned(columns.size()));
  ScatterReduceOp::create(builder, loc, update.getKind(), tile,
                          arguments.lookup(update.getDest()), offsets,
                          ValueRange(), indices, update.getIndexDimsAttr(),
                          AffineMapAttr::get(map), Attribute());
  ReturnOp::create(builder, loc);
  return success();
}

LogicalResult kopt::skill::privateHistogram(RewriterBase &rewriter,
                                            Operation *anchor,
                                            DictionaryAttr params,
                                            std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  int64_t programs = parameterOf(params, "programs", 1) *
                     parameterOf(params, "share", 1),
          length = parameterOf(params, "length", 16384);
  if (!kernel)
    return failure();
  if (programs < 1 || length < 1) {
    reason = "expected at least 1 as programs and length";
    return failure();
  }
  if (failed(UpdateTiler(kernel, reason).count(programs, length)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}

LogicalResult kopt::skill::scatterToGrid(RewriterBase &rewriter,
                                         Operation *anchor,
                                         DictionaryAttr params,
                                         std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  int64_t rows = parameterOf(params, "rows", 1),
          cols = parameterOf(params, "cols", 128);
  if (!kernel)
    return failure();
  if (rows < 1 || cols < 1) {
    reason = "expected at least 1 as rows and cols";
    return failure();
  }
  if (failed(UpdateTiler(kernel, reason).scatter(rows, cols)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
