//===- SplitReduction.cpp - Parts in one kernel, the whole in the next ----===//
//
// Upstream's linalg::splitReduction does one operation in one function; here
// several siblings are split alike and the parts' results cross from kernel to
// kernel.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Anchors.h"
#include "lib/Rewrites/Split.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace kopt;

namespace {

/// An operand of a new operation beside those of the old one.
struct Extra {
  Value tensor;
  AffineMap map;
};

class Splitter {
public:
  Splitter(KernelOp kernel, LaunchOp launch, SplitPlan plan,
           std::string &reason)
      : kernel(kernel), launch(launch), plan(std::move(plan)), classes(kernel),
        reason(reason) {}

  LogicalResult run(RewriterBase &rewriter, StringRef name);

private:
  LogicalResult writeParts(StringRef name);
  FailureOr<Value> writePart(Extract &parts, const SplitReduction &r);
  FailureOr<Value> writeWhole(Extract &whole, const SplitReduction &r);
  /// Where the part results of `of` are, in the iteration space that gives the
  /// new dimension of a class.
  AffineMap partMap(const SplitReduction &of, unsigned numLoops,
                    function_ref<unsigned(unsigned cls)> dimOf);
  /// What of the store waits for the reductions and runs over what they reduce.
  bool isWide(Value value);

  KernelOp kernel;
  LaunchOp launch;
  SplitPlan plan;
  DimClasses classes;
  std::string &reason;
  DenseMap<Operation *, Value> partsOnHost, partsHere;
};

} // namespace

AffineMap Splitter::partMap(const SplitReduction &of, unsigned numLoops,
                            function_ref<unsigned(unsigned)> dimOf) {
  MLIRContext *context = kernel.getContext();
  SmallVector<AffineExpr> exprs;
  for (unsigned d : of.dims)
    exprs.push_back(getAffineDimExpr(dimOf(classes.ofLoop(of.op, d)), context));
  return AffineMap::get(numLoops, 0, exprs, context);
}

/// `value` as a scalar of the type of `like`.
static Value number(OpBuilder &builder, Location loc, double value, Type type) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

/// The maximum of a part that is all -inf is -inf, and -inf - -inf is no
/// number: the least finite value does as well, and exp of what is below it is
/// zero.
static Value finite(OpBuilder &builder, Location loc, Value centre) {
  auto type = cast<FloatType>(centre.getType());
  Value least = arith::ConstantOp::create(
      builder, loc,
      builder.getFloatAttr(
          type, APFloat::getLargest(type.getFloatSemantics(), true)));
  return arith::MaximumFOp::create(builder, loc, centre, least);
}

/// The operation on a part: the old one with more parallel dimensions, from the
/// neutral element; a cascade takes the part's own centre.
FailureOr<Value> Splitter::writePart(Extract &parts, const SplitReduction &r) {
  linalg::GenericOp op = r.op;
  Location loc = op.getLoc();
  Operation *combiner = combinerOf(op);
  Type element = op.getRegionOutputArgs()[0].getType();
  unsigned numLoops = parts.numLoops(op);
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::reduction);
  // The part's own dimension of each class.
  DenseMap<unsigned, unsigned> dimOf;
  for (unsigned d = 0; d < op.getNumLoops(); ++d) {
    unsigned first = parts.loops(op, d)[0];
    dimOf[classes.ofLoop(op, d)] = first;
    if (llvm::is_contained(r.dims, d))
      iterators[first] = utils::IteratorType::parallel;
  }
  auto lookup = [&](unsigned cls) { return dimOf.lookup(cls); };

  // Operands that the part's body uses, and the part results it takes instead
  // of what it would wait for.
  SmallVector<Value> ins;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> from;
  auto isAwaited = [&](BlockArgument a) {
    return a.getArgNumber() < op.getNumDpsInputs() &&
           plan.find(op.getInputs()[a.getArgNumber()]);
  };
  auto uses = [&](Value value, BlockArgument a) {
    return dependsOn(value, op, [&](BlockArgument b) { return a == b; });
  };
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument a = op.getMatchingBlockArgument(input);
    if (isAwaited(a)) {
      if (r.cascade.kind != Cascade::Exponential)
        continue;
      const SplitReduction *of = plan.find(input->get());
      ins.push_back(partsHere.lookup(of->op));
      maps.push_back(partMap(*of, numLoops, lookup));
      from.push_back(a);
      continue;
    }
    // A mean's divisor is no affair of the part.
    if (r.cascade.kind == Cascade::Squares) {
      Value u = r.cascade.centre == r.cascade.difference->getOperand(1)
                    ? r.cascade.difference->getOperand(0)
                    : r.cascade.difference->getOperand(1);
      if (!uses(u, a))
        continue;
    }
    FailureOr<Value> here = parts.get(input->get());
    if (failed(here))
      return failure();
    ins.push_back(*here);
    maps.push_back(parts.expand(op, op.getMatchingIndexingMap(input)));
    from.push_back(a);
  }
  if (r.cascade.kind == Cascade::Squares) {
    const SplitReduction *sum = plan.find(r.cascade.sum.getResult(0));
    ins.push_back(partsHere.lookup(sum->op));
    maps.push_back(partMap(*sum, numLoops, lookup));
  }
  auto empty = parts.empty(op, r.dims, element);
  if (failed(empty))
    return failure();
  OpBuilder &builder = parts.builder;
  Value neutral =
      arith::ConstantOp::create(builder, loc, *neutralElementOf(combiner));
  Value init =
      linalg::FillOp::create(builder, loc, neutral, empty->first).getResult(0);
  maps.push_back(partMap(r, numLoops, lookup));
  bool isFine = true;
  auto part = linalg::GenericOp::create(
      builder, loc, TypeRange(init), ins, init, maps, iterators,
      [&](OpBuilder &, Location, ValueRange args) {
        IRMapping body;
        for (auto [old, arg] : llvm::zip(from, args))
          body.map(old, arg);
        body.map(op.getRegionOutputArgs()[0], args.back());
        parts.indices(op, body);
        auto outside = [&](Value v) { return parts.around(v, isFine); };
        if (r.cascade.kind == Cascade::Squares) {
          Value count = number(builder, loc, plan.partElements, element);
          body.map(
              r.cascade.centre,
              arith::DivFOp::create(builder, loc, args[ins.size() - 1], count));
        } else if (r.cascade.kind == Cascade::Exponential) {
          Value centre = cloneSlice(builder, r.cascade.centre, op.getBody(),
                                    body, outside);
          body.map(r.cascade.centre, finite(builder, loc, centre));
        }
        Value result = cloneSlice(builder, combiner->getResult(0), op.getBody(),
                                  body, outside);
        linalg::YieldOp::create(builder, loc, result);
      });
  if (!isFine)
    return failure();
  parts.output(part.getResult(0), empty->second);
  return part.getResult(0);
}

LogicalResult Splitter::writeParts(StringRef name) {
  Extract parts(kernel, launch, classes, plan.cut, reason);
  for (const SplitReduction &r : plan.reductions) {
    FailureOr<Value> part = writePart(parts, r);
    if (failed(part))
      return failure();
    partsHere[r.op] = *part;
  }
  LaunchOp launched = parts.finish(name);
  for (auto [r, result] : llvm::zip(plan.reductions, launched.getResults()))
    partsOnHost[r.op] = result;
  partsHere.clear();
  return success();
}

/// The old result from the parts', in their order.
FailureOr<Value> Splitter::writeWhole(Extract &whole, const SplitReduction &r) {
  linalg::GenericOp op = r.op;
  Location loc = op.getLoc();
  Operation *combiner = combinerOf(op);
  unsigned numLoops = r.dims.size();
  auto dimOf = [&](unsigned cls) -> unsigned {
    for (auto [i, d] : llvm::enumerate(r.dims))
      if (classes.ofLoop(op, d) == cls)
        return i;
    llvm_unreachable("a part result has a dimension that the parts have not");
  };
  auto shrink = [&](AffineMap map) {
    SmallVector<AffineExpr> exprs;
    for (AffineExpr e : map.getResults())
      exprs.push_back(getAffineDimExpr(
          dimOf(classes.ofLoop(op, cast<AffineDimExpr>(e).getPosition())),
          kernel.getContext()));
    return AffineMap::get(numLoops, 0, exprs, kernel.getContext());
  };
  auto partHere = [&](const SplitReduction &of) {
    Value &here = partsHere[of.op];
    if (!here)
      here = whole.input(partsOnHost.lookup(of.op));
    return here;
  };
  SmallVector<utils::IteratorType> iterators;
  for (unsigned d : r.dims)
    iterators.push_back(op.getIteratorTypesArray()[d]);
  SmallVector<Value> ins = {partHere(r)};
  SmallVector<AffineMap> maps = {partMap(r, numLoops, dimOf)};
  // What the centre is made of: of all elements, and, for an exponent, of the
  // part.
  SmallVector<BlockArgument> ofCentre;
  if (r.cascade.kind != Cascade::None)
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument a = op.getMatchingBlockArgument(input);
      if (!dependsOn(r.cascade.centre, op,
                     [&](BlockArgument b) { return a == b; }))
        continue;
      FailureOr<Value> here = whole.get(input->get());
      if (failed(here))
        return failure();
      ofCentre.push_back(a);
      ins.push_back(*here);
      maps.push_back(shrink(op.getMatchingIndexingMap(input)));
    }
  if (r.cascade.kind == Cascade::Squares) {
    const SplitReduction *sum = plan.find(r.cascade.sum.getResult(0));
    ins.push_back(partHere(*sum));
    maps.push_back(partMap(*sum, numLoops, dimOf));
  } else if (r.cascade.kind == Cascade::Exponential) {
    for (BlockArgument a : ofCentre)
      if (const SplitReduction *of =
              plan.find(op.getInputs()[a.getArgNumber()])) {
        ins.push_back(partHere(*of));
        maps.push_back(partMap(*of, numLoops, dimOf));
      }
  }
  FailureOr<Value> init = whole.get(op.getDpsInits()[0]);
  if (failed(init))
    return failure();
  OpBuilder &builder = whole.builder;
  maps.push_back(shrink(op.getMatchingIndexingMap(op.getDpsInitOperand(0))));
  bool isFine = true;
  auto result = linalg::GenericOp::create(
      builder, loc, TypeRange(*init), ins, *init, maps, iterators,
      [&](OpBuilder &, Location, ValueRange args) {
        auto outside = [&](Value v) { return whole.around(v, isFine); };
        auto centreOf = [&](IRMapping &body) {
          return cloneSlice(builder, r.cascade.centre, op.getBody(), body,
                            outside);
        };
        Type element = args[0].getType();
        Value term = args[0];
        IRMapping all;
        for (auto [i, a] : llvm::enumerate(ofCentre))
          all.map(a, args[1 + i]);
        if (r.cascade.kind == Cascade::Squares) {
          Value count = number(builder, loc, plan.partElements, element);
          Value mean =
              arith::DivFOp::create(builder, loc, args[ins.size() - 1], count);
          Value apart =
              arith::SubFOp::create(builder, loc, mean, centreOf(all));
          Value square = arith::MulFOp::create(builder, loc, apart, apart);
          Value between = arith::MulFOp::create(builder, loc, square, count);
          term = arith::AddFOp::create(builder, loc, term, between);
        } else if (r.cascade.kind == Cascade::Exponential) {
          IRMapping part = all;
          unsigned at = 1 + ofCentre.size();
          for (BlockArgument a : ofCentre)
            if (plan.find(op.getInputs()[a.getArgNumber()]))
              part.map(a, args[at++]);
          Value own = finite(builder, loc, centreOf(part));
          Value apart = arith::SubFOp::create(builder, loc, own, centreOf(all));
          Operation *power = *r.cascade.difference->getUsers().begin();
          Value scale = builder
                            .create(loc, power->getName().getIdentifier(),
                                    apart, element, power->getAttrs())
                            ->getResult(0);
          term = arith::MulFOp::create(builder, loc, term, scale);
        }
        bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[0];
        Value sides[2] = {args.back(), term};
        if (!left)
          std::swap(sides[0], sides[1]);
        Operation *combine =
            builder.create(loc, combiner->getName().getIdentifier(), sides,
                           element, combiner->getAttrs());
        linalg::YieldOp::create(builder, loc, combine->getResults());
      });
  if (!isFine)
    return failure();
  return result.getResult(0);
}

bool Splitter::isWide(Value value) {
  return isBehind(
      value,
      [&](Value v) {
        if (!isa<RankedTensorType>(v.getType()) || plan.find(v))
          return false;
        return llvm::any_of(classes.all(v), [&](unsigned cls) {
          return llvm::is_contained(plan.outer, cls) ||
                 (plan.cut && plan.cut->cls == cls);
        });
      },
      [&](Value v) { return plan.find(v) != nullptr; });
}

LogicalResult Splitter::run(RewriterBase &rewriter, StringRef name) {
  if (!classes.valid()) {
    reason = classes.whyNot();
    return failure();
  }
  if (failed(writeParts((name + "_parts").str())))
    return failure();
  SmallVector<StoreOp> narrow, wide;
  for (auto store : kernel.getBody().front().getOps<StoreOp>())
    (isWide(store.getValue()) ? wide : narrow).push_back(store);
  auto hostOf = [&](StoreOp store) {
    return launch->getOperand(
        cast<BlockArgument>(store.getDest()).getArgNumber());
  };
  SmallVector<Value> results(launch->getNumResults());
  auto resultOf = [&](StoreOp store) -> Value & {
    return results[cast<BlockArgument>(store.getDest()).getArgNumber() -
                   launch.getInputs().size()];
  };

  // The reductions end, and what is no wider than they are.
  Extract whole(kernel, launch, classes, std::nullopt, reason);
  SmallVector<std::pair<linalg::GenericOp, unsigned>> passed;
  unsigned outputs = 0;
  for (const SplitReduction &r : plan.reductions) {
    Value old = r.op.getResult(0);
    // A sum that only a cascade needed is in its parts.
    if (old.use_empty())
      continue;
    FailureOr<Value> here = writeWhole(whole, r);
    if (failed(here))
      return failure();
    whole.seed(old, *here);
    bool isPassed = llvm::any_of(old.getUsers(), [&](Operation *user) {
      return !isa<StoreOp>(user) && !plan.find(user->getResult(0));
    });
    if (wide.empty() || !isPassed)
      continue;
    auto empty = whole.empty(
        r.op,
        [&] {
          SmallVector<unsigned> dims;
          AffineMap map = r.op.getIndexingMapsArray().back();
          for (AffineExpr e : map.getResults())
            dims.push_back(cast<AffineDimExpr>(e).getPosition());
          return dims;
        }(),
        cast<RankedTensorType>(old.getType()).getElementType());
    if (failed(empty))
      return failure();
    whole.output(*here, empty->second);
    passed.push_back({r.op, outputs++});
  }
  for (StoreOp store : narrow) {
    FailureOr<Value> value = whole.get(store.getValue());
    if (failed(value))
      return failure();
    whole.output(*value, hostOf(store));
  }
  LaunchOp ended =
      whole.finish(wide.empty() ? name.str() : (name + "_whole").str());
  for (auto [i, store] : llvm::enumerate(narrow))
    resultOf(store) = ended->getResult(outputs + i);

  if (!wide.empty()) {
    Extract rest(kernel, launch, classes, std::nullopt, reason);
    for (auto [op, number] : passed)
      rest.seed(op.getResult(0), rest.input(ended->getResult(number)));
    for (StoreOp store : wide) {
      FailureOr<Value> value = rest.get(store.getValue());
      if (failed(value))
        return failure();
      rest.output(*value, hostOf(store));
    }
    LaunchOp last = rest.finish(name);
    for (auto [i, store] : llvm::enumerate(wide))
      resultOf(store) = last->getResult(i);
  }
  if (llvm::is_contained(results, Value())) {
    reason = "the kernel does not store one of its outputs whole";
    return failure();
  }
  rewriter.replaceOp(launch, results);
  return success();
}

LogicalResult kopt::skill::splitReduction(RewriterBase &rewriter,
                                          Operation *anchor,
                                          DictionaryAttr params,
                                          std::string &reason) {
  KernelOp kernel = launchedKernel(anchor, /*isTiled=*/false, reason);
  if (!kernel)
    return failure();
  auto launch = cast<LaunchOp>(anchor);
  SplitSizes sizes{};
  int64_t machine = 1;
  if (failed(positiveParameters(params,
                                {{"least", &sizes.least},
                                 {"most", &sizes.most},
                                 {"together", &sizes.together},
                                 {"programs", &sizes.programs},
                                 {"machine", &machine},
                                 {"columns", &sizes.columns}},
                                reason)))
    return failure();
  sizes.programs *= machine;
  // The kernel may have other launches: what is changed is a copy.
  Operation *module = kernel->getParentOp();
  std::string name = kernel.getSymName().str();
  bool isShared = isLaunchedElsewhere(launch);
  rewriter.setInsertionPoint(kernel);
  Block::iterator place = rewriter.getInsertionPoint();
  if (isShared)
    kernel = kernel.clone();
  else
    place = std::next(place), kernel->remove();
  kernel.setSymName(name + "_old");
  SymbolTable(module).insert(kernel, place);
  FailureOr<SplitPlan> plan = planSplit(kernel, sizes, rewriter, reason);
  if (failed(plan) ||
      failed(Splitter(kernel, launch, *plan, reason).run(rewriter, name)))
    return failure();
  rewriter.eraseOp(kernel);
  return success();
}
