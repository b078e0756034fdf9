//===- HoistLoad.cpp - Issue loads before the work that hides them --------===//

#include "dialects/Kopt/AccessInfo.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kopt;

/// Threads wait for one another, or for many loads in turn.
static bool isLong(Operation &op) {
  return isa<ReduceOp, ScanOp, SortOp, TopKOp, scf::ForOp>(op);
}

/// True if `op` or what it holds writes the memory that `load` reads.
static bool writes(Operation &op, LoadOp load) {
  WalkResult walk = op.walk([&](Operation *inner) {
    std::optional<AccessInfo> access = AccessInfo::of(inner);
    return access && !isa<LoadOp>(inner) && access->memref == load.getSource()
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Where the load can stand at the earliest: behind what it uses and behind
/// writes to its memory.
static Block::iterator earliest(LoadOp load) {
  Block *block = load->getBlock();
  Block::iterator place = block->begin();
  for (Operation &op : *block) {
    if (&op == load.getOperation())
      break;
    if (llvm::is_contained(llvm::map_range(load->getOperands(),
                                           [](Value operand) {
                                             return operand.getDefiningOp();
                                           }),
                           &op) ||
        writes(op, load))
      place = std::next(op.getIterator());
  }
  return place;
}

LogicalResult kopt::skill::hoistLoad(RewriterBase &rewriter, Operation *anchor,
                                     DictionaryAttr, std::string &reason) {
  auto load = dyn_cast<LoadOp>(anchor);
  if (!load) {
    reason = "expected a kopt.load as anchor";
    return failure();
  }
  // Behind the other loads that stand before the first long operation, so that
  // what is needed first is asked for first.
  Block::iterator place = earliest(load), end = load->getIterator();
  Block::iterator stop = place;
  while (stop != end && !isLong(*stop))
    ++stop;
  if (stop == end) {
    reason = "no reduction or loop stands between the load and what it uses";
    return failure();
  }
  for (Block::iterator it = place; it != stop; ++it)
    if (isa<LoadOp>(*it))
      place = std::next(it);
  rewriter.moveOpBefore(load, load->getBlock(), place);
  return success();
}
