//===- NumericClass.cpp - What a candidate's IR shows of its arithmetic ---===//

#include "dialects/Kopt/KoptDialect.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "kopt/GateDriver/Judge.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace kopt {

std::optional<Permission> Permission::parse(llvm::StringRef text) {
  Permission permission;
  if (text == "none" || text.empty())
    return permission;
  if (!text.consume_front("approximates"))
    return std::nullopt;
  permission.approximates = true;
  permission.ulps = 4;
  if (text.empty())
    return permission;
  // Beyond 2^22 units a number of f32 has no digit left.
  if (!text.consume_front("(") || !text.consume_back(")") ||
      text.getAsDouble(permission.ulps) ||
      !(permission.ulps >= 0 && permission.ulps <= 0x1p22))
    return std::nullopt;
  return permission;
}

const char *spelling(NumericClass::Kind kind) {
  const char *const names[] = {"reassociates", "contracts", "approximates",
                               "narrows"};
  return names[kind];
}

namespace {

/// `function` and what it refers to by symbol, transitively.
llvm::SetVector<Operation *> reached(func::FuncOp function) {
  llvm::SetVector<Operation *> found;
  found.insert(function);
  for (size_t next = 0; next < found.size(); ++next)
    found[next]->walk([&](Operation *op) {
      for (NamedAttribute attribute : op->getAttrs())
        attribute.getValue().walk([&](SymbolRefAttr symbol) {
          if (Operation *target =
                  SymbolTable::lookupNearestSymbolFrom(op, symbol))
            found.insert(target);
        });
    });
  return found;
}

bool rounds(Operation *op) { return isa<arith::AddFOp, arith::MulFOp>(op); }

/// The bits of the accumulator of a reduction that rounds; 0 for others.
unsigned accumulatorWidth(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  bool reduces = isa<ReduceOp, ScanOp>(op) ||
                 (structured && structured.getNumReductionLoops() > 0);
  if (!reduces || op->getNumResults() == 0)
    return 0;
  auto type =
      dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  bool found = false;
  op->walk([&](Operation *inner) { found |= rounds(inner); });
  return type && found ? type.getWidth() : 0;
}

unsigned narrowestAccumulator(func::FuncOp function) {
  unsigned narrowest = 32;
  for (Operation *op : reached(function))
    op->walk([&](Operation *inner) {
      if (unsigned width = accumulatorWidth(inner))
        narrowest = std::min(narrowest, width);
    });
  return narrowest;
}

NumericClass::Kind kindOf(Operation *op, unsigned accumulator) {
  using arith::FastMathFlags;
  if (unsigned width = accumulatorWidth(op); width && width < accumulator)
    return NumericClass::Narrows;
  FastMathFlags flags = FastMathFlags::none;
  if (auto arithmetic = dyn_cast<arith::ArithFastMathInterface>(op))
    if (arith::FastMathFlagsAttr attribute = arithmetic.getFastMathFlagsAttr())
      flags = attribute.getValue();
  if (bitEnumContainsAny(flags, FastMathFlags::afn | FastMathFlags::arcp) ||
      op->getName().getStringRef().contains("approx"))
    return NumericClass::Approximates;
  // Other instructions are named in inline assembly only.
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    if (assembly.getAsmString().contains(".approx"))
      return NumericClass::Approximates;
  return bitEnumContainsAny(flags, FastMathFlags::contract)
             ? NumericClass::Contracts
             : NumericClass::Reassociates;
}

bool isFloatAtomic(Operation *op) {
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
    return isa<FloatType>(atomic.getValue().getType());
  if (auto atomic = dyn_cast<LLVM::AtomicRMWOp>(op))
    return isa<FloatType>(atomic.getVal().getType());
  // A maximum is the same in every order.
  if (auto scatter = dyn_cast<ScatterReduceOp>(op))
    return scatter.getKind() == arith::AtomicRMWKind::addf;
  if (auto red = dyn_cast<nv::RedOp>(op))
    return red.getKind() == arith::AtomicRMWKind::addf;
  return false;
}

} // namespace

NumericClass numericClassOf(func::FuncOp candidate, func::FuncOp original) {
  NumericClass out;
  unsigned accumulator = narrowestAccumulator(original);
  for (Operation *op : reached(candidate))
    op->walk([&](Operation *inner) {
      out.floatAtomics |= isFloatAtomic(inner);
      NumericClass::Kind kind = kindOf(inner, accumulator);
      if (kind <= out.kind)
        return;
      out.kind = kind;
      out.because.clear();
      llvm::raw_string_ostream(out.because)
          << inner->getName() << " at " << inner->getLoc();
    });
  return out;
}

} // namespace kopt
