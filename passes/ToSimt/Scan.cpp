//===- Scan.cpp - Running combinations over registers, lanes and warps ----===//
//
// The coordinate bits of the axis are taken from the least significant up. Each
// takes segments, of which every thread has one or more, to segments twice as
// long, so that their elements come in order and the combiner may be any
// associative one. The elements themselves are touched at both ends only:
// inside the lowest run of registers, and when prefixes are put before them.
//
//===----------------------------------------------------------------------===//

#include "kopt/Layout/AxisSteps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/ToSimt/KernelLowering.h"

using namespace mlir;
using namespace kopt;

/// Totals of other warps that are read by straight code; more are read in a
/// loop.
static constexpr int64_t maxUnrolled = 64;

/// The state of one scan between two steps. Values are those of one thread.
struct KernelLowering::Scan {
  /// Registers that follow one another, scanned by themselves.
  struct Piece {
    SmallVector<int64_t> registers;
    SmallVector<Values> local;
    /// What comes before them in the segment; empty: nothing.
    Values prefix;
  };
  /// What is scanned so far around a thread: its pieces, and the combination of
  /// all of the segment, the other threads' pieces included.
  struct Segment {
    SmallVector<Piece, 1> pieces;
    Values total;
  };
  using Line = std::vector<Segment>;

  KernelLowering &lowering;
  ImplicitLocOpBuilder &b;
  ScanOp op;
  /// Segments of each scanned line, in the order of the scan.
  SmallVector<Line> lines = {};

  Scan(KernelLowering &lowering, ScanOp op)
      : lowering(lowering), b(lowering.b), op(op) {}

  Values combine(ValueRange first, ValueRange second) {
    return lowering.combine(op.getCombiner(), first, second);
  }
  Values identity() {
    Values values;
    for (Attribute attr : op.getIdentity())
      values.push_back(arith::ConstantOp::create(b, cast<TypedAttr>(attr)));
    return values;
  }
  /// Puts `prefix` before all of `segment`.
  void prepend(ValueRange prefix, Segment &segment) {
    for (Piece &piece : segment.pieces)
      piece.prefix =
          piece.prefix.empty() ? Values(prefix) : combine(prefix, piece.prefix);
  }
  template <typename Body> void forSegments(Body body) {
    for (Line &line : lines)
      for (Segment &segment : line)
        body(segment);
  }

  void start(ArrayRef<Values> elements, const Tile &tile,
             ArrayRef<unsigned> lineOf, int64_t run);
  void mergeRegisters(int64_t length);
  void scanLaneRun(const AxisStep &step, bool needsTotal);
  void scanLaneBits(const AxisStep &step);
  LogicalResult scanWarps(const AxisStep &step, const WarpExchange &exchange,
                          int64_t &offset);
  SmallVector<Values> finish(int64_t registers);
};

/// Forms the lines of registers, `run` of them a piece, from the elements by
/// register and the line of each.
void KernelLowering::Scan::start(ArrayRef<Values> elements, const Tile &tile,
                                 ArrayRef<unsigned> lineOf, int64_t run) {
  int64_t axis = op.getAxis();
  SmallVector<SmallVector<int64_t>> registers;
  for (int64_t r = 0, e = elements.size(); r < e; ++r) {
    if (lineOf[r] >= registers.size())
      registers.resize(lineOf[r] + 1);
    registers[lineOf[r]].push_back(r);
  }
  for (SmallVector<int64_t> &line : registers) {
    llvm::sort(line, [&](int64_t a, int64_t c) {
      int64_t x = tile.coords(a)[axis], y = tile.coords(c)[axis];
      return op.getReverse() ? x > y : x < y;
    });
    Line &segments = lines.emplace_back();
    for (size_t i = 0; i < line.size(); i += run) {
      Piece piece;
      for (int64_t r : ArrayRef(line).slice(i, run)) {
        piece.local.push_back(piece.registers.empty()
                                  ? elements[r]
                                  : combine(piece.local.back(), elements[r]));
        piece.registers.push_back(r);
      }
      Values total = piece.local.back();
      segments.push_back({{std::move(piece)}, std::move(total)});
    }
  }
}

/// Makes one segment of each `length` of a line that follow one another.
void KernelLowering::Scan::mergeRegisters(int64_t length) {
  for (Line &line : lines) {
    Line merged;
    for (auto [i, segment] : llvm::enumerate(line)) {
      if (i % length == 0) {
        merged.push_back(std::move(segment));
        continue;
      }
      Segment &whole = merged.back();
      prepend(whole.total, segment);
      whole.total = combine(whole.total, segment.total);
      llvm::append_range(whole.pieces, std::move(segment.pieces));
    }
    line = std::move(merged);
  }
}

/// Lanes that follow one another: each takes what the one 1, 2, 4 … before it
/// has, as far as there is one.
void KernelLowering::Scan::scanLaneRun(const AxisStep &step, bool needsTotal) {
  unsigned first = step.bits.front(), count = step.bits.size();
  int64_t last = (int64_t(1) << count) - 1;
  bool reverse = op.getReverse();
  Type i32 = b.getI32Type();
  auto constant = [&](int64_t value) {
    return arith::ConstantIntOp::create(b, i32, value);
  };
  gpu::ShuffleMode mode =
      reverse ? gpu::ShuffleMode::DOWN : gpu::ShuffleMode::UP;
  auto shuffleAll = [&](ValueRange values, Value offset,
                        gpu::ShuffleMode mode) {
    Values moved;
    for (Value value : values)
      moved.push_back(lowering.shuffle(value, offset, mode));
    return moved;
  };
  Value place = lowering.packThreadBits(step.bits);
  if (reverse)
    place = arith::SubIOp::create(b, lowering.constantIndex(last), place);
  auto isBehind = [&](int64_t distance) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, place,
                                 lowering.constantIndex(distance));
  };
  SmallVector<Value> behind;
  for (unsigned i = 0; i < count; ++i)
    behind.push_back(isBehind(int64_t(1) << i));
  // The lane that has the total.
  Value end;
  if (needsTotal) {
    Value lane = arith::IndexCastOp::create(b, i32, lowering.getThreadId());
    Value bits = constant(last << first);
    end = reverse ? arith::AndIOp::create(b, lane, constant(~(last << first)))
                        .getResult()
                  : arith::OrIOp::create(b, lane, bits).getResult();
    // Of a lane number the shuffle takes five bits only.
    end = arith::AndIOp::create(b, end, constant(Layout::kLanes - 1));
  }
  Values neutral = identity();
  forSegments([&](Segment &segment) {
    Values sum = segment.total;
    for (unsigned i = 0; i < count; ++i) {
      Values other = shuffleAll(sum, constant(int64_t(1) << (first + i)), mode);
      sum = lowering.select(behind[i], combine(other, sum), sum);
    }
    Values before = shuffleAll(sum, constant(int64_t(1) << first), mode);
    prepend(lowering.select(behind[0], before, neutral), segment);
    if (needsTotal)
      segment.total = shuffleAll(sum, end, gpu::ShuffleMode::IDX);
  });
}

/// Lanes in any order, bit by bit.
void KernelLowering::Scan::scanLaneBits(const AxisStep &step) {
  Values neutral = identity();
  for (unsigned bit : step.bits) {
    int64_t mask = int64_t(1) << bit;
    Value isZero = lowering.threadHasNone(mask);
    forSegments([&](Segment &segment) {
      Values other;
      for (Value value : segment.total)
        other.push_back(lowering.shuffleXor(value, mask));
      bool reverse = op.getReverse();
      Values low = lowering.select(isZero, segment.total, other);
      Values high = lowering.select(isZero, other, segment.total);
      if (reverse)
        std::swap(low, high);
      prepend(reverse ? lowering.select(isZero, low, neutral)
                      : lowering.select(isZero, neutral, low),
              segment);
      segment.total = combine(low, high);
    });
  }
}

/// Warps: their totals through shared memory, where the warps of a segment lie
/// side by side. `offset` is where the entries are, and is moved behind them.
LogicalResult KernelLowering::Scan::scanWarps(const AxisStep &step,
                                              const WarpExchange &exchange,
                                              int64_t &offset) {
  int64_t warps = int64_t(1) << step.bits.size();
  FailureOr<Values> scratch =
      lowering.getScratchTuple(op, op.getInputs(), exchange.entries, offset);
  if (failed(scratch))
    return failure();
  Values buffers = *scratch;
  Value place = lowering.packThreadBits(step.bits);
  if (op.getReverse())
    place = arith::SubIOp::create(b, lowering.constantIndex(warps - 1), place);
  Value base = arith::MulIOp::create(
      b, lowering.packThreadBits(bitsOf(exchange.keyMask)),
      lowering.constantIndex(exchange.segments * warps));
  SmallVector<Segment *> segments;
  forSegments([&](Segment &segment) { segments.push_back(&segment); });
  lowering.when(lowering.threadHasNone(exchange.copyMask), [&] {
    Value own = arith::AddIOp::create(b, base, place);
    for (auto [i, segment] : llvm::enumerate(segments))
      for (auto [value, buffer] : llvm::zip(segment->total, buffers))
        memref::StoreOp::create(b, value, buffer,
                                lowering.addConstant(own, i * warps));
  });
  gpu::BarrierOp::create(b);

  size_t arity = buffers.size();
  auto isPlace = [&](Value warp) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place, warp);
  };
  // The combination of the warps before `warp`, and of it too.
  auto advance = [&](Value isOwn, ValueRange prefix, ValueRange sum,
                     ValueRange total) {
    return std::pair<Values, Values>(lowering.select(isOwn, sum, prefix),
                                     combine(sum, total));
  };
  auto loadAt = [&](Value index) {
    Values loaded;
    for (Value buffer : buffers)
      loaded.push_back(memref::LoadOp::create(b, buffer, index));
    return loaded;
  };
  SmallVector<Values> prefixes(segments.size(), identity()), sums;
  for (size_t i = 0; i < segments.size(); ++i)
    sums.push_back(loadAt(lowering.addConstant(base, i * warps)));
  if (warps * int64_t(segments.size()) <= maxUnrolled) {
    for (int64_t warp = 1; warp < warps; ++warp) {
      Value isOwn = isPlace(lowering.constantIndex(warp));
      for (size_t i = 0; i < segments.size(); ++i)
        std::tie(prefixes[i], sums[i]) =
            advance(isOwn, prefixes[i], sums[i],
                    loadAt(lowering.addConstant(base, i * warps + warp)));
    }
  } else {
    Values carried;
    for (auto [prefix, sum] : llvm::zip(prefixes, sums)) {
      carried.append(prefix);
      carried.append(sum);
    }
    auto loop = scf::ForOp::create(b, lowering.constantIndex(1),
                                   lowering.constantIndex(warps),
                                   lowering.constantIndex(1), carried);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value warp = loop.getInductionVar(), isOwn = isPlace(warp);
    Value at = arith::AddIOp::create(b, base, warp);
    Values next;
    for (size_t i = 0; i < segments.size(); ++i) {
      ValueRange args =
          loop.getRegionIterArgs().slice(2 * i * arity, 2 * arity);
      auto [prefix, sum] =
          advance(isOwn, args.take_front(arity), args.drop_front(arity),
                  loadAt(lowering.addConstant(at, i * warps)));
      next.append(prefix);
      next.append(sum);
    }
    scf::YieldOp::create(b, next);
    for (size_t i = 0; i < segments.size(); ++i) {
      prefixes[i] = Values(loop.getResults().slice(2 * i * arity, arity));
      sums[i] = Values(loop.getResults().slice((2 * i + 1) * arity, arity));
    }
  }
  for (auto [segment, prefix, sum] : llvm::zip(segments, prefixes, sums)) {
    prepend(prefix, *segment);
    segment->total = sum;
  }
  return success();
}

/// The elements of the scan, by register.
SmallVector<KernelLowering::Values>
KernelLowering::Scan::finish(int64_t registers) {
  SmallVector<Values> elements(registers);
  forSegments([&](Segment &segment) {
    for (Piece &piece : segment.pieces)
      for (auto [i, r] : llvm::enumerate(piece.registers)) {
        Values local;
        if (!op.getExclusive())
          local = piece.local[i];
        else if (i > 0)
          local = piece.local[i - 1];
        if (local.empty() && piece.prefix.empty())
          elements[r] = identity();
        else if (local.empty() || piece.prefix.empty())
          elements[r] = local.empty() ? piece.prefix : local;
        else
          elements[r] = combine(piece.prefix, local);
      }
  });
  return elements;
}

LogicalResult KernelLowering::lowerScan(ScanOp op) {
  unsigned arity = op.getInputs().size();
  FailureOr<Tile> tile = Tile::get(op.getInputType(), op.getLoc());
  FailureOr<Tile> total = Tile::get(op.getTotal().getType(), op.getLoc());
  if (failed(tile) || failed(total))
    return failure();
  auto layoutOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getEncoding();
  };
  SmallVector<unsigned> lineOf;
  bool agree = tile->layout.slice(op.getAxis(), &lineOf) == total->layout;
  for (unsigned i = 0; i < arity; ++i)
    agree &= layoutOf(op.getInputs()[i]) == tile->type.getEncoding() &&
             layoutOf(op.getScan(i)) == tile->type.getEncoding() &&
             layoutOf(op.getTotal(i)) == total->type.getEncoding();
  if (!agree)
    return op.emitOpError("expected inputs and scans of one layout, and totals "
                          "of its slice, but got ")
           << tile->type.getEncoding() << " and " << total->type.getEncoding();
  FailureOr<SmallVector<AxisStep>> steps =
      axisSteps(tile->layout, op.getAxis());
  if (failed(steps))
    return op.emitOpError("expected a blocked layout along the axis, but got ")
           << tile->type.getEncoding();

  int64_t registers = tile->groups * tile->width;
  SmallVector<Values> elements(registers);
  for (Value input : op.getInputs())
    for (int64_t r = 0; r < registers; ++r)
      elements[r].push_back(getElement(mapping.lookup(input), *tile, r));
  using Kind = AxisStep::Kind;
  ArrayRef<AxisStep> rest(*steps);
  int64_t run = 1;
  if (!rest.empty() && rest.front().kind == Kind::Registers) {
    run = int64_t(1) << rest.front().bits.size();
    rest = rest.drop_front();
  }
  Scan scan(*this, op);
  scan.start(elements, *tile, lineOf, run);
  SmallVector<WarpExchange> exchanges = warpExchanges(tile->layout, *steps);
  int64_t repetitions = tile->layout.reps()[op.getAxis()];
  bool usesTotals = llvm::any_of(op.getResults().drop_front(arity),
                                 [](Value v) { return !v.use_empty(); });
  int64_t offset = 0;
  unsigned exchange = 0;
  for (const AxisStep &step : rest) {
    bool isLast = &step == &rest.back() && repetitions == 1;
    bool isRun =
        step.mask() >> step.bits.front() == (1u << step.bits.size()) - 1 &&
        llvm::is_sorted(step.bits);
    if (step.kind == Kind::Registers)
      scan.mergeRegisters(int64_t(1) << step.bits.size());
    else if (step.kind == Kind::Lanes && isRun)
      scan.scanLaneRun(step, !isLast || usesTotals);
    else if (step.kind == Kind::Lanes)
      scan.scanLaneBits(step);
    else if (failed(scan.scanWarps(step, exchanges[exchange++], offset)))
      return failure();
  }
  scan.mergeRegisters(repetitions);

  SmallVector<Values> results = scan.finish(registers);
  for (unsigned i = 0; i < arity; ++i) {
    Values scanned, totals;
    for (Values &values : results)
      scanned.push_back(values[i]);
    for (Scan::Line &line : scan.lines)
      totals.push_back(line.front().total[i]);
    mapping.map(op.getScan(i),
                packElements(scanned, tile->withElement(scanned.front())));
    mapping.map(op.getTotal(i),
                packElements(totals, total->withElement(totals.front())));
  }
  return success();
}
