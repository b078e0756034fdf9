//===- KoptNVDialect.cpp - What NVVM lacks --------------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt::nv;

#include "dialects/KoptNV/KoptNVDialect.cpp.inc"

#include "dialects/KoptNV/KoptNVEnums.cpp.inc"

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
      .Case<FmaSatOp>([](auto) { return "llvm.nvvm.fma.rn.sat.f"; })
      .Default([](Operation *) { return ""; });
}

unsigned LoadOp::bytesOf(Type type) {
  unsigned count = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.isScalable())
      return 0;
    count = vector.getNumElements();
    type = vector.getElementType();
  }
  return type.isIntOrFloat() ? count * type.getIntOrFloatBitWidth() / 8 : 0;
}

/// One index a dimension.
static LogicalResult verifyIndices(Operation *op, Value memref,
                                   ValueRange indices) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  if (static_cast<int64_t>(indices.size()) == rank)
    return success();
  return op->emitOpError("expected ")
         << rank << " indices, but got " << indices.size();
}

LogicalResult LoadAcquireOp::verify() {
  return verifyIndices(*this, getSource(), getIndices());
}

LogicalResult AddReleaseOp::verify() {
  return verifyIndices(*this, getDest(), getIndices());
}

LogicalResult StoreClusterOp::verify() {
  auto memref = cast<MemRefType>(getDest().getType());
  if (failed(verifyIndices(*this, getDest(), getIndices())))
    return failure();
  if (memref.getElementType() != getValue().getType())
    return emitOpError("expected a value of type ")
           << memref.getElementType() << ", but got " << getValue().getType();
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(memref.getMemorySpace());
  if (!space || space.getValue() != gpu::AddressSpace::Workgroup)
    return emitOpError("expected workgroup memory, but got ") << memref;
  return success();
}

LogicalResult LoadOp::verify() {
  unsigned bytes = bytesOf(getType());
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return emitOpError("expected a result of 4, 8 or 16 bytes, but got ")
           << getType();
  auto memref = dyn_cast<MemRefType>(getSource().getType());
  size_t expected = memref ? memref.getRank() : 0;
  if (getIndices().size() != expected)
    return emitOpError("expected ")
           << expected << " indices, but got " << getIndices().size();
  if (memref && memref.getElementType() != getElementTypeOrSelf(getType()))
    return emitOpError("expected elements of ")
           << memref.getElementType() << ", but got " << getType();
  return success();
}

bool RedOp::combines(arith::AtomicRMWKind kind, Type element) {
  using Kind = arith::AtomicRMWKind;
  switch (kind) {
  case Kind::addf:
  case Kind::maximumf:
  case Kind::minimumf:
    return element.isF32() || element.isF64();
  case Kind::addi:
  case Kind::maxs:
  case Kind::maxu:
  case Kind::mins:
  case Kind::minu:
  case Kind::andi:
  case Kind::ori:
    return element.isIndex() || element.isInteger(8) || element.isInteger(16) ||
           element.isInteger(32) || element.isInteger(64);
  default:
    return false;
  }
}

LogicalResult RedOp::verify() {
  auto memref = cast<MemRefType>(getDest().getType());
  if (!combines(getKind(), memref.getElementType()))
    return emitOpError("expected elements that the machine combines by ")
           << arith::stringifyAtomicRMWKind(getKind()) << ", but got "
           << memref.getElementType();
  if (static_cast<int64_t>(getIndices().size()) != memref.getRank())
    return emitOpError("expected ")
           << memref.getRank() << " indices, but got " << getIndices().size();
  return success();
}
