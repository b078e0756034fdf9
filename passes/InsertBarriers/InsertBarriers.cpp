//===- InsertBarriers.cpp - Barriers between uses of shared memory --------===//

#include "passes/InsertBarriers/InsertBarriers.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
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
/// Ranges that some thread may still be reading.
using State = llvm::SetVector<Range>;

/// The range `op` uses, or nothing.
std::optional<Range> scratchRange(Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>("kopt.shared_offset");
  if (!offset)
    return std::nullopt;
  return Range(offset.getInt(), offset.getInt() + sharedScratchBytes(op));
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
      FailureOr<State> state = visit(kernel.getBody().front(), State());
      if (failed(state))
        return signalPassFailure();
      for (Operation *op : needed) {
        OpBuilder builder(op);
        gpu::BarrierOp::create(builder, op->getLoc());
      }
    }
  }

  /// The state behind `block` entered with `state`; adds to `needed`.
  FailureOr<State> visit(Block &block, State state) {
    for (Operation &op : block) {
      if (isa<gpu::BarrierOp>(op)) {
        state.clear();
      } else if (std::optional<Range> range = scratchRange(&op)) {
        for (Range pending : state)
          if (pending.first < range->second && range->first < pending.second)
            needed.insert(&op);
        state.clear();
        state.insert(*range);
      } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
        // A scratch operation sets the state whatever came in, so a second
        // round around the back edge sees all there is. Zero trips are covered
        // too, as the loop's entry state is kept.
        for (unsigned round = 0; round < 2; ++round) {
          FailureOr<State> out = visit(*loop.getBody(), state);
          if (failed(out))
            return failure();
          state.insert(out->begin(), out->end());
        }
      } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
        State joined;
        for (Region &region : branch->getRegions()) {
          FailureOr<State> out =
              region.empty() ? state : visit(region.front(), state);
          if (failed(out))
            return failure();
          joined.insert(out->begin(), out->end());
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
          return scratchRange(inner) ? WalkResult::interrupt()
                                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  llvm::SetVector<Operation *> needed;
};

} // namespace
