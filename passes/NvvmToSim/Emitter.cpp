//===- Emitter.cpp - What the groups of the rewrite share -----------------===//

#include "passes/NvvmToSim/Emitter.h"

using namespace mlir;
using namespace kopt::sim;

Emitter::Emitter(ModuleOp module, std::vector<Site> &sites)
    : module(module), builder(module.getContext()), layout(module),
      sites(sites) {
  i1 = builder.getI1Type();
  i8 = builder.getI8Type();
  i16 = builder.getI16Type();
  i32 = builder.getI32Type();
  i64 = builder.getI64Type();
  f32 = builder.getF32Type();
  f64 = builder.getF64Type();
  ptr = LLVM::LLVMPointerType::get(module.getContext());
}

bool Emitter::unsupported(Operation *op, const Twine &detail) {
  InFlightDiagnostic diagnostic =
      op->emitError("the simulated device does not support '")
      << op->getName() << "'";
  if (std::string text = detail.str(); !text.empty())
    diagnostic << ": " << text;
  failed = true;
  return true;
}

Value Emitter::constant(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, i32,
                                  builder.getI32IntegerAttr(int32_t(value)));
}

Value Emitter::constant(Location loc, Type type, const APInt &value) {
  auto element = cast<IntegerType>(getElementTypeOrSelf(type));
  TypedAttr attribute =
      IntegerAttr::get(element, value.zextOrTrunc(element.getWidth()));
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = DenseElementsAttr::get(vector, Attribute(attribute));
  return LLVM::ConstantOp::create(builder, loc, type, attribute);
}

Value Emitter::castPointer(Location loc, Value pointer, Type type) {
  if (pointer.getType() == type)
    return pointer;
  return LLVM::AddrSpaceCastOp::create(builder, loc, type, pointer);
}

Value Emitter::call(Location loc, StringRef name, Type result,
                    ValueRange args) {
  SmallVector<Value> operands;
  for (Value arg : args)
    operands.push_back(isa<LLVM::LLVMPointerType>(arg.getType())
                           ? castPointer(loc, arg, ptr)
                           : arg);
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type returned =
        result ? result : LLVM::LLVMVoidType::get(module.getContext());
    callee = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(
            returned, llvm::to_vector(ValueRange(operands).getTypes())));
    callee.setNoUnwind(true);
  }
  auto made = LLVM::CallOp::create(builder, loc, callee, operands);
  return result ? made.getResult() : Value();
}

Value Emitter::slot(Location loc, Type type, unsigned count) {
  OpBuilder::InsertionGuard guard(builder);
  auto function = cast<LLVM::LLVMFuncOp>(
      builder.getInsertionBlock()->getParent()->getParentOp());
  builder.setInsertionPointToStart(&function.getBody().front());
  return LLVM::AllocaOp::create(builder, loc, ptr, type, constant(loc, count),
                                16);
}

Value Emitter::site(Operation *op, Site facts) {
  facts.op = op->getName().getStringRef().str();
  facts.loc = locationText(op->getLoc());
  sites.push_back(std::move(facts));
  return constant(op->getLoc(), int64_t(sites.size()) - 1);
}

Value Emitter::specialRegister(Location loc, unsigned offset, Type type) {
  Value place = LLVM::GEPOp::create(builder, loc, ptr, i8, self,
                                    ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  return LLVM::LoadOp::create(builder, loc, type, place, /*alignment=*/4);
}

bool Emitter::replace(Operation *op, Value value) {
  if (value)
    op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return true;
}

void Emitter::tick(Operation *terminator) {
  builder.setInsertionPoint(terminator);
  call(terminator->getLoc(), "__kopt_sim_tick", {}, {self, site(terminator)});
}

/// Operations that mean the same on the host. Everything else needs a case in
/// one of the groups.
static bool isPlain(Operation *op) {
  return isa<
      LLVM::ConstantOp, LLVM::ZeroOp, LLVM::UndefOp, LLVM::PoisonOp, LLVM::BrOp,
      LLVM::CondBrOp, LLVM::SwitchOp, LLVM::ReturnOp, LLVM::UnreachableOp,
      LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp, LLVM::PtrToIntOp,
      LLVM::AllocaOp, LLVM::AddOp, LLVM::SubOp, LLVM::MulOp, LLVM::AndOp,
      LLVM::OrOp, LLVM::XOrOp, LLVM::ICmpOp, LLVM::FCmpOp, LLVM::SelectOp,
      LLVM::FreezeOp, LLVM::TruncOp, LLVM::ZExtOp, LLVM::SExtOp, LLVM::FPExtOp,
      LLVM::SIToFPOp, LLVM::UIToFPOp, LLVM::FNegOp, LLVM::ExtractElementOp,
      LLVM::InsertElementOp, LLVM::ShuffleVectorOp, LLVM::ExtractValueOp,
      LLVM::InsertValueOp, LLVM::AbsOp, LLVM::SMaxOp, LLVM::SMinOp,
      LLVM::UMaxOp, LLVM::UMinOp, LLVM::UAddWithOverflowOp, LLVM::CtPopOp,
      LLVM::CountLeadingZerosOp, LLVM::CountTrailingZerosOp, LLVM::BitReverseOp,
      LLVM::ByteSwapOp, LLVM::AssumeOp, LLVM::LifetimeStartOp,
      LLVM::LifetimeEndOp, LLVM::FAbsOp, LLVM::CopySignOp, LLVM::FFloorOp,
      LLVM::FCeilOp, LLVM::FTruncOp, LLVM::RoundEvenOp, LLVM::RoundOp,
      LLVM::RintOp, LLVM::NearbyintOp, LLVM::vector_reduce_add,
      LLVM::vector_reduce_mul, LLVM::vector_reduce_and, LLVM::vector_reduce_or,
      LLVM::vector_reduce_xor, LLVM::vector_reduce_smax,
      LLVM::vector_reduce_smin, LLVM::vector_reduce_umax,
      LLVM::vector_reduce_umin>(op);
}

void Emitter::rewrite(Operation *op) {
  builder.setInsertionPoint(op);
  if (isPlain(op) || memory(op) || arith(op) || functions(op) || sync(op))
    return;
  unsupported(op);
}
