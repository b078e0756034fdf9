//===- Perturb.cpp - Move the result of every inexact operation -----------===//
//
// Each result of an operation that rounds goes through a call that moves it by
// a few rounding errors of the type the program has it in. Elements that depend
// on it move as far as their condition has them, and decisions near a tie fall
// either way: what a run with noise gives, a right kernel may give.
//
// A sum is moved as a whole, after the last term: by what its roundings are
// worth in pairwise summation, for which four more accumulators run along. A
// sum that a loop carries may be used on the way, as in a running sum: each
// partial sum that is, is moved so, as the sum of its own terms.
//
//===----------------------------------------------------------------------===//

#include "Widen.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace kopt::oracle {
namespace {

std::string nameOf(StringRef kind, FloatType type) {
  std::string name;
  llvm::raw_string_ostream(name) << "kopt_noise_" << kind << type << "_f64";
  return name;
}

/// One accumulation of a structured operation or a loop: `op` adds to the
/// accumulator and is yielded as result number `result`.
struct Sum {
  Operation *op;
  FloatType type;
  unsigned result;
  unsigned number; ///< among all operations that round
};

/// Is `op` a sum of terms onto `accumulator`, its operand once?
bool addsTo(Operation *op, Value accumulator) {
  if (llvm::count(op->getOperands(), accumulator) != 1)
    return false;
  unsigned position = llvm::find(op->getOperands(), accumulator).getIndex();
  return isa<arith::AddFOp>(op) || (isa<arith::SubFOp>(op) && position == 0) ||
         (isa<math::FmaOp>(op) && position == 2);
}

/// The number of the value that `op` adds to from step to step of a loop.
std::optional<unsigned> carries(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  if (!loop)
    return std::nullopt;
  for (auto [index, yielded] : llvm::enumerate(loop.getYieldedValues()))
    if (yielded == op->getResult(0) && addsTo(op, loop.getRegionIterArg(index)))
      return index;
  return std::nullopt;
}

/// The number of the result of a structured operation that `op` accumulates
/// into, if it is a sum.
std::optional<unsigned> accumulates(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op->getParentOp());
  if (!generic || !generic.hasPureTensorSemantics() ||
      !generic.getNumReductionLoops() || !op->hasOneUse())
    return std::nullopt;
  OpOperand &use = *op->getUses().begin();
  if (!isa<linalg::YieldOp>(use.getOwner()))
    return std::nullopt;
  unsigned result = use.getOperandNumber();
  BlockArgument accumulator = generic.getRegionOutputArgs()[result];
  return accumulator.hasOneUse() && addsTo(op, accumulator)
             ? std::optional<unsigned>(result)
             : std::nullopt;
}

class Sums {
public:
  Sums(ModuleOp module)
      : module(module), f64(Float64Type::get(module.getContext())) {}

  /// Replaces `generic` by one that follows its sums, and perturbs them.
  void perturb(linalg::GenericOp generic, ArrayRef<Sum> sums);
  /// Follows a sum that its loop carries, and perturbs it wherever it is used.
  void perturb(const Sum &sum);

private:
  using Values = SmallVector<Value>;
  static constexpr unsigned kFollowers = 4;

  Value call(OpBuilder &builder, Location loc, StringRef name, ValueRange in) {
    auto function = declareScalar(module, name, f64, in.size());
    return func::CallOp::create(builder, loc, function, in).getResult(0);
  }
  Value constant(OpBuilder &builder, Location loc, double value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(value));
  }
  /// |value|, or 0 where it is not finite.
  Value magnitude(OpBuilder &builder, Location loc, Value value) {
    Value positive = math::AbsFOp::create(builder, loc, value);
    Value infinity =
        constant(builder, loc, std::numeric_limits<double>::infinity());
    Value finite = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OLT, positive, infinity);
    return arith::SelectOp::create(builder, loc, finite, positive,
                                   constant(builder, loc, 0));
  }
  Values empties(OpBuilder &builder, Location loc, Value like, unsigned count);
  Values
  elementwise(OpBuilder &builder, Location loc, ValueRange inputs,
              unsigned results,
              function_ref<Values(OpBuilder &, Location, ValueRange)> body);
  Values start(OpBuilder &builder, Location loc, Value init);
  Values startScalar(OpBuilder &builder, Location loc, Value init);
  Values follow(OpBuilder &builder, Operation *op, BlockArgument accumulator,
                ValueRange followers);
  Value numberOfTerms(OpBuilder &builder, linalg::GenericOp generic);

  ModuleOp module;
  FloatType f64;
};

Sums::Values Sums::empties(OpBuilder &builder, Location loc, Value like,
                           unsigned count) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), f64);
  return Values(count, empty);
}

Sums::Values Sums::elementwise(
    OpBuilder &builder, Location loc, ValueRange inputs, unsigned results,
    function_ref<Values(OpBuilder &, Location, ValueRange)> body) {
  Values outs = empties(builder, loc, inputs[0], results);
  unsigned rank = cast<RankedTensorType>(inputs[0].getType()).getRank();
  SmallVector<AffineMap> maps(inputs.size() + results,
                              builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, ValueRange(outs).getTypes(), inputs, outs, maps, iterators,
      [&](OpBuilder &b, Location l, ValueRange arguments) {
        linalg::YieldOp::create(
            b, l, body(b, l, arguments.take_front(inputs.size())));
      });
  return llvm::to_vector(ValueRange(generic.getResults()));
}

/// The accumulator's first value counts as a term.
Sums::Values Sums::start(OpBuilder &builder, Location loc, Value init) {
  return elementwise(builder, loc, init, kFollowers,
                     [&](OpBuilder &b, Location l, ValueRange in) -> Values {
                       return startScalar(b, l, in[0]);
                     });
}

Sums::Values Sums::startScalar(OpBuilder &builder, Location loc, Value init) {
  Value size = magnitude(builder, loc, init);
  return {size, arith::MulFOp::create(builder, loc, size, size), size,
          call(builder, loc, "kopt_quantum_f64", init)};
}

/// One term: sum of magnitudes, sum of squares, largest partial sum, quantum.
Sums::Values Sums::follow(OpBuilder &builder, Operation *op,
                          BlockArgument accumulator, ValueRange followers) {
  Location loc = op->getLoc();
  Value term;
  if (isa<math::FmaOp>(op))
    term = arith::MulFOp::create(builder, loc, op->getOperand(0),
                                 op->getOperand(1));
  else
    term = op->getOperand(op->getOperand(0) == accumulator ? 1 : 0);
  Value size = magnitude(builder, loc, term);
  Value square = arith::MulFOp::create(builder, loc, size, size);
  Value partial = magnitude(builder, loc, op->getResult(0));
  Value quantum = call(builder, loc, "kopt_quantum_f64", term);
  return {arith::AddFOp::create(builder, loc, followers[0], size),
          arith::AddFOp::create(builder, loc, followers[1], square),
          arith::MaxNumFOp::create(builder, loc, followers[2], partial),
          arith::MinNumFOp::create(builder, loc, followers[3], quantum)};
}

Value Sums::numberOfTerms(OpBuilder &builder, linalg::GenericOp generic) {
  Location loc = generic.getLoc();
  SmallVector<Range, 4> ranges =
      cast<linalg::LinalgOp>(*generic).createLoopRanges(builder, loc);
  Value count = constant(builder, loc, 1);
  for (auto [range, iterator] :
       llvm::zip(ranges, generic.getIteratorTypesArray())) {
    if (iterator != utils::IteratorType::reduction)
      continue;
    Value extent = getValueOrCreateConstantIndexOp(builder, loc, range.size);
    extent =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), extent);
    extent = arith::SIToFPOp::create(builder, loc, f64, extent);
    count = arith::MulFOp::create(builder, loc, count, extent);
  }
  return count;
}

void Sums::perturb(linalg::GenericOp generic, ArrayRef<Sum> sums) {
  OpBuilder builder(generic);
  Location loc = generic.getLoc();
  Values outs = generic.getOutputs();
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  for (const Sum &sum : sums) {
    llvm::append_range(outs, start(builder, loc, outs[sum.result]));
    maps.append(kFollowers, maps[generic.getNumDpsInputs() + sum.result]);
  }
  auto followed = linalg::GenericOp::create(
      builder, loc, ValueRange(outs).getTypes(), generic.getInputs(), outs,
      maps, generic.getIteratorTypesArray());
  followed.getRegion().takeBody(generic.getRegion());
  Block *body = followed.getBody();
  Operation *yield = body->getTerminator();
  Values yielded = yield->getOperands();
  builder.setInsertionPoint(yield);
  for (const Sum &sum : sums) {
    Values followers;
    for (unsigned i = 0; i < kFollowers; ++i)
      followers.push_back(body->addArgument(f64, loc));
    BlockArgument accumulator =
        body->getArgument(generic.getNumDpsInputs() + sum.result);
    llvm::append_range(yielded,
                       follow(builder, sum.op, accumulator, followers));
  }
  yield->setOperands(yielded);

  builder.setInsertionPointAfter(followed);
  Values results = followed->getResults().take_front(generic->getNumResults());
  for (unsigned i = 0; i < sums.size(); ++i) {
    const Sum &sum = sums[i];
    Values inputs = {followed.getResult(sum.result)};
    llvm::append_range(
        inputs, followed->getResults().slice(
                    generic->getNumResults() + i * kFollowers, kFollowers));
    Value terms = numberOfTerms(builder, followed);
    results[sum.result] =
        elementwise(builder, loc, inputs, 1,
                    [&](OpBuilder &b, Location l, ValueRange in) -> Values {
                      Values all = {in[0], constant(b, l, sum.number)};
                      llvm::append_range(all, in.drop_front());
                      all.push_back(terms);
                      return {call(b, l, nameOf("sum_", sum.type), all)};
                    })[0];
  }
  generic.replaceAllUsesWith(results);
  generic.erase();
}

void Sums::perturb(const Sum &sum) {
  IRRewriter rewriter(module.getContext());
  auto loop = cast<scf::ForOp>(sum.op->getParentOp());
  Location loc = sum.op->getLoc();
  rewriter.setInsertionPoint(loop);
  // What sees the sum, but for the sum itself. The operands of the terminator
  // are about to move.
  Operation *yield = loop.getBody()->getTerminator();
  auto usesOf = [&](Value value) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses())
      if (use.getOwner() != sum.op && use.getOwner() != yield)
        uses.push_back(&use);
    return uses;
  };
  SmallVector<OpOperand *> seeBefore =
      usesOf(loop.getRegionIterArg(sum.result));
  SmallVector<OpOperand *> seePartial = usesOf(sum.op->getResult(0));
  SmallVector<OpOperand *> seeWhole = usesOf(loop.getResult(sum.result));

  Values inits = startScalar(rewriter, loc, loop.getInitArgs()[sum.result]);
  inits.push_back(constant(rewriter, loc, 0));
  unsigned first = loop.getNumRegionIterArgs();
  Values next;
  auto carryMore = [&](OpBuilder &builder, Location,
                       ArrayRef<BlockArgument> added) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(sum.op);
    Values followers(added.begin(), added.end());
    next = follow(builder, sum.op, loop.getRegionIterArg(sum.result),
                  ArrayRef(followers).take_front(kFollowers));
    next.push_back(arith::AddFOp::create(builder, loc, followers.back(),
                                         constant(builder, loc, 1)));
    return next;
  };
  FailureOr<LoopLikeOpInterface> wider = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, carryMore);
  loop = cast<scf::ForOp>(**wider);
  for (OpOperand &use : yield->getOpOperands()) {
    if (use.getOperandNumber() == sum.result)
      continue;
    if (use.get() == sum.op->getResult(0))
      seePartial.push_back(&use);
    else if (use.get() == loop.getRegionIterArg(sum.result))
      seeBefore.push_back(&use);
  }
  // The sum goes on as it is; what else sees it sees it moved.
  auto move = [&](Value value, ValueRange followers,
                  ArrayRef<OpOperand *> uses) {
    if (uses.empty())
      return;
    Values inputs = {value, constant(rewriter, loc, sum.number)};
    llvm::append_range(inputs, followers);
    Value moved = call(rewriter, loc, nameOf("sum_", sum.type), inputs);
    for (OpOperand *use : uses)
      use->set(moved);
  };
  rewriter.setInsertionPointToStart(loop.getBody());
  move(loop.getRegionIterArg(sum.result),
       loop.getRegionIterArgs().drop_front(first), seeBefore);
  rewriter.setInsertionPointAfterValue(next.back());
  move(sum.op->getResult(0), next, seePartial);
  rewriter.setInsertionPointAfter(loop);
  move(loop.getResult(sum.result), loop.getResults().drop_front(first),
       seeWhole);
}

/// Either of two zeros, at every maxnumf and minnumf.
void perturbZeros(ModuleOp module) {
  SmallVector<Operation *> found;
  module.walk([&](Operation *op) {
    if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op) &&
        op->getResult(0).getType().isF64())
      found.push_back(op);
  });
  for (Operation *op : found) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value result = op->getResult(0);
    auto function =
        declareScalar(module, "kopt_noise_zero_f64",
                      Float64Type::get(op->getContext()), /*arguments=*/3);
    auto moved = func::CallOp::create(
        builder, op->getLoc(), function,
        ValueRange{op->getOperand(0), op->getOperand(1), result});
    result.replaceAllUsesExcept(moved.getResult(0), moved);
  }
}

} // namespace

void perturb(ModuleOp module, ArrayRef<Rounding> roundings) {
  perturbZeros(module);
  llvm::MapVector<Operation *, SmallVector<Sum>> sums;
  SmallVector<Sum> carried;
  unsigned next = 0;
  for (auto [op, type] : roundings) {
    unsigned number = next++;
    if (std::optional<unsigned> result = accumulates(op)) {
      sums[op->getParentOp()].push_back({op, type, *result, number});
      continue;
    }
    if (std::optional<unsigned> result = carries(op)) {
      carried.push_back({op, type, *result, number});
      continue;
    }
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    StringRef kind;
    SmallVector<Value> values = {
        op->getResult(0),
        arith::ConstantOp::create(builder, op->getLoc(),
                                  builder.getF64FloatAttr(number))};
    if (isa<arith::DivFOp>(op)) {
      kind = "div_";
      values.push_back(op->getOperand(1));
    } else if (isa<math::SinOp, math::CosOp, math::TanOp>(op)) {
      kind = isa<math::TanOp>(op) ? "tan_" : "wave_";
      values.push_back(op->getOperand(0));
    } else if (isa<math::MathDialect>(op->getDialect()) &&
               !isa<math::SqrtOp, math::FmaOp>(op)) {
      kind = "fn_";
    }
    auto function =
        declareScalar(module, nameOf(kind, type),
                      Float64Type::get(op->getContext()), values.size());
    Value result = op->getResult(0);
    auto moved = func::CallOp::create(builder, op->getLoc(), function, values);
    result.replaceAllUsesExcept(moved.getResult(0), moved);
  }
  Sums rewriter(module);
  for (const Sum &sum : carried)
    rewriter.perturb(sum);
  for (auto &[op, found] : sums)
    rewriter.perturb(cast<linalg::GenericOp>(op), found);
}

} // namespace kopt::oracle
