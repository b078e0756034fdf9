//===- SyncOps.cpp - What programs of a grid say to each other ------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

/// Memory that programs share: an argument of the kernel they may all write.
static LogicalResult verifyShared(Operation *op, Value memref) {
  auto kernel = op->getParentOfType<KernelOp>();
  auto argument = dyn_cast<BlockArgument>(memref);
  if (!kernel || !argument || argument.getOwner() != &kernel.getBody().front())
    return op->emitOpError("expected an argument of the kernel");
  unsigned number = argument.getArgNumber();
  if (!kernel.isWorkspace(number) && !kernel.isInOut(number))
    return op->emitOpError() << "expected argument " << number
                             << " to be kopt.workspace or kopt.inout";
  return success();
}

/// The place of one flag.
template <typename OpTy> static LogicalResult verifyFlag(OpTy op) {
  int64_t rank = cast<MemRefType>(op.getFlags().getType()).getRank();
  if (static_cast<int64_t>(op.getIndices().size()) != rank)
    return op.emitOpError() << "expected " << rank << " indices, but got "
                            << op.getIndices().size();
  return verifyShared(op, op.getFlags());
}

LogicalResult SignalOp::verify() { return verifyFlag(*this); }

LogicalResult AwaitOp::verify() {
  // The flag counts signals in its lower half, readers in the upper one.
  auto check = [&](Value count, const char *what, int64_t limit) {
    APInt number;
    if (!matchPattern(count, m_ConstantInt(&number)) ||
        (number.sgt(0) && number.slt(limit)))
      return success();
    InFlightDiagnostic diagnostic = emitOpError("expected from 1 to ")
                                    << limit - 1 << " " << what << ", but got ";
    diagnostic << number.getSExtValue();
    return LogicalResult(diagnostic);
  };
  if (failed(check(getSignals(), "signals", 1 << 16)) ||
      failed(check(getReaders(), "readers", 1 << 15)))
    return failure();
  return verifyFlag(*this);
}

LogicalResult kopt::verifyScatterReduce(ScatterReduceOp op) {
  using Kind = arith::AtomicRMWKind;
  Kind kind = op.getKind();
  bool isFloat =
      llvm::is_contained({Kind::addf, Kind::maximumf, Kind::minimumf}, kind);
  bool isInteger =
      llvm::is_contained({Kind::addi, Kind::maxs, Kind::maxu, Kind::mins,
                          Kind::minu, Kind::andi, Kind::ori},
                         kind);
  if (!isFloat && !isInteger)
    return op.emitOpError("expected addf, addi, maxs, maxu, mins, minu, andi, "
                          "ori, maximumf or minimumf, but got ")
           << arith::stringifyAtomicRMWKind(kind);
  Type element = op.getTileType().getElementType();
  if (isFloat != isa<FloatType>(element))
    return op.emitOpError()
           << "expected elements that " << arith::stringifyAtomicRMWKind(kind)
           << " combines, but got " << element;
  return verifyShared(op, op.getDest());
}
