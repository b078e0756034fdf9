//===- KernelBuilder.cpp - One structured operation, one kernel -----------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/Lift/Lift.h"

using namespace mlir;
using namespace kopt;

/// The operation that folds a new element into output `index`'s accumulator, or
/// null: the accumulator has one use, and that use's result is yielded.
static Operation *combinerOf(linalg::GenericOp op, unsigned index) {
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

/// The constant that fills `init`, or null: a linalg.fill by a constant or a
/// splat constant.
static TypedAttr constantInit(Value init) {
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

/// The dynamic extents of `init` on the host. Looks through fills and empties,
/// so that these die once their user has moved into a kernel.
static SmallVector<Value> dynamicSizes(OpBuilder &builder, Location loc,
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

namespace {

/// Builds the kernel and the launch of one operation.
struct KernelBuilder {
  linalg::GenericOp op;
  gpu::GPUModuleOp module;
  SmallVector<Value> inputs;                   ///< host values passed as `ins`
  llvm::MapVector<Value, unsigned> argumentOf; ///< host value → argument
  KernelOp kernel;
  IRMapping mapping; ///< host value → value in the kernel

  static Type argumentType(Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return MemRefType::get(tensor.getShape(), tensor.getElementType());
    return type;
  }

  /// Whether the kernel can make `value` itself: a scalar or a splat. Any other
  /// constant (weights) stays one copy on the host and is passed.
  static bool isConstant(Value value) {
    Operation *def = value.getDefiningOp();
    if (!def || !def->hasTrait<OpTrait::ConstantLike>())
      return false;
    SplatElementsAttr splat;
    return !isa<ShapedType>(value.getType()) ||
           matchPattern(value, m_Constant(&splat));
  }

  void addInput(Value value) {
    if (isConstant(value) || argumentOf.count(value))
      return;
    argumentOf[value] = inputs.size();
    inputs.push_back(value);
  }

  void build(StringRef name) {
    for (Value input : op.getInputs())
      addInput(input);
    // Scalars that the body takes from outside.
    op.getRegion().walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentRegion()->isProperAncestor(&op.getRegion()))
          addInput(operand);
    });
    SmallVector<bool> initIsRead;
    for (auto [i, init] : llvm::enumerate(op.getDpsInits())) {
      bool read = !op.getRegionOutputArgs()[i].use_empty();
      initIsRead.push_back(read && !constantInit(init));
      if (initIsRead.back())
        addInput(init);
    }

    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    SmallVector<Type> types;
    for (Value input : inputs)
      types.push_back(argumentType(input.getType()));
    for (Type type : op->getResultTypes())
      types.push_back(argumentType(type));
    SmallVector<Attribute> argAttrs(inputs.size(),
                                    builder.getDictionaryAttr({}));
    argAttrs.append(op.getNumResults(),
                    builder.getDictionaryAttr(builder.getNamedAttr(
                        "kopt.out", builder.getUnitAttr())));
    kernel = KernelOp::create(
        builder, op.getLoc(), name, builder.getFunctionType(types, {}),
        /*grid=*/nullptr, /*schedule=*/nullptr,
        /*assume=*/nullptr, builder.getArrayAttr(argAttrs),
        /*res_attrs=*/nullptr);
    Block *entry = builder.createBlock(&kernel.getBody());
    for (Type type : types)
      entry->addArgument(type, op.getLoc());
    buildBody(builder, entry, initIsRead);
    buildLaunch(name);
  }

  /// The value of host tensor or scalar `value` inside the kernel.
  Value inside(OpBuilder &builder, Value value) {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    if (isConstant(value)) {
      Operation *clone = builder.clone(*value.getDefiningOp());
      mapping.map(value, clone->getResult(0));
      return clone->getResult(0);
    }
    BlockArgument argument =
        kernel.getBody().getArgument(argumentOf.lookup(value));
    Value result = argument;
    if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
      result = LoadOp::create(builder, op.getLoc(), tensor, argument,
                              /*offsets=*/ValueRange{}, /*bounds=*/ValueRange{},
                              /*indices=*/ValueRange{},
                              /*index_dims=*/ArrayAttr(),
                              /*map=*/AffineMapAttr(), /*pad=*/TypedAttr(),
                              /*via=*/Attribute(), /*cache=*/CacheAttr(),
                              /*layout=*/Attribute());
    mapping.map(value, result);
    return result;
  }

  void buildBody(OpBuilder &builder, Block *entry, ArrayRef<bool> initIsRead) {
    Location loc = op.getLoc();
    for (Value input : inputs)
      inside(builder, input);
    SmallVector<Value> ins, outs;
    for (Value input : op.getInputs())
      ins.push_back(inside(builder, input));
    for (auto [i, init] : llvm::enumerate(op.getDpsInits())) {
      if (initIsRead[i]) {
        outs.push_back(inside(builder, init));
        continue;
      }
      auto type = cast<RankedTensorType>(init.getType());
      BlockArgument out = entry->getArgument(inputs.size() + i);
      SmallVector<Value> sizes;
      for (int64_t d = 0; d < type.getRank(); ++d)
        if (type.isDynamicDim(d))
          sizes.push_back(memref::DimOp::create(builder, loc, out, d));
      Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                            type.getElementType(), sizes);
      if (!op.getRegionOutputArgs()[i].use_empty()) {
        Value scalar =
            arith::ConstantOp::create(builder, loc, constantInit(init));
        empty =
            linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
      }
      outs.push_back(empty);
    }
    op.getRegion().walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentRegion()->isProperAncestor(&op.getRegion()))
          inside(builder, operand);
    });
    auto clone = cast<linalg::GenericOp>(builder.clone(*op, mapping));
    clone.getInputsMutable().assign(ins);
    clone.getOutputsMutable().assign(outs);
    for (auto [i, result] : llvm::enumerate(clone->getResults()))
      StoreOp::create(builder, loc, result,
                      entry->getArgument(inputs.size() + i), ValueRange{},
                      ValueRange{}, ValueRange{}, ArrayAttr(), AffineMapAttr(),
                      Attribute(), CacheAttr(), Attribute());
    ReturnOp::create(builder, loc);
  }

  void buildLaunch(StringRef name) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    SmallVector<Value> outs;
    for (Value init : op.getDpsInits()) {
      auto type = cast<RankedTensorType>(init.getType());
      outs.push_back(tensor::EmptyOp::create(builder, loc, type.getShape(),
                                             type.getElementType(),
                                             dynamicSizes(builder, loc, init)));
    }
    auto symbol = SymbolRefAttr::get(
        builder.getContext(), module.getName(),
        {FlatSymbolRefAttr::get(builder.getContext(), name)});
    auto launch = LaunchOp::create(builder, loc, op->getResultTypes(), symbol,
                                   inputs, outs, /*variants=*/ArrayAttr());
    op->replaceAllUsesWith(launch);
    op.erase();
  }
};

} // namespace

void kopt::liftIntoKernel(linalg::GenericOp op, gpu::GPUModuleOp module,
                          StringRef name) {
  KernelBuilder{op, module, {}, {}, {}, {}}.build(name);
}
