//===- TileToGrid.cpp - From whole tensors to tiles of a grid -------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/Tiler.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

static int64_t clampTile(int64_t tile, int64_t extent) {
  if (ShapedType::isDynamic(extent))
    return tile;
  int64_t cover = llvm::PowerOf2Ceil(std::max<int64_t>(extent, 1));
  return std::min(tile, cover);
}

/// Where the loops of `value` are not the outermost, one over a dimension that
/// it does not have may be around them, and would make it each time.
bool Tiler::repeats(Value value) {
  SmallVector<unsigned> loops = loopsOf(value);
  return ArrayRef(loops) != ArrayRef(loopClasses).take_front(loops.size());
}

LogicalResult Tiler::plan(int64_t rows, int64_t cols, int64_t depth) {
  if (!classes.valid())
    return no(classes.whyNot());
  SmallVector<unsigned> reduced;
  Value widest; // the highest-rank value in memory decides what is innermost
  auto consider = [&](Value value) {
    auto rank = [](Value v) { return cast<ShapedType>(v.getType()).getRank(); };
    if (!widest || rank(value) > rank(widest))
      widest = value;
  };
  SmallVector<unsigned> order;
  auto visit = [&](unsigned cls) {
    if (!llvm::is_contained(order, cls))
      order.push_back(cls);
  };
  for (Operation &op : source.getBody().front()) {
    if (auto load = dyn_cast<LoadOp>(op))
      consider(load.getResult());
    if (auto store = dyn_cast<StoreOp>(op)) {
      consider(store.getValue());
      for (unsigned cls : classes.all(store.getValue()))
        visit(cls);
    }
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      for (unsigned d = 0; d < generic.getNumLoops(); ++d)
        if (generic.getIteratorTypesArray()[d] ==
            utils::IteratorType::reduction) {
          unsigned cls = classes.ofLoop(generic, d);
          if (!llvm::is_contained(reduced, cls))
            reduced.push_back(cls);
        }
      for (unsigned d = 0; d < generic.getNumLoops(); ++d)
        visit(classes.ofLoop(generic, d));
    }
  }
  if (!widest)
    return no("the kernel neither loads nor stores a tensor");
  for (auto store : source.getBody().front().getOps<StoreOp>()) {
    SmallVector<unsigned> dims = classes.all(store.getValue());
    llvm::SmallDenseSet<unsigned> distinct(dims.begin(), dims.end());
    if (distinct.size() != dims.size())
      return no("two dimensions of a result run over one coordinate");
  }
  for (auto generic : source.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallDenseSet<unsigned> distinct;
    for (unsigned d = 0; d < generic.getNumLoops(); ++d)
      if (!distinct.insert(classes.ofLoop(generic, d)).second)
        return no("two loops of an operation run over one coordinate");
  }
  unsigned rank = cast<ShapedType>(widest.getType()).getRank();
  std::optional<unsigned> innermost;
  if (rank)
    innermost = classes.of(widest, rank - 1);
  // Loops nest as the memory does: the last runs over its innermost dimension
  // where that is reduced.
  auto position = [&](unsigned cls) {
    for (unsigned d = rank; d-- > 0;)
      if (classes.of(widest, d) == cls)
        return int(d);
    return -1;
  };
  llvm::sort(reduced, [&](unsigned a, unsigned b) {
    return std::pair(position(a), a) < std::pair(position(b), b);
  });
  bool rowsReduced = innermost && llvm::is_contained(reduced, *innermost);
  if (failed(shareAxes(reduced)))
    return failure();
  for (unsigned cls : order) {
    Tiling t;
    t.extent = classes.extent(cls);
    if (ShapedType::isDynamic(t.extent) &&
        !classes.argument(cls, [](Value) { return true; }).first)
      return no("an extent that no argument of the kernel has");
    auto axis = [&](unsigned c) { return axisOf.count(c) ? axisOf[c] : c; };
    bool isInner = innermost && axis(cls) == axis(*innermost);
    t.tile = clampTile(isInner ? cols : rows, t.extent);
    if (!llvm::is_contained(reduced, cls) && axis(cls) == cls)
      gridClasses.push_back(cls);
    tilings.insert({cls, t});
  }
  // Programs along an axis that a store has no dimension of would write the
  // same elements.
  for (auto store : source.getBody().front().getOps<StoreOp>())
    for (unsigned cls : gridClasses) {
      bool isOne = llvm::all_of(tilings, [&](auto &entry) {
        unsigned c = entry.first;
        const Tiling &t = entry.second;
        return (axisOf.count(c) ? axisOf[c] : c) != cls ||
               (!ShapedType::isDynamic(t.extent) && t.extent <= t.tile);
      });
      bool isThere =
          llvm::any_of(classes.all(store.getValue()), [&](unsigned c) {
            return (axisOf.count(c) ? axisOf[c] : c) == cls;
          });
      if (!isOne && !isThere)
        return no("several programs would write one result");
    }
  // The tiles of what is reduced share the elements of one row's tile, or those
  // of one column's; dimensions they hold whole need no loop.
  int64_t room = rowsReduced ? cols : depth;
  for (unsigned cls : llvm::reverse(reduced)) {
    Tiling &t = tilings[cls];
    t.tile = clampTile(room, t.extent);
    room = std::max<int64_t>(room / t.tile, 1);
    bool whole = !ShapedType::isDynamic(t.extent) && t.extent <= t.tile;
    t.kind = whole && cls != reduced.back() ? Tiling::Whole : Tiling::Loop;
    if (t.kind == Tiling::Loop)
      loopClasses.insert(loopClasses.begin(), cls);
  }
  for (auto generic : source.getBody().front().getOps<linalg::GenericOp>())
    if (generic.getNumReductionLoops() > 0 && repeats(generic.getResult(0)))
      return no("a reduction that a loop over another dimension would repeat");
  return success();
}

/// Stores that differ in one dimension write parts of one result, or results of
/// different extents: a program does a tile of each.
LogicalResult Tiler::shareAxes(ArrayRef<unsigned> reduced) {
  StoreOp first;
  for (auto store : source.getBody().front().getOps<StoreOp>()) {
    if (!first) {
      first = store;
      continue;
    }
    SmallVector<unsigned> a = classes.all(first.getValue()),
                          b = classes.all(store.getValue());
    if (a.size() != b.size())
      continue;
    for (auto [x, y] : llvm::zip(a, b)) {
      if (x == y || llvm::is_contained(a, y) || llvm::is_contained(b, x) ||
          llvm::is_contained(reduced, x) || llvm::is_contained(reduced, y) ||
          ShapedType::isDynamic(classes.extent(x)) ||
          ShapedType::isDynamic(classes.extent(y)))
        continue;
      auto [known, isNew] = axisOf.insert({y, x});
      if (!isNew && known->second != x)
        return no("a dimension that is part of two others");
    }
  }
  return success();
}

/// Dimensions that run over one coordinate have one extent: what linalg demands
/// of its operands is kept for guards, which see the kernel only.
IntegerSetAttr Tiler::assumption() {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEq;
  if (IntegerSetAttr before = source.getAssumeAttr()) {
    llvm::append_range(constraints, before.getValue().getConstraints());
    llvm::append_range(isEq, before.getValue().getEqFlags());
  }
  DenseMap<unsigned, AffineExpr> first; // by class
  for (BlockArgument argument : source.getBody().getArguments()) {
    auto memref = dyn_cast<MemRefType>(argument.getType());
    for (unsigned d = 0; memref && d < memref.getRank(); ++d) {
      if (!memref.isDynamicDim(d))
        continue;
      unsigned cls = classes.of(argument, d);
      AffineExpr extent = source.getExtent(argument, d);
      AffineExpr other = first.try_emplace(cls, extent).first->second;
      if (int64_t known = classes.extent(cls); !ShapedType::isDynamic(known))
        other = getAffineConstantExpr(known, source.getContext());
      if (other == extent)
        continue;
      constraints.push_back(extent - other);
      isEq.push_back(true);
    }
  }
  if (constraints.empty())
    return {};
  return IntegerSetAttr::get(
      IntegerSet::get(0, source.getNumSymbols(), constraints, isEq));
}

void Tiler::startKernel() {
  MLIRContext *context = source.getContext();
  unsigned symbols = source.getNumSymbols();
  SmallVector<AffineExpr> extents;
  for (unsigned cls : gridClasses) {
    Tiling &t = tilings[cls];
    AffineExpr extent;
    if (ShapedType::isDynamic(t.extent)) {
      auto [argument, dim] = classes.argument(cls, [](Value) { return true; });
      extent = source.getExtent(cast<BlockArgument>(argument), dim);
    } else {
      extent = getAffineConstantExpr(t.extent, context);
    }
    extents.push_back(extent.ceilDiv(t.tile));
    // The most tiles of those on the axis; all extents are static.
    for (auto [other, axis] : axisOf)
      if (axis == cls) {
        auto tiles = [&](const Tiling &x) {
          return llvm::divideCeil(x.extent, x.tile);
        };
        int64_t mine = cast<AffineConstantExpr>(extents.back()).getValue();
        extents.back() = getAffineConstantExpr(
            std::max<int64_t>(mine, tiles(tilings[other])), context);
      }
    for (auto [other, axis] : axisOf)
      if (axis == cls)
        for (unsigned c : {cls, other})
          tilings[c].isShort |=
              int64_t(llvm::divideCeil(tilings[c].extent, tilings[c].tile)) <
              cast<AffineConstantExpr>(extents.back()).getValue();
  }
  if (extents.empty())
    extents.push_back(getAffineConstantExpr(1, context));
  auto grid = AffineMap::get(0, symbols, extents, context);
  target = kopt::startKernel(builder, source, grid, assumption(), arguments);
  Location loc = source.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto &[cls, t] : tilings)
    t.offset = zero;
  auto start = [&](Tiling &t, Value id) {
    AffineMap scale =
        AffineMap::get(1, 0, builder.getAffineDimExpr(0) * t.tile);
    t.offset = t.tile == 1
                   ? id
                   : affine::AffineApplyOp::create(builder, loc, scale, id)
                         .getResult();
  };
  for (auto [axis, cls] : llvm::enumerate(gridClasses)) {
    Value id = ProgramIdOp::create(builder, loc, builder.getIndexType(), axis);
    start(tilings[cls], id);
    for (auto [other, with] : axisOf)
      if (with == cls)
        start(tilings[other], id);
  }
}

LogicalResult Tiler::run(int64_t rows, int64_t cols, int64_t depth) {
  if (failed(plan(rows, cols, depth)))
    return failure();
  startKernel();
  Scope top;
  scopes.push_back(&top);
  // Stores inside the same loops share them, after all that have none.
  llvm::MapVector<SmallVector<unsigned>, SmallVector<StoreOp>> groups;
  groups.insert({SmallVector<unsigned>(), {}});
  for (auto store : source.getBody().front().getOps<StoreOp>())
    groups[loopsOf(store.getValue())].push_back(store);
  for (auto &[loops, stores] : groups)
    if (failed(emitStores(loops, stores)))
      return failure();
  ReturnOp::create(builder, source.getLoc());
  return success();
}

LogicalResult kopt::skill::tileToGrid(RewriterBase &rewriter, Operation *anchor,
                                      DictionaryAttr params,
                                      std::string &reason) {
  KernelOp kernel = wholeKernel(anchor, reason);
  if (!kernel)
    return failure();
  int64_t rows = parameterOf(params, "rows", 1),
          cols = parameterOf(params, "cols", 1024),
          depth = parameterOf(params, "depth", 16);
  for (int64_t tile : {rows, cols, depth})
    if (tile < 1) {
      reason =
          ("expected tile extents of at least 1, but got " + Twine(tile)).str();
      return failure();
    }
  if (failed(Tiler(kernel, reason).run(rows, cols, depth)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
