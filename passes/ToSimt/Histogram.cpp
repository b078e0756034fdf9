//===- Histogram.cpp - Counting in shared memory --------------------------===//
//
// Each bin has a row of counters, one a group of lanes, so that neither equal
// elements nor neighbouring bins make the lanes of a warp wait for one another
// more than they must. One further row counts what belongs to no bin: no
// element needs a branch.
//
//===----------------------------------------------------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/AllocateShared/AllocateShared.h"
#include "passes/ToSimt/KernelLowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

/// Words that a thread clears by straight code; more in a loop.
static constexpr int64_t maxUnrolled = 16;
/// Words of one access of shared memory.
static constexpr int64_t vectorWords = 4;

/// Sets `words` i32 of `counters` to zero, all threads together.
static void clear(ImplicitLocOpBuilder &b, Value counters, int64_t words,
                  int64_t threads, Value threadId) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  auto type = VectorType::get({vectorWords}, b.getI32Type());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value first = arith::MulIOp::create(b, threadId, constant(vectorWords));
  auto store = [&](Value at) {
    vector::StoreOp::create(b, zero, counters, at, /*nontemporal=*/false,
                            llvm::Align(16));
  };
  int64_t step = threads * vectorWords, whole = words / step;
  if (whole * vectorWords <= maxUnrolled) {
    for (int64_t i = 0; i < whole; ++i)
      store(arith::AddIOp::create(b, first, constant(i * step)));
  } else {
    auto loop = scf::ForOp::create(b, constant(0), constant(whole * step),
                                   constant(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    store(arith::AddIOp::create(b, first, loop.getInductionVar()));
  }
  if (words % step == 0)
    return;
  // The counters end at a multiple of four words.
  Value at = arith::AddIOp::create(b, first, constant(whole * step));
  Value inside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at, constant(words));
  auto guarded = scf::IfOp::create(b, inside, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  store(at);
}

/// The bin of an element as i32; `bins` for all that have none.
static Value binOf(ImplicitLocOpBuilder &b, Value element, int64_t bins) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  if (element.getType().isIndex())
    element = arith::IndexCastUIOp::create(b, i64, element);
  if (element.getType().getIntOrFloatBitWidth() < 32)
    element = arith::ExtUIOp::create(b, i32, element);
  Value most = arith::ConstantIntOp::create(b, element.getType(), bins);
  Value bin = arith::MinUIOp::create(b, element, most);
  return bin.getType() == i32
             ? bin
             : arith::TruncIOp::create(b, i32, bin).getResult();
}

/// The sum of the `copies` counters of `bin`. Threads that read neighbouring
/// bins begin at different words of their rows, so that they use all banks.
static Value sumCounters(ImplicitLocOpBuilder &b, Value counters, Value bin,
                         int64_t copies) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  int64_t width = std::min(copies, vectorWords), chunks = copies / width;
  Value row = arith::MulIOp::create(b, bin, constant(copies));
  if (width == 1)
    return memref::LoadOp::create(b, counters, row);
  // Rows that begin at one bank are Layout::kLanes / copies bins apart.
  Value turn = arith::AndIOp::create(
      b,
      arith::ShRUIOp::create(b, bin,
                             constant(llvm::Log2_64(Layout::kLanes / copies))),
      constant(chunks - 1));
  Value sum;
  for (int64_t i = 0; i < chunks; ++i) {
    Value chunk = arith::XOrIOp::create(b, turn, constant(i));
    Value at = arith::AddIOp::create(
        b, row, arith::MulIOp::create(b, chunk, constant(width)));
    Value words = vector::LoadOp::create(
        b, VectorType::get({width}, b.getI32Type()), counters, at,
        /*nontemporal=*/false, llvm::Align(width * 4));
    sum = sum ? arith::AddIOp::create(b, sum, words).getResult() : words;
  }
  Value total;
  for (int64_t i = 0; i < width; ++i) {
    Value word = vector::ExtractOp::create(b, sum, i);
    total = total ? arith::AddIOp::create(b, total, word).getResult() : word;
  }
  return total;
}

LogicalResult KernelLowering::lowerHistogram(HistogramOp op) {
  FailureOr<Tile> in = Tile::get(op.getSource().getType(), op.getLoc());
  FailureOr<Tile> out = Tile::get(op.getType(), op.getLoc());
  if (failed(in) || failed(out))
    return failure();
  int64_t bins = out->type.getNumElements(), copies = histogramCopies(op);
  int64_t words = llvm::alignTo((bins + 1) * copies, vectorWords);
  FailureOr<Value> counters = getScratch(op, 0, words, b.getI32Type());
  if (failed(counters))
    return failure();
  int64_t threads = int64_t(32) * kernel.getLaunchOrDefault().getWarps();
  clear(b, *counters, words, threads, getThreadId());
  gpu::BarrierOp::create(b);

  Value source = mapping.lookup(op.getSource());
  Value copy = arith::IndexCastUIOp::create(
      b, b.getI32Type(),
      arith::AndIOp::create(b, getThreadId(), constantIndex(copies - 1)));
  Value one = arith::ConstantIntOp::create(b, b.getI32Type(), 1);
  // Threads that hold copies leave the counting to the first of them.
  when(threadHasNone(in->freeMask()), [&] {
    for (int64_t reg = 0; reg < in->groups * in->width; ++reg) {
      Value bin = binOf(b, getElement(source, *in, reg), bins);
      Value at = arith::IndexCastUIOp::create(
          b, b.getIndexType(),
          arith::AddIOp::create(
              b,
              arith::MulIOp::create(
                  b, bin,
                  arith::ConstantIntOp::create(b, b.getI32Type(), copies)),
              copy));
      nv::RedOp::create(b, arith::AtomicRMWKind::addi, one, *counters, at);
    }
  });
  gpu::BarrierOp::create(b);

  Values results;
  Value thread = getThreadCoords(*out)[0];
  for (int64_t reg = 0; reg < out->groups * out->width; ++reg)
    results.push_back(sumCounters(
        b, *counters, addConstant(thread, out->coords(reg)[0]), copies));
  mapping.map(op.getResult(), packElements(results, *out));
  return success();
}
