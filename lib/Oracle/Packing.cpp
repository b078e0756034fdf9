//===- Packing.cpp - Packing into tiles of dynamic extents ----------------===//

#include "Widen.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// The source's coordinate in each dimension, at a place of the packed tensor.
static SmallVector<Value> coordinates(OpBuilder &builder, linalg::PackOp op,
                                      ValueRange at) {
  Location loc = op.getLoc();
  int64_t rank = op.getSourceRank();
  SmallVector<Value> place(at.take_front(rank));
  for (auto [outer, dim] : llvm::enumerate(op.getOuterDimsPerm()))
    place[dim] = at[outer];
  for (auto [inner, pair] :
       llvm::enumerate(llvm::zip(op.getInnerDimsPos(), op.getMixedTiles()))) {
    auto [dim, tile] = pair;
    Value size = getValueOrCreateConstantIndexOp(builder, loc, tile);
    place[dim] = arith::AddIOp::create(
        builder, loc, arith::MulIOp::create(builder, loc, place[dim], size),
        at[rank + inner]);
  }
  return place;
}

LogicalResult kopt::oracle::packByElement(RewriterBase &rewriter,
                                          linalg::PackOp op) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "expected tensors");
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getDest().getType());
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(tensor::DimOp::create(rewriter, loc, op.getDest(), d));
  auto element = [&](OpBuilder &b, Location l, ValueRange at) {
    SmallVector<Value> place = coordinates(b, op, at);
    auto read = [&](OpBuilder &inner) -> Value {
      return tensor::ExtractOp::create(inner, l, op.getSource(), place);
    };
    Value padding = op.getPaddingValue();
    if (!padding) {
      tensor::YieldOp::create(b, l, read(b));
      return;
    }
    Value inside = arith::ConstantIntOp::create(b, l, 1, 1);
    for (int64_t dim : op.getInnerDimsPos()) {
      Value extent = tensor::DimOp::create(b, l, op.getSource(), dim);
      inside = arith::AndIOp::create(
          b, l, inside,
          arith::CmpIOp::create(b, l, arith::CmpIPredicate::ult, place[dim],
                                extent));
    }
    auto chosen = scf::IfOp::create(
        b, l, inside,
        [&](OpBuilder &then, Location) {
          scf::YieldOp::create(then, l, read(then));
        },
        [&](OpBuilder &other, Location) {
          scf::YieldOp::create(other, l, padding);
        });
    tensor::YieldOp::create(b, l, chosen.getResult(0));
  };
  auto packed =
      tensor::GenerateOp::create(rewriter, loc, type, sizes, element);
  rewriter.replaceOp(op, packed);
  return success();
}
