//===- Cluster.cpp - What the blocks of a cluster exchange ----------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ToSimt/KernelLowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

int64_t KernelLowering::getBlockMask() {
  return kernel.getLaunchOrDefault().getWarps() * Layout::kLanes - 1;
}

/// Runs of bits of `mask`: calls fn(first bit, length, bits before).
template <typename Fn> static void forRuns(int64_t mask, Fn fn) {
  int64_t position = 0;
  for (int64_t bit = 0; mask >> bit;) {
    int64_t length = 0;
    while (mask >> (bit + length) & 1)
      ++length;
    if (length > 0)
      fn(bit, length, position);
    position += length;
    bit += length + 1;
  }
}

Value KernelLowering::scatterBits(Value value, int64_t mask) {
  Value result = constantIndex(0);
  forRuns(mask, [&](int64_t bit, int64_t length, int64_t position) {
    Value part = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, value, constantIndex(position)),
        constantIndex((int64_t(1) << length) - 1));
    result = arith::AddIOp::create(
        b, result, arith::ShLIOp::create(b, part, constantIndex(bit)));
  });
  return result;
}

/// Combines what the blocks of the cluster that differ in `crossMask` have:
/// each stores its partials to all of them, then each reads its own memory.
/// `partials`: one tuple a register of the result, the same in all threads of a
/// block that have the same elements.
FailureOr<SmallVector<KernelLowering::Values>>
KernelLowering::combineBlocks(ReduceOp op, const Tile &result,
                              SmallVector<Values> partials, int64_t crossMask) {
  FailureOr<Partials> places =
      placePartials(op, result, "kopt.exchange_offset", crossMask);
  if (failed(places))
    return failure();
  Value own = arith::AddIOp::create(b, places->first,
                                    packThreadBits(bitsOf(crossMask)));
  // Threads that hold copies share the work: one for each block, if there are
  // as many. The others leave it to the first.
  int64_t copies = result.freeMask() & getBlockMask(), senders = 0;
  int64_t wanted = llvm::popcount(uint64_t(crossMask));
  for (int64_t bit = 1; bit <= copies && wanted > 0; bit *= 2)
    if (copies & bit) {
      senders |= bit;
      --wanted;
    }
  if (wanted > 0)
    senders = 0;
  auto send = [&](Value target) {
    Value rank = arith::OrIOp::create(
        b, arith::AndIOp::create(b, getThreadId(), constantIndex(~crossMask)),
        scatterBits(target, crossMask));
    rank = arith::ShRUIOp::create(
        b, rank, constantIndex(llvm::Log2_64(getBlockMask() + 1)));
    rank = arith::IndexCastOp::create(b, b.getI32Type(), rank);
    for (auto [offset, tuple] : llvm::zip(places->registers, partials))
      for (auto [value, buffer] : llvm::zip(tuple, places->buffers))
        nv::StoreClusterOp::create(b, value, buffer, addConstant(own, offset),
                                   rank);
  };
  when(threadHasNone(copies & ~senders), [&] {
    if (senders)
      send(packThreadBits(bitsOf(senders)));
    else
      for (int64_t target = 0; target < places->count; ++target)
        send(constantIndex(target));
  });
  NVVM::ClusterArriveOp::create(b, b.getUnitAttr());
  NVVM::ClusterWaitOp::create(b, b.getUnitAttr());
  return combinePartials(op, *places, partials.size());
}
