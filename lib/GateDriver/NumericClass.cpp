//===- NumericClass.cpp - What a candidate's IR shows of its arithmetic ---===//

#include "dialects/Kopt/KoptDialect.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "kopt/GateDriver/Judge.h"
#include "kopt/Skill/Numerics.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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

unsigned narrowestAccumulator(func::FuncOp function) {
  unsigned narrowest = 32;
  for (Operation *op : reached(function))
    op->walk([&](Operation *inner) {
      if (unsigned width = skill::accumulatorWidth(inner))
        narrowest = std::min(narrowest, width);
    });
  return narrowest;
}

/// The gate lets every candidate reassociate.
NumericClass::Kind kindOf(Operation *op, unsigned accumulator) {
  switch (skill::shownBy(op, accumulator)) {
  case skill::NumericKind::Narrows:
    return NumericClass::Narrows;
  case skill::NumericKind::Approximates:
    return NumericClass::Approximates;
  case skill::NumericKind::Contracts:
    return NumericClass::Contracts;
  default:
    return NumericClass::Reassociates;
  }
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
