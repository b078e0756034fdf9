//===- Case.cpp - One random program and what became of it ----------------===//

#include "Case.h"
#include "Generate.h"
#include "Mutate.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/GateDriver/Record.h"
#include "kopt/Skill/Interpreter.h"
#include "kopt/Skill/Places.h"
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
    for (size_t i = 0, n = anchorsOf(*blocks).size(); i < n; ++i) {
      apply(*blocks, module, anchorsOf(*blocks)[i], choices, outcome);
      if (outcome.kind == fuzz::Outcome::Finding)
        return;
    }
}

void Workbench::judge(Choices &choices, fuzz::Outcome &outcome, ModuleOp module,
                      bool isMutant) {
  std::vector<std::string> families = {"small_integers", "normal"};
  std::string other = choices.of(gate::familyNames());
  if (!llvm::is_contained(families, other))
    families.push_back(other);
  QuestionRecord question;
  question.original = {"original.mlir", outcome.original};
  question.candidate = {"candidate.mlir", outcome.candidate};
  JudgeOptions &options = question.options;
  // The gate's own choice where it is the gate that is tried.
  if (mode == FuzzOptions::Pairs || isMutant)
    families.clear();
  options.device = device;
  options.seed = 1 + choices.below(1000);
  options.families = families;
  options.arguments = outcome.shapes;
  options.otherShapes = false;
  options.timeoutSeconds = 20;
  options.permission = {true, 4};
  Silence silence(&session.context());
  FailureOr<Judgement> judgement = judgeQuestion(session, question);
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

/// Plants a fault in what was accepted and asks again. Accepted, it is the
/// gate's failure, unless it is the same program after all.
void Workbench::judgeMutant(Choices &choices, fuzz::Outcome &outcome,
                            ModuleOp module) {
  std::string before = canonicalText(module);
  {
    Silence silence(&session.context());
    outcome.change = mutate(module, choices);
    if (outcome.change.empty() || failed(verify(module)) ||
        canonicalText(module) == before) {
      outcome.kind = fuzz::Outcome::Equivalent;
      return;
    }
  }
  outcome.candidate.clear();
  llvm::raw_string_ostream(outcome.candidate) << module;
  judge(choices, outcome, module, /*isMutant=*/true);
  switch (outcome.kind) {
  case fuzz::Outcome::Accepted:
    find(outcome, "survived", outcome.change);
    break;
  case fuzz::Outcome::Finding:
    // Rejected, as it should be; but a question that cannot be put is no
    // reason.
    if (outcome.reason != "program")
      outcome.kind = fuzz::Outcome::Accepted;
    break;
  default:
    break;
  }
}

fuzz::Outcome Workbench::run(Choices &choices) {
  fuzz::Outcome outcome;
  Program program(choices);
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
      outcome.change = applyStockPasses(*module, choices, true);
      if (outcome.change.empty())
        return find(outcome, "stock pass", silence.text);
    }
    PassManager manager(context);
    if (failed(parsePassPipeline("kopt-lift", manager)) ||
        failed(manager.run(*module)))
      return find(outcome, "lift", silence.text);
  }
  {
    Silence silence(context);
    applyCards(choices, *module, outcome);
    if (mode == FuzzOptions::Pairs)
      outcome.change += "; " + applyStockPasses(*module, choices, false);
  }
  outcome.candidate.clear();
  llvm::raw_string_ostream(outcome.candidate) << *module;
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
    judgeMutant(choices, outcome, *module);
  return outcome;
}
