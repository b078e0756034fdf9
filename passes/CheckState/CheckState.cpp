//===- CheckState.cpp - Is a kernel legal in form 2? ----------------------===//

#include "passes/CheckState/CheckState.h"
#include "dialects/Kopt/AccessInfo.h"
#include "mlir/Analysis/Liveness.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/AssignLayouts/AssignLayouts.h"
#include "passes/VerifyLayouts/VerifyLayouts.h"
#include "llvm/Support/MathExtras.h"

namespace kopt {
#define GEN_PASS_DEF_CHECKSTATEPASS
#include "passes/CheckState/CheckState.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

static constexpr int64_t maxRank = 5;
static constexpr int64_t maxRegisters = 255;
static constexpr int64_t maxSharedBytes = 227 * 1024;
static constexpr int64_t maxPrograms = (int64_t(1) << 31) - 1;

/// Shape and element type of one tile.
static LogicalResult checkTile(Operation *op, Type type) {
  auto tile = dyn_cast<TensorType>(type);
  if (!tile)
    return success();
  if (!tile.hasStaticShape())
    return op->emitOpError("expected static tiles, but got ") << type;
  if (tile.getRank() > maxRank)
    return op->emitOpError("expected tiles of rank at most ")
           << maxRank << ", but got " << type;
  if (llvm::is_contained(tile.getShape(), 0))
    return op->emitOpError("expected tiles with elements, but got ") << type;
  Type element = tile.getElementType();
  bool isMachineType =
      element.isIndex() ||
      (element.isIntOrFloat() &&
       llvm::is_contained({1, 8, 16, 32, 64}, element.getIntOrFloatBitWidth()));
  if (!isMachineType)
    return op->emitOpError("expected tiles of index or of 1, 8, 16, 32 or 64 "
                           "bits an element, but got ")
           << type;
  return success();
}

/// What is lowered for the threads of one block only.
static LogicalResult checkCluster(Operation *op, int64_t cluster) {
  std::optional<AccessInfo> access = AccessInfo::of(op);
  bool isOfBlock = isa<ScanOp, SortOp, TopKOp, HistogramOp, ScatterReduceOp,
                       PlaceOp, SignalOp, AwaitOp>(op) ||
                   (access && !access->indices.empty());
  if (cluster == 1 || !isOfBlock)
    return success();
  return op->emitOpError("expected a kernel with a cluster of 1 block, but got "
                         "a cluster of ")
         << cluster;
}

/// Layouts follow from shapes, orders and accesses, and what two of them do not
/// agree on would have to cross blocks: layouts of a copy say that.
static LogicalResult checkBlocks(KernelOp kernel) {
  if (kernel.getLaunchOrDefault().getCluster() == 1)
    return success();
  OwningOpRef<KernelOp> copy = kernel.clone();
  return failure(failed(assignLayouts(*copy)) || failed(verifyLayouts(*copy)));
}

/// What the dialect has and kopt-to-simt does not lower.
static LogicalResult checkIsLowered(Operation *op) {
  if (isa<DotOp, DotStartOp, DotWaitOp, DotRetireOp, ChannelOp, AcquireOp,
          PublishOp, ReceiveOp, ReleaseOp, RolesOp, RoleOp, ReplicaOp, OrderOp>(
          op))
    return op->emitOpError("has no lowering");
  for (const char *name :
       {"kopt.pipeline", "kopt.stage", "kopt.order", "kopt.role"})
    if (op->hasAttr(name))
      return op->emitOpError("has no lowering with ") << name;
  if (auto place = dyn_cast<PlaceOp>(op))
    if (place.getIn().getSwizzle() > 1)
      return op->emitOpError("has no lowering with a fixed swizzle, but got ")
             << place.getIn().getSwizzle();
  return success();
}

/// Elements a thread may have of a tile that is made again at each use, which
/// takes no registers: code is made for each.
static constexpr int64_t maxElements = 1024;

static LogicalResult checkRemade(Operation *op, int64_t threads) {
  if (!isa<arith::ConstantOp, tensor::SplatOp, IotaOp, BroadcastOp>(op))
    return success();
  auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!tile)
    return success();
  // Extents above the limit end the product before it can overflow.
  int64_t elements = 1;
  for (int64_t extent : tile.getShape())
    elements = std::min(extent, maxElements * threads + 1) * elements >
                       maxElements * threads
                   ? maxElements * threads + 1
                   : extent * elements;
  if (elements > maxElements * threads)
    return op->emitOpError("expected tiles of at most ")
           << maxElements << " elements for each of " << threads
           << " threads, but got " << tile;
  return success();
}

/// Operations on tiles that kopt-to-simt knows.
static LogicalResult checkOperation(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::none_of(op->getOperandTypes(), isTensor) &&
      llvm::none_of(op->getResultTypes(), isTensor))
    return success();
  if (op->hasTrait<OpTrait::Elementwise>() ||
      isa<arith::ConstantOp, tensor::SplatOp>(op) ||
      isa<scf::SCFDialect, KoptDialect>(op->getDialect()))
    return success();
  return op->emitOpError("expected elementwise operations, scf and kopt on "
                         "tiles, but got '")
         << op->getName() << "'";
}

/// Registers a thread needs for a tile that is spread evenly; 0 for what is
/// made again, or read from shared memory, at each use.
static int64_t tileRegisters(Value value, int64_t threads) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile || !tile.hasStaticShape())
    return 0;
  if (Operation *op = value.getDefiningOp())
    if (isa<arith::ConstantOp, tensor::SplatOp, IotaOp, BroadcastOp, PlaceOp>(
            op))
      return 0;
  int64_t elements = llvm::divideCeil(tile.getNumElements(), threads);
  return llvm::divideCeil(elements * elementBytes(tile.getElementType()), 4);
}

/// The largest estimate over all operations of the tiles they find live, and
/// the operation.
static std::pair<int64_t, Operation *> estimateRegisters(KernelOp kernel) {
  int64_t threads = kernel.getLaunchOrDefault().getProgramWarps() * 32;
  Liveness liveness(kernel);
  std::pair<int64_t, Operation *> worst{0, kernel};
  kernel.getBody().walk([&](Operation *op) {
    if (op->getParentOfType<ReduceOp>())
      return;
    // What the operation makes replaces its operands where they die.
    int64_t sum = 0;
    for (Value value :
         liveness.getLiveness(op->getBlock())->currentlyLiveValues(op))
      if (value.getDefiningOp() != op)
        sum += tileRegisters(value, threads);
    if (sum > worst.first)
      worst = {sum, op};
  });
  return worst;
}

static LogicalResult checkLaunch(KernelOp kernel) {
  if (!kernel.isTiled())
    return kernel.emitOpError(
        "expected a grid, but got a kernel in form 1; tile it first");
  if (kernel->hasAttr("kopt.roles"))
    return kernel.emitOpError("has no lowering with kopt.roles");
  // The launch has a block for each program and place in its cluster.
  int64_t cluster = kernel.getLaunchOrDefault().getCluster();
  int64_t programs = cluster;
  for (AffineExpr expr : kernel.getGridAttr().getValue().getResults()) {
    auto extent = dyn_cast<AffineConstantExpr>(expr);
    if (!extent)
      continue;
    if (extent.getValue() < 0)
      return kernel.emitOpError("expected grid extents of at least 0, but got ")
             << extent.getValue();
    // Extents above the limit end the product before it can overflow.
    programs *= std::min(extent.getValue(), maxPrograms + 1);
    if (programs > maxPrograms)
      return kernel.emitOpError("expected a grid of at most ")
             << maxPrograms / cluster << " programs, but got "
             << kernel.getGridAttr();
  }
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>("kopt.shared_bytes"))
    if (bytes.getInt() > maxSharedBytes)
      return kernel.emitOpError("expected at most ")
             << maxSharedBytes << " bytes of shared memory, but got "
             << bytes.getInt();
  return success();
}

namespace {

struct CheckState : kopt::impl::CheckStatePassBase<CheckState> {
  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (failed(check(kernel)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult check(KernelOp kernel) {
    if (failed(checkLaunch(kernel)))
      return failure();
    int64_t cluster = kernel.getLaunchOrDefault().getCluster();
    int64_t threads = kernel.getLaunchOrDefault().getProgramWarps() * 32;
    WalkResult walk = kernel.getBody().walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (failed(checkTile(op, type)))
          return WalkResult::interrupt();
      for (Type type : op->getOperandTypes())
        if (failed(checkTile(op, type)))
          return WalkResult::interrupt();
      if (failed(checkRemade(op, threads)) ||
          failed(checkCluster(op, cluster)) || failed(checkIsLowered(op)) ||
          failed(checkOperation(op)) || failed(checkAccess(op)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    if (failed(checkBlocks(kernel)))
      return failure();
    auto [registers, op] = estimateRegisters(kernel);
    maxRegisters.updateMax(registers);
    if (registers > ::maxRegisters) {
      InFlightDiagnostic diagnostic =
          kernel.emitOpError("expected tiles of at most ")
          << ::maxRegisters << " registers a thread at once, but got about "
          << registers;
      diagnostic.attachNote(op->getLoc()) << "live here";
      return diagnostic;
    }
    return success();
  }
};

} // namespace
