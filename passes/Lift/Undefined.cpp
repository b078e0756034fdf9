//===- Undefined.cpp - Tensors that are read without contents -------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;

/// Whether `use` of a tensor without contents asks for nothing but its extents.
static bool isWithoutContents(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<tensor::DimOp>(user))
    return true;
  // Kernels that are there already say themselves what they read.
  if (auto launch = dyn_cast<LaunchOp>(user))
    return launch.isDpsInit(&use);
  auto op = dyn_cast<linalg::LinalgOp>(user);
  if (!op)
    return isa<linalg::SoftmaxOp>(user) && use.getOperandNumber() == 1;
  return op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use);
}

/// Any contents are right: zeros, which a kernel can make where it starts from
/// them. (A kernel that read memory as it is could not be told from one that
/// reads too much.)
void kopt::lift::defineContents(func::FuncOp func) {
  SmallVector<tensor::EmptyOp> work;
  func.walk([&](tensor::EmptyOp op) { work.push_back(op); });
  for (tensor::EmptyOp op : work) {
    Type element = op.getType().getElementType();
    SmallVector<OpOperand *> reads;
    for (OpOperand &use : op->getUses())
      if (!isWithoutContents(use))
        reads.push_back(&use);
    if (reads.empty() || !element.isIntOrIndexOrFloat())
      continue;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    Value zero = arith::ConstantOp::create(builder, op.getLoc(),
                                           builder.getZeroAttr(element));
    Value filled =
        linalg::FillOp::create(builder, op.getLoc(), zero, op.getResult())
            .getResult(0);
    for (OpOperand *use : reads)
      use->set(filled);
  }
}
