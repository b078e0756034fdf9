//===- Widen.cpp - Float arithmetic of a function in a wider type ---------===//
//
// Types are changed in place, attributes converted, and conversions replaced
// by what they still mean: an extension by nothing, a truncation by a rounding
// that stays in the wide type.
//
//===----------------------------------------------------------------------===//

#include "Widen.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace kopt::oracle {
namespace {

class Widener {
public:
  Widener(ModuleOp module, Variant variant)
      : module(module), variant(variant),
        compute(variant == Variant::Narrow
                    ? FloatType(Float32Type::get(module.getContext()))
                    : FloatType(Float64Type::get(module.getContext()))) {}

  LogicalResult run() {
    // Conversions are found before types change: they need the written type.
    SmallVector<Operation *> conversions;
    SmallVector<Rounding> roundings;
    WalkResult found = module.walk([&](Operation *op) {
      if (isa<arith::TruncFOp, arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp>(
              op))
        conversions.push_back(op);
      else if (rounds(op))
        roundings.push_back({op, cast<FloatType>(op->getResult(0).getType())});
      else if (isa<arith::BitcastOp, tensor::BitcastOp>(op) &&
               touchesNarrowFloat(op)) {
        op->emitOpError(
            "reinterprets the bits of a float: the oracle cannot widen it");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (found.wasInterrupted())
      return failure();
    SmallVector<Type> written;
    for (Operation *op : conversions)
      written.push_back(getElementTypeOrSelf(op->getResult(0).getType()));
    SmallVector<bool> exempt;
    for (Operation *op : conversions)
      exempt.push_back(feedsOnlyReturn(op->getResult(0)));

    if (failed(changeTypes()))
      return failure();
    for (auto [op, type, skip] : llvm::zip(conversions, written, exempt))
      if (failed(replaceConversion(op, cast<FloatType>(type), skip)))
        return failure();
    if (variant == Variant::Narrow)
      roundAsWritten(roundings);
    if (variant == Variant::Perturbed)
      perturb(module, roundings);
    replaceFunctions();
    saturate();
    return verify(module);
  }

private:
  /// Does a scalar operation of floats round its result?
  static bool rounds(Operation *op) {
    if (op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
      return false;
    if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
      return true;
    return isa<math::MathDialect>(op->getDialect()) &&
           !isa<math::AbsFOp, math::CopySignOp, math::FloorOp, math::CeilOp,
                math::RoundOp, math::RoundEvenOp, math::TruncOp>(op);
  }

  /// Operations of a type below f32 round to it.
  void roundAsWritten(ArrayRef<Rounding> roundings) {
    for (auto [op, type] : roundings) {
      if (type.getWidth() >= compute.getWidth())
        continue;
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      Value result = op->getResult(0);
      auto rounded = func::CallOp::create(builder, op->getLoc(),
                                          rounding(compute, type), result);
      result.replaceAllUsesExcept(rounded.getResult(0), rounded);
    }
  }

  /// What upstream lowers wrongly or not at all. expm1 and log1p become calls
  /// of the C library, not exp(x) - 1 and log(1 + x), which lose small
  /// arguments; fpowi becomes pow, since LLVM's powi has exponents of 32 bits
  /// only; isinf becomes a comparison. Where maxnumf and minnumf meet two
  /// zeros either may win: the narrow oracle takes the operands in the other
  /// order, so that the comparison accepts both signs.
  void replaceFunctions() {
    SmallVector<Operation *> found;
    module.walk([&](Operation *op) {
      if (isa<math::ExpM1Op, math::Log1pOp, math::IsInfOp, math::FPowIOp,
              arith::MaxNumFOp, arith::MinNumFOp>(op))
        found.push_back(op);
    });
    for (Operation *op : found) {
      OpBuilder builder(op);
      Value x = op->getOperand(0);
      if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op)) {
        if (compute.isF32())
          op->setOperands({op->getOperand(1), x});
        continue;
      }
      auto type = dyn_cast<FloatType>(x.getType());
      if (!type || !(type.isF32() || type.isF64()))
        continue;
      Value result;
      if (auto power = dyn_cast<math::FPowIOp>(op)) {
        // In f64, which holds exponents of up to 53 bits.
        Type f64 = builder.getF64Type();
        Value base = x, exponent = arith::SIToFPOp::create(
                            builder, op->getLoc(), f64, power.getRhs());
        if (!type.isF64())
          base = arith::ExtFOp::create(builder, op->getLoc(), f64, base);
        result = math::PowFOp::create(builder, op->getLoc(), base, exponent);
        if (!type.isF64())
          result = arith::TruncFOp::create(builder, op->getLoc(), type, result);
      } else if (isa<math::IsInfOp>(op)) {
        Value infinity = arith::ConstantOp::create(
            builder, op->getLoc(),
            FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics())));
        Value magnitude = math::AbsFOp::create(builder, op->getLoc(), x);
        result = arith::CmpFOp::create(builder, op->getLoc(),
                                       arith::CmpFPredicate::OEQ, magnitude,
                                       infinity);
      } else {
        std::string name = isa<math::ExpM1Op>(op) ? "expm1" : "log1p";
        if (type.isF32())
          name += "f";
        result = func::CallOp::create(builder, op->getLoc(),
                                      declareScalar(module, name, type), x)
                     .getResult(0);
      }
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
    }
  }

  /// Floats to integers: what the integer does not hold is undefined upstream.
  /// Here it saturates, and a NaN becomes 0, as docs/lift.md says of kernels.
  void saturate() {
    SmallVector<Operation *> found;
    module.walk([&](Operation *op) {
      if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
        found.push_back(op);
    });
    module.getContext()->loadDialect<LLVM::LLVMDialect>();
    for (Operation *op : found) {
      OpBuilder builder(op);
      StringRef name =
          isa<arith::FPToSIOp>(op) ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
      auto call = LLVM::CallIntrinsicOp::create(
          builder, op->getLoc(), op->getResult(0).getType(),
          builder.getStringAttr(name), op->getOperands());
      op->replaceAllUsesWith(call->getResults());
      op->erase();
    }
  }

  Type map(Type type) {
    if (auto shaped = dyn_cast<ShapedType>(type))
      return shaped.clone(map(shaped.getElementType()));
    auto narrow = dyn_cast<FloatType>(type);
    return narrow && narrow.getWidth() < compute.getWidth() ? Type(compute)
                                                            : type;
  }

  bool touchesNarrowFloat(Operation *op) const {
    auto changes = [&](Type type) {
      return isa<FloatType>(getElementTypeOrSelf(type));
    };
    return llvm::any_of(op->getOperandTypes(), changes) ||
           llvm::any_of(op->getResultTypes(), changes);
  }

  /// Is the value only yielded by a structured operation whose result is only
  /// returned, or only returned itself? Then the comparison rounds instead.
  static bool feedsOnlyReturn(Value value) {
    return llvm::all_of(value.getUses(), [](OpOperand &use) {
      if (isa<func::ReturnOp>(use.getOwner()))
        return true;
      auto yield = dyn_cast<linalg::YieldOp>(use.getOwner());
      if (!yield)
        return false;
      // A reduction yields into its next step as well.
      auto structured = dyn_cast<linalg::LinalgOp>(yield->getParentOp());
      if (!structured || structured.getNumReductionLoops() ||
          !structured.hasPureTensorSemantics())
        return false;
      Value result = yield->getParentOp()->getResult(use.getOperandNumber());
      return llvm::all_of(result.getUsers(), [](Operation *user) {
        return isa<func::ReturnOp>(user);
      });
    });
  }

  LogicalResult changeTypes() {
    WalkResult result = module.walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            argument.setType(map(argument.getType()));
      for (OpResult value : op->getResults())
        value.setType(map(value.getType()));
      if (auto function = dyn_cast<func::FuncOp>(op)) {
        auto mapAll = [&](ArrayRef<Type> types) {
          return llvm::map_to_vector(types, [&](Type t) { return map(t); });
        };
        FunctionType type = function.getFunctionType();
        function.setFunctionType(FunctionType::get(op->getContext(),
                                                   mapAll(type.getInputs()),
                                                   mapAll(type.getResults())));
      }
      if (auto constant = dyn_cast<arith::ConstantOp>(op))
        return changeConstant(constant) ? WalkResult::advance()
                                        : WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// The contents of a resource; null where it has none, or too few bytes.
  static DenseElementsAttr contentsOf(DenseResourceElementsAttr resource) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    size_t width = resource.getElementType().getIntOrFloatBitWidth();
    if (!blob || width % 8 != 0 ||
        blob->getData().size() * 8 != size_t(resource.getNumElements()) * width)
      return {};
    // One element would be taken for a splat of it, which it is.
    return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                               blob->getData());
  }

  bool changeConstant(arith::ConstantOp op) {
    auto widen = [&](APFloat value) {
      bool lost;
      value.convert(compute.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &lost);
      return value;
    };
    auto narrow =
        dyn_cast<FloatType>(getElementTypeOrSelf(op.getValue().getType()));
    if (!narrow || map(narrow) == narrow)
      return true;
    if (auto scalar = dyn_cast<FloatAttr>(op.getValue())) {
      op.setValueAttr(FloatAttr::get(compute, widen(scalar.getValue())));
      return true;
    }
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue())) {
      DenseElementsAttr read = contentsOf(resource);
      if (!read) {
        op.emitOpError("expected a dense resource with the bytes of its type");
        return false;
      }
      op.setValueAttr(read);
    }
    if (auto dense = dyn_cast<DenseFPElementsAttr>(op.getValue())) {
      op.setValueAttr(dense.mapValues(compute, [&](const APFloat &value) {
        return widen(value).bitcastToAPInt();
      }));
      return true;
    }
    op.emitOpError(
        "expected a dense constant, but got another kind of attribute");
    return false;
  }

  /// The declaration of the rounding of a `type` scalar to `to`.
  func::FuncOp rounding(FloatType type, FloatType to) {
    std::string name;
    llvm::raw_string_ostream(name) << "kopt_round_" << to << "_" << type;
    return declareScalar(module, name, type);
  }

  LogicalResult replaceConversion(Operation *op, FloatType written,
                                  bool exempt) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Type result = map(op->getResult(0).getType());
    Value value = op->getOperand(0);
    bool fromInteger = isa<arith::SIToFPOp, arith::UIToFPOp>(op);
    if (fromInteger) {
      if (written == result)
        return success();
      op->getResult(0).setType(result);
      value = op->getResult(0);
      builder.setInsertionPointAfter(op);
    }
    Value replacement = value;
    if (!isa<arith::ExtFOp>(op) && !exempt && written != result) {
      auto type = dyn_cast<FloatType>(value.getType());
      if (!type)
        return op->emitOpError(
            "expected a scalar conversion (inside a structured operation), "
            "but got one of tensors or vectors");
      replacement =
          func::CallOp::create(builder, loc, rounding(type, written), value)
              .getResult(0);
    }
    if (replacement.getType() != result) {
      bool wider =
          getElementTypeOrSelf(result).getIntOrFloatBitWidth() >
          getElementTypeOrSelf(replacement.getType()).getIntOrFloatBitWidth();
      replacement =
          wider
              ? Value(arith::ExtFOp::create(builder, loc, result, replacement))
              : Value(
                    arith::TruncFOp::create(builder, loc, result, replacement));
    }
    if (fromInteger)
      op->getResult(0).replaceAllUsesExcept(replacement,
                                            replacement.getDefiningOp());
    else {
      op->getResult(0).replaceAllUsesWith(replacement);
      op->erase();
    }
    return success();
  }

  ModuleOp module;
  Variant variant;
  FloatType compute;
};

} // namespace

func::FuncOp declareScalar(ModuleOp module, StringRef name, FloatType type,
                           unsigned arguments) {
  if (auto existing = module.lookupSymbol<func::FuncOp>(name))
    return existing;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<Type> inputs(arguments, type);
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType(inputs, {type}));
  function.setPrivate();
  return function;
}

LogicalResult makeVariant(ModuleOp module, Variant variant) {
  return Widener(module, variant).run();
}

} // namespace kopt::oracle
