//===- Functions.cpp - Calls and special functions ------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "passes/NvvmToSim/Emitter.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::sim;

/// Calls a function of one f32 for every element.
static bool mapElements(Emitter &emitter, Operation *op, StringRef name) {
  Location loc = op->getLoc();
  Value operand = op->getOperand(0);
  auto type = dyn_cast<VectorType>(operand.getType());
  if (!type)
    return emitter.replace(op, emitter.call(loc, name, emitter.f32, {operand}));
  if (type.getRank() != 1)
    return emitter.unsupported(op, "vectors of more than one dimension");
  OpBuilder &builder = emitter.builder;
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    Value index = emitter.constant(loc, i);
    Value element =
        LLVM::ExtractElementOp::create(builder, loc, operand, index);
    element = emitter.call(loc, name, emitter.f32, {element});
    result =
        LLVM::InsertElementOp::create(builder, loc, result, element, index);
  }
  return emitter.replace(op, result);
}

/// fma.rn.sat: NaN fails both comparisons and becomes 0.
static bool fmaSat(Emitter &emitter, nv::FmaSatOp op) {
  OpBuilder &builder = emitter.builder;
  Location loc = op.getLoc();
  Type type = op.getType();
  auto number = [&](float value) -> Value {
    TypedAttr attr = builder.getF32FloatAttr(value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(shaped, Attribute(attr));
    return LLVM::ConstantOp::create(builder, loc, type, attr);
  };
  auto clamp = [&](Value v, float bound, LLVM::FCmpPredicate inside) -> Value {
    Value limit = number(bound);
    Value is = LLVM::FCmpOp::create(builder, loc, inside, v, limit);
    return LLVM::SelectOp::create(builder, loc, is, v, limit);
  };
  Value fma =
      LLVM::FMAOp::create(builder, loc, op.getA(), op.getB(), op.getC());
  Value result = clamp(fma, 0.0f, LLVM::FCmpPredicate::ogt);
  return emitter.replace(op, clamp(result, 1.0f, LLVM::FCmpPredicate::olt));
}

/// Functions of the module itself are instrumented as their callers are; any
/// other name would be missing when the code is linked.
static bool callFunction(Emitter &emitter, LLVM::CallOp op) {
  std::optional<StringRef> name = op.getCallee();
  if (!name)
    return emitter.unsupported(op, "a call through a pointer");
  auto callee = emitter.module.lookupSymbol<LLVM::LLVMFuncOp>(*name);
  if (!callee || callee.isExternal())
    return emitter.unsupported(op, "function '" + *name + "'");
  op.setCConv(LLVM::CConv::C);
  return true;
}

/// Intrinsics that mean the same on the host: saturating conversions.
static bool callIntrinsic(Emitter &emitter, LLVM::CallIntrinsicOp op) {
  return op.getIntrin() == "llvm.fptosi.sat" ||
         op.getIntrin() == "llvm.fptoui.sat" ||
         emitter.unsupported(op, "intrinsic '" + op.getIntrin() + "'");
}

bool Emitter::functions(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LLVM::CallIntrinsicOp call) {
        return callIntrinsic(*this, call);
      })
      .Case([&](LLVM::CallOp call) { return callFunction(*this, call); })
      .Case([&](nv::Ex2ApproxOp) {
        return mapElements(*this, op, "__kopt_sim_ex2");
      })
      .Case([&](nv::Ex2ApproxFtzOp) {
        return mapElements(*this, op, "__kopt_sim_ex2_ftz");
      })
      .Case([&](nv::Lg2ApproxOp) {
        return mapElements(*this, op, "__kopt_sim_lg2");
      })
      .Case([&](nv::RsqrtApproxOp) {
        return mapElements(*this, op, "__kopt_sim_rsqrt");
      })
      .Case<nv::RcpApproxOp, NVVM::RcpApproxFtzF32Op>(
          [&](auto) { return mapElements(*this, op, "__kopt_sim_rcp_ftz"); })
      .Case([&](nv::TanhApproxOp) {
        return mapElements(*this, op, "__kopt_sim_tanh");
      })
      .Case([&](nv::FmaSatOp fma) { return fmaSat(*this, fma); })
      .Case([&](nv::SqrtRnOp root) {
        auto host =
            LLVM::SqrtOp::create(builder, op->getLoc(), root.getOperand());
        replace(op, host.getRes());
        return arith(host);
      })
      .Default(false);
}
