//===- Empty.cpp - Tensors without elements -------------------------------===//
//
// Upstream bufferizes what puts tensors together by views of the parts, and its
// view of nothing at the end of a static tensor does not verify.
//
//===----------------------------------------------------------------------===//

#include "Widen.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

static bool isEmpty(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 0;
}

/// What is left of a concatenation without the parts that have no elements;
/// null where all have some. One part alone is the result, as its type is.
static Value withoutEmpty(RewriterBase &rewriter, tensor::ConcatOp op) {
  SmallVector<Value> parts(op.getInputs());
  llvm::erase_if(parts, isEmpty);
  if (parts.size() == op.getInputs().size())
    return {};
  Location loc = op.getLoc();
  if (parts.size() > 1)
    return tensor::ConcatOp::create(rewriter, loc, op.getType(), op.getDim(),
                                    parts);
  if (parts.front().getType() == op.getType())
    return parts.front();
  return tensor::CastOp::create(rewriter, loc, op.getType(), parts.front());
}

/// Padding around nothing: what the region gives, everywhere.
static Value onlyPadding(RewriterBase &rewriter, tensor::PadOp op) {
  if (!isEmpty(op.getSource()) || !op.getType().hasStaticShape())
    return {};
  auto all = tensor::GenerateOp::create(rewriter, op.getLoc(), op.getType(),
                                        ValueRange());
  all.getBody().takeBody(op.getRegion());
  return all;
}

void kopt::oracle::removeEmptyParts(ModuleOp module) {
  SmallVector<Operation *> work;
  module.walk([&](Operation *op) {
    if (isa<tensor::ConcatOp, tensor::PadOp, linalg::PackOp, linalg::UnPackOp>(
            op))
      work.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (Operation *op : work) {
    rewriter.setInsertionPoint(op);
    Value instead;
    if (isEmpty(op->getResult(0))) {
      auto type = cast<RankedTensorType>(op->getResult(0).getType());
      instead = tensor::EmptyOp::create(rewriter, op->getLoc(), type.getShape(),
                                        type.getElementType());
    } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      instead = withoutEmpty(rewriter, concat);
    } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      instead = onlyPadding(rewriter, pad);
    }
    if (instead)
      rewriter.replaceOp(op, instead);
  }
}
