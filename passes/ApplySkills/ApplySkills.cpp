//===- ApplySkills.cpp - Change programs by skill cards -------------------===//

#include "passes/ApplySkills/ApplySkills.h"
#include "dialects/Kopt/KoptDialect.h"
#include "dialects/TmTensor/TmTensorDialect.h"
#include "kopt/Skill/Places.h"
#include "kopt/Support/Location.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "passes/ApplySkills/Gate.h"
#include "passes/ApplySkills/Record.h"
#include "passes/ApplySkills/Undo.h"
#include "passes/ApplySkills/Work.h"
#include "llvm/ADT/StringSet.h"

namespace kopt {
#define GEN_PASS_DEF_APPLYSKILLSPASS
#include "passes/ApplySkills/ApplySkills.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

/// Applications of one line of a recipe, so that a card that always makes
/// itself applicable again ends.
static constexpr unsigned maxApplications = 1000;

namespace {

struct ApplySkills : kopt::impl::ApplySkillsPassBase<ApplySkills> {
  using ApplySkillsPassBase::ApplySkillsPassBase;

  /// A card with its knobs, from a recipe or by name.
  struct Line {
    const Entry *entry;
    Knobs knobs;
    bool untilNoMatch = false;
  };

  /// Upstream lets the last of two values win: neither is what is meant.
  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(ApplySkillsPassBase::initializeOptions(options, errorHandler)))
      return failure();
    for (llvm::cl::Option *option : std::initializer_list<llvm::cl::Option *>{
             &target, &fastMath, &variants, &gate, &lineage, &lineageOut,
             &lineageSteps, &undo, &undoCount, &explain, &explainJson})
      if (option->getNumOccurrences() > 1)
        return errorHandler("expected " + option->ArgStr +
                            " once, but got it " +
                            Twine(option->getNumOccurrences()) + " times");
    return success();
  }

  void runOnOperation() override {
    // The library is read anew for each run: files may have changed.
    Library library;
    std::optional<Target> found = Target::get(target);
    if (!found) {
      error() << "expected the target sm_80, sm_89 or sm_90a, but got '"
              << target << "'";
      return signalPassFailure();
    }
    if (!explain.empty() && explain != "remarks" && explain != "summary") {
      error() << "expected explain to be summary or remarks, but got '"
              << explain << "'";
      return signalPassFailure();
    }
    if (!fastMath.empty() && fastMath != "none" && fastMath != "afn") {
      error() << "expected fast-math to be none or afn, but got '" << fastMath
              << "'";
      return signalPassFailure();
    }
    if (variants < 1 || variants > LaunchOp::maxKernels) {
      error() << "expected max-variants to be 1 to " << LaunchOp::maxKernels
              << ", but got " << unsigned(variants);
      return signalPassFailure();
    }
    unsigned ordinal;
    StringRef device = gate;
    if (!gate.empty() && gate != "sim" &&
        (!device.consume_front("cuda:") || device.getAsInteger(10, ordinal))) {
      error() << "expected gate to be sim or cuda:N, but got '" << gate << "'";
      return signalPassFailure();
    }
    // A lineage says all that these would.
    if (!lineage.empty() && (!recipe.empty() || !disable.empty() ||
                             !setKnob.empty() || fastMath == "afn")) {
      error()
          << "expected no recipe, disable, set-knob or fast-math=afn beside "
             "lineage";
      return signalPassFailure();
    }
    if (lineage.empty() && lineageSteps != ~0u) {
      error() << "expected lineage beside lineage-steps";
      return signalPassFailure();
    }
    if (failed(checkNames(getOperation())))
      return signalPassFailure();
    if (!undo.empty() || undoCount != 1)
      return takeBack();
    std::optional<Gate> judge;
    if (!gate.empty())
      judge.emplace(getOperation());
    explanation = {};
    steps = {};
    std::vector<std::string> folders(skills.begin(), skills.end());
    if (folders.empty())
      folders = defaultFolders();
    SmallVector<Line> lines;
    if (failed(library.load(&getContext(), folders)) ||
        failed(readKnobs(library)) || failed(plan(library, lines)) ||
        failed(lift()))
      return signalPassFailure();
    // Printing and hashing the program takes longer than most steps.
    isRecorded = !lineage.empty() || !lineageOut.empty();
    if (isRecorded)
      steps.input = stateHash(getOperation());
    if (lineage.empty()) {
      for (const Line &line : lines)
        applyLine(line, *found);
    } else if (failed(replay(library, *found))) {
      return signalPassFailure();
    }
    warnOfForm1();
    if (explain == "summary")
      explanation.summarise(getOperation());
    if (judge && failed(judge->judge(getOperation(), gate, fastMath != "none",
                                     [&](Operation *op) {
                                       return work.has(cast<func::FuncOp>(op));
                                     })))
      return signalPassFailure();
    if ((!lineageOut.empty() &&
         failed(writeFile(&getContext(), lineageOut, steps.toJson()))) ||
        (!explainJson.empty() &&
         failed(writeFile(&getContext(), explainJson, explanation.toJson()))))
      return signalPassFailure();
  }

private:
  /// Without the operation, which is the whole program.
  InFlightDiagnostic error() { return emitError(getOperation().getLoc()); }

  void takeBack();
  LogicalResult readKnobs(const Library &library);
  LogicalResult plan(const Library &library, SmallVectorImpl<Line> &lines);
  LogicalResult lift();
  void applyLine(const Line &line, const Target &machine);
  Outcome applyAt(const Entry &entry, Operation *anchor, const Knobs &knobs,
                  const Target &machine);
  LogicalResult replay(const Library &library, const Target &machine);
  void warnOfForm1();
  /// Whether fast-math allows the card's numeric class. linalg leaves the order
  /// of a reduction open, so reassociation is always allowed.
  bool isPermitted(CardOp card) {
    StringRef numerics = card.getNumerics();
    return fastMath.empty() || numerics == "exact" ||
           numerics == "reassociates" ||
           (fastMath == "afn" && numerics == "approximates");
  }

  std::map<std::string, Knobs> given; ///< set-knob, by card
  Work work;
  Explanation explanation;
  Lineage steps;
  bool isRecorded = false; ///< whether anybody asks for `steps`
};

} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// `undo`: no card is read, so it works whatever became of them.
void ApplySkills::takeBack() {
  if (undo.empty() || !lineage.empty() || !lineageOut.empty() ||
      !recipe.empty() || !disable.empty() || !setKnob.empty() ||
      !fastMath.empty() || !gate.empty()) {
    error() << "expected a lineage to undo, and nothing to apply beside it";
    return signalPassFailure();
  }
  FailureOr<Lineage> read = Lineage::read(&getContext(), undo);
  if (failed(read) ||
      failed(undoSteps(getOperation(), *read, undoCount,
                       FileLineColLoc::get(&getContext(), undo, 1, 1))))
    signalPassFailure();
}

LogicalResult ApplySkills::readKnobs(const Library &library) {
  given.clear();
  for (const std::string &text : setKnob) {
    auto [left, right] = StringRef(text).split('=');
    auto [cardName, knob] = left.split('.');
    int64_t value;
    if (knob.empty() || right.getAsInteger(10, value))
      return error() << "expected set-knob=card.knob=value, but got '" << text
                     << "'";
    const Entry *entry = library.card(cardName);
    if (!entry)
      return error() << "expected a card, but got '" << cardName << "'";
    if (failed(checkKnob(entry->card(), knob, value, getOperation().getLoc())))
      return failure();
    given[cardName.str()][knob.str()] = value;
  }
  return success();
}

LogicalResult ApplySkills::plan(const Library &library,
                                SmallVectorImpl<Line> &lines) {
  llvm::StringSet<> disabled;
  for (const std::string &name : disable) {
    if (!library.card(name))
      return error() << "expected a card to disable, but got '" << name << "'";
    disabled.insert(name);
  }
  std::vector<std::string> names(recipe.begin(), recipe.end());
  if (names.empty() && lineage.empty())
    names = {"memory_bound"};
  auto add = [&](const Entry *entry, Knobs knobs, bool untilNoMatch) {
    std::string name = entry->card().getSymName().str();
    if (disabled.contains(name))
      return;
    for (const auto &[knob, value] : given[name])
      knobs[knob] = value;
    lines.push_back({entry, std::move(knobs), untilNoMatch});
  };
  if (fastMath == "afn" && !llvm::is_contained(names, "approximate"))
    names.push_back("approximate");
  for (std::string name : names) {
    std::replace(name.begin(), name.end(), '-', '_');
    if (const Entry *entry = library.recipe(name)) {
      for (ApplyOp apply : library.lines(*entry)) {
        Knobs knobs;
        for (NamedAttribute knob : apply.getKnobs())
          knobs[knob.getName().str()] =
              cast<IntegerAttr>(knob.getValue()).getInt();
        add(library.card(apply.getCard()), std::move(knobs),
            apply.getUntilNoMatch());
      }
    } else if (const Entry *entry = library.card(name)) {
      add(entry, {}, false);
    } else {
      return error() << "expected a recipe or a card, but got '" << name << "'";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Whether `op` of the host is work on tensors, or hides some.
static bool isToBeLifted(Operation *op) {
  // By dialect: softmax is in it and has no LinalgOp interface.
  if (isa_and_present<linalg::LinalgDialect, TmTensorDialect>(
          op->getDialect()) ||
      isa<func::CallOp>(op))
    return true;
  if (isa_and_present<tensor::TensorDialect>(op->getDialect()))
    return !isa<tensor::EmptyOp, tensor::DimOp, tensor::CastOp,
                tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                tensor::ExtractOp>(op);
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::any_of(op->getResultTypes(),
                      [](Type type) { return isa<TensorType>(type); });
}

/// Lifts what is in form 0, and keeps what stays on the host for `explain`.
LogicalResult ApplySkills::lift() {
  WalkResult found = getOperation().walk([](Operation *op) {
    bool isForm0 = !op->getParentOfType<KernelOp>() && isToBeLifted(op);
    return isForm0 ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (found.wasInterrupted()) {
    if (!PassInfo::lookup("kopt-lift"))
      return error() << "expected a program in form 1 or 2, as kopt-lift is "
                        "not registered";
    OpPassManager manager(ModuleOp::getOperationName());
    bool explains = !explain.empty() || !explainJson.empty();
    if (failed(parsePassPipeline(
            explains ? "kopt-lift{report=true}" : "kopt-lift", manager)))
      return failure();
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &d) {
      StringRef prefix = "not lifted: ";
      std::string text = d.str();
      if (d.getSeverity() == DiagnosticSeverity::Remark &&
          StringRef(text).starts_with(prefix)) {
        explanation.notLifted.push_back(
            {"", locationText(d.getLocation()), text.substr(prefix.size())});
      }
      return failure(); // others print it
    });
    if (failed(runPipeline(manager, getOperation())))
      return failure();
  }
  work = Work(getOperation());
  // A remark has no operation; the location says which one it was.
  getOperation().walk([&](Operation *op) {
    if (op->getParentOfType<KernelOp>() ||
        isa<func::FuncOp, LaunchOp, arith::ConstantOp, tensor::EmptyOp>(op))
      return;
    std::string where = locationText(op->getLoc());
    for (NotLifted &item : explanation.notLifted)
      if (item.loc == where)
        item.op = op->getName().getStringRef().str();
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

Outcome ApplySkills::applyAt(const Entry &entry, Operation *anchor,
                             const Knobs &knobs, const Target &machine) {
  CardOp card = entry.card();
  std::string place = placeOf(anchor);
  std::string kernel = kernelOf(anchor).getSymName().str();
  Location loc = anchor->getLoc();
  Outcome outcome =
      isPermitted(card)
          ? applyCard(card, getOperation(), anchor, knobs, machine,
                      {variants, isRecorded || !explainJson.empty(),
                       explain == "summary"})
          : Outcome(card.getLoc());
  if (!isPermitted(card)) {
    outcome.guard = "numerics";
    outcome.reason = ("the card " + card.getNumerics() +
                      ", which fast-math=" + fastMath + " does not allow")
                         .str();
  }
  if (outcome.isApplied) {
    ++applied;
    if (isRecorded) {
      std::string before =
          steps.steps.empty() ? steps.input : steps.steps.back().after;
      steps.steps.push_back({card.getSymName().str(), entry.hash,
                             card.getNumerics().str(), place, outcome.knobs,
                             before, stateHash(getOperation()), outcome.values,
                             outcome.facts, outcome.condition, outcome.undo});
    }
  } else {
    ++refused;
  }
  if (explain == "remarks") {
    if (outcome.isApplied) {
      InFlightDiagnostic remark = emitRemark(loc);
      bool isVersioned = !outcome.condition.empty();
      remark << "card @" << card.getSymName()
             << (isVersioned ? " versioned at " : " applied at ") << place;
      for (const auto &[name, value] : outcome.knobs)
        remark << ", " << name << " = " << value;
      if (isVersioned)
        remark << ", if " << outcome.condition;
    } else {
      InFlightDiagnostic remark = emitRemark(loc)
                                  << "card @" << card.getSymName()
                                  << " refused at " << place << ": "
                                  << outcome.guard << ": " << outcome.reason;
      Diagnostic &note = remark.attachNote(outcome.at);
      note << "by this";
      for (const auto &[name, value] : outcome.values)
        note << ", " << name << " = " << value.str();
      if (!outcome.remedy.empty())
        remark.attachNote(outcome.at) << "it holds with " << outcome.remedy;
    }
  }
  explanation.tries.push_back(
      {kernel, card.getSymName().str(), place, outcome});
  return outcome;
}

void ApplySkills::applyLine(const Line &line, const Target &machine) {
  CardOp card = line.entry->card();
  auto anchors = [&] {
    SmallVector<Operation *> list;
    Work::Launches launches = work.findLaunches(getOperation());
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isAnchor(card, op) && work.has(op, launches))
        list.push_back(op);
    });
    return list;
  };
  llvm::StringSet<> met;
  unsigned applications = 0;
  size_t next = 0;
  for (SmallVector<Operation *> list = anchors(); next < list.size();) {
    Operation *anchor = list[next];
    std::string kernel = kernelOf(anchor).getSymName().str();
    met.insert(kernel);
    std::string place = placeOf(anchor);
    // Searching again finds the same refusals; the last one counts.
    llvm::erase_if(explanation.tries, [&](const Try &t) {
      return t.card == card.getSymName() && t.place == place && t.outcome &&
             !t.outcome->isApplied && line.untilNoMatch;
    });
    if (!applyAt(*line.entry, anchor, line.knobs, machine).isApplied) {
      ++next;
      continue;
    }
    size_t before = list.size();
    list = anchors();
    if (line.untilNoMatch) {
      if (++applications == maxApplications) {
        emitWarning(card.getLoc())
            << "card @" << card.getSymName() << " stopped after "
            << maxApplications << " applications";
        break;
      }
      next = 0;
    } else {
      // An anchor that the action took away was an earlier one.
      size_t gone = before > list.size() ? before - list.size() : 0;
      next = next + 1 > gone ? next + 1 - gone : 0;
    }
  }
  if (met.empty() && explain == "remarks") {
    auto bind = cast<BindOp>(card.getBody().front().front());
    InFlightDiagnostic remark = emitRemark(getOperation().getLoc());
    remark << "card @" << card.getSymName() << " matches nothing: no "
           << *bind.getOp();
    if (bind.getForm())
      remark << " in form " << int64_t(*bind.getForm());
    remark.attachNote(bind.getLoc()) << "by this";
  }
  Work::Launches launches = work.findLaunches(getOperation());
  getOperation().walk([&](KernelOp kernel) {
    if (!met.contains(kernel.getSymName()) && work.has(kernel, launches))
      explanation.tries.push_back({kernel.getSymName().str(),
                                   card.getSymName().str(), "", std::nullopt});
  });
}

/// Says why a kernel that a card tried to bring out of form 1 is still there:
/// lowering refuses it later and cannot know.
void ApplySkills::warnOfForm1() {
  getOperation().walk([&](KernelOp kernel) {
    if (kernel.isTiled())
      return;
    for (const Try &t : llvm::reverse(explanation.tries)) {
      if (t.kernel != kernel.getSymName() || !t.outcome ||
          (t.outcome->guard != "check-state" && t.outcome->guard != "action"))
        continue;
      emitWarning(kernel.getLoc())
          << "kernel @" << t.kernel
          << " stays in form 1, which cannot be lowered: card @" << t.card
          << " was refused: " << t.outcome->guard << ": " << t.outcome->reason;
      return;
    }
  });
}

LogicalResult ApplySkills::replay(const Library &library,
                                  const Target &machine) {
  FailureOr<Lineage> read = Lineage::read(&getContext(), lineage);
  if (failed(read))
    return failure();
  Location loc = FileLineColLoc::get(&getContext(), lineage, 1, 1);
  auto no = [&](size_t i, const Twine &text) {
    return emitError(loc) << "step " << i << ": " << text;
  };
  if (read->input != steps.input)
    return emitError(loc) << "expected the program with state hash "
                          << read->input << ", but got " << steps.input;
  if (lineageSteps != ~0u && lineageSteps > read->steps.size())
    return emitError(loc) << "expected lineage-steps of at most "
                          << read->steps.size() << ", but got "
                          << unsigned(lineageSteps);
  if (lineageSteps < read->steps.size())
    read->steps.resize(lineageSteps);
  for (auto [i, step] : llvm::enumerate(read->steps)) {
    const Entry *entry = library.card(step.card);
    if (!entry)
      return no(i, "expected a card, but got '" + step.card + "'");
    if (entry->hash != step.hash)
      return no(i, "expected card @" + step.card + " with hash " + step.hash +
                       ", but got " + entry->hash);
    for (const auto &[knob, value] : step.knobs)
      if (failed(checkKnob(entry->card(), knob, value, loc)))
        return failure();
    Operation *anchor = resolvePlace(getOperation(), step.place);
    if (!anchor || !isAnchor(entry->card(), anchor))
      return no(i, "expected an anchor of @" + step.card + " at " + step.place +
                       ", but got none");
    Outcome outcome = applyAt(*entry, anchor, step.knobs, machine);
    if (!outcome.isApplied)
      return no(i, "card @" + step.card + " was refused at " + step.place +
                       ": " + outcome.guard + ": " + outcome.reason);
    if (outcome.condition != step.condition)
      return no(i, "expected card @" + step.card + " under the condition '" +
                       step.condition + "', but got '" + outcome.condition +
                       "'");
    const std::string &after = steps.steps.back().after;
    if (after != step.after)
      return no(i, "expected state hash " + step.after + " after @" +
                       step.card + ", but got " + after);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void kopt::registerApplySkillsPasses() {
  registerPass([] { return createApplySkillsPass(); });
  // The pipeline's options are the pass's: its text goes on to the pass.
  registerPassPipeline(
      "apply-skills", "apply skill cards where their guards hold",
      [](OpPassManager &manager, StringRef options,
         function_ref<LogicalResult(const Twine &)> errorHandler) {
        std::unique_ptr<Pass> pass = createApplySkillsPass();
        if (failed(pass->initializeOptions(options, errorHandler)))
          return failure();
        manager.addPass(std::move(pass));
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)>) {});
}
