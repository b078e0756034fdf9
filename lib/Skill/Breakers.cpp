//===- Breakers.cpp - Kernels in which a predicate fails ------------------===//
//
// What a breaker makes need not compute what the kernel did; it verifies, and
// differs in what the predicate looks at.
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

LogicalResult kopt::skill::breakForm1(RewriterBase &rewriter, Operation *place,
                                      std::string &reason) {
  KernelOp kernel = kernelOf(place);
  return tileToGrid(rewriter, kernel, rewriter.getDictionaryAttr({}), reason);
}

/// The first store of the kernel whose tile has dimensions and numbers.
static StoreOp storeOfNumbers(KernelOp kernel) {
  StoreOp found;
  kernel.walk([&](StoreOp store) {
    RankedTensorType tile = store.getTileType();
    Type element = tile.getElementType();
    if (found || tile.getRank() == 0 || !tile.hasStaticShape() ||
        !element.isIntOrFloat() || element.isInteger(1))
      return WalkResult::advance();
    found = store;
    return WalkResult::interrupt();
  });
  return found;
}

static Value sumOf(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isa<FloatType>(a.getType()))
    return arith::AddFOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

/// Every row's sum, along the row.
static Value rowSums(RewriterBase &rewriter, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t axis = type.getRank() - 1;
  auto sums =
      RankedTensorType::get(type.getShape().drop_back(), type.getElementType());
  auto reduce = ReduceOp::create(
      rewriter, loc, TypeRange(sums), ValueRange(value), axis,
      rewriter.getArrayAttr(rewriter.getZeroAttr(type.getElementType())),
      AcrossAttr());
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Type element = type.getElementType();
    Block *body = rewriter.createBlock(&reduce.getCombiner(), {},
                                       {element, element}, {loc, loc});
    YieldOp::create(
        rewriter, loc,
        sumOf(rewriter, loc, body->getArgument(0), body->getArgument(1)));
  }
  return BroadcastOp::create(rewriter, loc, type, reduce.getResult(0),
                             llvm::to_vector(llvm::seq<int64_t>(0, axis)));
}

/// The same of a whole tensor, by linalg.
static Value rowSumsOfTensor(RewriterBase &rewriter, Location loc,
                             Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  MLIRContext *context = type.getContext();
  unsigned rank = type.getRank();
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  AffineMap outer =
      AffineMap::get(rank, 0, all.getResults().drop_back(), context);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  Value none = tensor::EmptyOp::create(
      rewriter, loc, type.getShape().drop_back(), type.getElementType());
  Value zeros = linalg::FillOp::create(rewriter, loc, zero, none).getResult(0);
  Value whole = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  auto reducing = iterators;
  reducing.back() = utils::IteratorType::reduction;
  Value sums = linalg::GenericOp::create(
                   rewriter, loc, TypeRange(zeros.getType()), value, zeros,
                   ArrayRef<AffineMap>{all, outer}, reducing,
                   [](OpBuilder &builder, Location at, ValueRange args) {
                     linalg::YieldOp::create(
                         builder, at, sumOf(builder, at, args[0], args[1]));
                   })
                   .getResult(0);
  return linalg::GenericOp::create(
             rewriter, loc, TypeRange(type), sums, whole,
             ArrayRef<AffineMap>{outer, all}, iterators,
             [](OpBuilder &builder, Location at, ValueRange args) {
               linalg::YieldOp::create(builder, at, args[0]);
             })
      .getResult(0);
}

LogicalResult kopt::skill::addReduction(RewriterBase &rewriter,
                                        Operation *place, std::string &reason) {
  KernelOp kernel = kernelOf(place);
  StoreOp store = storeOfNumbers(kernel);
  if (!store) {
    reason = "no store of numbers with dimensions and known extents";
    return failure();
  }
  rewriter.setInsertionPoint(store);
  Value sums =
      kernel.isTiled()
          ? rowSums(rewriter, store.getLoc(), store.getValue())
          : rowSumsOfTensor(rewriter, store.getLoc(), store.getValue());
  rewriter.modifyOpInPlace(store,
                           [&] { store.getValueMutable().assign(sums); });
  return success();
}

LogicalResult kopt::skill::dropReductions(RewriterBase &rewriter,
                                          Operation *place,
                                          std::string &reason) {
  SmallVector<Operation *> reductions;
  kernelOf(place).walk([&](Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (isa<ReduceOp>(op) ||
        (structured && structured.getNumReductionLoops() > 0))
      reductions.push_back(op);
  });
  for (Operation *op : reductions) {
    SmallVector<Value> without;
    rewriter.setInsertionPoint(op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      if (!structured.hasPureTensorSemantics()) {
        reason = "a reduction that is not on tensors";
        return failure();
      }
      llvm::append_range(without, structured.getDpsInits());
    } else {
      for (Type type : op->getResultTypes())
        without.push_back(arith::ConstantOp::create(
            rewriter, op->getLoc(),
            cast<TypedAttr>(rewriter.getZeroAttr(type))));
    }
    rewriter.replaceOp(op, without);
  }
  return success();
}

LogicalResult kopt::skill::addUse(RewriterBase &rewriter, Operation *place,
                                  std::string &reason) {
  for (Operation *user : place->getUsers()) {
    if (user->hasTrait<OpTrait::IsTerminator>())
      continue;
    rewriter.setInsertionPointAfter(user);
    rewriter.clone(*user);
    return success();
  }
  reason = "only the end of the function uses the results";
  return failure();
}

/// Replaces what each of `ops` makes by zero.
template <typename Ops>
static void replaceByZero(RewriterBase &rewriter, const Ops &ops) {
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(
        op, arith::ConstantOp::create(rewriter, op->getLoc(),
                                      cast<TypedAttr>(rewriter.getZeroAttr(
                                          op->getResult(0).getType())))
                .getResult());
  }
}

LogicalResult kopt::skill::dropGathers(RewriterBase &rewriter, Operation *place,
                                       std::string &reason) {
  SmallVector<Operation *> gathers;
  kernelOf(place).walk([&](LoadOp load) {
    if (!load.getIndices().empty())
      gathers.push_back(load);
  });
  replaceByZero(rewriter, gathers);
  return success();
}

LogicalResult kopt::skill::dropReadsByIndex(RewriterBase &rewriter,
                                            Operation *place,
                                            std::string &reason) {
  SmallVector<Operation *> reads;
  kernelOf(place).walk([&](tensor::ExtractOp read) { reads.push_back(read); });
  replaceByZero(rewriter, reads);
  return success();
}

LogicalResult kopt::skill::readAlong(RewriterBase &rewriter, Operation *place,
                                     std::string &reason) {
  auto load = cast<LoadOp>(place);
  // The tile's dimensions in memory's order, as they come.
  AffineMap map = load.getAccessMap();
  SmallVector<unsigned> order = *memoryOrder(load);
  SmallVector<AffineExpr> dims(order.size()), symbols;
  for (auto [position, dim] : llvm::enumerate(order))
    dims[dim] = rewriter.getAffineDimExpr(position);
  for (unsigned s = 0; s < map.getNumSymbols(); ++s)
    symbols.push_back(rewriter.getAffineSymbolExpr(s));
  rewriter.modifyOpInPlace(load, [&] {
    load.setMapAttr(AffineMapAttr::get(map.replaceDimsAndSymbols(
        dims, symbols, map.getNumDims(), map.getNumSymbols())));
  });
  return success();
}

LogicalResult kopt::skill::useOtherwise(RewriterBase &rewriter,
                                        Operation *place, std::string &reason) {
  Value tile = place->getResult(0);
  rewriter.setInsertionPointAfter(place);
  if (isa<FloatType>(getElementTypeOrSelf(tile.getType())))
    arith::AddFOp::create(rewriter, place->getLoc(), tile, tile);
  else
    arith::AddIOp::create(rewriter, place->getLoc(), tile, tile);
  return success();
}

LogicalResult kopt::skill::breakTileable(RewriterBase &rewriter,
                                         Operation *place,
                                         std::string &reason) {
  KernelOp kernel = kernelOf(place);
  auto loads = kernel.getOps<LoadOp>();
  if (kernel.isTiled() || loads.empty()) {
    reason = "the kernel is in form 2, or loads nothing";
    return failure();
  }
  LoadOp load = *loads.begin();
  auto type = cast<RankedTensorType>(load.getResult().getType());
  if (type.getRank() == 0) {
    reason = "the first load is of a scalar";
    return failure();
  }
  // Casts are no operations of form 1 that have a tile.
  rewriter.setInsertionPointAfter(load);
  auto any = RankedTensorType::get(
      SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic),
      type.getElementType());
  Value away =
      tensor::CastOp::create(rewriter, load.getLoc(), any, load.getResult());
  Value back = tensor::CastOp::create(rewriter, load.getLoc(), type, away);
  rewriter.replaceAllUsesExcept(load.getResult(), back, away.getDefiningOp());
  return success();
}
