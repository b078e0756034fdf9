//===- IndexBounds.cpp - Arguments whose elements are indices -------------===//

#include "kopt/Oracle/IndexBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// The argument of a function that `value` is an element or a view of, or one
/// of the two that a selection takes it from.
static BlockArgument argumentBehind(Value value) {
  while (value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (isa<func::FuncOp>(owner))
        return argument;
      auto structured = dyn_cast<linalg::LinalgOp>(owner);
      if (!structured ||
          argument.getArgNumber() >= structured.getNumDpsInputs())
        return {};
      value = structured.getDpsInputOperand(argument.getArgNumber())->get();
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      if (BlockArgument argument = argumentBehind(select.getTrueValue()))
        return argument;
      value = select.getFalseValue();
      continue;
    }
    // What a structured operation yields: a selection, a cast, an element.
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      value = structured.getBlock()->getTerminator()->getOperand(number);
      continue;
    }
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp, tensor::ExtractOp,
             tensor::ExtractSliceOp, tensor::CastOp, tensor::CollapseShapeOp,
             tensor::ExpandShapeOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return {};
}

std::vector<int64_t> kopt::indexBounds(func::FuncOp entry,
                                       ArrayRef<std::vector<int64_t>> shapes) {
  std::vector<int64_t> bounds(entry.getNumArguments(), kNoIndex);
  auto limit = [&](Value index, Value tensor, int64_t dimension) {
    BlockArgument argument = argumentBehind(index);
    if (!argument || !isa<ShapedType>(argument.getType()))
      return;
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t extent = type.getDimSize(dimension);
    if (ShapedType::isDynamic(extent)) {
      while (auto cast = tensor.getDefiningOp<tensor::CastOp>())
        tensor = cast.getSource();
      auto source = dyn_cast<BlockArgument>(tensor);
      if (!source || !isa<func::FuncOp>(source.getOwner()->getParentOp()))
        return;
      extent = shapes[source.getArgNumber()][dimension];
    }
    int64_t &bound = bounds[argument.getArgNumber()];
    bound = bound == kNoIndex ? extent : std::min(bound, extent);
  };
  entry.walk([&](Operation *op) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      for (auto [d, index] : llvm::enumerate(extract.getIndices()))
        limit(index, extract.getTensor(), int64_t(d));
    } else if (auto gather = dyn_cast<tensor::GatherOp>(op)) {
      for (int64_t d : gather.getGatherDims())
        limit(gather.getIndices(), gather.getSource(), d);
    }
  });
  return bounds;
}
