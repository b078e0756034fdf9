//===- ResizeTile.cpp - Change one tile extent everywhere -----------------===//

#include "dialects/Kopt/AccessInfo.h"
#include "dialects/Kopt/Assumptions.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Masks.h"
#include "lib/Rewrites/TileClasses.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

/// `type` with the dimensions of `value` that are in `cls` set to `size`.
Type resized(TileClasses &classes, Value value, unsigned cls, int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (unsigned d = 0; d < shape.size(); ++d)
    if (classes.of(value, d) == cls)
      shape[d] = size;
  return RankedTensorType::get(shape, type.getElementType(),
                               type.getEncoding());
}

/// `splat` in another shape, at the builder's place.
Value remakeSplat(OpBuilder &builder, Value splat, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(
      shape, cast<RankedTensorType>(splat.getType()).getElementType());
  if (auto op = splat.getDefiningOp<tensor::SplatOp>())
    return tensor::SplatOp::create(builder, splat.getLoc(), type,
                                   op.getInput());
  DenseElementsAttr dense;
  matchPattern(splat, m_Constant(&dense));
  return arith::ConstantOp::create(
      builder, splat.getLoc(),
      DenseElementsAttr::get(type, dense.getSplatValue<Attribute>()));
}

struct Resizer {
  KernelOp kernel;
  TileClasses classes;
  unsigned cls;
  int64_t size;
  std::string &reason;

  struct Unmasked {
    ReduceOp reduce;
    Value offset; ///< null: 0
    Value argument;
    unsigned dim;
  };
  SmallVector<Unmasked> unmasked = {};

  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }

  /// Program ids of the class's axes count tiles of the new size.
  LogicalResult resizeGrid() {
    AffineMap grid = kernel.getGridAttr().getValue();
    SmallVector<AffineExpr> extents(grid.getResults());
    for (unsigned axis = 0; axis < grid.getNumResults(); ++axis) {
      if (classes.ofAxis(axis) != cls)
        continue;
      auto [argument, dim] = classes.argument(cls);
      if (!argument)
        return no("no argument has the extent of the grid axis");
      extents[axis] =
          kernel.getExtent(cast<BlockArgument>(argument), dim).ceilDiv(size);
      // First all, as rescaling ends operations that a walk is about to reach.
      SmallVector<ProgramIdOp> ids;
      kernel.walk([&](ProgramIdOp id) {
        if (id.getAxis() == axis)
          ids.push_back(id);
      });
      for (ProgramIdOp id : ids)
        if (failed(rescale(id)))
          return failure();
    }
    kernel.setGridAttr(AffineMapAttr::get(
        AffineMap::get(0, grid.getNumSymbols(), extents, kernel.getContext())));
    return success();
  }

  LogicalResult rescale(ProgramIdOp id) {
    OpBuilder builder(id->getContext());
    builder.setInsertionPointAfter(id);
    Value scaled = id;
    if (size != 1)
      scaled = affine::AffineApplyOp::create(
          builder, id.getLoc(),
          AffineMap::get(1, 0, builder.getAffineDimExpr(0) * size),
          id.getResult());
    for (OpOperand &use : llvm::make_early_inc_range(id->getUses())) {
      Operation *user = use.getOwner();
      if (user == scaled.getDefiningOp())
        continue;
      if (auto apply = dyn_cast<affine::AffineApplyOp>(user)) {
        if (originOf(apply.getResult()).kind != OffsetOrigin::Axis)
          return no("a program id is used other than as a scaled offset");
        apply.replaceAllUsesWith(scaled);
        apply.erase();
      } else if (isa<LoadOp, StoreOp, tensor::SplatOp>(user)) {
        use.set(scaled);
      } else {
        return no("a program id is used other than as an offset");
      }
    }
    return success();
  }

  LogicalResult resizeLoops() {
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) {
      if (classes.ofLoop(loop) == cls)
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      if (!matchPattern(loop.getStep(), m_Constant()))
        return no("expected loops with a constant step");
      // Blocks of another length would overlap or leave gaps.
      if (!matchPattern(loop.getLowerBound(), m_Zero()))
        return no("a loop that starts where another one is");
      OpBuilder builder(loop);
      Value step = arith::ConstantIndexOp::create(builder, loop.getLoc(), size);
      loop.getStepMutable().assign(step);
      // Masks test the extent, so a loop that runs once may end at its step.
      if (runsOnce(loop))
        loop.getUpperBoundMutable().assign(step);
    }
    return success();
  }

  /// Tiles that were full have no mask. Notes the reductions that need one as
  /// tiles of the new size reach past the extent; before anything is changed.
  LogicalResult findUnmasked() {
    // No structured binding: C++17 lambdas cannot capture one.
    auto named = classes.argument(cls);
    Value argument = named.first;
    auto dim = named.second;
    if (!argument)
      return success(); // no memory, nothing to be past
    AffineExpr extent = kernel.getExtent(cast<BlockArgument>(argument), dim);
    if (isMultiple(kernel, extent, size))
      return success();
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) {
      if (classes.ofLoop(loop) == cls)
        loops.push_back(loop);
    });
    WalkResult walk = kernel.walk([&](ReduceOp reduce) {
      Value input = reduce.getInputs()[0];
      if (classes.of(input, reduce.getAxis()) != cls ||
          !isMultiple(kernel, extent,
                      reduce.getInputType().getDimSize(reduce.getAxis())))
        return WalkResult::advance();
      // What of the tile is past the extent is known where it is loaded.
      Value offset;
      for (scf::ForOp loop : loops)
        if (loop->isProperAncestor(reduce))
          offset = loop.getInductionVar();
      if (!offset && !loops.empty())
        return WalkResult::interrupt();
      unmasked.push_back({reduce, offset, argument, dim});
      return WalkResult::advance();
    });
    return walk.wasInterrupted()
               ? no("a reduction after a loop over full tiles, which would not "
                    "be full")
               : success();
  }

  void maskUnmasked() {
    for (Unmasked &item : unmasked) {
      OpBuilder builder(item.reduce);
      Location loc = item.reduce.getLoc();
      Value offset =
          item.offset
              ? item.offset
              : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
      maskReduction(
          item.reduce, offset,
          builder.createOrFold<memref::DimOp>(loc, item.argument, item.dim));
    }
  }

  /// Whether the loop, over a dynamic extent in steps of `size`, runs exactly
  /// once at every launch.
  bool runsOnce(scf::ForOp loop) {
    auto dim = loop.getUpperBound().getDefiningOp<memref::DimOp>();
    auto argument =
        dim ? dyn_cast<BlockArgument>(dim.getSource()) : BlockArgument();
    if (!argument || argument.getOwner() != &kernel.getBody().front() ||
        !dim.getConstantIndex() ||
        !matchPattern(loop.getLowerBound(), m_Zero()) ||
        !kernel.getAssumeAttr())
      return false;
    AffineExpr extent = kernel.getExtent(argument, *dim.getConstantIndex());
    IntegerSet once =
        IntegerSet::get(0, kernel.getNumSymbols(), {extent - 1, -extent + size},
                        {false, false});
    return assumedPoints(kernel).isSubsetOf(pointsOf(once));
  }

  LogicalResult resizeValues() {
    // All new types first, while the classes still describe the old IR.
    SmallVector<std::pair<Value, Type>> types;
    auto note = [&](Value value) {
      if (isa<RankedTensorType>(value.getType()) && !isSplat(value))
        types.push_back({value, resized(classes, value, cls, size)});
    };
    kernel.walk([&](Operation *op) {
      if (op->getParentOfType<ReduceOp>())
        return;
      for (Value result : op->getResults())
        note(result);
      for (Region &region : op->getRegions())
        if (!isa<ReduceOp, KernelOp>(op))
          for (Block &block : region)
            for (BlockArgument argument : block.getArguments())
              note(argument);
    });
    for (auto &[value, type] : types)
      value.setType(type);
    // Splats follow the shape that each use needs.
    WalkResult walk = kernel.walk([&](Operation *op) {
      if (op->getParentOfType<ReduceOp>())
        return WalkResult::advance();
      for (OpOperand &operand : op->getOpOperands()) {
        if (!isa<RankedTensorType>(operand.get().getType()) ||
            !isSplat(operand.get()))
          continue;
        RankedTensorType wanted = shapeWanted(op, operand);
        auto have = cast<RankedTensorType>(operand.get().getType());
        // One whose user does not say its shape, as a store, would stay as it
        // is and leave elements unwritten.
        if (!wanted) {
          reason = ("a constant tile is used by " +
                    op->getName().getStringRef() + ", which gives it no shape")
                       .str();
          return WalkResult::interrupt();
        }
        if (wanted.getShape() == have.getShape())
          continue;
        OpBuilder builder(op);
        operand.set(remakeSplat(builder, operand.get(), wanted.getShape()));
      }
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }

  /// The shape that `op` needs its splat operand in.
  RankedTensorType shapeWanted(Operation *op, OpOperand &operand) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned first = loop.getNumControlOperands();
      return cast<RankedTensorType>(
          loop.getRegionIterArgs()[operand.getOperandNumber() - first]
              .getType());
    }
    if (isa<scf::YieldOp>(op)) {
      Operation *parent = op->getParentOp();
      return cast<RankedTensorType>(
          parent->getResult(operand.getOperandNumber()).getType());
    }
    if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
      auto to = cast<RankedTensorType>(broadcast.getResult().getType());
      SmallVector<int64_t> shape;
      for (int64_t d : broadcast.getDims())
        shape.push_back(to.getDimSize(d));
      return RankedTensorType::get(shape, to.getElementType());
    }
    if (std::optional<AccessInfo> info = AccessInfo::of(op))
      for (auto [i, index] : llvm::enumerate(info->indices))
        if (&index == &operand) {
          SmallVector<int64_t> shape;
          for (int64_t d : info->dimsOf(i))
            shape.push_back(info->getTileType().getDimSize(d));
          return RankedTensorType::get(
              shape, getElementTypeOrSelf(operand.get().getType()));
        }
    if (op->getNumResults() == 1 &&
        (OpTrait::hasElementwiseMappableTraits(op) || isa<PlaceOp>(op)))
      return dyn_cast<RankedTensorType>(op->getResult(0).getType());
    return {};
  }
};

} // namespace

LogicalResult kopt::skill::resizeTile(RewriterBase &rewriter, Operation *anchor,
                                      DictionaryAttr params,
                                      std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  auto kernel = dyn_cast<KernelOp>(anchor);
  if (!kernel || !kernel.isTiled())
    return no("expected a form-2 kopt.kernel as anchor");
  TileClasses classes(kernel);
  if (!classes.valid())
    return no(classes.whyNot());
  unsigned cls = 0;
  if (auto axis = params.getAs<IntegerAttr>("axis")) {
    unsigned rank = kernel.getGridAttr().getValue().getNumResults();
    if (axis.getInt() < 0 || axis.getInt() >= rank)
      return no("expected axis to be one of the grid's " + Twine(rank) +
                " axes, but got " + Twine(axis.getInt()));
    cls = classes.ofAxis(axis.getInt());
  } else if (params.get("loop")) {
    scf::ForOp loop;
    kernel.walk([&](scf::ForOp op) {
      if (!loop)
        loop = op;
    });
    if (!loop)
      return no("the kernel has no loop");
    cls = classes.ofLoop(loop);
  } else {
    return no("expected the parameter axis or loop");
  }
  if (std::string why = classes.whyFixed(cls); !why.empty())
    return no(why);
  auto size = params.getAs<IntegerAttr>("size");
  if (!size || size.getInt() < 0)
    return no("expected a parameter size of at least 0");
  int64_t extent = size.getInt();
  if (extent == 0) {
    auto [argument, dim] = classes.argument(cls);
    if (!argument)
      return no("no argument has the extent to cover");
    int64_t whole = cast<MemRefType>(argument.getType()).getDimSize(dim);
    if (ShapedType::isDynamic(whole))
      return no("the extent to cover is dynamic");
    extent = llvm::PowerOf2Ceil(std::max<int64_t>(whole, 1));
  }
  Resizer resizer{kernel, std::move(classes), cls, extent, reason};
  // Types first: the classes are keyed by the values of the unchanged IR.
  if (failed(resizer.findUnmasked()) || failed(resizer.resizeValues()) ||
      failed(resizer.resizeLoops()) || failed(resizer.resizeGrid()))
    return failure();
  resizer.maskUnmasked();
  foldFullMasks(kernel);
  return success();
}
