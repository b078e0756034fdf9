//===- TopK.cpp - The first few tuples of a line in an order --------------===//
//
// Each thread finds its first tuple, each warp its first few of these. The k-th
// among all of them is not before the k-th of the line, so it bounds what has
// to be looked at: the tuples that are not behind it, few in most lines, are
// collected in shared memory and each placed by the number of those before it.
//
// Where the line is such that too many are collected, the bound is taken among
// the first tuples of all threads, and only the k threads whose first tuples
// are up to it are asked: they have at most k times a thread's registers. That
// loses nothing: a tuple before the bound is in a thread whose first one is.
//
// All is done by comparisons, in one order whatever the tuples are.
//
//===----------------------------------------------------------------------===//

#include "kopt/Layout/Selection.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ToSimt/KernelLowering.h"

using namespace mlir;
using namespace kopt;

/// Collected tuples that are placed by counting, which takes their square;
/// more are sorted.
static constexpr int64_t maxCounted = 256;

/// One selection: the code of one thread.
struct KernelLowering::Selection {
  KernelLowering &lowering;
  ImplicitLocOpBuilder &b;
  TopKOp op;
  SelectionPlan plan;
  Type i32;
  Value thread, lane, warp; ///< i32
  /// Collected tuples, offers of warps, the result; i32 beside them.
  Values slots, offers, first;
  Value owners, winners, counts;

  Selection(KernelLowering &lowering, TopKOp op, SelectionPlan plan)
      : lowering(lowering), b(lowering.b), op(op), plan(plan),
        i32(b.getI32Type()) {}

  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(b, i32, value);
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value bitAnd(Value x, int64_t mask) {
    return arith::AndIOp::create(b, x, constant(mask));
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  Value less(Value x, Value y) {
    return compare(arith::CmpIPredicate::ult, x, y);
  }
  Value hasNone(Value x, int64_t mask) {
    return compare(arith::CmpIPredicate::eq, bitAnd(x, mask), constant(0));
  }
  Value index(Value x) {
    return arith::IndexCastUIOp::create(b, b.getIndexType(), x);
  }
  Value choose(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  /// Is x strictly before y?
  Value isBefore(ValueRange x, ValueRange y) {
    return lowering.combine(op.getBefore(), x, y).front();
  }
  Values earlier(ValueRange x, ValueRange y) {
    return lowering.select(isBefore(y, x), y, x);
  }
  Values later(ValueRange x, ValueRange y) {
    return lowering.select(isBefore(x, y), y, x);
  }
  Values fromLane(ValueRange tuple, Value offset, gpu::ShuffleMode mode) {
    Values moved;
    for (Value value : tuple)
      moved.push_back(lowering.shuffle(value, offset, mode));
    return moved;
  }
  Values load(ValueRange buffers, Value place) {
    Values tuple;
    Value at = index(place);
    for (Value buffer : buffers)
      tuple.push_back(memref::LoadOp::create(b, buffer, at));
    return tuple;
  }
  void store(ValueRange tuple, ValueRange buffers, Value place) {
    Value at = index(place);
    for (auto [value, buffer] : llvm::zip(tuple, buffers))
      memref::StoreOp::create(b, value, buffer, at);
  }
  /// How many bits of `mask` are set.
  Value countOf(Value mask) {
    Value count = math::CtPopOp::create(b, mask);
    return count.getType() == i32
               ? count
               : arith::TruncIOp::create(b, i32, count).getResult();
  }
  /// `body(i)` for i = from, from + step … below `to`.
  template <typename Body>
  void loop(Value from, Value to, int64_t step, Body body) {
    auto made = scf::ForOp::create(b, from, to, constant(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(made.getBody());
    body(made.getInductionVar());
  }

  LogicalResult allocate();
  Values sortLanes(Values tuple, int64_t lanes);
  Values findBound(ValueRange own);
  Value collected(ArrayRef<Values> elements, ValueRange bound);
  Value sumLanes(Value number, int64_t lanes);
  std::pair<Value, Value> numberThem(Value mask);
  void collect(ArrayRef<Values> elements, ValueRange own, Value mask,
               Value place);
  Value collectFromWinners(ArrayRef<Values> elements, ValueRange own);
  void placeByCounting(Value count);
  void placeBySorting(Value count);
};

LogicalResult KernelLowering::Selection::allocate() {
  int64_t offset = 0;
  auto tuples = [&](int64_t count, Values &buffers) -> LogicalResult {
    FailureOr<Values> made =
        lowering.getScratchTuple(op, op.getInputs(), count, offset);
    if (failed(made))
      return failure();
    buffers = *made;
    return success();
  };
  auto words = [&](int64_t count, Value &buffer) -> LogicalResult {
    FailureOr<Value> made = lowering.getScratch(op, offset, count, i32);
    if (failed(made))
      return failure();
    buffer = *made;
    offset += llvm::alignTo(count * 4, 16);
    return success();
  };
  if (failed(tuples(plan.slots(), slots)) ||
      failed(tuples(plan.warps * plan.offers, offers)) ||
      failed(tuples(plan.k, first)) || failed(words(plan.threads, owners)) ||
      failed(words(plan.threads, winners)) || failed(words(plan.warps, counts)))
    return failure();
  thread = arith::IndexCastUIOp::create(b, i32, lowering.getThreadId());
  lane = bitAnd(thread, Layout::kLanes - 1);
  warp = arith::ShRUIOp::create(b, thread, constant(Layout::kLaneBits));
  return success();
}

/// The tuples of each `lanes` neighbouring lanes in order, by a bitonic
/// network.
KernelLowering::Values KernelLowering::Selection::sortLanes(Values tuple,
                                                            int64_t lanes) {
  // Exchanges with the lane that differs in `mask`; the lanes without `bit`
  // keep the earlier one.
  auto step = [&](int64_t mask, int64_t bit) {
    Values other = fromLane(tuple, constant(mask), gpu::ShuffleMode::XOR);
    Value isLow = hasNone(lane, bit);
    // One comparison, the same in both lanes: no tie is lost or doubled.
    Value swap = isBefore(lowering.select(isLow, other, tuple),
                          lowering.select(isLow, tuple, other));
    tuple = lowering.select(swap, other, tuple);
  };
  for (int64_t size = 1; size < lanes; size *= 2) {
    step(2 * size - 1, size);
    for (int64_t stride = size / 2; stride > 0; stride /= 2)
      step(stride, stride);
  }
  return tuple;
}

/// A tuple that at least k tuples of the line are not behind, from each
/// thread's first one. Lanes may have different ones that are equal.
KernelLowering::Values KernelLowering::Selection::findBound(ValueRange own) {
  // Lanes far apart keep the earlier one of theirs, as long as there are still
  // several times as many as offers: they seldom lose one of these.
  Values sorted(own);
  int64_t rivals = Layout::kLanes;
  for (; rivals >= 8 * plan.offers; rivals /= 2)
    sorted = earlier(
        sorted, fromLane(sorted, constant(rivals / 2), gpu::ShuffleMode::XOR));
  sorted = sortLanes(sorted, rivals);
  int64_t all = plan.warps * plan.offers;
  if (plan.warps > 1) {
    lowering.when(less(lane, constant(plan.offers)), [&] {
      Value place = arith::MulIOp::create(b, warp, constant(plan.offers));
      store(sorted, offers, add(place, lane));
    });
    gpu::BarrierOp::create(b);
    if (all == Layout::kLanes)
      sorted = load(offers, lane);
    if (all == Layout::kLanes && plan.k < all)
      sorted = sortLanes(sorted, Layout::kLanes);
  }
  if (plan.warps == 1 || (all == Layout::kLanes && plan.k < all))
    return fromLane(sorted, constant(plan.k - 1), gpu::ShuffleMode::IDX);
  int64_t lanes = Layout::kLanes;
  if (all > Layout::kLanes) {
    // The last offer of each warp.
    lanes = plan.warps;
    Value place = arith::MulIOp::create(b, bitAnd(lane, plan.warps - 1),
                                        constant(plan.offers));
    sorted = load(offers, add(place, constant(plan.offers - 1)));
  }
  for (int64_t mask = 1; mask < lanes; mask *= 2)
    sorted =
        later(sorted, fromLane(sorted, constant(mask), gpu::ShuffleMode::XOR));
  return sorted;
}

/// The registers whose elements are not behind `bound`, as bits.
Value KernelLowering::Selection::collected(ArrayRef<Values> elements,
                                           ValueRange bound) {
  Type type = b.getIntegerType(plan.registers > 32 ? 64 : 32);
  Value none = arith::ConstantIntOp::create(b, type, 0), mask = none;
  for (auto [r, element] : llvm::enumerate(elements)) {
    Value bit = arith::ConstantOp::create(
        b, b.getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(), 1)
                                      .shl(static_cast<unsigned>(r))));
    mask = arith::OrIOp::create(b, mask,
                                choose(isBefore(bound, element), none, bit));
  }
  return mask;
}

/// The sum of a number over the lanes up to each, of `lanes` neighbouring ones.
Value KernelLowering::Selection::sumLanes(Value number, int64_t lanes) {
  Value place = bitAnd(lane, lanes - 1);
  for (int64_t distance = 1; distance < lanes; distance *= 2) {
    Value other =
        lowering.shuffle(number, constant(distance), gpu::ShuffleMode::UP);
    Value isBehind =
        compare(arith::CmpIPredicate::uge, place, constant(distance));
    number = add(number, choose(isBehind, other, constant(0)));
  }
  return number;
}

/// For a mask in each thread: the number of bits in the threads before, and in
/// all.
std::pair<Value, Value> KernelLowering::Selection::numberThem(Value mask) {
  Value own = countOf(mask);
  Value sum = sumLanes(own, Layout::kLanes);
  Value before = arith::SubIOp::create(b, sum, own);
  Value last = constant(Layout::kLanes - 1);
  if (plan.warps == 1)
    return {before, lowering.shuffle(sum, last, gpu::ShuffleMode::IDX)};
  lowering.when(compare(arith::CmpIPredicate::eq, lane, last),
                [&] { store(sum, counts, warp); });
  gpu::BarrierOp::create(b);
  Value ofWarp = load(counts, bitAnd(lane, plan.warps - 1)).front();
  Value upTo = sumLanes(ofWarp, plan.warps);
  Value others = lowering.shuffle(
      upTo, arith::SubIOp::create(b, warp, constant(1)), gpu::ShuffleMode::IDX);
  Value isFirst = compare(arith::CmpIPredicate::eq, warp, constant(0));
  before = add(before, choose(isFirst, constant(0), others));
  return {before, lowering.shuffle(upTo, constant(plan.warps - 1),
                                   gpu::ShuffleMode::IDX)};
}

/// Writes the elements of `mask` to the places from `place` on. A thread that
/// has one has its first.
void KernelLowering::Selection::collect(ArrayRef<Values> elements,
                                        ValueRange own, Value mask,
                                        Value place) {
  Value some = countOf(mask);
  lowering.when(compare(arith::CmpIPredicate::eq, some, constant(1)),
                [&] { store(own, slots, place); });
  lowering.when(compare(arith::CmpIPredicate::ugt, some, constant(1)), [&] {
    Value at = place;
    for (auto [r, element] : llvm::enumerate(elements)) {
      Value bit = arith::TruncIOp::create(
          b, b.getI1Type(),
          arith::ShRUIOp::create(
              b, mask,
              arith::ConstantIntOp::create(b, mask.getType(), int64_t(r))));
      lowering.when(bit, [&, &tuple = element] { store(tuple, slots, at); });
      at = add(at, arith::ExtUIOp::create(b, i32, bit));
    }
  });
}

/// Collects from the k threads whose first tuples come first; how many.
Value KernelLowering::Selection::collectFromWinners(ArrayRef<Values> elements,
                                                    ValueRange own) {
  store(own, slots, thread);
  store(thread, owners, thread);
  store(constant(0), winners, thread);
  Values both = slots;
  both.push_back(owners);
  lowering.sortBuffers(op.getBefore(), both, /*lines=*/1, plan.threads);
  Values bound = load(slots, constant(plan.k - 1));
  lowering.when(less(thread, constant(plan.k)), [&] {
    store(constant(1), winners, load(owners, thread).front());
  });
  gpu::BarrierOp::create(b);
  Value wins = compare(arith::CmpIPredicate::ne, load(winners, thread).front(),
                       constant(0));
  Value mask = collected(elements, bound);
  mask = choose(wins, mask, arith::ConstantIntOp::create(b, mask.getType(), 0));
  auto [place, count] = numberThem(mask);
  collect(elements, own, mask, place);
  return count;
}

/// Places each collected tuple by how many come before it; a few lanes a tuple,
/// of which each looks at its share of the others.
void KernelLowering::Selection::placeByCounting(Value count) {
  constexpr int64_t share = 4, perWarp = Layout::kLanes / share;
  Value from = arith::MulIOp::create(b, warp, constant(perWarp));
  Value part = bitAnd(lane, share - 1);
  Value ofWarp =
      arith::ShRUIOp::create(b, lane, constant(llvm::Log2_64(share)));
  // The whole warp goes round together, as it shuffles.
  loop(from, count, plan.warps * perWarp, [&](Value base) {
    Value number = add(base, ofWarp);
    Value isOne = less(number, count);
    number = choose(isOne, number, base);
    Values own = load(slots, number);
    auto others =
        scf::ForOp::create(b, part, count, constant(share), constant(0));
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(others.getBody());
      Value other = others.getInductionVar();
      Values tuple = load(slots, other);
      // Of equal ones the lower number comes first: it does unless own does.
      Value isLower = less(other, number);
      Value comes = isBefore(lowering.select(isLower, own, tuple),
                             lowering.select(isLower, tuple, own));
      comes = arith::XOrIOp::create(b, comes, isLower);
      scf::YieldOp::create(
          b, ValueRange{add(others.getRegionIterArg(0),
                            arith::ExtUIOp::create(b, i32, comes))});
    }
    Value rank = others.getResult(0);
    for (int64_t mask = 1; mask < share; mask *= 2)
      rank = add(rank, lowering.shuffleXor(rank, mask));
    Value writes = arith::AndIOp::create(b, less(rank, constant(plan.k)),
                                         hasNone(lane, share - 1));
    writes = arith::AndIOp::create(b, writes, isOne);
    lowering.when(writes, [&] { store(own, first, rank); });
  });
}

void KernelLowering::Selection::placeBySorting(Value count) {
  lowering.sortBuffers(op.getBefore(), slots, /*lines=*/1, plan.capacity,
                       count);
  loop(thread, constant(plan.k), plan.threads,
       [&](Value place) { store(load(slots, place), first, place); });
}

LogicalResult KernelLowering::lowerTopK(TopKOp op) {
  FailureOr<Tile> tile =
      Tile::get(op.getInputs().front().getType(), op.getLoc());
  if (failed(tile))
    return failure();
  std::optional<SelectionPlan> plan =
      selectionPlan(tile->layout, op.getAxis(), op.getK());
  if (!plan)
    return lowerSort(op, op.getInputs(), op.getAxis(), op.getBefore());
  Selection s(*this, op, *plan);
  if (failed(s.allocate()))
    return failure();
  SmallVector<Values> elements(plan->registers);
  for (Value input : op.getInputs())
    for (int64_t r = 0; r < plan->registers; ++r)
      elements[r].push_back(getElement(mapping.lookup(input), *tile, r));
  // A few chains: more at a time would be more values at a time.
  SmallVector<Values> chains(
      ArrayRef(elements).take_front(std::min<size_t>(elements.size(), 4)));
  for (size_t r = chains.size(); r < elements.size(); ++r)
    chains[r % 4] = s.earlier(chains[r % 4], elements[r]);
  while (chains.size() > 1) {
    Values last = chains.pop_back_val();
    chains.back() = s.earlier(chains.back(), last);
  }
  Values own = chains.front();
  Value mask = s.collected(elements, s.findBound(own));
  auto [place, some] = s.numberThem(mask);
  Value fits =
      s.compare(arith::CmpIPredicate::ule, some, s.constant(plan->capacity));
  auto branch = scf::IfOp::create(b, s.i32, fits, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    s.collect(elements, own, mask, place);
    scf::YieldOp::create(b, some);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, s.collectFromWinners(elements, own));
  }
  Value count = branch.getResult(0);
  gpu::BarrierOp::create(b);
  auto order = scf::IfOp::create(
      b, s.compare(arith::CmpIPredicate::ule, count, s.constant(maxCounted)),
      /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(order.thenBlock());
    s.placeByCounting(count);
    b.setInsertionPointToStart(order.elseBlock());
    s.placeBySorting(count);
  }
  gpu::BarrierOp::create(b);
  return readLines(op, s.first, op.getAxis(), op.getK());
}
