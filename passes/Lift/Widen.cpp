//===- Widen.cpp - Accumulators of at least 32 bits -----------------------===//
//
// A sum in 16 bits stops growing after some hundred terms. What a reduction
// carries from one step to the next is therefore held in f32 where arithmetic
// rounds it at each step, and rounded to the program's type once, at the end. A
// maximum or a selection is exact in any width, and a truncation that the body
// writes is the program's own: both stay.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

namespace {

bool isNarrow(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() < 32;
}

/// Whether `op` computes in the type of its result, so that it may compute in a
/// wider one: not a conversion, and nothing that is read by an index.
bool isArithmetic(Operation &op) {
  return op.getNumResults() == 1 && isNarrow(op.getResult(0).getType()) &&
         op.getNumOperands() > 0 &&
         !isa<arith::TruncFOp, arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp,
              arith::BitcastOp, tensor::ExtractOp>(op);
}

/// Whether the result of such an operation can be a number that no operand is.
bool rounds(Operation &op) {
  return !isa<arith::SelectOp, arith::MaximumFOp, arith::MinimumFOp,
              arith::MaxNumFOp, arith::MinNumFOp, arith::NegFOp, math::AbsFOp,
              math::CopySignOp>(op);
}

class Widener {
public:
  explicit Widener(linalg::GenericOp op)
      : op(op), body(*op.getBody()), wide(Float32Type::get(op.getContext())) {}

  /// The results whose accumulators are to be widened.
  SmallVector<unsigned> find();
  /// The operation with them in f32, instead of `op`.
  linalg::GenericOp rebuild(ArrayRef<unsigned> results);

private:
  Value yielded(unsigned result) {
    return body.getTerminator()->getOperand(result);
  }
  void findWide(const llvm::SmallBitVector &results);
  Value convert(OpBuilder &builder, Value from, Type element,
                ArrayRef<Value> sizes);
  Value wideInit(OpBuilder &builder, Value init, ArrayRef<Value> sizes);
  void emitBody(OpBuilder &builder, ValueRange args,
                const llvm::SmallBitVector &widened);

  linalg::GenericOp op;
  Block &body;
  Type wide;
  DenseSet<Value>
      wideValues; ///< values of the body that are f32 in the new one
};

} // namespace

/// Fills `wideValues` for accumulators `results`: all that is computed from
/// them, and products that are added to that, which f32 holds exactly.
void Widener::findWide(const llvm::SmallBitVector &results) {
  wideValues.clear();
  for (unsigned i : results.set_bits())
    wideValues.insert(op.getRegionOutputArgs()[i]);
  auto isWide = [&](Value value) { return wideValues.contains(value); };
  for (Operation &inner : body.without_terminator())
    if (isArithmetic(inner) && llvm::any_of(inner.getOperands(), isWide))
      wideValues.insert(inner.getResult(0));
  for (Operation &inner : body.without_terminator()) {
    auto product = dyn_cast<arith::MulFOp>(inner);
    if (product && isNarrow(product.getType()) &&
        llvm::all_of(product->getUsers(), [&](Operation *user) {
          return isa<arith::AddFOp, arith::SubFOp>(user) &&
                 isWide(user->getResult(0));
        }))
      wideValues.insert(product.getResult());
  }
}

SmallVector<unsigned> Widener::find() {
  llvm::SmallBitVector results(op.getNumDpsInits());
  if (op.getNumReductionLoops() == 0)
    return {};
  // What depends on an accumulator, and what of it has been rounded since.
  DenseSet<Value> carried, rounded;
  for (Value accumulator : op.getRegionOutputArgs())
    carried.insert(accumulator);
  for (Operation &inner : body.without_terminator()) {
    auto dependsOn = [&](const DenseSet<Value> &set) {
      return llvm::any_of(inner.getOperands(),
                          [&](Value value) { return set.contains(value); });
    };
    if (dependsOn(carried))
      carried.insert(inner.result_begin(), inner.result_end());
    if (isArithmetic(inner) &&
        (dependsOn(rounded) || (rounds(inner) && dependsOn(carried))))
      rounded.insert(inner.getResult(0));
  }
  for (unsigned i = 0; i < results.size(); ++i)
    results[i] = rounded.contains(yielded(i));
  // An accumulator that takes over another one's value is as wide as that.
  for (bool changed = results.any(); changed;) {
    changed = false;
    findWide(results);
    for (unsigned i = 0; i < results.size(); ++i)
      if (!results[i] && wideValues.contains(yielded(i)))
        results[i] = changed = true;
  }
  return llvm::to_vector_of<unsigned>(results.set_bits());
}

/// `from`, element by element, in type `element`.
Value Widener::convert(OpBuilder &builder, Value from, Type element,
                       ArrayRef<Value> sizes) {
  auto type = cast<RankedTensorType>(from.getType());
  bool extends = isNarrow(type.getElementType());
  Value empty = tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                        element, sizes);
  AffineMap id = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), empty.getType(), from, empty,
      ArrayRef<AffineMap>{id, id}, loops,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value number =
            extends
                ? arith::ExtFOp::create(b, loc, element, args[0]).getResult()
                : arith::TruncFOp::create(b, loc, element, args[0]);
        linalg::YieldOp::create(b, loc, number);
      });
  return generic->getResult(0);
}

Value Widener::wideInit(OpBuilder &builder, Value init, ArrayRef<Value> sizes) {
  TypedAttr constant = constantInit(init);
  if (!constant)
    return convert(builder, init, wide, sizes);
  APFloat value = cast<FloatAttr>(constant).getValue();
  bool lost = false;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
  Value scalar = arith::ConstantOp::create(builder, op.getLoc(), wide,
                                           FloatAttr::get(wide, value));
  auto shape = cast<RankedTensorType>(init.getType()).getShape();
  Value empty =
      tensor::EmptyOp::create(builder, op.getLoc(), shape, wide, sizes);
  return linalg::FillOp::create(builder, op.getLoc(), scalar, empty)
      .getResult(0);
}

void Widener::emitBody(OpBuilder &builder, ValueRange args,
                       const llvm::SmallBitVector &widened) {
  IRMapping map;
  map.map(body.getArguments(), args);
  auto inF32 = [&](Value value) -> Value {
    Value now = map.lookupOrDefault(value);
    if (!isNarrow(now.getType()))
      return now;
    return arith::ExtFOp::create(builder, now.getLoc(), wide, now);
  };
  auto isWide = [&](Value value) { return wideValues.contains(value); };
  for (Operation &inner : body.without_terminator()) {
    bool hasWideOperand = llvm::any_of(inner.getOperands(), isWide);
    bool hasWideResult = llvm::any_of(inner.getResults(), isWide);
    if (!hasWideOperand && !hasWideResult) {
      builder.clone(inner, map);
      continue;
    }
    if (isa<arith::ExtFOp>(inner) && inner.getResult(0).getType() == wide) {
      map.map(inner.getResult(0), map.lookup(inner.getOperand(0)));
      continue;
    }
    // The bits of a number are those of the program's type.
    bool takesBits = isa<arith::BitcastOp>(inner);
    SmallVector<Value> operands;
    for (Value operand : inner.getOperands())
      operands.push_back(takesBits ? arith::TruncFOp::create(
                                         builder, inner.getLoc(),
                                         operand.getType(), map.lookup(operand))
                                         .getResult()
                                   : inF32(operand));
    SmallVector<Type> types(inner.getResultTypes());
    if (hasWideResult)
      types[0] = wide;
    Operation *created =
        builder.create(inner.getLoc(), inner.getName().getIdentifier(),
                       operands, types, inner.getAttrs());
    map.map(inner.getResults(), created->getResults());
  }
  SmallVector<Value> results;
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
    results.push_back(widened[i] ? inF32(value) : map.lookupOrDefault(value));
  linalg::YieldOp::create(builder, op.getLoc(), results);
}

linalg::GenericOp Widener::rebuild(ArrayRef<unsigned> results) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  llvm::SmallBitVector widened(op.getNumDpsInits());
  for (unsigned i : results)
    widened.set(i);
  findWide(widened);
  SmallVector<Value> inits(op.getDpsInits());
  SmallVector<SmallVector<Value>> sizes(inits.size());
  for (unsigned i : results) {
    sizes[i] = dynamicSizes(builder, loc, inits[i]);
    inits[i] = wideInit(builder, inits[i], sizes[i]);
  }
  auto created = linalg::GenericOp::create(
      builder, loc, TypeRange(ValueRange(inits)), op.getInputs(), inits,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location, ValueRange args) {
        emitBody(b, args, widened);
      });
  for (unsigned i = 0; i < inits.size(); ++i) {
    Value result = created->getResult(i);
    if (widened[i])
      result =
          convert(builder, result,
                  getElementTypeOrSelf(op->getResult(i).getType()), sizes[i]);
    op->getResult(i).replaceAllUsesWith(result);
  }
  op.erase();
  return created;
}

linalg::GenericOp kopt::widenAccumulators(linalg::GenericOp op,
                                          SmallVectorImpl<unsigned> &widened) {
  Widener widener(op);
  widened = widener.find();
  return widened.empty() ? op : widener.rebuild(widened);
}
