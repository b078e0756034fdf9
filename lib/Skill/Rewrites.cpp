//===- Rewrites.cpp - Rewrites by name ------------------------------------===//

#include "kopt/Skill/Rewrites.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrite.h"

#include <map>

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

using ByName = std::map<std::string, Rewrite, std::less<>>;

static ByName &registry() {
  static ByName map;
  return map;
}

void kopt::skill::registerRewrite(Rewrite rewrite) {
  std::string name = rewrite.name;
  if (!rewrite.inverse && rewrite.whyNoInverse.empty())
    llvm::report_fatal_error("kopt: a rewrite needs an inverse or a reason");
  if (!registry().try_emplace(name, std::move(rewrite)).second)
    llvm::report_fatal_error("kopt: a rewrite is registered twice");
}

static bool hasWorkspace(KernelOp kernel) {
  for (unsigned i = 0, e = kernel.getNumArguments(); i < e; ++i)
    if (kernel.isWorkspace(i))
      return true;
  return false;
}

LogicalResult kopt::skill::applyRewrite(const Rewrite &rewrite,
                                        RewriterBase &rewriter,
                                        Operation *anchor,
                                        DictionaryAttr params,
                                        std::string &reason) {
  SmallVector<KernelOp> kernels;
  if (auto kernel = dyn_cast<KernelOp>(anchor))
    kernels.push_back(kernel);
  else if (auto around = anchor->getParentOfType<KernelOp>())
    kernels.push_back(around);
  if (auto launch = dyn_cast<LaunchOp>(anchor))
    for (SymbolRefAttr name : launch.getKernels())
      if (auto kernel =
              SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, name))
        kernels.push_back(kernel);
  for (KernelOp kernel : kernels)
    if (hasWorkspace(kernel)) {
      reason = "expected a kernel without a workspace, but got @" +
               kernel.getSymName().str();
      return failure();
    }
  return rewrite.apply(rewriter, anchor, params, reason);
}

void kopt::skill::registerAllRewrites() {
  static const bool once = [] {
    registerRewrite(
        {"fuse_launch", "merge the launch that produces an input into this one",
         fuseLaunch, nullptr, "the boundary of the two kernels is not kept"});
    registerRewrite({"recompute_read",
                     "compute what the producer stores from what it reads and "
                     "reduces",
                     recomputeRead, nullptr,
                     "what the producer stored is not kept"});
    registerRewrite({"split_reduction",
                     "reduce parts in one kernel and put them together in the "
                     "next",
                     splitReduction, nullptr,
                     "the boundary of the kernels is not kept",
                     NumericKind::Reassociates});
    registerRewrite(
        {"split_loop", "give each part of a loop that reduces to a program",
         splitLoop, nullptr, "the boundary of the kernels is not kept",
         NumericKind::Reassociates});
    registerRewrite({"index_parts",
                     "load and store parts of tensors instead of elements by "
                     "index",
                     indexParts, nullptr,
                     "the comparisons of coordinates are not kept"});
    registerRewrite({"tile_to_grid", "turn whole tensors into tiles of a grid",
                     tileToGrid, nullptr,
                     "the linalg operations are not kept"});
    registerRewrite({"tile_by_index",
                     "compute each element of the result from its index",
                     tileByIndex, nullptr, "the linalg operation is not kept"});
    registerRewrite({"scan_lines", "scan a line by tiles in a program",
                     scanLines, nullptr, "the whole scan is not kept",
                     NumericKind::Reassociates});
    registerRewrite({"order_lines",
                     "sort a line, or select its first elements, in a program",
                     orderLines, nullptr, "the whole order is not kept"});
    registerRewrite({"private_histogram",
                     "count tiles in each program and add the counts once",
                     privateHistogram, nullptr,
                     "the whole histogram is not kept"});
    registerRewrite({"scatter_to_grid",
                     "combine a tile of updates into memory in a program",
                     scatterToGrid, nullptr, "the whole update is not kept"});
    registerRewrite({"broadcast_load",
                     "load a tile as wide as its broadcasts make it",
                     broadcastLoad, nullptr,
                     "broadcasts that were there before are not told apart"});
    registerRewrite({"resize_tile", "change one tile extent everywhere",
                     resizeTile, nullptr,
                     "loops and masks that fold away are not kept"});
    registerRewrite({"defer_reduce",
                     "combine whole tiles in a loop and reduce once after it",
                     deferReduce, nullptr,
                     "the place of the reduction is not kept",
                     NumericKind::Reassociates});
    registerRewrite({"block_sum", "sum the iterations of a loop in blocks",
                     blockSum, nullptr,
                     "loops that were nested before are not told "
                     "apart",
                     NumericKind::Reassociates});
    registerRewrite(
        {"stage_transpose", "read in memory's order and transpose on chip",
         stageTranspose, nullptr, "the tile's former extents are not kept"});
    registerRewrite({"narrow_reduce",
                     "take a maximum or minimum before it is widened",
                     narrowReduce, nullptr,
                     "a reduction that was narrow before is not told apart"});
    registerRewrite({"multiply_by_reciprocal",
                     "divide by a row's scalar through its reciprocal",
                     multiplyByReciprocal, divideAgain, "",
                     NumericKind::Approximates});
    registerRewrite({"multiply_by_reciprocal_of_sum",
                     "divide by a sum of exponentials through its reciprocal",
                     multiplyByReciprocalOfSum, nullptr,
                     "a multiplication does not say that it was a division",
                     NumericKind::Approximates});
    registerRewrite({"sum_powers_of_two",
                     "sum exponentials below their maximum as powers of two",
                     sumPowersOfTwo, nullptr,
                     "powers of two that were there before are not told "
                     "apart",
                     NumericKind::Approximates});
    registerRewrite({"share_divisor",
                     "divide by a row's scalar with its reciprocal formed "
                     "once, to the same bits",
                     shareDivisor, divideAgain, ""});
    registerRewrite({"contract_multiply_add",
                     "round a product and a sum once, as a multiply-add",
                     contractMultiplyAdd, expandMultiplyAdd, "",
                     NumericKind::Contracts});
    registerRewrite({"approximate_math",
                     "allow the approximate instructions for f32 functions",
                     approximateMath, exactMath, "",
                     NumericKind::Approximates});
    return true;
  }();
  (void)once;
}

const Rewrite *kopt::skill::lookupRewrite(llvm::StringRef name) {
  auto found = registry().find(name.str());
  return found == registry().end() ? nullptr : &found->second;
}

std::vector<std::string> kopt::skill::rewriteNames() {
  std::vector<std::string> names;
  for (const auto &[name, rewrite] : registry())
    names.push_back(name);
  return names;
}
