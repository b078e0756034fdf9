//===- FuseLaunch.cpp - Merge a launch into its consumer ------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/DimClasses.h"
#include "lib/Rewrites/FuseLaunch.h"
#include "lib/Rewrites/InlineReads.h"
#include "lib/Rewrites/Parts.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

namespace {

KernelOp kernelOf(LaunchOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch,
                                                        launch.getKernelAttr());
}

/// Everything about one merge: producer and consumer, the arguments of the
/// merged kernel, and which of the producer's results stay outputs.
struct Merge {
  LaunchOp producer, consumer;
  KernelOp producerKernel, consumerKernel;
  SmallVector<Value> inputs;         ///< host values of the merged launch
  SmallVector<unsigned> keptResults; ///< producer results with other users
  llvm::MapVector<Value, unsigned> index;

  void addInput(Value value) {
    if (index.try_emplace(value, inputs.size()).second)
      inputs.push_back(value);
  }
};

/// Moves what depends on `producer` and stands before `consumer`, of the same
/// block, behind it. Fails where `consumer` needs some of that.
LogicalResult moveBehind(LaunchOp producer, LaunchOp consumer,
                         std::string &reason) {
  Block *block = consumer->getBlock();
  llvm::SmallSetVector<Operation *, 8> dependent;
  auto addUsers = [&](Operation *op) {
    for (Operation *user : op->getUsers()) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      if (inBlock && inBlock != consumer && inBlock->isBeforeInBlock(consumer))
        dependent.insert(inBlock);
    }
  };
  addUsers(producer);
  for (unsigned i = 0; i < dependent.size(); ++i) {
    Operation *op = dependent[i];
    if (!isa<LaunchOp>(op) && !isMemoryEffectFree(op)) {
      reason = "another user of the intermediate comes before the consumer";
      return failure();
    }
    if (llvm::is_contained(op->getUsers(), consumer)) {
      reason = "the consumer also reads what is made of the intermediate";
      return failure();
    }
    addUsers(op);
  }
  SmallVector<Operation *> inOrder = dependent.takeVector();
  llvm::sort(inOrder, [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  });
  for (Operation *op : llvm::reverse(inOrder))
    op->moveAfter(consumer);
  return success();
}

/// Replaces every memref.dim of `gone` by one of an argument in the same
/// dimension class that is not `dead`.
LogicalResult replaceDims(KernelOp kernel, BlockArgument gone,
                          ArrayRef<BlockArgument> dead, std::string &reason) {
  DimClasses classes(kernel);
  if (!classes.valid()) {
    reason = classes.whyNot();
    return failure();
  }
  for (Operation *user : llvm::make_early_inc_range(gone.getUsers())) {
    if (isa<StoreOp>(user))
      continue;
    auto dim = dyn_cast<memref::DimOp>(user);
    if (!dim || !dim.getConstantIndex()) {
      reason = "the intermediate is used other than by load and store";
      return failure();
    }
    unsigned cls = classes.of(gone, *dim.getConstantIndex());
    auto [other, position] = classes.argument(cls, [&](Value v) {
      return !llvm::is_contained(dead, cast<BlockArgument>(v));
    });
    if (!other) {
      reason = "an extent of the intermediate is no extent of an argument";
      return failure();
    }
    OpBuilder builder(dim);
    dim.replaceAllUsesWith(
        memref::DimOp::create(builder, dim.getLoc(), other, position)
            .getResult());
    dim.erase();
  }
  return success();
}

/// Elements of a tensor; of one with dynamic extents those that are known, by
/// which it still compares with others of its kind.
uint64_t sizeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return 0;
  uint64_t size = type.getNumDynamicDims() > 0 ? uint64_t(1) << 32 : 1;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      size = llvm::SaturatingMultiply(size, uint64_t(extent));
  return size;
}

} // namespace

LaunchOp kopt::skill::siblingOf(Operation *op) {
  auto launch = dyn_cast<LaunchOp>(op);
  if (!launch || launch.getInputs().empty())
    return {};
  uint64_t largest = 0;
  for (Value input : launch.getInputs())
    largest = std::max(largest, sizeOf(input));
  LaunchOp last;
  for (Value input : launch.getInputs()) {
    if (sizeOf(input) < largest)
      continue;
    for (Operation *user : input.getUsers()) {
      auto other = dyn_cast<LaunchOp>(user);
      if (other && other->getBlock() == op->getBlock() &&
          other->isBeforeInBlock(op) &&
          llvm::is_contained(other.getInputs(), input) &&
          !llvm::is_contained(other->getUsers(), op) &&
          (!last || last->isBeforeInBlock(other)))
        last = other;
    }
  }
  return last;
}

LaunchOp kopt::skill::producerOf(Operation *op) {
  auto launch = dyn_cast<LaunchOp>(op);
  LaunchOp last;
  if (launch)
    for (Value input : launch.getInputs()) {
      auto producer = input.getDefiningOp<LaunchOp>();
      if (producer && producer->getBlock() == op->getBlock() &&
          (!last || last->isBeforeInBlock(producer)))
        last = producer;
    }
  return last;
}

LogicalResult kopt::skill::fuseLaunch(RewriterBase &rewriter, Operation *anchor,
                                      DictionaryAttr params,
                                      std::string &reason) {
  auto consumer = dyn_cast<LaunchOp>(anchor);
  if (!consumer) {
    reason = "expected a kopt.launch as anchor";
    return failure();
  }
  bool isSibling = params && params.get("sibling");
  LaunchOp producer = isSibling ? siblingOf(consumer) : producerOf(consumer);
  if (!producer) {
    reason = isSibling ? "no other launch reads the largest input"
                       : "no input comes from a launch in the same block";
    return failure();
  }
  return mergeLaunches(rewriter, producer, consumer, reason);
}

LogicalResult kopt::mergeLaunches(RewriterBase &rewriter, LaunchOp producer,
                                  LaunchOp consumer, std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  Merge m;
  m.producer = producer, m.consumer = consumer;
  m.consumerKernel = kernelOf(m.consumer);
  m.producerKernel = kernelOf(m.producer);
  if (!m.consumerKernel || !m.producerKernel)
    return no("expected launches of kopt.kernel");
  if (m.consumerKernel.isTiled() || m.producerKernel.isTiled())
    return no("expected both kernels in form 1");
  for (KernelOp kernel : {m.consumerKernel, m.producerKernel})
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
      if (kernel.isInOut(i))
        return no("an argument of kernel @" + kernel.getSymName() +
                  " is read and written");

  // The merged launch stands where the consumer stands.
  if (failed(moveBehind(m.producer, m.consumer, reason)))
    return failure();
  for (OpResult result : m.producer->getResults()) {
    if (llvm::is_contained(m.consumer.getOutputs(), result))
      return no("the intermediate is also a destination of the consumer");
    if (llvm::any_of(result.getUsers(), [&](Operation *user) {
          return user != m.consumer.getOperation();
        }))
      m.keptResults.push_back(result.getResultNumber());
  }
  for (Value input : m.producer.getInputs())
    m.addInput(input);
  for (Value input : m.consumer.getInputs())
    if (input.getDefiningOp() != m.producer.getOperation())
      m.addInput(input);

  // The merged kernel: inputs, kept intermediates, consumer outputs, and for
  // now also the intermediates that will go.
  Location loc = m.consumer.getLoc();
  unsigned producerIns = m.producer.getInputs().size();
  unsigned consumerIns = m.consumer.getInputs().size();
  SmallVector<Type> types;
  for (Value input : m.inputs) {
    auto in = llvm::find(m.producer.getInputs(), input);
    types.push_back(
        in != m.producer.getInputs().end()
            ? m.producerKernel
                  .getArgumentTypes()[in - m.producer.getInputs().begin()]
            : m.consumerKernel
                  .getArgumentTypes()[llvm::find(m.consumer.getInputs(),
                                                 input) -
                                      m.consumer.getInputs().begin()]);
  }
  unsigned numInputs = types.size();
  for (unsigned r : m.keptResults)
    types.push_back(m.producerKernel.getArgumentTypes()[producerIns + r]);
  llvm::append_range(
      types, m.consumerKernel.getArgumentTypes().drop_front(consumerIns));
  unsigned numArguments = types.size();

  OpBuilder builder(m.consumerKernel);
  SmallVector<Attribute> argAttrs;
  for (unsigned i = 0; i < numArguments; ++i)
    argAttrs.push_back(builder.getDictionaryAttr(
        i < numInputs ? ArrayRef<NamedAttribute>()
                      : ArrayRef<NamedAttribute>(builder.getNamedAttr(
                            "kopt.out", builder.getUnitAttr()))));
  auto merged = KernelOp::create(
      builder,
      FusedLoc::get(builder.getContext(),
                    {m.producerKernel.getLoc(), m.consumerKernel.getLoc()}),
      m.consumerKernel.getSymName(), builder.getFunctionType(types, {}),
      nullptr, nullptr, nullptr, builder.getArrayAttr(argAttrs), nullptr);
  Block *entry = builder.createBlock(&merged.getBody());
  for (Type type : types)
    entry->addArgument(type, loc);

  // Producer.
  IRMapping map;
  SmallVector<BlockArgument> dead;
  SmallVector<BlockArgument> flowing;
  for (auto [i, input] : llvm::enumerate(m.producer.getInputs()))
    map.map(m.producerKernel.getBody().getArgument(i),
            entry->getArgument(m.index.lookup(input)));
  for (unsigned r = 0; r < m.producer->getNumResults(); ++r) {
    BlockArgument from =
        m.producerKernel.getBody().getArgument(producerIns + r);
    auto kept = llvm::find(m.keptResults, r);
    BlockArgument to;
    if (kept != m.keptResults.end()) {
      to = entry->getArgument(numInputs + (kept - m.keptResults.begin()));
    } else {
      to = entry->addArgument(from.getType(), loc);
      dead.push_back(to);
    }
    map.map(from, to);
    flowing.push_back(to);
  }
  for (Operation &op : m.producerKernel.getBody().front().without_terminator())
    builder.clone(op, map);
  // Consumer: it loads the intermediate, at first.
  IRMapping consumerMap;
  for (auto [i, input] : llvm::enumerate(m.consumer.getInputs())) {
    BlockArgument from = m.consumerKernel.getBody().getArgument(i);
    if (input.getDefiningOp() == m.producer.getOperation())
      consumerMap.map(
          from, map.lookup(m.producerKernel.getBody().getArgument(
                    producerIns + cast<OpResult>(input).getResultNumber())));
    else
      consumerMap.map(from, entry->getArgument(m.index.lookup(input)));
  }
  for (unsigned i = consumerIns; i < m.consumerKernel.getNumArguments(); ++i)
    consumerMap.map(
        m.consumerKernel.getBody().getArgument(i),
        entry->getArgument(numInputs + m.keptResults.size() + i - consumerIns));
  builder.setInsertionPointToEnd(entry);
  for (Operation &op : m.consumerKernel.getBody().front())
    builder.clone(op, consumerMap);
  auto isLive = [&](Value argument) {
    return !llvm::is_contained(dead, cast<BlockArgument>(argument));
  };
  for (BlockArgument argument : flowing)
    if (failed(forwardStores(merged, argument, isLive, reason)))
      return failure();
  inlineReads(merged);
  // Dead stores stay until here: they tie the intermediate's dimensions to
  // others.
  for (BlockArgument argument : dead)
    if (failed(replaceDims(merged, argument, dead, reason)))
      return failure();
  for (BlockArgument argument : dead)
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      user->erase();
  entry->eraseArguments(numArguments, dead.size());

  // Host.
  rewriter.setInsertionPoint(m.consumer);
  SmallVector<Value> outs;
  SmallVector<Type> resultTypes;
  for (unsigned r : m.keptResults) {
    outs.push_back(m.producer.getOutputs()[r]);
    resultTypes.push_back(m.producer->getResult(r).getType());
  }
  llvm::append_range(outs, m.consumer.getOutputs());
  llvm::append_range(resultTypes, m.consumer->getResultTypes());
  auto launch = LaunchOp::create(rewriter, loc, resultTypes,
                                 m.consumer.getKernelAttr(), m.inputs, outs,
                                 /*variants=*/ArrayAttr());
  for (auto [i, r] : llvm::enumerate(m.keptResults))
    rewriter.replaceUsesWithIf(m.producer->getResult(r), launch->getResult(i),
                               [&](OpOperand &use) {
                                 return use.getOwner() != launch.getOperation();
                               });
  rewriter.replaceOp(m.consumer,
                     launch->getResults().drop_front(m.keptResults.size()));
  rewriter.eraseOp(m.producer);

  // The old kernels go unless somebody else launches them; the merged one takes
  // the consumer's name.
  Operation *module = m.consumerKernel->getParentOp();
  auto launchedElsewhere = [&](KernelOp kernel) {
    bool found = false;
    module->getParentOp()->walk([&](LaunchOp other) {
      found |= other != launch &&
               other.getKernelAttr().getLeafReference() == kernel.getSymName();
    });
    return found;
  };
  if (launchedElsewhere(m.consumerKernel)) {
    SymbolTable symbols(module);
    StringAttr name = symbols.insert(merged);
    launch.setKernelAttr(
        SymbolRefAttr::get(launch.getKernelAttr().getRootReference(),
                           {FlatSymbolRefAttr::get(name)}));
  } else {
    rewriter.eraseOp(m.consumerKernel);
  }
  if (!launchedElsewhere(m.producerKernel))
    rewriter.eraseOp(m.producerKernel);
  return success();
}
