//===- StockPasses.cpp - Rewrites that change no result -------------------===//

#include "StockPasses.h"
#include "kopt/Program/Program.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::fuzz;

bool fuzz::runPasses(Operation *op, StringRef passes) {
  PassManager manager(op->getContext(), op->getName().getStringRef());
  return succeeded(parsePassPipeline(passes, manager)) &&
         succeeded(manager.run(op));
}

//===----------------------------------------------------------------------===//
// Rewrites that upstream has as functions
//===----------------------------------------------------------------------===//

/// A loop over tiles of two to seven, the last one smaller.
static bool tile(linalg::LinalgOp op, IRRewriter &rewriter, Choices &choices) {
  unsigned loop = choices.below(std::max(1u, op.getNumLoops()));
  SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
  if (sizes.empty())
    return false;
  sizes[loop] = rewriter.getIndexAttr(2 + choices.below(6));
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(tiled))
    return false;
  rewriter.replaceOp(op, tiled->replacements);
  return true;
}

/// Loops in another order.
static bool interchange(linalg::LinalgOp op, IRRewriter &rewriter,
                        Choices &choices) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || op.getNumLoops() < 2)
    return false;
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq(0u, op.getNumLoops()));
  unsigned from = choices.below(op.getNumLoops() - 1);
  std::swap(order[from], order[from + 1]);
  return succeeded(linalg::interchangeGenericOp(rewriter, generic, order));
}

/// The structured operations that an aggregate stands for.
static bool decompose(Operation *op, IRRewriter &rewriter) {
  auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op);
  if (!aggregate)
    return false;
  FailureOr<SmallVector<Value>> parts = aggregate.decomposeOperation(rewriter);
  if (failed(parts))
    return false;
  rewriter.replaceOp(op, *parts);
  return true;
}

/// One such rewrite of an operation chosen; false where it has no place.
static bool rewriteOne(ModuleOp module, StringRef name, Choices &choices) {
  SmallVector<Operation *> places;
  module.walk([&](Operation *op) {
    if (name == "decompose" ? isa<linalg::AggregatedOpInterface>(op)
                            : isa<linalg::LinalgOp>(op))
      places.push_back(op);
  });
  if (places.empty())
    return false;
  Operation *op = choices.of(places);
  IRRewriter rewriter(op);
  if (name == "decompose")
    return decompose(op, rewriter);
  auto structured = cast<linalg::LinalgOp>(op);
  return name == "tile" ? tile(structured, rewriter, choices)
                        : interchange(structured, rewriter, choices);
}

/// Does a window move by more than one element? Upstream's specialization (LLVM
/// 22) makes a convolution of stride one of it.
static bool hasStrides(ModuleOp module) {
  WalkResult walk = module.walk([](linalg::GenericOp op) {
    for (AffineMap map : op.getIndexingMapsArray())
      for (AffineExpr result : map.getResults())
        if (result
                .walk([](AffineExpr e) {
                  return e.getKind() == AffineExprKind::Mul
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                })
                .wasInterrupted())
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

static std::vector<std::string> passesOf(Stage stage) {
  std::vector<std::string> passes;
  // Those of kernels, whether on tiles or on threads.
  if (stage == Stage::Tiles || stage == Stage::Threads)
    passes = {"canonicalize",      "cse",  "loop-invariant-code-motion",
              "control-flow-sink", "sccp", "int-range-optimizations"};
  auto with = [&](std::initializer_list<const char *> others) {
    passes.insert(passes.end(), others.begin(), others.end());
    return passes;
  };
  switch (stage) {
  case Stage::Original: // tiled and interchanged twice as often
    return with({"tile", "interchange", "decompose", "tile", "interchange",
                 "canonicalize", "cse",
                 "func.func(linalg-generalize-named-ops)",
                 "func.func(linalg-fuse-elementwise-ops)",
                 "linalg-fold-unit-extent-dims",
                 "func.func(linalg-specialize-generic-ops)",
                 "func.func(loop-invariant-subset-hoisting)"});
  case Stage::Structured:
    return with({"canonicalize", "cse", "decompose", "interchange",
                 "func.func(linalg-generalize-named-ops)",
                 "func.func(linalg-fuse-elementwise-ops)",
                 "func.func(linalg-inline-scalar-operands)",
                 "func.func(linalg-specialize-generic-ops)",
                 "linalg-fold-unit-extent-dims"});
  case Stage::Tiles:
    return with({"scf-for-loop-peeling", "scf-for-loop-canonicalization",
                 "symbol-dce"});
  case Stage::Threads:
    return with({"arith-unsigned-when-equivalent", "lower-affine",
                 "expand-strided-metadata", "fold-memref-alias-ops"});
  }
  llvm_unreachable("covered switch");
}

std::string fuzz::applyStockPasses(ModuleOp module, Choices &choices,
                                   Stage stage) {
  if (stage == Stage::Threads && failed(lowerToSimt(module)))
    return "";
  std::vector<std::string> passes = passesOf(stage);
  std::string names;
  for (uint32_t count = 1 + choices.below(3); count > 0; --count) {
    std::string name = choices.of(passes);
    // One-Shot Bufferize is left out: the oracle runs it on every original.
    if (StringRef(name).contains("specialize") && hasStrides(module))
      continue;
    bool isRewrite =
        name == "tile" || name == "interchange" || name == "decompose";
    // What has no place here, or is refused, changes nothing and is not
    // counted.
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
    if (!(isRewrite ? rewriteOne(*copy, name, choices)
                    : runPasses(*copy, name)))
      continue;
    module.getBodyRegion().takeBody(copy->getBodyRegion());
    StringRef bare = name;
    if (bare.consume_front("func.func("))
      bare = bare.drop_back();
    names += (names.empty() ? "" : ",") + bare.str();
  }
  return names.empty() ? "none" : names;
}
