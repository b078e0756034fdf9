//===- RecomputeRead.cpp - Compute again instead of reading it back -------===//
//
// A kernel that reduces rows often stores an elementwise result of them (the
// normalised rows, say) for another kernel to read. That one can compute it
// from what the first one read and from the rows' numbers, which are few:
//
//   m = reduce(x); y = x - m; store y    →    m = reduce(x); store m
//   load y; ...                               load x, m; y = x - m; ...
//
// A kernel of y alone is taken out of the producer and merged into the
// consumer.
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/FuseLaunch.h"
#include "lib/Rewrites/Split.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kopt;

namespace {

/// Moves the computation of what `consumer` reads of `producer` out of it.
class Recompute {
public:
  Recompute(LaunchOp producer, LaunchOp consumer, KernelOp producerKernel,
            KernelOp consumerKernel, std::string &reason)
      : producer(producer), consumer(consumer), kernel(producerKernel),
        reader(consumerKernel), classes(producerKernel), reason(reason) {}

  LogicalResult plan();
  /// Writes both kernels; the launch of what is recomputed.
  FailureOr<LaunchOp> write(RewriterBase &rewriter);

private:
  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  /// What producer argument `i + inputs` is stored from; null if not whole.
  Value storedTo(unsigned result);
  bool isPart(Value value, Value whole);
  LogicalResult collect(Value value, Value stored);
  LogicalResult collectAround(linalg::GenericOp op, Value stored);
  bool isReadElsewhere(unsigned result);
  LogicalResult weigh(unsigned result, Value stored);
  bool readsOnce(unsigned input);

  LaunchOp producer, consumer;
  KernelOp kernel, reader;
  DimClasses classes;
  std::string &reason;
  SmallVector<unsigned> results; ///< of the producer, to be recomputed
  llvm::SetVector<Value> visited;
  llvm::SetVector<Value> loads;   ///< what a recomputation loads
  llvm::SetVector<Value> reduced; ///< what it takes from the producer
};

} // namespace

Value Recompute::storedTo(unsigned result) {
  BlockArgument argument =
      kernel.getBody().getArgument(producer.getInputs().size() + result);
  StoreOp found;
  for (Operation *user : argument.getUsers())
    if (auto store = dyn_cast<StoreOp>(user)) {
      if (found || !store.getOffsets().empty() || store.getMapAttr())
        return {};
      found = store;
    }
  return found ? found.getValue() : Value();
}

/// What the body of `op` takes from around it.
LogicalResult Recompute::collectAround(linalg::GenericOp op, Value stored) {
  WalkResult walk = op.getRegion().walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op.getRegion().isAncestor(operand.getParentRegion()) &&
          failed(collect(operand, stored)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// Whether `value` has some of the dimensions of `whole` and no other.
bool Recompute::isPart(Value value, Value whole) {
  SmallVector<unsigned> dims = classes.all(value), all = classes.all(whole);
  return dims.size() < all.size() && llvm::all_of(dims, [&](unsigned cls) {
           return llvm::is_contained(all, cls);
         });
}

/// Goes from `value` of the producer, behind `stored`, back to loads and reductions.
LogicalResult Recompute::collect(Value value, Value stored) {
  if (isa<BlockArgument>(value) || !visited.insert(value))
    return success();
  Operation *def = value.getDefiningOp();
  if (isa<LoadOp>(def)) {
    loads.insert(value);
    return success();
  }
  auto generic = dyn_cast<linalg::GenericOp>(def);
  auto isReduction = [](Value other) {
    auto op = other.getDefiningOp<linalg::GenericOp>();
    return op && op.getNumReductionLoops() > 0;
  };
  // What follows from a row's numbers is one of them.
  if (isReduction(value) || (generic && isPart(value, stored) &&
                             isBehind(value, isReduction))) {
    reduced.insert(value);
    return success();
  }
  if (generic && failed(collectAround(generic, stored)))
    return failure();
  if (!generic && !isa<linalg::FillOp, tensor::EmptyOp, arith::ConstantOp,
                       memref::DimOp>(def))
    return no("'" + def->getName().getStringRef() +
              "' is behind what the consumer reads");
  for (Value operand : def->getOperands())
    if (failed(collect(operand, stored)))
      return failure();
  return success();
}

bool Recompute::isReadElsewhere(unsigned result) {
  return llvm::any_of(
      producer->getResult(result).getUsers(),
      [&](Operation *user) { return user != consumer.getOperation(); });
}

/// What is read instead of a result, stored from `stored`, may be no more than
/// what goes: numbers of rows count nothing, nor what the consumer reads anyway.
LogicalResult Recompute::weigh(unsigned result, Value stored) {
  auto widthOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementTypeBitWidth();
  };
  for (Value value : reduced)
    if (!isPart(value, stored))
      return no("a reduction behind what the consumer reads has as many "
                "elements");
  unsigned width = 0;
  for (Value value : loads) {
    auto load = value.getDefiningOp<LoadOp>();
    auto argument = dyn_cast<BlockArgument>(load.getSource());
    if (!argument || kernel.isOutput(argument.getArgNumber()))
      return no("the producer reads what it writes");
    if (isPart(value, stored) ||
        llvm::is_contained(consumer.getInputs(),
                           producer->getOperand(argument.getArgNumber())))
      continue;
    if (classes.all(value).size() != classes.all(stored).size())
      return no("more elements than those read are behind them");
    width += widthOf(value);
  }
  // What nobody else reads is not written, either.
  unsigned saved = widthOf(stored) * (isReadElsewhere(result) ? 1 : 2);
  if (width > saved)
    return no("recomputing reads " + Twine(width) +
              " bits for each element and saves " + Twine(saved));
  return success();
}

/// Whether the consumer reads no element of input `i` more than once.
bool Recompute::readsOnce(unsigned i) {
  for (Operation *user : reader.getBody().getArgument(i).getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    auto load = dyn_cast<LoadOp>(user);
    if (!load)
      return false;
    for (OpOperand &use : load.getResult().getUses()) {
      if (isa<tensor::ExtractOp>(use.getOwner()))
        continue;
      auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
      if (!generic)
        return false;
      AffineMap map = generic.getMatchingIndexingMap(&use);
      if (!map.isPermutation())
        return false;
    }
  }
  return true;
}

LogicalResult Recompute::plan() {
  if (!classes.valid())
    return no(classes.whyNot());
  for (auto [i, input] : llvm::enumerate(consumer.getInputs())) {
    if (input.getDefiningOp() != producer.getOperation())
      continue;
    unsigned result = cast<OpResult>(input).getResultNumber();
    Value stored = storedTo(result);
    auto generic =
        stored ? stored.getDefiningOp<linalg::GenericOp>() : linalg::GenericOp();
    // The numbers of rows are read as they are.
    if (!generic || generic.getNumReductionLoops() > 0)
      continue;
    visited.clear(), loads.clear();
    llvm::SetVector<Value> before = reduced;
    if (failed(collect(stored, stored)) || failed(weigh(result, stored)))
      return failure();
    if (reduced == before && before.empty())
      return no("what the consumer reads waits for no reduction");
    if (!readsOnce(i))
      return no("the consumer reads elements more than once");
    results.push_back(result);
  }
  if (results.empty())
    return no("the consumer reads nothing elementwise of the producer");
  return success();
}

FailureOr<LaunchOp> Recompute::write(RewriterBase &rewriter) {
  // The producer without what only the consumer reads.
  Extract rest(kernel, producer, classes, std::nullopt, reason);
  SmallVector<std::optional<unsigned>> kept(producer->getNumResults());
  unsigned outputs = 0;
  for (OpResult result : producer->getResults()) {
    unsigned number = result.getResultNumber();
    if (llvm::is_contained(results, number) && !isReadElsewhere(number))
      continue;
    Value stored = storedTo(number);
    if (!stored)
      return no("the producer does not store one of its outputs whole");
    FailureOr<Value> here = rest.get(stored);
    if (failed(here))
      return failure();
    rest.output(*here, producer.getOutputs()[number]);
    kept[number] = outputs++;
  }
  llvm::MapVector<Value, unsigned> passed;
  for (Value value : reduced) {
    auto op = value.getDefiningOp<linalg::GenericOp>();
    FailureOr<Value> here = rest.get(value);
    if (failed(here))
      return failure();
    SmallVector<unsigned> dims;
    AffineMap map = op.getIndexingMapMatchingResult(cast<OpResult>(value));
    for (AffineExpr expr : map.getResults())
      dims.push_back(cast<AffineDimExpr>(expr).getPosition());
    auto empty = rest.empty(op, dims, getElementTypeOrSelf(value.getType()));
    if (failed(empty))
      return failure();
    rest.output(*here, empty->second);
    passed[value] = outputs++;
  }
  std::string name = kernel.getSymName().str();
  LaunchOp first = rest.finish(name);

  Extract again(kernel, producer, classes, std::nullopt, reason);
  for (auto [value, number] : passed)
    again.seed(value, again.input(first->getResult(number)));
  for (unsigned result : results) {
    FailureOr<Value> here = again.get(storedTo(result));
    if (failed(here))
      return failure();
    again.output(*here, producer.getOutputs()[result]);
  }
  LaunchOp second = again.finish(name + "_again");
  for (auto [i, result] : llvm::enumerate(results))
    rewriter.replaceUsesWithIf(producer->getResult(result),
                               second->getResult(i), [&](OpOperand &use) {
                                 return use.getOwner() ==
                                        consumer.getOperation();
                               });
  for (OpResult result : producer->getResults())
    if (std::optional<unsigned> number = kept[result.getResultNumber()])
      rewriter.replaceAllUsesWith(result, first->getResult(*number));
  bool isShared = isLaunchedElsewhere(producer);
  rewriter.eraseOp(producer);
  if (!isShared)
    rewriter.eraseOp(kernel);
  return second;
}

LogicalResult kopt::skill::recomputeRead(RewriterBase &rewriter,
                                         Operation *anchor, DictionaryAttr,
                                         std::string &reason) {
  KernelOp reader = launchedKernel(anchor, /*isTiled=*/false, reason);
  if (!reader)
    return failure();
  auto consumer = cast<LaunchOp>(anchor);
  LaunchOp producer = producerOf(consumer);
  if (!producer) {
    reason = "no input comes from a launch in the same block";
    return failure();
  }
  KernelOp kernel = launchedKernel(producer, /*isTiled=*/false, reason);
  if (!kernel)
    return failure();
  Recompute recompute(producer, consumer, kernel, reader, reason);
  if (failed(recompute.plan()))
    return failure();
  FailureOr<LaunchOp> again = recompute.write(rewriter);
  if (failed(again))
    return failure();
  return mergeLaunches(rewriter, *again, consumer, reason);
}
