//===- Summary.cpp - What cards did to each kernel, in a few lines --------===//

#include "dialects/Kopt/KoptDialect.h"
#include "passes/ApplySkills/Record.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kopt;

/// The place in the kernel; empty for the kernel itself and for a launch.
static StringRef within(const Try &t) {
  StringRef place = t.place;
  return place.consume_front("@" + t.kernel + "/") ? place : StringRef();
}

static bool isApplied(const Try &t) {
  return t.outcome && t.outcome->isApplied;
}

/// `card knob = 1, other = 2`.
static std::string lineOf(const Try &t) {
  std::string line = t.card;
  StringRef separator = " ";
  for (const auto &[name, value] : t.outcome->knobs) {
    line += separator.str() + name + " = " + std::to_string(value);
    separator = ", ";
  }
  return line;
}

/// The cards applied, each behind a separator; what a card did in a row is
/// said once.
static void addApplied(Diagnostic &remark, ArrayRef<const Try *> applied,
                       StringRef separator) {
  for (size_t i = 0; i < applied.size();) {
    const Try &first = *applied[i];
    const std::string &condition = first.outcome->condition;
    std::string line = lineOf(first), places;
    size_t begin = i;
    for (; i < applied.size() && lineOf(*applied[i]) == line &&
           applied[i]->outcome->condition == condition;
         ++i)
      if (!within(*applied[i]).empty())
        places += (places.empty() ? " at " : ", ") + within(*applied[i]).str();
    remark << separator << line << places;
    if (places.empty() && i - begin > 1)
      remark << ", " << i - begin << " times";
    if (!condition.empty())
      remark << ", in a variant if " << condition;
  }
}

/// Whether the card that `a` says of missed less than that of `b`. A predicate
/// says that the card is for another kind of kernel; a number may come close.
static bool isNearer(const skill::Outcome &a, const skill::Outcome &b) {
  if (a.remedy.empty() != b.remedy.empty())
    return a.remedy.empty();
  return a.missed * b.conditions < b.missed * a.conditions;
}

/// What cards did to one kernel.
static void summariseKernel(KernelOp kernel, ArrayRef<const Try *> tries) {
  SmallVector<const Try *> applied;
  llvm::StringSet<> appliedCards, appliedPlaces, refused;
  for (const Try *t : tries)
    if (isApplied(*t)) {
      applied.push_back(t);
      appliedCards.insert(t->card);
      appliedPlaces.insert(t->card + "@" + within(*t).str());
    }
  const Try *nearest = nullptr;
  for (const Try *t : tries) {
    if (!t->outcome || isApplied(*t))
      continue;
    if (!appliedCards.contains(t->card))
      refused.insert(t->card);
    if (t->outcome->missed < t->outcome->conditions &&
        !appliedPlaces.contains(t->card + "@" + within(*t).str()) &&
        (!nearest || isNearer(*t->outcome, *nearest->outcome)))
      nearest = t;
  }
  InFlightDiagnostic remark = emitRemark(kernel.getLoc());
  remark << "kernel @" << kernel.getSymName() << ": " << appliedCards.size()
         << (appliedCards.size() == 1 ? " card" : " cards") << " applied, "
         << refused.size() << " refused";
  addApplied(*remark.getUnderlyingDiagnostic(), applied, "\n  ");
  if (!nearest)
    return;
  remark << "\n  nearest: " << lineOf(*nearest);
  if (!within(*nearest).empty())
    remark << " at " << within(*nearest);
  remark << ": " << nearest->outcome->guard << ": " << nearest->outcome->reason;
}

void Explanation::summarise(ModuleOp module) const {
  llvm::MapVector<StringRef, SmallVector<const Try *>> byKernel;
  for (const Try &t : tries)
    byKernel[t.kernel].push_back(&t);
  llvm::StringSet<> there;
  module.walk([&](KernelOp kernel) { there.insert(kernel.getSymName()); });
  std::optional<InFlightDiagnostic> gone;
  for (auto &[name, all] : byKernel) {
    SmallVector<const Try *> applied;
    llvm::copy_if(all, std::back_inserter(applied),
                  [](const Try *t) { return isApplied(*t); });
    if (there.contains(name) || applied.empty())
      continue;
    if (!gone) {
      gone.emplace(emitRemark(module.getLoc()));
      *gone << "cards applied to kernels that are parts of others now";
    }
    *gone << "\n  @" << name;
    addApplied(*gone->getUnderlyingDiagnostic(), applied, ", ");
  }
  gone.reset();
  // What cards may not change was not tried.
  module.walk([&](KernelOp kernel) {
    auto found = byKernel.find(kernel.getSymName());
    if (found != byKernel.end())
      summariseKernel(kernel, found->second);
  });
}
