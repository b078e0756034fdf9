//===- KernelBuilder.cpp - One structured operation, one kernel -----------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

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
      // With nothing to reduce, a result is what it started from.
      bool read = !op.getRegionOutputArgs()[i].use_empty() ||
                  op.getNumReductionLoops() > 0;
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
      if (!op.getRegionOutputArgs()[i].use_empty() ||
          op.getNumReductionLoops() > 0) {
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
