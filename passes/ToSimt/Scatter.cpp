//===- Scatter.cpp - Tiles combined into memory ---------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "passes/ToSimt/Access.h"

using namespace mlir;
using namespace kopt;

/// One atomic update an element: neighbours may meet at one place, and programs
/// do, so nothing is put together first.
LogicalResult KernelLowering::lowerScatterReduce(ScatterReduceOp op) {
  FailureOr<Access> access = makeAccess(op, op.getBounds(), /*via=*/Attribute(),
                                        /*cache=*/CacheAttr());
  if (failed(access))
    return failure();
  const Tile &tile = access->tile;
  Value value = mapping.lookup(op.getValue());

  // Threads that hold copies leave the update to the first of them.
  when(threadHasNone(tile.freeMask()), [&] {
    for (int64_t reg = 0; reg < tile.groups * tile.width; ++reg) {
      Values indices = getIndices(*access, reg);
      Value element = getElement(value, tile, reg);
      when(getPredicate(*access, indices), [&] {
        nv::RedOp::create(b, op.getKind(), element, access->memref, indices);
      });
    }
  });
  return success();
}
