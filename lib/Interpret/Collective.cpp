//===- Collective.cpp - Reductions, scans, sorts, counts ------------------===//
//
// Sums are formed by halves, as devices do: their error is that of a tree.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpret/Machine.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;

namespace {
using Tuple = SmallVector<uint64_t, 4>;

/// The lines of tiles along an axis, as tuples.
class Lines {
public:
  Lines(Agent &agent, Operation *op, ValueRange inputs, int64_t axis) {
    auto type = cast<RankedTensorType>(inputs.front().getType());
    length = type.getDimSize(axis);
    for (int64_t d = axis + 1; d < type.getRank(); ++d)
      inner *= type.getDimSize(d);
    count = type.getNumElements() / length;
    for (Value input : inputs)
      tiles.push_back(&agent.tile(op, input));
  }
  int64_t size() const { return count; }

  std::vector<Tuple> read(int64_t line) const {
    std::vector<Tuple> tuples(length);
    for (int64_t i = 0; i < length; ++i)
      for (const Bits *tile : tiles)
        tuples[i].push_back((*tile)[place(line, i, length)]);
    return tuples;
  }
  /// Where element `i` of a line is in a tile whose lines have `extent`.
  size_t place(int64_t line, int64_t i, int64_t extent) const {
    return size_t(((line / inner) * extent + i) * inner + line % inner);
  }
  /// Writes tuples as the line of tiles.
  void write(int64_t line, ArrayRef<Tuple> tuples,
             MutableArrayRef<Bits> results) const {
    for (size_t i = 0; i < tuples.size(); ++i)
      for (size_t t = 0; t < results.size(); ++t)
        results[t][place(line, int64_t(i), int64_t(tuples.size()))] =
            tuples[i][t];
  }
  int64_t length;

private:
  int64_t inner = 1, count;
  SmallVector<const Bits *> tiles;
};
} // namespace

static Tuple call(ScalarRegion &region, const Tuple &a, const Tuple &b) {
  Tuple arguments(a);
  llvm::append_range(arguments, b);
  return Tuple(region(arguments));
}

static Tuple combine(ScalarRegion &region, ArrayRef<Tuple> tuples) {
  if (tuples.size() == 1)
    return tuples.front();
  size_t half = (tuples.size() + 1) / 2;
  return call(region, combine(region, tuples.take_front(half)),
              combine(region, tuples.drop_front(half)));
}

static SmallVector<Bits> emptyTiles(ResultRange results) {
  SmallVector<Bits> tiles;
  for (Value result : results)
    tiles.emplace_back(
        cast<RankedTensorType>(result.getType()).getNumElements());
  return tiles;
}

static void setAll(Agent &agent, ResultRange results,
                   MutableArrayRef<Bits> tiles) {
  for (auto [result, tile] : llvm::zip(results, tiles))
    agent.set(result, std::move(tile));
}

static void reduce(Agent &agent, ReduceOp op) {
  Lines lines(agent, op, op.getInputs(), op.getAxis());
  ScalarRegion combiner(agent, op.getCombiner().front());
  SmallVector<Bits> results = emptyTiles(op.getResults());
  for (int64_t line = 0; line < lines.size(); ++line) {
    Tuple total = combine(combiner, lines.read(line));
    for (size_t t = 0; t < results.size(); ++t)
      results[t][line] = total[t];
  }
  setAll(agent, op.getResults(), results);
}

static void scan(Agent &agent, ScanOp op) {
  Lines lines(agent, op, op.getInputs(), op.getAxis());
  ScalarRegion combiner(agent, op.getCombiner().front());
  SmallVector<Bits> results = emptyTiles(op.getResults());
  size_t inputs = op.getInputs().size();
  Tuple neutral;
  for (Attribute identity : op.getIdentity())
    neutral.push_back(constantBits(identity).front());
  for (int64_t line = 0; line < lines.size(); ++line) {
    std::vector<Tuple> tuples = lines.read(line);
    if (op.getReverse())
      std::reverse(tuples.begin(), tuples.end());
    // By doubling: after each round an element covers twice as many.
    for (size_t reach = 1; reach < tuples.size(); reach *= 2)
      for (size_t i = tuples.size(); i-- > reach;)
        tuples[i] = call(combiner, tuples[i - reach], tuples[i]);
    for (size_t t = 0; t < inputs; ++t)
      results[inputs + t][line] = tuples.back()[t];
    if (op.getExclusive()) {
      tuples.pop_back();
      tuples.insert(tuples.begin(), neutral);
    }
    if (op.getReverse())
      std::reverse(tuples.begin(), tuples.end());
    lines.write(line, tuples,
                MutableArrayRef<Bits>(results).take_front(inputs));
  }
  setAll(agent, op.getResults(), results);
}

/// Stable. Not the library's: a comparison that is no order must do no harm.
static void sort(ScalarRegion &before, std::vector<Tuple> &tuples) {
  std::vector<Tuple> from;
  for (size_t width = 1; width < tuples.size(); width *= 2) {
    from = tuples;
    for (size_t start = 0; start < from.size(); start += 2 * width) {
      size_t middle = std::min(start + width, from.size()), i = start,
             end = std::min(start + 2 * width, from.size()), j = middle;
      for (size_t to = start; to < end; ++to) {
        bool takesRight =
            i == middle ||
            (j < end && call(before, from[j], from[i]).front() != 0);
        tuples[to] = from[takesRight ? j++ : i++];
      }
    }
  }
}

static void sortLines(Agent &agent, Operation *op, ValueRange inputs,
                      int64_t axis, Block &block, std::optional<uint64_t> k) {
  Lines lines(agent, op, inputs, axis);
  ScalarRegion before(agent, block);
  SmallVector<Bits> results = emptyTiles(op->getResults());
  for (int64_t line = 0; line < lines.size(); ++line) {
    std::vector<Tuple> tuples = lines.read(line);
    sort(before, tuples);
    if (k)
      tuples.resize(*k);
    lines.write(line, tuples, results);
  }
  setAll(agent, op->getResults(), results);
}

static void count(Agent &agent, HistogramOp op) {
  Bits bins(cast<RankedTensorType>(op.getResult().getType()).getNumElements());
  for (uint64_t element : agent.tile(op, op.getSource()))
    if (element < bins.size())
      ++bins[element];
  agent.set(op.getResult(), std::move(bins));
}

std::optional<LogicalResult> Agent::executeCollective(Operation *op) {
  if (auto reduction = dyn_cast<ReduceOp>(op))
    reduce(*this, reduction);
  else if (auto running = dyn_cast<ScanOp>(op))
    scan(*this, running);
  else if (auto sorted = dyn_cast<SortOp>(op))
    sortLines(*this, op, sorted.getInputs(), sorted.getAxis(),
              sorted.getBefore().front(), std::nullopt);
  else if (auto best = dyn_cast<TopKOp>(op))
    sortLines(*this, op, best.getInputs(), best.getAxis(),
              best.getBefore().front(), best.getK());
  else if (auto histogram = dyn_cast<HistogramOp>(op))
    count(*this, histogram);
  else
    return std::nullopt;
  return success();
}
