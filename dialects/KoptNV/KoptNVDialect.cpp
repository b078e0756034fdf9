//===- KoptNVDialect.cpp - What NVVM lacks --------------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt::nv;

#include "dialects/KoptNV/KoptNVDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/KoptNV/KoptNVOps.cpp.inc"

void KoptNVDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/KoptNV/KoptNVOps.cpp.inc"
      >();
}

StringRef kopt::nv::intrinsicOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<Ex2ApproxOp>([](auto) { return "llvm.nvvm.ex2.approx.f32"; })
      .Case<Ex2ApproxFtzOp>([](auto) { return "llvm.nvvm.ex2.approx.ftz.f32"; })
      .Case<Lg2ApproxOp>([](auto) { return "llvm.nvvm.lg2.approx.f"; })
      .Case<RsqrtApproxOp>([](auto) { return "llvm.nvvm.rsqrt.approx.f"; })
      .Case<RcpApproxOp>([](auto) { return "llvm.nvvm.rcp.approx.ftz.f"; })
      .Case<TanhApproxOp>([](auto) { return "llvm.tanh.f32"; })
      .Case<SqrtRnOp>([](auto) { return "llvm.nvvm.sqrt.rn.f"; })
      .Default([](Operation *) { return ""; });
}
