//===- SplitLoop.cpp - Parts of a reducing loop as programs ---------------===//
//
// For extents that have no divisor to reshape by, or are dynamic: the parts are
// ranges of the loop, whose tiles are masked at the extent already.
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/CarriedReduce.h"
#include "lib/Rewrites/TileClasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

/// What the loop carries: its reduction, and where in the whole result the tile
/// lies.
struct Carried {
  ReduceOp reduce;
  RankedTensorType tile;
  MemRefType parts;           ///< the part, then the whole result
  SmallVector<Value> offsets; ///< in the old kernel; null: 0
};

class LoopSplitter {
public:
  LoopSplitter(KernelOp kernel, LaunchOp launch, std::string &reason)
      : kernel(kernel), launch(launch), builder(kernel), reason(reason) {}
  LogicalResult plan(int64_t programs, int64_t tile);
  LogicalResult run(RewriterBase &rewriter, StringRef name);

private:
  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LogicalResult locate(TileClasses &classes, Carried &carried, Value result);
  KernelOp start(ArrayRef<Type> inputs, ArrayRef<Type> outputs, AffineMap grid,
                 IntegerSetAttr assume, IRMapping &map);
  /// [part, offsets…] and the map of a tile there; `own` dimensions come first.
  AffineMap place(const Carried &carried, bool readsParts,
                  SmallVectorImpl<Value> &offsets, Value part, IRMapping &map);
  FailureOr<KernelOp> writeParts();
  KernelOp writeWhole();

  KernelOp kernel;
  LaunchOp launch;
  OpBuilder builder;
  std::string &reason;
  scf::ForOp loop;
  int64_t step = 1, parts = 1, atOnce = 1;
  SmallVector<Carried> carried;
};

} // namespace

/// The coordinates of the tile of `result` in the whole result, by the accesses
/// along the same dimensions.
LogicalResult LoopSplitter::locate(TileClasses &classes, Carried &c,
                                   Value result) {
  SmallVector<int64_t> shape = {parts};
  for (unsigned d = 0; d < c.tile.getRank(); ++d) {
    unsigned cls = classes.of(result, d);
    auto [argument, dim] = classes.argument(cls);
    if (!argument)
      return no("a dimension of the result that no argument has");
    int64_t extent = cast<MemRefType>(argument.getType()).getDimSize(dim);
    if (ShapedType::isDynamic(extent))
      return no("a dynamic extent of the result");
    shape.push_back(extent);
    Value offset;
    bool isKnown = false, differs = false;
    auto look = [&](auto access, Value memref) {
      AffineMap map = access.getAccessMap();
      for (auto [j, expr] : llvm::enumerate(map.getResults())) {
        if (classes.of(memref, j) != cls)
          continue;
        Value here;
        expr.walk([&, values = access.getOffsets()](AffineExpr e) {
          if (auto symbol = dyn_cast<AffineSymbolExpr>(e))
            here = values[symbol.getPosition()];
        });
        if (here && matchPattern(here, m_Zero()))
          here = Value();
        differs |= isKnown && here != offset;
        isKnown = true;
        offset = here;
      }
    };
    kernel.walk([&](Operation *op) {
      if (auto load = dyn_cast<LoadOp>(op))
        look(load, load.getSource());
      else if (auto store = dyn_cast<StoreOp>(op))
        look(store, store.getDest());
    });
    if (!isKnown || differs)
      return no("accesses do not agree on where a tile lies");
    if (offset && originOf(offset).kind != OffsetOrigin::Axis)
      return no("a result whose place is no scaled program id");
    c.offsets.push_back(offset);
  }
  c.parts = MemRefType::get(shape, c.tile.getElementType());
  return success();
}

LogicalResult LoopSplitter::plan(int64_t programs, int64_t tile) {
  Block &entry = kernel.getBody().front();
  auto loops = llvm::to_vector(entry.getOps<scf::ForOp>());
  if (loops.size() != 1)
    return no("expected one loop, but got " + Twine(loops.size()));
  loop = loops.front();
  APInt constant;
  if (!matchPattern(loop.getLowerBound(), m_Zero()) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&constant)))
    return no("expected a loop from zero with a constant step");
  step = constant.getSExtValue();
  Value end = loop.getUpperBound();
  if (!matchPattern(end, m_ConstantInt(&constant)) &&
      !end.getDefiningOp<memref::DimOp>())
    return no("expected a loop to an extent");
  if (loop.getInitArgs().empty())
    return no("the loop carries nothing");
  for (Type type : kernel.getArgumentTypes())
    if (type.isIndex())
      return no("an index argument");
  // Each part has two iterations at least.
  int64_t others = 1;
  for (AffineExpr extent : kernel.getGridAttr().getValue().getResults()) {
    auto known = dyn_cast<AffineConstantExpr>(extent);
    if (!known)
      return no("a grid of dynamic extent");
    others *= std::max<int64_t>(known.getValue(), 1);
  }
  int64_t most = std::max<int64_t>(programs / others, 1);
  if (std::optional<APInt> trips = loop.getStaticTripCount())
    most = std::min(most, trips->getSExtValue() / 2);
  if (most < 2)
    return no("the loop is too short for parts");
  parts = llvm::bit_floor<uint64_t>(most);
  TileClasses classes(kernel);
  if (!classes.valid())
    return no(classes.whyNot());
  int64_t widest = 1;
  for (unsigned i = 0; i < loop.getInitArgs().size(); ++i) {
    Carried c;
    c.reduce = carriedReduce(loop, i);
    if (!c.reduce)
      return no("a carried value combines no reduction by its own combiner, in "
                "any order");
    c.tile = cast<RankedTensorType>(loop.getInitArgs()[i].getType());
    widest = std::max(widest, c.tile.getNumElements());
    if (failed(locate(classes, c, loop.getResult(i))))
      return failure();
    carried.push_back(c);
  }
  atOnce = std::clamp<int64_t>(
      llvm::bit_floor<uint64_t>(std::max<int64_t>(tile / widest, 1)), 1, parts);
  return success();
}

KernelOp LoopSplitter::start(ArrayRef<Type> inputs, ArrayRef<Type> outputs,
                             AffineMap grid, IntegerSetAttr assume,
                             IRMapping &map) {
  SmallVector<Type> types(inputs);
  llvm::append_range(types, outputs);
  SmallVector<Attribute> attributes;
  for (unsigned i = 0; i < types.size(); ++i)
    attributes.push_back(i < inputs.size()
                             ? builder.getDictionaryAttr({})
                             : builder.getDictionaryAttr(builder.getNamedAttr(
                                   "kopt.out", builder.getUnitAttr())));
  // What is known of an argument stays known.
  for (unsigned i = 0; i < launch.getInputs().size(); ++i)
    if (DictionaryAttr old = kernel.getArgAttrDict(i))
      attributes[i] = old;
  builder.setInsertionPoint(kernel);
  auto created =
      KernelOp::create(builder, kernel.getLoc(), kernel.getSymName(),
                       builder.getFunctionType(types, {}),
                       AffineMapAttr::get(grid), kernel.getScheduleAttr(),
                       assume, builder.getArrayAttr(attributes), nullptr);
  Block *entry = builder.createBlock(&created.getBody());
  for (Type type : types)
    entry->addArgument(type, kernel.getLoc());
  for (unsigned i = 0; i < launch.getInputs().size(); ++i)
    map.map(kernel.getBody().getArgument(i), entry->getArgument(i));
  return created;
}

AffineMap LoopSplitter::place(const Carried &c, bool readsParts,
                              SmallVectorImpl<Value> &offsets, Value part,
                              IRMapping &map) {
  Location loc = loop.getLoc();
  offsets.assign(1, part);
  SmallVector<AffineExpr> exprs = {builder.getAffineSymbolExpr(0)};
  if (readsParts)
    exprs[0] = exprs[0] + builder.getAffineDimExpr(0);
  for (auto [d, offset] : llvm::enumerate(c.offsets)) {
    offsets.push_back(
        offset ? map.lookup(offset)
               : Value(arith::ConstantIndexOp::create(builder, loc, 0)));
    exprs.push_back(builder.getAffineDimExpr(d + readsParts) +
                    builder.getAffineSymbolExpr(d + 1));
  }
  return AffineMap::get(c.offsets.size() + readsParts, exprs.size(), exprs,
                        builder.getContext());
}

static void eraseDead(KernelOp kernel) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(kernel.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

FailureOr<KernelOp> LoopSplitter::writeParts() {
  // Symbols are the dynamic extents of inputs, then of outputs, which go.
  unsigned symbols = 0;
  SmallVector<Type> inputs;
  for (unsigned i = 0; i < launch.getInputs().size(); ++i) {
    inputs.push_back(kernel.getArgumentTypes()[i]);
    if (auto memref = dyn_cast<MemRefType>(inputs.back()))
      symbols += memref.getNumDynamicDims();
  }
  AffineMap old = kernel.getGridAttr().getValue();
  SmallVector<AffineExpr> extents(old.getResults());
  unsigned axis = extents.size();
  extents.push_back(builder.getAffineConstantExpr(parts));
  SmallVector<AffineExpr> known;
  SmallVector<bool> isEq;
  if (IntegerSetAttr assume = kernel.getAssumeAttr())
    for (auto [constraint, eq] : llvm::zip(assume.getValue().getConstraints(),
                                           assume.getValue().getEqFlags())) {
      bool isLost = false;
      constraint.walk([&](AffineExpr e) {
        if (auto symbol = dyn_cast<AffineSymbolExpr>(e))
          isLost |= symbol.getPosition() >= symbols;
      });
      if (isLost)
        continue;
      known.push_back(constraint);
      isEq.push_back(eq);
    }
  IntegerSetAttr assume;
  if (!known.empty())
    assume = IntegerSetAttr::get(IntegerSet::get(0, symbols, known, isEq));
  SmallVector<Type> outputs;
  for (const Carried &c : carried)
    outputs.push_back(c.parts);
  IRMapping map;
  KernelOp created = start(
      inputs, outputs,
      AffineMap::get(0, symbols, extents, builder.getContext()), assume, map);
  builder.setInsertionPointToEnd(&created.getBody().front());
  Location loc = loop.getLoc();
  for (Operation &op : kernel.getBody().front()) {
    if (&op == loop)
      break;
    // An output is not there; what asks for its extent cannot be cloned.
    if (llvm::all_of(op.getOperands(),
                     [&](Value v) { return map.contains(v); }))
      builder.clone(op, map);
  }
  for (Operation &op : *loop.getBody()) {
    bool isLost = false;
    op.walk([&](Operation *inner) {
      for (Value v : inner->getOperands())
        isLost |= !loop.getRegion().isAncestor(v.getParentRegion()) &&
                  !map.contains(v);
    });
    if (isLost) {
      created.erase();
      return no("the loop uses something of an output");
    }
  }
  // As many iterations for each part, but for the last ones.
  Value part = ProgramIdOp::create(builder, loc, builder.getIndexType(), axis);
  Value end = map.lookup(loop.getUpperBound());
  AffineExpr extent = builder.getAffineSymbolExpr(0);
  Value length = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(0, 1, extent.ceilDiv(step * parts) * step),
      end);
  Value low = arith::MulIOp::create(builder, loc, part, length);
  Value high = affine::AffineMinOp::create(
      builder, loc,
      AffineMap::get(3, 0,
                     {builder.getAffineDimExpr(0) + builder.getAffineDimExpr(1),
                      builder.getAffineDimExpr(2)},
                     builder.getContext()),
      ValueRange{low, length, end});
  SmallVector<Value> inits;
  for (Carried &c : carried)
    inits.push_back(arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(c.tile, Attribute(c.reduce.getIdentity()[0]))));
  Value stepHere = arith::ConstantIndexOp::create(builder, loc, step);
  auto ranged = scf::ForOp::create(builder, loc, low, high, stepHere, inits);
  ranged->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  map.map(loop.getInductionVar(), ranged.getInductionVar());
  map.map(loop.getRegionIterArgs(), ranged.getRegionIterArgs());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(ranged.getBody());
    for (Operation &op : *loop.getBody())
      builder.clone(op, map);
  }
  for (auto [i, c] : llvm::enumerate(carried)) {
    SmallVector<Value> offsets;
    AffineMap at = place(c, false, offsets, part, map);
    StoreOp::create(builder, loc, ranged.getResult(i),
                    created.getBody().getArgument(inputs.size() + i), offsets,
                    ValueRange{}, ValueRange{}, ArrayAttr(),
                    AffineMapAttr::get(at), Attribute(), CacheAttr(),
                    Attribute());
  }
  ReturnOp::create(builder, loc);
  eraseDead(created);
  return created;
}

KernelOp LoopSplitter::writeWhole() {
  unsigned count = launch.getInputs().size();
  SmallVector<Type> inputs(kernel.getArgumentTypes().take_front(count));
  for (const Carried &c : carried)
    inputs.push_back(c.parts);
  SmallVector<Type> outputs(kernel.getArgumentTypes().drop_front(count));
  IRMapping map;
  KernelOp created = start(inputs, outputs, kernel.getGridAttr().getValue(),
                           kernel.getAssumeAttr(), map);
  for (unsigned i = 0; i < outputs.size(); ++i)
    map.map(kernel.getBody().getArgument(count + i),
            created.getBody().getArgument(inputs.size() + i));
  builder.setInsertionPointToEnd(&created.getBody().front());
  Location loc = loop.getLoc();
  for (Operation &op : kernel.getBody().front()) {
    if (&op != loop) {
      builder.clone(op, map);
      continue;
    }
    SmallVector<Value> inits;
    for (Value init : loop.getInitArgs())
      inits.push_back(map.lookup(init));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value end = arith::ConstantIndexOp::create(builder, loc, parts);
    Value stride = arith::ConstantIndexOp::create(builder, loc, atOnce);
    auto over = scf::ForOp::create(builder, loc, zero, end, stride, inits);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(over.getBody());
    SmallVector<Value> results;
    for (auto [i, c] : llvm::enumerate(carried)) {
      SmallVector<Value> offsets;
      AffineMap at = place(c, true, offsets, over.getInductionVar(), map);
      SmallVector<int64_t> shape = {atOnce};
      llvm::append_range(shape, c.tile.getShape());
      Value read = LoadOp::create(
          builder, loc, RankedTensorType::get(shape, c.tile.getElementType()),
          created.getBody().getArgument(count + i), offsets, ValueRange{},
          ValueRange{}, ArrayAttr(), AffineMapAttr::get(at), TypedAttr(),
          Attribute(), CacheAttr(), Attribute());
      auto reduce =
          ReduceOp::create(builder, loc, TypeRange{c.tile}, ValueRange{read}, 0,
                           c.reduce.getIdentityAttr(), AcrossAttr());
      IRMapping body;
      c.reduce.getCombiner().cloneInto(&reduce.getCombiner(), body);
      Operation *combine = loop.getYieldedValues()[i].getDefiningOp();
      bool left = combine->getOperand(0) == loop.getRegionIterArgs()[i];
      Value sides[2] = {over.getRegionIterArgs()[i], reduce.getResult(0)};
      if (!left)
        std::swap(sides[0], sides[1]);
      results.push_back(builder
                            .create(loc, combine->getName().getIdentifier(),
                                    sides, TypeRange{c.tile},
                                    combine->getAttrs())
                            ->getResult(0));
    }
    scf::YieldOp::create(builder, loc, results);
    map.map(loop.getResults(), over.getResults());
  }
  eraseDead(created);
  return created;
}

LogicalResult LoopSplitter::run(RewriterBase &rewriter, StringRef name) {
  FailureOr<KernelOp> first = writeParts();
  if (failed(first))
    return failure();
  KernelOp second = writeWhole();
  Operation *module = kernel->getParentOp();
  auto symbolOf = [&](KernelOp created, const Twine &wanted) {
    created->remove();
    created.setSymName(wanted.str());
    SymbolTable symbols(module);
    StringAttr unique = symbols.insert(created, Block::iterator(kernel));
    return SymbolRefAttr::get(launch.getKernelAttr().getRootReference(),
                              {FlatSymbolRefAttr::get(unique)});
  };
  rewriter.setInsertionPoint(launch);
  Location loc = launch.getLoc();
  SmallVector<Value> inputs(launch.getInputs()), buffers;
  SmallVector<Type> types;
  for (const Carried &c : carried) {
    buffers.push_back(tensor::EmptyOp::create(rewriter, loc, c.parts.getShape(),
                                              c.parts.getElementType()));
    types.push_back(buffers.back().getType());
  }
  auto inParts =
      LaunchOp::create(rewriter, loc, types, symbolOf(*first, name + "_parts"),
                       inputs, buffers, /*variants=*/ArrayAttr());
  llvm::append_range(inputs, inParts.getResults());
  auto whole = LaunchOp::create(rewriter, loc, launch.getResultTypes(),
                                symbolOf(second, name), inputs,
                                launch.getOutputs(), /*variants=*/ArrayAttr());
  rewriter.replaceOp(launch, whole.getResults());
  return success();
}

LogicalResult kopt::skill::splitLoop(RewriterBase &rewriter, Operation *anchor,
                                     DictionaryAttr params,
                                     std::string &reason) {
  KernelOp kernel = launchedKernel(anchor, /*isTiled=*/true, reason);
  if (!kernel)
    return failure();
  auto launch = cast<LaunchOp>(anchor);
  if (launch.getKernels().size() > 1) {
    reason = "the launch has variants";
    return failure();
  }
  int64_t each = 0, machine = 0, tile = 0;
  if (failed(positiveParameters(
          params, {{"programs", &each}, {"machine", &machine}, {"tile", &tile}},
          reason)))
    return failure();
  std::string name = kernel.getSymName().str();
  Operation *module = kernel->getParentOp();
  bool isShared = isLaunchedElsewhere(launch);
  LoopSplitter splitter(kernel, launch, reason);
  if (failed(splitter.plan(each * machine, tile)))
    return failure();
  if (!isShared) {
    rewriter.setInsertionPointAfter(kernel);
    Block::iterator place = rewriter.getInsertionPoint();
    kernel->remove();
    kernel.setSymName(name + "_old");
    SymbolTable(module).insert(kernel, place);
  }
  if (failed(splitter.run(rewriter, name)))
    return failure();
  if (!isShared)
    rewriter.eraseOp(kernel);
  return success();
}
