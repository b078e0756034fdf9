//===- InsertBarriers.cpp - Barriers between uses of shared memory --------===//

#include "passes/InsertBarriers/InsertBarriers.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/AllocateShared/AllocateShared.h"
#include "llvm/ADT/SetVector.h"

namespace kopt {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "passes/InsertBarriers/InsertBarriers.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

namespace {

/// Bytes [first, second) of shared memory.
using Range = std::pair<int64_t, int64_t>;

/// Ranges that may still be read: by threads of the block, and by threads of
/// any block of the cluster.
struct State {
  llvm::SetVector<Range> block, cluster;
  void insert(const State &other) {
    block.insert(other.block.begin(), other.block.end());
    cluster.insert(other.cluster.begin(), other.cluster.end());
  }
};

/// The range that starts where `attribute` says, or nothing.
std::optional<Range> rangeAt(Operation *op, StringRef attribute,
                             int64_t bytes) {
  auto offset = op->getAttrOfType<IntegerAttr>(attribute);
  if (!offset)
    return std::nullopt;
  return Range(offset.getInt(), offset.getInt() + bytes);
}

std::optional<Range> scratchRange(Operation *op) {
  return rangeAt(op, "kopt.shared_offset", sharedScratchBytes(op));
}

/// The memory that a resident tile has.
Range residence(PlaceOp op) {
  return *rangeAt(op, "kopt.shared_offset", residentBytes(op));
}

std::optional<Range> exchangeRange(Operation *op) {
  return rangeAt(op, "kopt.exchange_offset", exchangeBytes(op));
}

bool overlaps(const llvm::SetVector<Range> &pending, Range range) {
  return llvm::any_of(pending, [&](Range other) {
    return other.first < range.second && range.first < other.second;
  });
}

struct InsertBarriers : kopt::impl::InsertBarriersPassBase<InsertBarriers> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.isTiled())
        kernels.push_back(kernel);
    });
    for (KernelOp kernel : kernels) {
      needed.clear();
      neededInCluster.clear();
      if (failed(visit(kernel.getBody().front(), State())))
        return signalPassFailure();
      // The barrier of the cluster is one of the block too.
      for (Operation *op : neededInCluster) {
        OpBuilder builder(op);
        NVVM::ClusterArriveOp::create(builder, op->getLoc(),
                                      builder.getUnitAttr());
        NVVM::ClusterWaitOp::create(builder, op->getLoc(),
                                    builder.getUnitAttr());
      }
      for (Operation *op : needed) {
        if (neededInCluster.contains(op))
          continue;
        OpBuilder builder(op);
        gpu::BarrierOp::create(builder, op->getLoc());
      }
      meetFirst(kernel);
    }
  }

  /// Before the first exchange, all blocks of the cluster have started.
  static void meetFirst(KernelOp kernel) {
    Block &body = kernel.getBody().front();
    for (Operation &op : body) {
      WalkResult walk = op.walk([](Operation *inner) {
        return exchangeRange(inner) ? WalkResult::interrupt()
                                    : WalkResult::advance();
      });
      if (!walk.wasInterrupted())
        continue;
      OpBuilder builder(&op);
      NVVM::ClusterWaitOp::create(builder, op.getLoc(), builder.getUnitAttr());
      builder.setInsertionPointToStart(&body);
      NVVM::ClusterArriveRelaxedOp::create(builder, op.getLoc(),
                                           builder.getUnitAttr());
      return;
    }
  }

  /// The state behind an operation that uses shared memory; adds to `needed`.
  State use(Operation *op, State state) {
    std::optional<Range> scratch = scratchRange(op),
                         exchange = exchangeRange(op);
    if (scratch && overlaps(state.block, *scratch))
      needed.insert(op);
    if (exchange && overlaps(state.cluster, *exchange))
      neededInCluster.insert(op);
    // The operation's own barriers stand between what was before and its last
    // reads.
    state.block.clear();
    if (exchange) {
      state.cluster.clear();
      state.cluster.insert(*exchange);
    } else {
      state.block.insert(*scratch);
    }
    return state;
  }

  /// The state behind `block` entered with `state`; adds to `needed`.
  FailureOr<State> visit(Block &block, State state) {
    for (Operation &op : block) {
      for (Value operand : op.getOperands())
        if (auto place = operand.getDefiningOp<PlaceOp>())
          state.block.insert(residence(place));
      if (isa<gpu::BarrierOp>(op)) {
        state.block.clear();
      } else if (auto place = dyn_cast<PlaceOp>(op)) {
        if (overlaps(state.block, residence(place)))
          needed.insert(&op);
        // Its own barrier follows the writes.
        state.block.clear();
      } else if (scratchRange(&op) || exchangeRange(&op)) {
        state = use(&op, std::move(state));
      } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
        // A scratch operation sets the state whatever came in, so a second
        // round around the back edge sees all there is. Zero trips are covered
        // too, as the loop's entry state is kept.
        for (unsigned round = 0; round < 2; ++round) {
          FailureOr<State> out = visit(*loop.getBody(), state);
          if (failed(out))
            return failure();
          state.insert(*out);
        }
      } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
        State joined;
        for (Region &region : branch->getRegions()) {
          FailureOr<State> out =
              region.empty() ? state : visit(region.front(), state);
          if (failed(out))
            return failure();
          joined.insert(*out);
        }
        state = std::move(joined);
      } else if (hasScratchInside(op)) {
        return op.emitOpError("expected scf.for or scf.if around operations "
                              "that use shared memory");
      }
    }
    return state;
  }

  static bool hasScratchInside(Operation &op) {
    return op
        .walk([](Operation *inner) {
          return isa<PlaceOp>(inner) || scratchRange(inner) ||
                         exchangeRange(inner)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  llvm::SetVector<Operation *> needed, neededInCluster;
};

} // namespace
