//===- Sort.cpp - Tuples in order in shared memory ------------------------===//
//
// A bitonic network in which every comparison puts the earlier tuple at the
// lower place: the first step of each merge compares mirrored places. Then
// places behind the end of a line, which count as last, never take part, and
// any length goes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ToSimt/KernelLowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

/// Comparisons a thread makes in straight code at each step; more are made in a
/// loop.
static constexpr int64_t maxUnrolled = 8;

namespace {

/// i32 arithmetic on places of shared memory.
struct Places {
  ImplicitLocOpBuilder &b;

  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), value);
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value shl(Value x, Value y) { return arith::ShLIOp::create(b, x, y); }
  Value shr(Value x, Value y) { return arith::ShRUIOp::create(b, x, y); }
  Value bitAnd(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value less(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
  }
  Value index(Value x) {
    return arith::IndexCastUIOp::create(b, b.getIndexType(), x);
  }
};

} // namespace

/// Where the elements of `tile` are in line-major order along `axis`, whose
/// lines have `length` places: the thread's part, and that of each register.
std::pair<Value, SmallVector<int64_t>>
KernelLowering::linePlaces(const Tile &tile, int64_t axis, int64_t length) {
  SmallVector<int64_t> strides(tile.getRank(), 1);
  int64_t stride = length;
  for (int64_t dim = tile.getRank() - 1; dim >= 0; --dim) {
    if (dim == axis)
      continue;
    strides[dim] = stride;
    stride *= tile.type.getDimSize(dim);
  }
  return stridedPlaces(tile, strides);
}

/// Orders `lines` lines of `length` tuples in `buffers`, which every thread
/// has written to; behind it, every thread may read them. The first `count`
/// tuples of the line where that, an i32, is given. Buffers that `before` does
/// not compare go along.
void KernelLowering::sortBuffers(Region &before, ValueRange buffers,
                                 int64_t lines, int64_t length, Value count) {
  gpu::BarrierOp::create(b);
  if (length == 1)
    return;
  Places p{b};
  unsigned arity = before.getNumArguments() / 2;
  int64_t bits = llvm::Log2_64_Ceil(length);
  int64_t half = int64_t(1) << (bits - 1), pairs = lines * half;
  int64_t threads = kernel.getLaunchOrDefault().getWarps() * Layout::kLanes;
  Value thread = arith::IndexCastUIOp::create(b, b.getI32Type(), getThreadId());
  Value zero = p.constant(0), one = p.constant(1);

  // Compares the tuples at pairs of places, and exchanges them where the upper
  // one comes first. All are read before one is written, to overlap them.
  auto exchange = [&](ArrayRef<std::pair<Value, Value>> places) {
    SmallVector<std::pair<Values, Values>> tuples(places.size());
    for (auto [place, tuple] : llvm::zip(places, tuples))
      for (Value buffer : buffers) {
        tuple.first.push_back(memref::LoadOp::create(b, buffer, place.first));
        tuple.second.push_back(memref::LoadOp::create(b, buffer, place.second));
      }
    for (auto [place, tuple] : llvm::zip(places, tuples)) {
      Value swap = combine(before, ArrayRef(tuple.second).take_front(arity),
                           ArrayRef(tuple.first).take_front(arity))
                       .front();
      when(swap, [&, &place = place, &tuple = tuple] {
        for (auto [buffer, low, high] :
             llvm::zip(buffers, tuple.first, tuple.second)) {
          memref::StoreOp::create(b, high, buffer, place.first);
          memref::StoreOp::create(b, low, buffer, place.second);
        }
      });
    }
  };
  // The pairs numbered `numbers`, whose places in a line `placesOf` gives.
  auto compare = [&](ArrayRef<Value> numbers,
                     function_ref<std::pair<Value, Value>(Value)> placesOf) {
    SmallVector<std::pair<Value, Value>> places;
    for (Value number : numbers) {
      auto [low, high] = placesOf(p.bitAnd(number, p.constant(half - 1)));
      Value bound = high;
      if (lines > 1) {
        Value line = arith::MulIOp::create(
            b, p.shr(number, p.constant(bits - 1)), p.constant(length));
        low = p.add(low, line);
        high = p.add(high, line);
      }
      if (!count && llvm::isPowerOf2_64(length)) {
        places.emplace_back(p.index(low), p.index(high));
        continue;
      }
      Value isInside = p.less(bound, count ? count : p.constant(length));
      when(isInside, [&, &low = low, &high = high] {
        exchange({{p.index(low), p.index(high)}});
      });
    }
    exchange(places);
  };
  auto step = [&](function_ref<std::pair<Value, Value>(Value)> placesOf) {
    OpBuilder::InsertionGuard guard(b);
    if (pairs % threads == 0 && pairs / threads <= maxUnrolled) {
      Values numbers;
      for (int64_t i = 0; i < pairs; i += threads)
        numbers.push_back(i == 0 ? thread : p.add(thread, p.constant(i)));
      compare(numbers, placesOf);
    } else {
      auto loop =
          scf::ForOp::create(b, thread, p.constant(pairs), p.constant(threads));
      b.setInsertionPointToStart(loop.getBody());
      compare(loop.getInductionVar(), placesOf);
    }
  };

  // 32 neighbouring pairs, a warp's, are of 64 neighbouring places as long as
  // their distance is at most 32: between two such steps the warp waits for
  // itself only.
  constexpr int64_t near = Layout::kLaneBits; // log2 of the distance
  auto waitNear = [&](Value isNear) {
    auto branch = scf::IfOp::create(b, isNear, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    NVVM::SyncWarpOp::create(b, p.constant(-1));
    b.setInsertionPointToStart(branch.elseBlock());
    gpu::BarrierOp::create(b);
  };
  OpBuilder::InsertionGuard guard(b);
  auto merges = scf::ForOp::create(b, zero, p.constant(bits), one);
  b.setInsertionPointToStart(merges.getBody());
  Value size = merges.getInductionVar(); // log2 of half of the merged run
  step([&](Value pair) {
    Value offset = p.bitAnd(pair, p.sub(p.shl(one, size), one));
    Value run = p.shl(p.shr(pair, size), p.add(size, one));
    Value last = p.sub(p.shl(p.constant(2), size), one);
    return std::pair(p.add(run, offset), p.sub(p.add(run, last), offset));
  });
  waitNear(p.less(size, p.constant(near + 1)));
  auto strides = scf::ForOp::create(b, zero, size, one);
  b.setInsertionPointToStart(strides.getBody());
  Value stride = p.sub(p.sub(size, one), strides.getInductionVar());
  step([&](Value pair) {
    Value offset = p.bitAnd(pair, p.sub(p.shl(one, stride), one));
    Value run = p.shl(p.shr(pair, stride), p.add(stride, one));
    Value low = p.add(run, offset);
    return std::pair(low, p.add(low, p.shl(one, stride)));
  });
  // What follows is the next stride, or the next merge behind stride 0.
  waitNear(arith::OrIOp::create(b, p.less(p.sub(stride, one), p.constant(near)),
                                p.less(size, p.constant(near))));
  b.setInsertionPointAfter(merges);
  gpu::BarrierOp::create(b);
}

/// The results of `op` are the first places of the lines in `buffers`, which
/// have `length` places.
LogicalResult KernelLowering::readLines(Operation *op, ValueRange buffers,
                                        int64_t axis, int64_t length) {
  for (auto [result, buffer] : llvm::zip(op->getResults(), buffers)) {
    FailureOr<Tile> tile = Tile::get(result.getType(), op->getLoc());
    if (failed(tile))
      return failure();
    auto [thread, registers] = linePlaces(*tile, axis, length);
    Values read;
    for (int64_t place : registers)
      read.push_back(
          memref::LoadOp::create(b, buffer, addConstant(thread, place)));
    mapping.map(result, packElements(read, *tile));
  }
  return success();
}

/// Sorts the lines of the inputs in shared memory; `results` read them from the
/// first place on, as far as they go.
LogicalResult KernelLowering::lowerSort(Operation *op, ValueRange inputs,
                                        int64_t axis, Region &before) {
  FailureOr<Tile> in = Tile::get(inputs.front().getType(), op->getLoc());
  if (failed(in))
    return failure();
  int64_t length = in->type.getDimSize(axis);
  int64_t elements = in->type.getNumElements(), offset = 0;
  FailureOr<Values> buffers = getScratchTuple(op, inputs, elements, offset);
  if (failed(buffers))
    return failure();
  for (auto [input, buffer] : llvm::zip(inputs, *buffers)) {
    FailureOr<Tile> tile = Tile::get(input.getType(), op->getLoc());
    if (failed(tile))
      return failure();
    auto [thread, registers] = linePlaces(*tile, axis, length);
    Value value = mapping.lookup(input), target = buffer;
    Value first = thread;
    when(threadHasNone(tile->freeMask()), [&, &places = registers] {
      for (auto [r, place] : llvm::enumerate(places))
        memref::StoreOp::create(
            b, getElement(value, *tile, static_cast<int64_t>(r)), target,
            addConstant(first, place));
    });
  }
  sortBuffers(before, *buffers, elements / length, length);
  return readLines(op, *buffers, axis, length);
}
