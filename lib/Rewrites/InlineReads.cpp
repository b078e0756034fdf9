//===- InlineReads.cpp - Compute again what is read by index --------------===//

#include "lib/Rewrites/InlineReads.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kopt;

/// Whether an element of `producer` can be computed at any index.
static bool isPointwise(linalg::GenericOp producer) {
  return producer.getNumReductionLoops() == 0 &&
         llvm::all_of(producer.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

/// The element that `read` takes of result `number` of `producer`, computed in
/// place of `read`; null where a loop of the producer has no index.
static Value inlineRead(OpBuilder &b, tensor::ExtractOp read,
                        linalg::GenericOp producer, unsigned number) {
  SmallVector<Value> at(producer.getNumLoops());
  AffineMap map =
      producer.getMatchingIndexingMap(producer.getDpsInitOperand(number));
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    at[cast<AffineDimExpr>(expr).getPosition()] = read.getIndices()[i];
  if (llvm::is_contained(at, Value()))
    return {};
  IRMapping mapping;
  for (OpOperand &operand : producer->getOpOperands()) {
    BlockArgument scalar = producer.getMatchingBlockArgument(&operand);
    Value value = operand.get();
    if (scalar.use_empty())
      continue;
    if (isa<RankedTensorType>(value.getType())) {
      SmallVector<Value> indices;
      AffineMap map = producer.getMatchingIndexingMap(&operand);
      for (AffineExpr expr : map.getResults())
        indices.push_back(at[cast<AffineDimExpr>(expr).getPosition()]);
      value = tensor::ExtractOp::create(b, read.getLoc(), value, indices);
    }
    mapping.map(scalar, value);
  }
  for (Operation &op : producer.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      mapping.map(index.getResult(), at[index.getDim()]);
    else
      b.clone(op, mapping);
  }
  return mapping.lookupOrDefault(
      producer.getBody()->getTerminator()->getOperand(number));
}

void kopt::inlineReads(KernelOp kernel) {
  SmallVector<tensor::ExtractOp> reads;
  kernel.walk([&](tensor::ExtractOp read) { reads.push_back(read); });
  while (!reads.empty()) {
    tensor::ExtractOp read = reads.pop_back_val();
    OpBuilder b(read);
    Value value;
    if (auto fill = read.getTensor().getDefiningOp<linalg::FillOp>())
      value = fill.getInputs()[0];
    else if (auto producer =
                 read.getTensor().getDefiningOp<linalg::GenericOp>();
             producer && isPointwise(producer))
      value = inlineRead(b, read, producer,
                         cast<OpResult>(read.getTensor()).getResultNumber());
    if (!value)
      continue;
    // What was read to compute it may have been computed, too.
    for (Operation &op : *read->getBlock())
      if (auto other = dyn_cast<tensor::ExtractOp>(op);
          other && other != read && !llvm::is_contained(reads, other))
        reads.push_back(other);
    read.replaceAllUsesWith(value);
    read.erase();
  }
}
