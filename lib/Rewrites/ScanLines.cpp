//===- ScanLines.cpp - Scans by the programs of a grid --------------------===//
//
// A program scans a line, or some that lie beside one another, in tiles. The
// combination of what came before is carried from tile to tile, and the next
// tile is read before this one is scanned.
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/LineTiler.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

class ScanTiler : LineTiler {
public:
  using LineTiler::LineTiler;
  LogicalResult run(int64_t length, int64_t width);

private:
  LogicalResult plan();
  /// Scans the tiles of the inputs, after `before`, and stores from place `at`
  /// on. Returns what comes before the next tile; nothing without `before`.
  FailureOr<SmallVector<Value>> emitTile(ValueRange loaded, ValueRange before,
                                         Value at);
  SmallVector<Value> loadTile(Value from);

  ScanOp scan;
  SmallVector<LoadOp> loads;
  SmallVector<StoreOp> stores;
  int64_t length = 0;
};

} // namespace

LogicalResult ScanTiler::plan() {
  for (Operation &op : source.getBody().front().without_terminator()) {
    if (auto found = dyn_cast<ScanOp>(op)) {
      if (scan)
        return no("expected one scan, but got several");
      scan = found;
    } else if (isa<LoadOp, StoreOp>(op)) {
      if (!wholeArgument(&op))
        return no("expected accesses to whole arguments");
      if (auto load = dyn_cast<LoadOp>(op))
        loads.push_back(load);
      else
        stores.push_back(cast<StoreOp>(op));
    }
  }
  if (!scan)
    return no("the kernel has no scan");
  if (scan.getReverse())
    return no("expected a scan from the first element on");
  for (unsigned i = 0; i < scan.getInputs().size(); ++i)
    if (!scan.getTotal(i).use_empty())
      return no("the total of a scan is used");
  for (LoadOp load : loads)
    if (load.getTileType().getShape() != scan.getInputType().getShape())
      return no("expected all tensors to have one shape");
  if (loads.empty())
    return no("the kernel reads nothing");
  return success();
}

SmallVector<Value> ScanTiler::loadTile(Value from) {
  return llvm::map_to_vector(loads, [&](LoadOp load) {
    return LineTiler::load(wholeArgument(load), from, length);
  });
}

FailureOr<SmallVector<Value>> ScanTiler::emitTile(ValueRange loaded,
                                                  ValueRange before, Value at) {
  Location loc = scan.getLoc();
  for (auto [load, tile] : llvm::zip_equal(loads, loaded))
    tiles.map(load.getResult(), tile);
  unsigned count = scan.getInputs().size();
  SmallVector<Value> after;
  for (Operation &op : source.getBody().front().without_terminator()) {
    if (isa<LoadOp>(op))
      continue;
    if (auto store = dyn_cast<StoreOp>(op)) {
      LineTiler::store(tiles.lookup(store.getValue()), wholeArgument(store),
                       at);
      continue;
    }
    if (&op != scan) {
      if (failed(emit(op, length)))
        return failure();
      continue;
    }
    SmallVector<Value> inputs;
    SmallVector<Type> types, totals;
    for (Value input : scan.getInputs()) {
      Value tile = tiles.lookupOrNull(input);
      if (!tile)
        return no("what is scanned is no tile");
      inputs.push_back(tile);
      auto type = cast<RankedTensorType>(tile.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape.erase(shape.begin() + axis);
      types.push_back(type);
      totals.push_back(RankedTensorType::get(shape, type.getElementType()));
    }
    llvm::append_range(types, totals);
    auto made = ScanOp::create(builder, loc, types, inputs, scan.getAxis(),
                               scan.getIdentity(), scan.getExclusive(),
                               /*reverse=*/false);
    IRMapping inside;
    scan.getCombiner().cloneInto(&made.getCombiner(), inside);
    SmallVector<Value> results(made.getResults().take_front(count));
    if (!before.empty()) {
      auto shape = cast<RankedTensorType>(types.front()).getShape();
      auto lines = cast<RankedTensorType>(totals.front()).getShape();
      SmallVector<int64_t> dims;
      for (unsigned d = 0; d < shape.size(); ++d)
        if (d != axis)
          dims.push_back(d);
      SmallVector<Value> both, ends(before);
      for (auto [value, type] :
           llvm::zip(before, TypeRange(types).take_front(count)))
        both.push_back(BroadcastOp::create(builder, loc, type, value, dims));
      llvm::append_range(both, results);
      results = emitOnTiles(builder, scan.getCombiner().front(), both, shape);
      llvm::append_range(ends, made.getResults().drop_front(count));
      after = emitOnTiles(builder, scan.getCombiner().front(), ends, lines);
    }
    for (auto [whole, tile] :
         llvm::zip(scan.getResults().take_front(count), results))
      tiles.map(whole, tile);
  }
  return after;
}

LogicalResult ScanTiler::run(int64_t most, int64_t width) {
  if (failed(plan()))
    return failure();
  int64_t extent = scan.getInputType().getDimSize(scan.getAxis());
  if (int64_t(scan.getAxis()) + 1 != scan.getInputType().getRank())
    most = std::max<int64_t>(most / width, 1);
  bool isStatic = !ShapedType::isDynamic(extent);
  length = isStatic
               ? std::min<int64_t>(most, int64_t(llvm::PowerOf2Ceil(uint64_t(
                                             std::max<int64_t>(extent, 1)))))
               : most;
  start(wholeArgument(loads.front()), scan.getAxis(), width);
  Location loc = scan.getLoc();
  SmallVector<Value> first = loadTile(zero);
  if (isStatic && extent <= length) {
    if (failed(emitTile(first, {}, zero)))
      return failure();
  } else {
    SmallVector<Value> inits(first);
    for (auto [i, identity] : llvm::enumerate(scan.getIdentity())) {
      auto type = cast<RankedTensorType>(tileType(
          length, getElementTypeOrSelf(scan.getInputs()[i].getType())));
      SmallVector<int64_t> shape(type.getShape());
      shape.erase(shape.begin() + axis);
      inits.push_back(arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(
              RankedTensorType::get(shape, type.getElementType()), identity)));
    }
    Value step = arith::ConstantIndexOp::create(builder, loc, length);
    auto loop =
        scf::ForOp::create(builder, loc, zero, extentOf(axis), step, inits);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(loop.getBody());
      Value at = loop.getInductionVar();
      SmallVector<Value> next =
          loadTile(arith::AddIOp::create(builder, loc, at, step));
      ValueRange carried = loop.getRegionIterArgs();
      FailureOr<SmallVector<Value>> after =
          emitTile(carried.take_front(loads.size()),
                   carried.drop_front(loads.size()), at);
      if (failed(after))
        return failure();
      llvm::append_range(next, *after);
      scf::YieldOp::create(builder, loc, next);
    }
  }
  ReturnOp::create(builder, loc);
  return success();
}

LogicalResult kopt::skill::scanLines(RewriterBase &rewriter, Operation *anchor,
                                     DictionaryAttr params,
                                     std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  if (!kernel)
    return failure();
  int64_t length = parameterOf(params, "length", 4096),
          width = parameterOf(params, "width", 1);
  if (!llvm::isPowerOf2_64(uint64_t(std::max<int64_t>(length, 0))) ||
      !llvm::isPowerOf2_64(uint64_t(std::max<int64_t>(width, 0)))) {
    reason = "expected powers of two as length and width";
    return failure();
  }
  if (failed(ScanTiler(kernel, reason).run(length, width)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
