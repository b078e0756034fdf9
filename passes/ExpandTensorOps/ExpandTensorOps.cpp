//===- ExpandTensorOps.cpp - Irregular operations to linalg ---------------===//

#include "passes/ExpandTensorOps/ExpandTensorOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/ExpandTensorOps/ExpandImpl.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kopt {
#define GEN_PASS_DEF_EXPANDTENSOROPSPASS
#include "passes/ExpandTensorOps/ExpandTensorOps.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;

Value At::clamp(Value index, OpFoldResult extent, Value &inside) const {
  Value zero = constant(0), end = value(extent);
  inside = both(inside, test(arith::CmpIPredicate::sge, index, zero));
  inside = both(inside, test(arith::CmpIPredicate::slt, index, end));
  Value last = make<arith::SubIOp>(end, constant(1));
  return make<arith::MaxSIOp>(make<arith::MinSIOp>(index, last), zero);
}

SmallVector<Value> At::inlined(Block &block, ValueRange arguments) const {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator())
    b.clone(inner, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

Indices At::indices(int64_t rank) const {
  Indices result;
  for (int64_t d = 0; d < rank; ++d)
    result.push_back(linalg::IndexOp::create(b, loc, d));
  return result;
}

Value elements::emptyLike(OpBuilder &builder, Location loc,
                          RankedTensorType type, const Sizes &sizes) {
  SmallVector<Value> dynamic;
  for (auto [extent, size] : llvm::zip_equal(type.getShape(), sizes))
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, dynamic);
}

Value elements::zeros(OpBuilder &builder, Location loc, RankedTensorType type,
                      const Sizes &sizes) {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  return linalg::FillOp::create(builder, loc, zero,
                                emptyLike(builder, loc, type, sizes))
      .getResult(0);
}

Value elements::perElement(
    OpBuilder &builder, Location loc, RankedTensorType type, const Sizes &sizes,
    llvm::function_ref<Value(const At &, const Indices &)> body) {
  Value empty = emptyLike(builder, loc, type, sizes);
  AffineMap id = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> parallel(type.getRank(),
                                            utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange(), empty, id, parallel,
             [&](OpBuilder &b, Location l, ValueRange) {
               At at{b, l};
               linalg::YieldOp::create(b, l,
                                       body(at, at.indices(type.getRank())));
             })
      .getResult(0);
}

Value elements::fold(
    OpBuilder &builder, Location loc, ValueRange inputs,
    ArrayRef<AffineMap> maps, Value init,
    llvm::function_ref<Value(const At &, const Indices &, ValueRange)> body) {
  auto type = cast<RankedTensorType>(init.getType());
  int64_t rank = type.getRank();
  SmallVector<AffineMap> all(maps);
  SmallVector<AffineExpr> own;
  for (int64_t d = 0; d < rank; ++d)
    own.push_back(builder.getAffineDimExpr(unsigned(d)));
  all.push_back(
      AffineMap::get(unsigned(rank) + 1, 0, own, builder.getContext()));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, init, all, iterators,
             [&](OpBuilder &b, Location l, ValueRange arguments) {
               At at{b, l};
               linalg::YieldOp::create(
                   b, l, body(at, at.indices(rank + 1), arguments));
             })
      .getResult(0);
}

std::pair<AffineMap, AffineMap>
kopt::expand::mapsAlong(MLIRContext *context, int64_t rank, int64_t dim) {
  SmallVector<AffineExpr> own, other;
  for (int64_t d = 0; d < rank; ++d) {
    own.push_back(getAffineDimExpr(unsigned(d), context));
    other.push_back(getAffineDimExpr(unsigned(d == dim ? rank : d), context));
  }
  return {AffineMap::get(unsigned(rank) + 1, 0, own, context),
          AffineMap::get(unsigned(rank) + 1, 0, other, context)};
}

void kopt::expandTensorOps(Operation *root) {
  SmallVector<Operation *> work;
  root->walk([&](Operation *op) { work.push_back(op); });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : work) {
    rewriter.setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](tensor::GatherOp op) { expand::gather(rewriter, op); })
        .Case([&](tensor::ReshapeOp op) { expand::reshape(rewriter, op); })
        .Case<tensor::ScatterOp, tm::ScatterOp>(
            [&](auto op) { expand::scatter(rewriter, op); })
        .Case([&](tm::AttentionOp op) { expand::attention(rewriter, op); })
        .Case([&](tm::ScanOp op) { expand::scan(rewriter, op); })
        .Case([&](tm::SortOp op) { expand::sort(rewriter, op); })
        .Case([&](tm::TopkOp op) { expand::topk(rewriter, op); });
  }
}

namespace {
struct ExpandTensorOps : kopt::impl::ExpandTensorOpsPassBase<ExpandTensorOps> {
  void runOnOperation() override { expandTensorOps(getOperation()); }
};
} // namespace
