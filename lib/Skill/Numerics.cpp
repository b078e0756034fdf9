//===- Numerics.cpp - What IR shows of its arithmetic ---------------------===//

#include "kopt/Skill/Numerics.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

static constexpr const char *spellings[] = {
    "exact", "reassociates", "contracts", "approximates", "narrows"};

const char *kopt::skill::spelling(NumericKind kind) {
  return spellings[unsigned(kind)];
}

std::optional<NumericKind> kopt::skill::parseNumericKind(StringRef text) {
  for (auto [i, name] : llvm::enumerate(spellings))
    if (text == name)
      return NumericKind(i);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static bool rounds(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp>(op);
}

unsigned kopt::skill::accumulatorWidth(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  bool reduces = isa<ReduceOp, ScanOp>(op) ||
                 (structured && structured.getNumReductionLoops() > 0);
  if (!reduces || op->getNumResults() == 0)
    return 0;
  auto type =
      dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  bool found = false;
  op->walk([&](Operation *inner) { found |= rounds(inner); });
  return type && found ? type.getWidth() : 0;
}

NumericKind kopt::skill::shownBy(Operation *op, unsigned accumulator) {
  using arith::FastMathFlags;
  if (unsigned width = accumulatorWidth(op); width && width < accumulator)
    return NumericKind::Narrows;
  FastMathFlags flags = FastMathFlags::none;
  if (auto arithmetic = dyn_cast<arith::ArithFastMathInterface>(op))
    if (arith::FastMathFlagsAttr attribute = arithmetic.getFastMathFlagsAttr())
      flags = attribute.getValue();
  if (bitEnumContainsAny(flags, FastMathFlags::afn | FastMathFlags::arcp) ||
      op->getName().getStringRef().contains("approx"))
    return NumericKind::Approximates;
  // Other instructions are named in inline assembly only.
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    if (assembly.getAsmString().contains(".approx"))
      return NumericKind::Approximates;
  return bitEnumContainsAny(flags, FastMathFlags::contract)
             ? NumericKind::Contracts
             : NumericKind::Exact;
}

//===----------------------------------------------------------------------===//
// A change
//===----------------------------------------------------------------------===//

namespace {
/// Operations of one name, by what they show.
struct Count {
  unsigned plain = 0, contracting = 0, approximating = 0;
  Operation *contracts = nullptr, *approximates = nullptr; ///< one of them
};

struct Profile {
  std::map<std::string, Count> names;
  unsigned products = 0, sums = 0, fused = 0;
  unsigned accumulator = 64;
  Operation *fma = nullptr, *narrowest = nullptr;
  /// Of each kernel in form 2, by name, its reductions.
  std::map<std::string, std::vector<std::string>> reductions;
};
} // namespace

static std::string boundOf(Value bound) {
  APInt number;
  return matchPattern(bound, m_ConstantInt(&number))
             ? std::to_string(number.getSExtValue())
             : "?";
}

/// How a reduction that rounds is done: over what, across what, in which loops.
static std::string shapeOf(Operation *op, KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    os << reduce.getInputType().getDimSize(reduce.getAxis());
    if (reduce.getAcrossAttr())
      os << " " << reduce.getAcrossAttr();
  }
  for (Operation *around = isa<scf::ForOp>(op) ? op : op->getParentOp();
       around != kernel; around = around->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(around))
      os << " loop " << boundOf(loop.getLowerBound()) << " "
         << boundOf(loop.getUpperBound()) << " " << boundOf(loop.getStep());
  return text;
}

/// A loop that adds to what it carries.
static bool accumulates(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || loop.getNumRegionIterArgs() == 0)
    return false;
  return llvm::any_of(loop.getYieldedValues(), [](Value value) {
    Operation *by = value.getDefiningOp();
    return by && rounds(by);
  });
}

static Profile profileOf(Operation *root) {
  Profile profile;
  root->walk([&](Operation *op) {
    if (isa<arith::MulFOp>(op))
      ++profile.products;
    if (isa<arith::AddFOp, arith::SubFOp>(op))
      ++profile.sums;
    if (isa<math::FmaOp>(op)) {
      ++profile.fused;
      profile.fma = op;
    }
    if (unsigned width = accumulatorWidth(op);
        width && width < profile.accumulator) {
      profile.accumulator = width;
      profile.narrowest = op;
    }
    Count &count = profile.names[op->getName().getStringRef().str()];
    switch (shownBy(op, 0)) {
    case NumericKind::Approximates:
      ++count.approximating;
      count.approximates = op;
      break;
    case NumericKind::Contracts:
      ++count.contracting;
      count.contracts = op;
      break;
    default:
      ++count.plain;
    }
    auto kernel = op->getParentOfType<KernelOp>();
    if (kernel && kernel.isTiled() &&
        ((isa<ReduceOp>(op) && accumulatorWidth(op)) || accumulates(op)))
      profile.reductions[kernel.getSymName().str()].push_back(
          shapeOf(op, kernel));
  });
  for (auto &[name, shapes] : profile.reductions)
    llvm::sort(shapes);
  return profile;
}

DerivedNumerics kopt::skill::deriveNumerics(Operation *before,
                                            Operation *after) {
  Profile old = profileOf(before), now = profileOf(after);
  DerivedNumerics derived;
  auto say = [&](NumericKind kind, Operation *op) {
    if (kind <= derived.kind)
      return;
    derived.kind = kind;
    derived.because.clear();
    llvm::raw_string_ostream(derived.because)
        << op->getName() << " at " << op->getLoc();
  };
  if (now.narrowest && now.accumulator < std::min(old.accumulator, 32u))
    say(NumericKind::Narrows, now.narrowest);
  // A copy of an operation that was there is no change: a plain one has gone,
  // or there was none of the kind at all.
  auto isNew = [](unsigned many, unsigned manyBefore, unsigned plain,
                  unsigned plainBefore) {
    return many > manyBefore && (plain < plainBefore || manyBefore == 0);
  };
  for (const auto &[name, count] : now.names) {
    const Count &was = old.names[name];
    if (isNew(count.approximating, was.approximating, count.plain, was.plain))
      say(NumericKind::Approximates, count.approximates);
    if (isNew(count.contracting, was.contracting, count.plain, was.plain))
      say(NumericKind::Contracts, count.contracts);
  }
  // A sum and its product have gone where a multiply-add stands.
  if (now.fused > old.fused && now.products < old.products &&
      now.sums < old.sums)
    say(NumericKind::Contracts, now.fma);
  for (const auto &[name, shapes] : now.reductions) {
    auto was = old.reductions.find(name);
    if (was == old.reductions.end() || was->second == shapes ||
        derived.kind != NumericKind::Exact)
      continue;
    derived.kind = NumericKind::Reassociates;
    derived.because = "reductions of @" + name + " over " +
                      llvm::join(shapes, "; ") + " in place of " +
                      llvm::join(was->second, "; ");
  }
  return derived;
}
