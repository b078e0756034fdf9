//===- Predicates.cpp - Structural conditions of kernels ------------------===//

#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

template <typename Fn> static Verdict ofKernel(const FactArgs &args, Fn fn) {
  KernelOp kernel = kernelOf(args.place);
  return kernel ? fn(kernel) : Verdict::fails("there is no kernel");
}

/// The first operation of the kernel that reduces; null if none does.
static Operation *firstReduction(KernelOp kernel) {
  Operation *found = nullptr;
  kernel.walk([&](Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!isa<ReduceOp>(op) &&
        !(structured && structured.getNumReductionLoops() > 0))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static Verdict askForm1(const FactArgs &args) {
  return ofKernel(args, [](KernelOp k) { return Verdict::of(!k.isTiled()); });
}
static Verdict askElementwise(const FactArgs &args) {
  return ofKernel(args, [](KernelOp k) {
    Operation *by = firstReduction(k);
    return by ? Verdict::fails("by " + by->getName().getStringRef())
              : Verdict::holds();
  });
}
static Verdict askReduction(const FactArgs &args) {
  return ofKernel(args,
                  [](KernelOp k) { return Verdict::of(firstReduction(k)); });
}

/// A reduced dimension that is not the last of an operand is not innermost in
/// memory, as arguments have the identity layout.
static Verdict askReducesOuter(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    WalkResult walk = kernel.walk([](linalg::LinalgOp op) {
      auto isReduced = [&](AffineExpr expr) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        return dim && op.getIteratorTypesArray()[dim.getPosition()] ==
                          utils::IteratorType::reduction;
      };
      for (OpOperand *input : op.getDpsInputOperands()) {
        ArrayRef<AffineExpr> exprs =
            op.getMatchingIndexingMap(input).getResults();
        if (llvm::any_of(exprs, isReduced) && !isReduced(exprs.back()))
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return Verdict::of(walk.wasInterrupted());
  });
}

static Verdict askReadsByIndex(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    WalkResult walk =
        kernel.walk([](tensor::ExtractOp) { return WalkResult::interrupt(); });
    return Verdict::of(walk.wasInterrupted());
  });
}

/// Broadcasts that only add dimensions of extent 1 repeat nothing.
static Verdict askOnlyRepeated(const FactArgs &args) {
  auto load = dyn_cast<LoadOp>(args.place);
  if (!load)
    return Verdict::fails("expected a load");
  BroadcastOp first;
  for (Operation *user : load->getUsers()) {
    auto broadcast = dyn_cast<BroadcastOp>(user);
    if (!broadcast || (first && (broadcast.getType() != first.getType() ||
                                 broadcast.getDims() != first.getDims())))
      return Verdict::fails("the tile has other uses");
    first = broadcast;
  }
  auto elements = [](Type type) {
    return cast<RankedTensorType>(type).getNumElements();
  };
  return Verdict::of(first && load.getTileType().hasStaticShape() &&
                     elements(first.getType()) > elements(load.getType()));
}

static Verdict askSingleUse(const FactArgs &args) {
  for (Value result : args.place->getResults())
    if (!result.hasOneUse())
      return Verdict::fails(
          "used " + Twine(std::distance(result.use_begin(), result.use_end())) +
          " times");
  return Verdict::holds();
}

/// A state is legal if it can be lowered; from form 1 the way is tile_to_grid,
/// so that is tried on a copy of the kernel.
static Verdict askTileable(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    if (kernel.isTiled())
      return Verdict::holds();
    OpBuilder builder(kernel.getContext());
    OwningOpRef<ModuleOp> scratch = ModuleOp::create(kernel.getLoc());
    builder.setInsertionPointToStart(scratch->getBody());
    auto gpuModule =
        gpu::GPUModuleOp::create(builder, kernel.getLoc(), "scratch");
    builder.setInsertionPointToStart(gpuModule.getBody());
    Operation *copy = builder.clone(*kernel);
    IRRewriter rewriter(kernel.getContext());
    std::string reason;
    if (failed(
            tileToGrid(rewriter, copy, builder.getDictionaryAttr({}), reason)))
      return Verdict::fails(reason);
    return Verdict::holds();
  });
}

static Verdict askGathers(const FactArgs &args) {
  return ofKernel(args, [](KernelOp kernel) {
    WalkResult walk = kernel.walk([](LoadOp load) {
      return load.getIndices().empty() ? WalkResult::advance()
                                       : WalkResult::interrupt();
    });
    return Verdict::of(walk.wasInterrupted());
  });
}

static Verdict askReadsAcross(const FactArgs &args) {
  auto load = dyn_cast<LoadOp>(args.place);
  if (!load)
    return Verdict::fails("expected a kopt.load");
  std::optional<SmallVector<unsigned>> order = memoryOrder(load);
  return Verdict::of(order && order->size() > 1 &&
                     order->back() + 1 != order->size());
}

std::vector<Predicate> kopt::skill::kernelPredicates() {
  return {
      {"is_form1", "the kernel works on whole tensors", askForm1,
       "a kernel before tile_to_grid and tile_by_index", breakForm1},
      {"is_elementwise", "the kernel reduces nothing", askElementwise,
       "no structured operation with a reduced dimension and no kopt.reduce",
       addReduction},
      {"has_reduction", "the kernel reduces", askReduction,
       "a structured operation with a reduced dimension, or a kopt.reduce",
       dropReductions},
      {"reduces_outer",
       "the kernel (form 1) reduces a dimension that is not innermost in "
       "memory",
       askReducesOuter,
       "an operand whose last dimension is not reduced and another is, in form "
       "1",
       dropReductions},
      {"gathers", "the kernel reads by index tiles", askGathers,
       "a load that a tile of numbers gives coordinates", dropGathers},
      {"reads_across",
       "the load's tile has another innermost dimension than its memory",
       askReadsAcross, "a load whose map exchanges the tile's dimensions",
       readAlong},
      {"reads_by_index",
       "the kernel (form 1) reads elements of tensors by an index",
       askReadsByIndex, "a tensor.extract in a structured operation",
       dropReadsByIndex},
      {"only_repeated",
       "all uses of the loaded tile are one and the same broadcast to more "
       "elements",
       askOnlyRepeated, "broadcasts of one type as the only uses",
       useOtherwise},
      {"single_use", "each result of the operation has one use", askSingleUse,
       "exactly one use of each result", addUse},
      {"tileable", "tile_to_grid can bring the kernel to form 2", askTileable,
       "only loads and stores of whole arguments and structured operations "
       "that index by single dimensions",
       breakTileable},
  };
}
