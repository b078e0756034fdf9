//===- Liftable.cpp - What can become a kernel ----------------------------===//

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

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

/// Each result must have one element for each point of the parallel loops: else
/// several threads would write one, or none.
static bool hasResultMaps(linalg::GenericOp op, std::string &reason) {
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    llvm::SmallBitVector seen(op.getNumLoops());
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(i));
    for (AffineExpr expr : map.getResults()) {
      if (isa<AffineConstantExpr>(expr))
        continue;
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || seen.test(dim.getPosition()) ||
          op.getIteratorTypesArray()[dim.getPosition()] !=
              utils::IteratorType::parallel) {
        reason = ("expected parallel loops and constants as dimensions of "
                  "result " +
                  Twine(i))
                     .str();
        return false;
      }
      seen.set(dim.getPosition());
    }
    if (seen.count() != op.getNumParallelLoops()) {
      reason =
          ("result " + Twine(i) + " does not span the parallel loops").str();
      return false;
    }
  }
  return true;
}

bool kopt::lift::isStored(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.isSignless() &&
           llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type,
             Float8E4M3FNType, Float8E5M2Type>(element);
}

bool kopt::isLiftable(linalg::GenericOp op, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  if (!op.hasPureTensorSemantics())
    return no("expected tensor operands");
  // What the body takes from around it becomes an argument, too.
  llvm::SetVector<Value> taken(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op.getRegion(), taken);
  for (Value value : taken)
    if (Type element = getElementTypeOrSelf(value.getType());
        !isStored(element)) {
      std::string text;
      llvm::raw_string_ostream(text) << element;
      return no("expected elements of index, of 1, 8, 16, 32 or 64 bits, or of "
                "f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, but got " +
                text);
    }
  for (Type type : op->getResultTypes())
    if (!isa<RankedTensorType>(type))
      return no("expected ranked results");
  for (Operation &inner : op.getBody()->without_terminator())
    if (!isa<linalg::IndexOp, arith::ConstantOp, tensor::ExtractOp>(inner) &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return no("'" + inner.getName().getStringRef() +
                "' in the body is not elementwise");
  return hasResultMaps(op, reason);
}
