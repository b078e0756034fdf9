//===- StructuredOps.cpp - What is known of linalg in form 1 --------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

Operation *kopt::combinerOf(linalg::GenericOp op, unsigned index) {
  BlockArgument acc = op.getRegionOutputArgs()[index];
  if (!acc.hasOneUse())
    return nullptr;
  Operation *combiner = *acc.getUsers().begin();
  Value yielded = op.getBody()->getTerminator()->getOperand(index);
  if (combiner->getNumResults() != 1 || combiner->getResult(0) != yielded ||
      combiner->getNumOperands() != 2 || !yielded.hasOneUse())
    return nullptr;
  return arith::getNeutralElement(combiner) ? combiner : nullptr;
}

bool kopt::isRegular(linalg::GenericOp op, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray()))
    if (!map.isProjectedPermutation())
      return no("the indexing map of operand " + Twine(i) +
                " is not a projected permutation");
  for (Operation &inner : op.getBody()->without_terminator())
    if (!isa<linalg::IndexOp, arith::ConstantOp>(inner) &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return no("'" + inner.getName().getStringRef() +
                "' in the body is not elementwise");
  if (op.getNumReductionLoops() == 0)
    return true;
  if (op.getNumDpsInits() != 1)
    return no("a reduction with " + Twine(op.getNumDpsInits()) + " results");
  if (!combinerOf(op))
    return no("the body is not a reduction with a known neutral element");
  return true;
}
