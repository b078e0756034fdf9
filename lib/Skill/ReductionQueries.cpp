//===- ReductionQueries.cpp - Facts about reductions of whole tensors -----===//

#include "kopt/Skill/Facts.h"
#include "lib/Rewrites/DimClasses.h"
#include "lib/Rewrites/Split.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

namespace {
/// One reduction of a form-1 kernel, as a program with some columns does it.
struct Reduced {
  AffineExpr programs; ///< over the kernel's symbols
  AffineExpr bytes;    ///< that one program reads
};
} // namespace

/// The extent of a class: a number, or a symbol of the kernel.
static AffineExpr extentOf(KernelOp kernel, DimClasses &classes, unsigned cls) {
  int64_t known = classes.extent(cls);
  if (!ShapedType::isDynamic(known))
    return getAffineConstantExpr(known, kernel.getContext());
  auto [argument, dim] = classes.argument(cls, [](Value) { return true; });
  return argument ? kernel.getExtent(cast<BlockArgument>(argument), dim)
                  : AffineExpr();
}

/// The longest reduction of the kernel, where all are known, or the first that
/// is not; nothing where there is none.
static std::optional<Reduced> longest(KernelOp kernel, int64_t columns,
                                      std::string &why) {
  DimClasses classes(kernel);
  if (!classes.valid()) {
    why = classes.whyNot();
    return std::nullopt;
  }
  why = "the kernel reduces nothing";
  std::optional<Reduced> best;
  for (auto op : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (op.getNumReductionLoops() == 0)
      continue;
    unsigned innermost = op.getNumLoops();
    int64_t width = 0;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (map.getNumResults() != op.getNumLoops())
        continue;
      innermost = cast<AffineDimExpr>(map.getResults().back()).getPosition();
      Type element = getElementTypeOrSelf(input->get().getType());
      width += element.isIndex()
                   ? 8
                   : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
    }
    if (width == 0) {
      why = "no input has all dimensions of a reduction";
      return std::nullopt;
    }
    MLIRContext *context = kernel.getContext();
    Reduced one{getAffineConstantExpr(1, context),
                getAffineConstantExpr(width, context)};
    for (unsigned d = 0; d < op.getNumLoops(); ++d) {
      AffineExpr extent = extentOf(kernel, classes, classes.ofLoop(op, d));
      if (!extent) {
        why = "an extent that no argument of the kernel has";
        return std::nullopt;
      }
      bool isReduced =
          op.getIteratorTypesArray()[d] == utils::IteratorType::reduction;
      auto known = dyn_cast<AffineConstantExpr>(extent);
      if (isReduced) {
        one.bytes = one.bytes * extent;
      } else if (d == innermost) {
        one.programs = one.programs * extent.ceilDiv(columns);
        one.bytes =
            one.bytes * (known ? std::min(known.getValue(), columns) : columns);
      } else {
        one.programs = one.programs * extent;
      }
    }
    auto length = [&](const Reduced &r) {
      auto known = dyn_cast<AffineConstantExpr>(r.bytes);
      return known ? known.getValue() : std::numeric_limits<int64_t>::max();
    };
    if (!best || length(one) > length(*best))
      best = one;
  }
  return best;
}

static Number ask(const FactArgs &args, AffineExpr Reduced::*what,
                  const Twine &unknown) {
  KernelOp kernel = kernelOf(args.place);
  if (!kernel || kernel.isTiled())
    return Number::unknown("the kernel is not in form 1");
  if (args.values.empty() || !args.values[0].value || *args.values[0].value < 1)
    return Number::unknown("expected a number of columns");
  std::string why;
  std::optional<Reduced> reduced = longest(kernel, *args.values[0].value, why);
  if (!reduced)
    return Number::unknown(why);
  return Number::known((*reduced).*what, kernel, unknown);
}

static Number askPrograms(const FactArgs &args) {
  return ask(args, &Reduced::programs, "how many rows there are is dynamic");
}

static Number askBytes(const FactArgs &args) {
  return ask(args, &Reduced::bytes, "how long the rows are is dynamic");
}

/// How often the reductions of a form-1 kernel would be computed: what waits
/// for one runs over dimensions that it does not have.
static Number askRepeats(const FactArgs &args) {
  KernelOp kernel = kernelOf(args.place);
  if (!kernel || kernel.isTiled())
    return Number::unknown("the kernel is not in form 1");
  DimClasses classes(kernel);
  if (!classes.valid())
    return Number::unknown(classes.whyNot());
  MLIRContext *context = kernel.getContext();
  AffineExpr most = getAffineConstantExpr(1, context);
  auto generics = kernel.getBody().front().getOps<linalg::GenericOp>();
  for (auto reduction : generics) {
    if (reduction.getNumReductionLoops() == 0)
      continue;
    DenseSet<unsigned> own;
    for (unsigned d = 0; d < reduction.getNumLoops(); ++d)
      own.insert(classes.ofLoop(reduction, d));
    for (auto op : generics) {
      if (op == reduction || !waitsFor(op->getResult(0), {reduction}))
        continue;
      AffineExpr repeats = getAffineConstantExpr(1, context);
      for (unsigned d = 0; d < op.getNumLoops(); ++d) {
        unsigned cls = classes.ofLoop(op, d);
        if (own.contains(cls))
          continue;
        AffineExpr extent = extentOf(kernel, classes, cls);
        if (!extent)
          return Number::unknown("an extent that no argument of the kernel has");
        repeats = repeats * extent;
      }
      auto known = dyn_cast<AffineConstantExpr>(repeats);
      auto before = dyn_cast<AffineConstantExpr>(most);
      if (!before)
        continue;
      if (!known || known.getValue() > before.getValue())
        most = repeats;
    }
  }
  return Number::known(most, kernel, "how often they are is dynamic");
}

std::vector<Query> kopt::skill::reductionQueries() {
  return {
      {"repeats",
       "how often the kernel (form 1) would do its reductions: elements, along "
       "dimensions that these do not have, of what waits for one",
       askRepeats},
      {"reduction_programs",
       "programs of the kernel's longest reduction (form 1), each with one row "
       "or so many columns",
       askPrograms, 1},
      {"reduction_bytes",
       "bytes that one of these programs reads for the reduction", askBytes, 1},
  };
}
