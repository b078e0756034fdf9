//===- Interpreter.cpp - One card at one place ----------------------------===//

#include "kopt/Skill/Interpreter.h"
#include "dialects/Kopt/Hints.h"
#include "kopt/Skill/Numerics.h"
#include "kopt/Skill/Places.h"
#include "kopt/Skill/Rewrite.h"
#include "kopt/Skill/Rewrites.h"
#include "kopt/Support/Canonicalize.h"
#include "lib/Skill/Quiet.h"
#include "lib/Skill/Transform.h"
#include "lib/Skill/Variants.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

std::string kopt::skill::fillIn(StringRef text, ArrayRef<Number> values) {
  std::string result = text.str();
  for (auto [i, value] : llvm::enumerate(values)) {
    std::string key = "{" + std::to_string(i) + "}";
    for (size_t at = result.find(key); at != std::string::npos;
         at = result.find(key, at + 1))
      result.replace(at, key.size(), value.str());
  }
  return result;
}

std::string kopt::skill::whyNoHint(StringRef operation, StringRef name,
                                   Attribute attribute) {
  const Hint *hint = findHint(operation, name);
  std::string all = hintNames(operation);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!hint) {
    os << "expected a hint" << (operation.empty() ? "" : " of ") << operation
       << (all.empty() ? ", which has none" : ": ") << all << "; but got '"
       << name << "'";
  } else if (attribute && !hint->isForm(attribute)) {
    os << "expected " << hint->form << " as '" << name << "', but got "
       << attribute;
  }
  return text;
}

bool kopt::skill::isAnchor(CardOp card, Operation *op) {
  auto bind = cast<BindOp>(card.getBody().front().front());
  if (op->getName().getStringRef() != *bind.getOp())
    return false;
  KernelOp kernel = kernelOf(op);
  return kernel && (!bind.getForm() || *bind.getForm() == 1 + kernel.isTiled());
}

namespace {

/// A kernel or launch by name, as it can be found again after a rewrite.
struct Known {
  std::string kernel;
  bool isLaunch = false;
};

class Run {
public:
  Run(CardOp card, ModuleOp module, const Knobs &knobs, const Target &target,
      const ApplyOptions &options)
      : card(card), module(module), knobs(knobs), target(target),
        options(options), outcome(card.getLoc()) {}

  LogicalResult run(Operation *anchor);
  Outcome take() { return std::move(outcome); }

private:
  LogicalResult refuse(const Twine &guard, const Twine &reason, Location at) {
    outcome.guard = guard.str();
    outcome.reason = reason.str();
    outcome.at = at;
    return failure();
  }

  LogicalResult fact(Operation &op);
  LogicalResult bind(BindOp op);
  /// The answer to one condition, and the sentence where it does not hold.
  struct Answer {
    Verdict verdict;
    std::string reason, remedy;
  };
  template <typename OpTy> Answer ask(OpTy op);
  Answer askAny(AnyOp any);
  LogicalResult decide(Answer answer, Operation *op, StringRef guard);
  void countMissed(Block::iterator refused);

  Conditions *getConditions();
  void startClone();
  void startVariant();
  LogicalResult act(Operation &op);
  LogicalResult set(SetOp op);
  LogicalResult rewrite(RewriteOp op);
  LogicalResult transform(TransformOp op);
  LogicalResult checkNumerics();
  LogicalResult findAgain();
  LogicalResult finish();
  LogicalResult runPasses(Operation *op, StringRef passes, StringRef guard);
  LogicalResult checkState(KernelOp kernel);

  CardOp card;
  ModuleOp module;
  const Knobs &knobs;
  const Target &target;
  const ApplyOptions &options;
  Outcome outcome;
  Operation *anchor = nullptr;          ///< in the module, not in the clone
  std::optional<Conditions> conditions; ///< made when first asked for
  DenseMap<Value, Operation *> places;
  DenseMap<Value, Number> numbers;
  OwningOpRef<ModuleOp> clone;
  llvm::MapVector<Value, Known> known; ///< places that survive a rewrite
  bool isStructural = false;
  std::string variant; ///< the name of the copy for some launches, else empty
};

} // namespace

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

LogicalResult Run::bind(BindOp op) {
  if (op.getOp())
    return success(); // the anchor
  Operation *from = places.lookup(op.getFrom());
  Operation *to = nullptr;
  if (*op.getRelation() == "kernel")
    to = kernelOf(from);
  else if (*op.getRelation() == "loop")
    to = from->getParentOfType<scf::ForOp>();
  else if (*op.getRelation() == "sibling")
    to = siblingOf(from);
  else
    to = producerOf(from);
  if (!to)
    return refuse("bind", "there is no " + *op.getRelation(), op.getLoc());
  places[op.getResult()] = to;
  return success();
}

/// The text of a query as a remark shows it.
static std::string textOf(QueryOp op, ArrayRef<Number> values) {
  std::string text = (op.getName() + "(").str();
  bool isFirst = true;
  auto add = [&](const Twine &part) {
    text += (std::exchange(isFirst, false) ? "" : ", ") + part.str();
  };
  for (const Number &value : values)
    add(value.str());
  for (Attribute word : op.getWords())
    if (auto number = dyn_cast<IntegerAttr>(word))
      add(Twine(number.getInt()));
    else
      add(cast<StringAttr>(word).getValue());
  return text + ")";
}

LogicalResult Run::fact(Operation &op) {
  auto numbersOf = [&](ValueRange values) {
    SmallVector<Number> list;
    for (Value value : values)
      list.push_back(numbers.find(value)->second);
    return list;
  };
  if (auto b = dyn_cast<BindOp>(op))
    return bind(b);
  if (auto knob = dyn_cast<KnobOp>(op)) {
    auto given = knobs.find(knob.getName().str());
    int64_t value =
        given == knobs.end() ? knob.getDomain().front() : given->second;
    outcome.knobs[knob.getName().str()] = value;
    numbers.try_emplace(knob.getResult(), value);
  } else if (auto query = dyn_cast<QueryOp>(op)) {
    SmallVector<Number> values = numbersOf(query.getValues());
    Number answer = lookupQuery(query.getName())
                        ->ask({places.lookup(query.getPlace()), values,
                               query.getWords().getValue()});
    outcome.values.emplace_back(textOf(query, values), answer);
    numbers.try_emplace(query.getResult(), answer);
  } else if (auto ask = dyn_cast<TargetOp>(op)) {
    int64_t answer = *target.ask(ask.getName());
    outcome.values.emplace_back("target " + ask.getName().str(), answer);
    numbers.try_emplace(ask.getResult(), answer);
  } else if (auto guard = dyn_cast<GuardOp>(op)) {
    return decide(this->ask(guard), guard, guard.getId());
  } else if (auto any = dyn_cast<AnyOp>(op)) {
    return decide(askAny(any), any, any.getId());
  } else if (auto expect = dyn_cast<ExpectOp>(op)) {
    return decide(this->ask(expect), expect, "expect");
  }
  return success();
}

static bool compare(Compare how, int64_t x, int64_t y) {
  switch (how) {
  case Compare::Eq:
    return x == y;
  case Compare::Ne:
    return x != y;
  case Compare::Lt:
    return x < y;
  case Compare::Le:
    return x <= y;
  case Compare::Gt:
    return x > y;
  case Compare::Ge:
    return x >= y;
  case Compare::Mod:
    return y != 0 && x % y == 0;
  }
  llvm_unreachable("all comparisons are handled");
}

/// Of the anchor's kernel; null where it can have no variants: at a launch, and
/// without a grid.
Conditions *Run::getConditions() {
  KernelOp kernel = kernelOf(anchor);
  if (!conditions && kernel && kernel.isTiled() && !isa<LaunchOp>(anchor))
    conditions.emplace(kernel);
  return conditions ? &*conditions : nullptr;
}

template <typename OpTy> Run::Answer Run::ask(OpTy op) {
  SmallVector<Number> values;
  for (Value value : op.getValues())
    values.push_back(numbers.find(value)->second);
  if (op.getNumber())
    values.push_back(*op.getNumber());
  Answer answer;
  Verdict &verdict = answer.verdict;
  std::string text = "the expectation does not hold";
  if (op.getPredicate()) {
    const Predicate *predicate = lookupPredicate(*op.getPredicate());
    verdict = predicate->ask(
        {places.lookup(op.getPlace()), values,
         op.getWords() ? op.getWords()->getValue() : ArrayRef<Attribute>()});
    answer.remedy = predicate->remedy;
    if (isa<WhenOp>(op))
      text = predicate->name + " does not hold";
    if (verdict.kind == Verdict::Holds || verdict.kind == Verdict::Fails)
      outcome.values.emplace_back(predicate->name,
                                  Number(verdict.kind == Verdict::Holds));
  } else {
    if (values[0].value && values[1].value)
      verdict = Verdict::of(
          compare(*op.getCompare(), *values[0].value, *values[1].value));
    else if (Conditions *known = getConditions())
      verdict = known->compare(*op.getCompare(), values[0], values[1]);
    else
      verdict = Verdict::undecided(values[values[0].value ? 1 : 0].why);
    if (isa<WhenOp>(op))
      text =
          ("{0} " + stringifyCompare(*op.getCompare()) + " {1} does not hold")
              .str();
  }
  answer.reason = fillIn(op.getOtherwise().value_or(text), values);
  if (verdict.kind == Verdict::Fails && !verdict.why.empty())
    answer.reason += ": " + verdict.why;
  return answer;
}

/// The first condition that can be met: what holds before what holds for some
/// launches only, that before what nobody knows.
Run::Answer Run::askAny(AnyOp any) {
  std::optional<Answer> some, unknown;
  Answer none;
  none.verdict = Verdict::fails();
  none.reason = any.getOtherwise().str();
  StringRef separator = ": ";
  for (auto when : any.getBody().getOps<WhenOp>()) {
    Answer answer = ask(when);
    switch (answer.verdict.kind) {
    case Verdict::Holds:
      return answer;
    case Verdict::If:
      if (!some)
        some = answer;
      break;
    case Verdict::Undecided:
      if (!unknown)
        unknown = answer;
      break;
    case Verdict::Fails:
      none.reason += separator.str() + answer.reason;
      separator = "; ";
      if (!answer.remedy.empty())
        none.remedy += (none.remedy.empty() ? "" : ", or ") + answer.remedy;
    }
  }
  return some ? *some : unknown ? *unknown : none;
}

LogicalResult Run::decide(Answer answer, Operation *op, StringRef guard) {
  Verdict &verdict = answer.verdict;
  if (verdict.kind == Verdict::Holds)
    return success();
  // A guard about what pays does not hold a card back for want of knowledge.
  if (verdict.kind != Verdict::Fails && op->hasAttr("advisory"))
    return success();
  if (verdict.kind == Verdict::If && !clone) {
    std::string whyNot = conditions->whyNoVariant(options.mostKernels);
    if (whyNot.empty()) {
      conditions->require(verdict);
      return success();
    }
    verdict.why += "; " + whyNot;
  }
  if (verdict.kind != Verdict::Fails)
    answer.reason = "cannot be decided before launch: " + verdict.why;
  outcome.remedy = answer.remedy;
  return refuse(guard, answer.reason, op->getLoc());
}

static bool isAction(Operation &op) {
  return isa<SetOp, RewriteOp, TransformOp>(op);
}

/// How far the card is from being applied: asks the guards behind the one that
/// refused, whose answer stays the outcome.
void Run::countMissed(Block::iterator refused) {
  Outcome first = outcome;
  unsigned missed = 1;
  bool isBound = !isa<BindOp>(*refused);
  for (auto it = std::next(refused); !isAction(*it); ++it) {
    if (isBound && succeeded(fact(*it)))
      continue;
    isBound &= !isa<BindOp>(*it);
    missed += isa<GuardOp, AnyOp>(*it);
  }
  outcome = std::move(first);
  outcome.missed = missed;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

void Run::startClone() {
  IRMapping mapping;
  clone = cast<ModuleOp>(module->clone(mapping));
  for (auto &[value, op] : places) {
    op = mapping.lookup(op);
    if (isa<KernelOp, LaunchOp>(op))
      known[value] = {kernelOf(op).getSymName().str(), isa<LaunchOp>(op)};
  }
}

/// What the card does is done on a copy of the kernel that only launches run
/// for which the conditions hold.
void Run::startVariant() {
  KernelOp kernel;
  for (auto &[value, op] : places)
    if (KernelOp its = kernelOf(op))
      kernel = its;
  IRMapping mapping;
  KernelOp variant = addVariant(kernel, conditions->assume(), mapping);
  known.clear();
  for (auto &[value, op] : places) {
    op = op == kernel ? variant.getOperation() : mapping.lookup(op);
    if (op == variant)
      known[value] = {variant.getSymName().str(), false};
  }
  outcome.condition = conditions->text();
  this->variant = variant.getSymName().str();
}

LogicalResult Run::set(SetOp op) {
  SmallVector<Number> values;
  for (Value value : op.getValues()) {
    const Number &number = numbers.find(value)->second;
    if (!number.value)
      return refuse("action", number.why, op.getLoc());
    values.push_back(number);
  }
  Operation *place = places.lookup(op.getPlace());
  std::string text = fillIn(op.getText(), values);
  Quiet quiet(op.getContext());
  Attribute attribute = parseAttribute(text, op.getContext());
  if (!attribute)
    return refuse("action", "'" + text + "' is no attribute: " + quiet.text,
                  op.getLoc());
  // What a property of another type is set to is lost without a word.
  std::string wrong =
      whyNoHint(place->getName().getStringRef(), op.getName(), attribute);
  if (!wrong.empty())
    return refuse("action", wrong, op.getLoc());
  std::string old;
  if (Attribute before = place->getAttr(op.getName()))
    llvm::raw_string_ostream(old) << before;
  if (options.isRecorded)
    outcome.undo.push_back({placeOf(place), op.getName().str(), old, false});
  place->setAttr(op.getName(), attribute);
  return success();
}

LogicalResult Run::rewrite(RewriteOp op) {
  NamedAttrList params(op.getParams());
  Builder builder(op.getContext());
  for (auto [name, value] : llvm::zip(op.getValueNames(), op.getValues())) {
    const Number &number = numbers.find(value)->second;
    if (!number.value)
      return refuse("action", number.why, op.getLoc());
    params.set(cast<StringAttr>(name),
               builder.getI64IntegerAttr(*number.value));
  }
  IRRewriter rewriter(op.getContext());
  std::string reason;
  isStructural = true;
  DictionaryAttr given = params.getDictionary(op.getContext());
  if (options.isRecorded) {
    std::string text;
    llvm::raw_string_ostream(text) << given;
    outcome.undo.push_back({placeOf(places.lookup(op.getPlace())),
                            op.getName().str(), text, true});
  }
  if (failed(applyRewrite(*lookupRewrite(op.getName()), rewriter,
                          places.lookup(op.getPlace()), given, reason)))
    return refuse("action", reason, op.getLoc());
  return findAgain();
}

LogicalResult Run::transform(TransformOp op) {
  SmallVector<int64_t> values;
  for (Value value : op.getValues()) {
    const Number &number = numbers.find(value)->second;
    if (!number.value)
      return refuse("action", number.why, op.getLoc());
    values.push_back(*number.value);
  }
  auto kernel = dyn_cast<KernelOp>(places.lookup(op.getPlace()));
  if (!kernel)
    return refuse("action", "expected a kernel to transform", op.getLoc());
  std::string reason;
  isStructural = true;
  if (options.isRecorded)
    outcome.undo.push_back({placeOf(kernel), "transform", "", true});
  if (failed(applyTransform(op, kernel, values, reason)))
    return refuse("action", reason, op.getLoc());
  return findAgain();
}

/// A card may not do more to numbers than it says. What it says is what
/// `fast-math` permits and what the user reads.
LogicalResult Run::checkNumerics() {
  // A variant stands beside what it is a copy of.
  Operation *before = module, *after = *clone;
  if (!variant.empty())
    for (auto &[value, place] : places)
      if (KernelOp kernel = kernelOf(place))
        if (kernel.getSymName() == variant) {
          before = kernelOf(anchor);
          after = kernel;
        }
  DerivedNumerics derived = deriveNumerics(before, after);
  if (derived.kind <= *parseNumericKind(card.getNumerics()))
    return success();
  return refuse("numerics",
                "the card says " + card.getNumerics() + ", but what it does " +
                    spelling(derived.kind) + ": " + derived.because,
                card.getLoc());
}

/// After a rewrite, kernels are known by name, launches by their kernel's.
LogicalResult Run::findAgain() {
  places.clear();
  for (auto &[value, name] : known) {
    Operation *found = nullptr;
    clone->walk([&, &name = name](Operation *op) {
      auto kernel = dyn_cast<KernelOp>(op);
      auto launch = dyn_cast<LaunchOp>(op);
      if ((kernel && !name.isLaunch && kernel.getSymName() == name.kernel) ||
          (launch && name.isLaunch &&
           launch.getKernelAttr().getLeafReference() == name.kernel))
        found = op;
    });
    if (found)
      places[value] = found;
  }
  return success();
}

LogicalResult Run::act(Operation &op) {
  Value place = op.getOperand(0);
  if (!places.lookup(place))
    return refuse("action", "the place is gone after the rewrite before",
                  op.getLoc());
  if (auto s = dyn_cast<SetOp>(op))
    return set(s);
  if (auto t = dyn_cast<TransformOp>(op))
    return transform(t);
  return rewrite(cast<RewriteOp>(op));
}

LogicalResult Run::runPasses(Operation *op, StringRef passes, StringRef guard) {
  Quiet quiet(op->getContext());
  PassManager manager(op->getContext(), op->getName().getStringRef());
  manager.enableVerifier(false);
  if (succeeded(parsePassPipeline(passes, manager)) &&
      succeeded(manager.run(op)))
    return success();
  return refuse(guard, quiet.text, card.getLoc());
}

/// kopt-check-state looks at whole modules, so the kernel gets one of its own:
/// others may still be in form 1.
LogicalResult Run::checkState(KernelOp kernel) {
  if (!PassInfo::lookup("kopt-check-state"))
    return success();
  OpBuilder builder(kernel.getContext());
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(kernel.getLoc());
  builder.setInsertionPointToStart(scratch->getBody());
  auto inner = gpu::GPUModuleOp::create(builder, kernel.getLoc(), "kernels");
  builder.setInsertionPointToStart(inner.getBody());
  builder.clone(*kernel);
  return runPasses(inner, "kopt-check-state", "check-state");
}

std::string kopt::skill::cleanUpPipeline() {
  return std::string(kCanonicalize) + ",cse," + kCanonicalize;
}

LogicalResult Run::finish() {
  // What the rewrite left over goes; a set leaves nothing over.
  if (isStructural) {
    SetVector<Operation *> changed;
    for (auto &[value, place] : places) {
      changed.insert(kernelOf(place));
      if (auto function = place->getParentOfType<FunctionOpInterface>())
        changed.insert(function);
    }
    for (Operation *op : changed)
      if (failed(runPasses(op, cleanUpPipeline(), "clean-up")))
        return failure();
    if (failed(findAgain()))
      return failure();
  }
  {
    Quiet quiet(module.getContext());
    if (failed(verify(*clone)))
      return refuse("verify", quiet.text, card.getLoc());
  }
  SetVector<Operation *> kernels;
  for (auto &[value, place] : places)
    if (KernelOp kernel = kernelOf(place); kernel && kernel.isTiled())
      kernels.insert(kernel);
  for (Operation *kernel : kernels)
    if (failed(checkState(cast<KernelOp>(kernel))))
      return failure();
  return success();
}

LogicalResult Run::run(Operation *anchor) {
  Block &body = card.getBody().front();
  places[body.front().getResult(0)] = anchor;
  this->anchor = anchor;
  Block::iterator it = body.begin();
  for (Operation &op : body)
    outcome.conditions += isa<GuardOp, AnyOp>(op);
  ++outcome.conditions;
  outcome.missed = 1;
  for (; it != body.end() && !isAction(*it); ++it)
    if (failed(fact(*it))) {
      if (options.isCounted)
        countMissed(it);
      return failure();
    }
  if (options.isRecorded)
    outcome.facts = allFacts(anchor);
  startClone();
  if (conditions && !conditions->empty())
    startVariant();
  for (; it != body.end() && !isa<QueryOp, ExpectOp>(*it); ++it)
    if (isAction(*it) && failed(act(*it)))
      return failure();
  if (failed(finish()))
    return failure();
  for (; it != body.end(); ++it) {
    if (isa<QueryOp, ExpectOp>(*it))
      for (Value operand : it->getOperands())
        if (isa<HandleType>(operand.getType()) && !places.lookup(operand))
          return refuse("expect", "the place is gone after the action",
                        it->getLoc());
    if (failed(fact(*it)))
      return failure();
  }
  if (failed(checkNumerics()))
    return failure();
  if (OperationEquivalence::isEquivalentTo(
          module, *clone, OperationEquivalence::IgnoreLocations))
    return refuse("no-change", "the action changes nothing", card.getLoc());
  module.getBodyRegion().takeBody(clone->getBodyRegion());
  outcome.isApplied = true;
  outcome.missed = 0;
  return success();
}

Outcome kopt::skill::applyCard(CardOp card, ModuleOp module, Operation *anchor,
                               const Knobs &knobs, const Target &target,
                               const ApplyOptions &options) {
  registerAllRewrites();
  Run run(card, module, knobs, target, options);
  (void)run.run(anchor); // the outcome says it
  return run.take();
}
