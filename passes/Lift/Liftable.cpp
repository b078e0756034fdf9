//===- Liftable.cpp - What can become a kernel ----------------------------===//

#include "mlir/IR/Matchers.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

Operation *kopt::lift::combinerOf(linalg::GenericOp op, unsigned index) {
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

TypedAttr kopt::lift::constantInit(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    TypedAttr value;
    if (matchPattern(fill.getInputs()[0], m_Constant(&value)))
      return value;
    return {};
  }
  DenseElementsAttr dense;
  if (matchPattern(init, m_Constant(&dense)) && dense.isSplat())
    return cast<TypedAttr>(dense.getSplatValue<Attribute>());
  return {};
}

SmallVector<Value> kopt::lift::dynamicSizes(OpBuilder &builder, Location loc,
                                            Value init) {
  while (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getOutputs()[0];
  if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
    return SmallVector<Value>(empty.getDynamicSizes());
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(init.getType());
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(tensor::DimOp::create(builder, loc, init, d));
  return sizes;
}

bool kopt::isLiftable(linalg::GenericOp op, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  if (!op.hasPureTensorSemantics())
    return no("expected tensor operands");
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray()))
    if (!map.isProjectedPermutation())
      return no("the indexing map of operand " + Twine(i) +
                " is not a projected permutation");
  bool reduces = op.getNumReductionLoops() > 0;
  if (reduces && op.getNumDpsInits() != 1)
    return no("a reduction with " + Twine(op.getNumDpsInits()) + " results");
  for (Type type : op->getOperandTypes())
    if (!getElementTypeOrSelf(type).isIntOrIndexOrFloat())
      return no("expected integer, index or float elements");
  for (Type type : op->getResultTypes())
    if (!isa<RankedTensorType>(type))
      return no("expected ranked results");
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<linalg::IndexOp, arith::ConstantOp>(inner))
      continue;
    if (!OpTrait::hasElementwiseMappableTraits(&inner))
      return no("'" + inner.getName().getStringRef() +
                "' in the body is not elementwise");
  }
  if (reduces && !combinerOf(op, 0))
    return no("the body is not a reduction with a known neutral element");
  return true;
}
