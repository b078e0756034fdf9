//===- Widen.cpp - Accumulators of at least 32 bits -----------------------===//

#include "mlir/IR/IRMapping.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

linalg::GenericOp kopt::widenAccumulator(linalg::GenericOp op, bool &widened) {
  widened = false;
  if (op.getNumReductionLoops() == 0)
    return op;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto element = dyn_cast<FloatType>(type.getElementType());
  Operation *combiner = combinerOf(op, 0);
  // A maximum or minimum is exact in any width.
  if (!element || element.getWidth() >= 32 ||
      !isa<arith::AddFOp, arith::MulFOp>(combiner))
    return op;
  widened = true;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type wide = builder.getF32Type();
  auto wideType = RankedTensorType::get(type.getShape(), wide);
  Value init = op.getDpsInits()[0];
  SmallVector<Value> sizes = dynamicSizes(builder, loc, init);
  Value empty =
      tensor::EmptyOp::create(builder, loc, type.getShape(), wide, sizes);
  Value wideInit;
  if (TypedAttr constant = constantInit(init)) {
    APFloat value = cast<FloatAttr>(constant).getValue();
    bool lost = false;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
    Value scalar = arith::ConstantOp::create(builder, loc, wide,
                                             FloatAttr::get(wide, value));
    wideInit = linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
  } else {
    AffineMap id = builder.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> par(type.getRank(),
                                         utils::IteratorType::parallel);
    wideInit = linalg::GenericOp::create(
                   builder, loc, wideType, init, empty,
                   ArrayRef<AffineMap>{id, id}, par,
                   [&](OpBuilder &b, Location l, ValueRange args) {
                     Value v = arith::ExtFOp::create(b, l, wide, args[0]);
                     linalg::YieldOp::create(b, l, v);
                   })
                   ->getResult(0);
  }
  auto created = linalg::GenericOp::create(
      builder, loc, wideType, op.getInputs(), wideInit,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location l, ValueRange args) {
        IRMapping map;
        map.map(op.getBody()->getArguments().drop_back(), args.drop_back());
        BlockArgument acc = op.getRegionOutputArgs()[0];
        for (Operation &inner : op.getBody()->without_terminator()) {
          if (&inner != combiner) {
            b.clone(inner, map);
            continue;
          }
          bool left = combiner->getOperand(0) == acc;
          Value other = map.lookupOrDefault(combiner->getOperand(left ? 1 : 0));
          other = arith::ExtFOp::create(b, l, wide, other);
          Value sides[2] = {left ? args.back() : other,
                            left ? other : args.back()};
          Operation *wideCombiner =
              b.create(l, combiner->getName().getIdentifier(), sides,
                       TypeRange{wide}, combiner->getAttrs());
          linalg::YieldOp::create(b, l, wideCombiner->getResult(0));
        }
      });
  Value narrowEmpty =
      tensor::EmptyOp::create(builder, loc, type.getShape(), element, sizes);
  AffineMap id = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> par(type.getRank(),
                                       utils::IteratorType::parallel);
  auto narrow = linalg::GenericOp::create(
      builder, loc, type, created->getResult(0), narrowEmpty,
      ArrayRef<AffineMap>{id, id}, par,
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value v = arith::TruncFOp::create(b, l, element, args[0]);
        linalg::YieldOp::create(b, l, v);
      });
  op->replaceAllUsesWith(narrow);
  op.erase();
  return created;
}
