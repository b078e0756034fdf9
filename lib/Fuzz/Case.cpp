//===- Case.cpp - One random program and what became of it ----------------===//

#include "Case.h"
#include "Equal.h"
#include "Generate.h"
#include "Mutate.h"
#include "StockPasses.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/GateDriver/Record.h"
#include "kopt/Skill/Interpreter.h"
#include "kopt/Skill/Places.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::fuzz;
using namespace kopt::skill;

namespace {

/// Keeps the first error, prints nothing.
class Silence {
public:
  explicit Silence(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (text.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            llvm::raw_string_ostream(text)
                << diagnostic.getLocation() << ": " << diagnostic;
          return success();
        }) {}
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

} // namespace

static fuzz::Outcome &find(fuzz::Outcome &outcome, StringRef reason,
                           const Twine &detail) {
  outcome.kind = fuzz::Outcome::Finding;
  outcome.reason = reason.str();
  outcome.detail = detail.str();
  return outcome;
}

std::unique_ptr<Workbench> Workbench::create(const FuzzOptions &options) {
  std::unique_ptr<Workbench> bench(
      new Workbench(options, *DeviceSpec::parse(options.device)));
  bench->session.trustTexts();
  if (failed(bench->library.load(&bench->session.context(),
                                 options.skills.empty() ? defaultFolders()
                                                        : options.skills)))
    return nullptr;
  return bench;
}

/// Whether the card only sets attributes: then its guards are to say all that
/// the operation needs.
static bool onlySets(CardOp card) {
  return card.getBody().getOps<RewriteOp>().empty();
}

bool Workbench::apply(const Entry &entry, ModuleOp module, Operation *anchor,
                      Choices &choices, fuzz::Outcome &outcome) {
  CardOp card = entry.card();
  Knobs knobs;
  std::string text = card.getSymName().str();
  for (auto knob : card.getBody().getOps<KnobOp>()) {
    ArrayRef<int64_t> domain = knob.getDomain();
    int64_t value = domain[choices.below(uint32_t(domain.size()))];
    knobs[knob.getName().str()] = value;
    text += " " + knob.getName().str() + "=" + std::to_string(value);
  }
  text += " at " + placeOf(anchor);
  skill::Outcome applied =
      applyCard(card, module, anchor, knobs, *Target::get("sm_90a"));
  if (applied.isApplied) {
    outcome.steps.push_back(text);
    outcome.cards.insert(card.getSymName().str());
    return true;
  }
  // Registers, shared memory and layouts over a cluster are asked of the state,
  // not of each card.
  bool isResource = llvm::any_of(
      ArrayRef<StringRef>{"registers a thread", "shared memory",
                          "to stay in their block"},
      [&](StringRef of) { return StringRef(applied.reason).contains(of); });
  bool isLate = applied.guard == "check-state" || applied.guard == "verify";
  if (applied.guard == "clean-up" || (isLate && !isResource && onlySets(card)))
    find(outcome, "card",
         text + ": the guards hold, but " + applied.guard +
             " refuses: " + applied.reason);
  return false;
}

void Workbench::applyCards(Choices &choices, ModuleOp module,
                           fuzz::Outcome &outcome) {
  std::vector<const Entry *> entries;
  for (const auto &[name, entry] : library.cards())
    entries.push_back(&entry);
  auto anchorsOf = [&](const Entry &entry) {
    SmallVector<Operation *> anchors;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isAnchor(entry.card(), op))
        anchors.push_back(op);
    });
    return anchors;
  };
  uint32_t wanted = choices.below(12);
  for (unsigned tries = 0; outcome.steps.size() < wanted && tries < 60;
       ++tries) {
    // Of the cards that have an anchor; a refused one costs little.
    SmallVector<const Entry *> here = llvm::to_vector(llvm::make_filter_range(
        entries, [&](const Entry *e) { return !anchorsOf(*e).empty(); }));
    if (here.empty())
      break;
    const Entry &entry = *choices.of(here);
    SmallVector<Operation *> anchors = anchorsOf(entry);
    apply(entry, module, choices.of(anchors), choices, outcome);
    if (outcome.kind == fuzz::Outcome::Finding)
      return;
  }
  // What is in form 1 still cannot run: the cards that tile, in some order.
  std::vector<const Entry *> tiling;
  for (StringRef name :
       {"tile_by_index", "tile_to_grid", "tile_column_reductions"})
    if (const Entry *entry = library.card(name))
      tiling.push_back(entry);
  for (unsigned tries = 0; tries < 60 && !tiling.empty(); ++tries) {
    const Entry &entry = *choices.of(tiling);
    SmallVector<Operation *> anchors = anchorsOf(entry);
    if (anchors.empty())
      break;
    // A card that was refused is tried with other knobs, or another one.
    apply(entry, module, choices.of(anchors), choices, outcome);
    if (outcome.kind == fuzz::Outcome::Finding)
      return;
  }
  // A sum in one chain rounds more than the gate allows: as recipe plain does.
  if (const Entry *blocks = library.card("block_sums"))
    // From the last one: loops that the card makes come after their anchor.
    for (size_t i = anchorsOf(*blocks).size(); i-- > 0;) {
      apply(*blocks, module, anchorsOf(*blocks)[i], choices, outcome);
      if (outcome.kind == fuzz::Outcome::Finding)
        return;
    }
}

/// The gate's answer about `candidate`; of no families: of all.
FailureOr<Judgement> Workbench::ask(const fuzz::Outcome &outcome,
                                    const std::string &candidate, uint64_t seed,
                                    std::vector<std::string> families,
                                    bool otherShapes) {
  QuestionRecord question;
  question.original = {"original.mlir", outcome.original};
  question.candidate = {"candidate.mlir", candidate};
  JudgeOptions &options = question.options;
  options.device = device;
  options.seed = seed;
  options.families = std::move(families);
  options.arguments = outcome.shapes;
  options.otherShapes = otherShapes;
  options.timeoutSeconds = 20;
  // A fault may make a loop long, on each family and shape: not known is soon
  // said.
  // So it is of a long program: only what the gate cannot bound is a hang.
  options.budgetSeconds = mode == FuzzOptions::Mutants
                              ? std::min(30.0, caseSeconds / 2)
                              : caseSeconds / 2;
  // exp x is 2^(x log2 e), whose argument is rounded: at 88 by 44 units.
  options.permission = {true,
                        outcome.cards.count("approximate_math") ? 64.0 : 4.0};
  return judgeQuestion(session, question);
}

void Workbench::judge(Choices &choices, fuzz::Outcome &outcome,
                      ModuleOp module) {
  std::vector<std::string> families = {"small_integers", "normal"};
  std::string other = choices.of(gate::familyNames());
  if (!llvm::is_contained(families, other))
    families.push_back(other);
  // The gate's own choice where it is the gate that is tried.
  if (mode == FuzzOptions::Pairs)
    families.clear();
  Silence silence(&session.context());
  FailureOr<Judgement> judgement =
      ask(outcome, outcome.candidate, 1 + choices.below(1000), families);
  if (failed(judgement)) {
    find(outcome, "program", silence.text);
    return;
  }
  const gate::Verdict &verdict = judgement->verdict;
  if (verdict.answer == gate::Answer::Accepted)
    return;
  outcome.detail = verdict.detail;
  outcome.reason = gate::spelling(verdict.reason);
  bool isForm1 = false;
  module.walk([&](KernelOp kernel) { isForm1 |= !kernel.isTiled(); });
  if (verdict.answer == gate::Answer::Inconclusive)
    outcome.kind = fuzz::Outcome::Inconclusive;
  else
    outcome.kind = isForm1 && verdict.reason == gate::Reason::IllegalState
                       ? fuzz::Outcome::Limited
                       : fuzz::Outcome::Finding;
}

/// Asks about one mutant of `base`, which was accepted. A rejection counts
/// where `base` is accepted on the family that it was rejected for.
fuzz::Outcome::Mutant Workbench::judgeMutant(const fuzz::Outcome &outcome,
                                             ModuleOp base, ModuleOp mutant,
                                             StringRef fault, uint64_t seed) {
  using Mutant = fuzz::Outcome::Mutant;
  Silence silence(&session.context());
  std::string candidate = textOf(mutant);
  bool isDynamic = !outcome.shapes.empty();
  FailureOr<Judgement> judgement = ask(outcome, candidate, seed, {});
  bool otherShapes = isDynamic && succeeded(judgement) &&
                     judgement->verdict.answer == gate::Answer::Accepted;
  if (otherShapes)
    judgement = ask(outcome, candidate, seed, {}, true);
  if (failed(judgement))
    return {"", Mutant::Survived, "program: " + silence.text};
  // The gate says itself that it asked about one shape alone.
  if (otherShapes && judgement->shapes.size() == 1 &&
      judgement->verdict.answer == gate::Answer::Accepted)
    return {"", Mutant::Base, "asked"};
  const gate::Verdict &verdict = judgement->verdict;
  std::string reason = gate::spelling(verdict.reason);
  switch (verdict.answer) {
  case gate::Answer::Inconclusive:
    return {"", Mutant::Inconclusive, reason};
  case gate::Answer::Accepted: {
    // Canonical texts differ: those that do not are not asked about.
    std::string rule;
    if (haveSameMachineCode(base, mutant))
      rule = "machine";
    // The machine orders all accesses to shared memory, and says where two are
    // not ordered; where addresses are no data, one run speaks for all.
    else if (fault == "missing barrier" && device.sim &&
             !hasDataAddresses(mutant))
      rule = "ordered";
    return {"", rule.empty() ? Mutant::Survived : Mutant::Proven, rule};
  }
  case gate::Answer::Rejected:
    break;
  }
  std::vector<std::string> last;
  if (!verdict.families.empty())
    last.push_back(verdict.families.back());
  FailureOr<Judgement> without =
      ask(outcome, textOf(base), seed, last, otherShapes);
  bool isSound =
      succeeded(without) && without->verdict.answer == gate::Answer::Accepted;
  return {"", isSound ? Mutant::Rejected : Mutant::Base, reason};
}

/// Whether some sum or product of the program is rounded to 16 bits.
static bool computesIn16Bits(ModuleOp original) {
  bool found = false;
  original.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    bool computes = dialect == "arith" || dialect == "math" ||
                    isa<linalg::LinalgOp, linalg::AggregatedOpInterface>(op);
    if (!computes || isa<arith::TruncFOp, arith::ConstantOp, arith::SelectOp,
                         linalg::GenericOp, linalg::FillOp>(op))
      return;
    for (Type type : op->getResultTypes()) {
      Type element = getElementTypeOrSelf(type);
      found |= element.isF16() || element.isBF16();
    }
  });
  return found;
}

/// Plants faults in what was accepted, one at a time, and asks again. What is
/// accepted and not proven to be the same program is the gate's failure.
void Workbench::judgeMutants(Choices &choices, fuzz::Outcome &outcome,
                             ModuleOp original, ModuleOp module) {
  constexpr unsigned kMutants = 4;
  makeCanonical(module);
  bool mayNarrowFloats = !computesIn16Bits(original);
  std::set<std::string> seen = {canonicalText(module)};
  for (unsigned i = 0; i < kMutants; ++i) {
    OwningOpRef<ModuleOp> mutant = cast<ModuleOp>(module->clone());
    std::string fault;
    {
      Silence silence(&session.context());
      fault = mutate(*mutant, choices, mayNarrowFloats);
      if (fault.empty() || failed(verify(*mutant)) ||
          !seen.insert(canonicalText(*mutant)).second)
        continue;
    }
    fuzz::Outcome::Mutant judged =
        judgeMutant(outcome, module, *mutant, fault, 1 + choices.below(1000));
    judged.fault = fault;
    outcome.mutants.push_back(judged);
    if (judged.fate != fuzz::Outcome::Mutant::Survived ||
        outcome.kind == fuzz::Outcome::Finding)
      continue;
    find(outcome, "survived", judged.why);
    outcome.change = fault;
    outcome.candidate = textOf(*mutant);
    outcome.base = textOf(module);
  }
  if (outcome.mutants.empty())
    outcome.kind = fuzz::Outcome::Equivalent;
}

fuzz::Outcome Workbench::run(Choices &choices) {
  fuzz::Outcome outcome;
  Program program(choices, mode == FuzzOptions::Mutants);
  generate(program);
  outcome.original = program.originalText();
  outcome.shapes = program.argumentShapes();
  MLIRContext *context = &session.context();
  OwningOpRef<ModuleOp> original, module;
  {
    Silence silence(context);
    original = session.parseText(outcome.original, "original.mlir");
    if (!original)
      return find(outcome, "program", silence.text);
    outcome.candidate = program.candidateText();
    module = session.parseText(outcome.candidate, "candidate.mlir");
    if (!module)
      return find(outcome, "program", silence.text);
    if (mode == FuzzOptions::Pairs) {
      outcome.change = applyStockPasses(*module, choices, Stage::Structured);
      std::string other = applyStockPasses(*original, choices, Stage::Original);
      if (outcome.change.empty() || other.empty())
        return find(outcome, "stock pass", silence.text);
      outcome.change += "; " + other;
      outcome.original = textOf(*original);
    }
    PassManager manager(context);
    if (failed(parsePassPipeline("kopt-lift", manager)) ||
        failed(manager.run(*module)))
      return find(outcome, "lift", silence.text);
  }
  {
    Silence silence(context);
    applyCards(choices, *module, outcome);
    if (mode == FuzzOptions::Pairs) {
      Stage stage = choices.chance(40) ? Stage::Threads : Stage::Tiles;
      // What cannot be lowered is what the gate would refuse: it is asked.
      OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
      std::string names = applyStockPasses(*copy, choices, stage);
      if (!names.empty()) {
        module->getBodyRegion().takeBody(copy->getBodyRegion());
        outcome.change += "; " + names;
      }
    }
  }
  outcome.candidate = textOf(*module);
  module->walk([&](Operation *op) {
    if (op->getParentOfType<KernelOp>()) {
      outcome.operations.insert(op->getName().getStringRef().str());
      for (Type type : op->getResultTypes()) {
        std::string spelling;
        llvm::raw_string_ostream(spelling) << getElementTypeOrSelf(type);
        if (isa<TensorType>(type))
          outcome.types.insert(spelling);
      }
    }
  });
  if (outcome.kind != fuzz::Outcome::Finding)
    judge(choices, outcome, *module);
  if (mode == FuzzOptions::Mutants && outcome.kind == fuzz::Outcome::Accepted)
    judgeMutants(choices, outcome, *original, *module);
  return outcome;
}
