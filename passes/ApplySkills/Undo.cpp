//===- Undo.cpp - Taking steps of a lineage back --------------------------===//

#include "passes/ApplySkills/Undo.h"
#include "kopt/Skill/Places.h"
#include "kopt/Skill/Rewrite.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace kopt;

/// As the interpreter of cards does after a rewrite.
static LogicalResult cleanUp(Operation *function) {
  PassManager manager(function->getContext(),
                      function->getName().getStringRef());
  return success(succeeded(parsePassPipeline(skill::cleanUpPipeline(), manager)) &&
                 succeeded(manager.run(function)));
}

/// Takes one action back; a reason where that cannot be.
static std::string undoAction(ModuleOp module, const skill::Undo &action) {
  MLIRContext *context = module.getContext();
  Operation *place = skill::resolvePlace(module, action.place);
  if (!place)
    return "there is no operation at " + action.place;
  Attribute before;
  if (!action.text.empty()) {
    before = parseAttribute(action.text, context);
    if (!before)
      return "'" + action.text + "' is no attribute";
  }
  if (!action.isRewrite) {
    if (before)
      place->setAttr(action.name, before);
    else
      place->removeAttr(action.name);
    return "";
  }
  const skill::Rewrite *rewrite = skill::lookupRewrite(action.name);
  if (!rewrite)
    return "a transform has no inverse: the operations before are not kept";
  if (!rewrite->inverse)
    return "rewrite '" + rewrite->name +
           "' has no inverse: " + rewrite->whyNoInverse;
  auto params = dyn_cast_or_null<DictionaryAttr>(before);
  IRRewriter rewriter(context);
  std::string reason;
  Operation *function = isa<FunctionOpInterface>(place)
                            ? place
                            : place->getParentOfType<FunctionOpInterface>();
  if (failed(rewrite->inverse(rewriter, place,
                              params ? params : rewriter.getDictionaryAttr({}),
                              reason)))
    return reason;
  return succeeded(cleanUp(function)) ? "" : "cleaning up failed";
}

LogicalResult kopt::undoSteps(ModuleOp module, const Lineage &lineage,
                              unsigned count, Location loc) {
  skill::registerAllRewrites();
  size_t end = lineage.steps.size();
  if (count > end)
    return emitError(loc) << "expected at most " << end
                          << " steps to undo, but got " << count;
  std::string state = skill::stateHash(module);
  const std::string &last =
      end == 0 ? lineage.input : lineage.steps.back().after;
  if (state != last)
    return emitError(loc) << "expected the program with state hash " << last
                          << ", but got " << state;
  for (size_t i = end; i-- > end - count;) {
    const Step &step = lineage.steps[i];
    auto no = [&](const Twine &text) {
      return emitError(loc) << "step " << i << ": card @" << step.card
                            << " cannot be undone: " << text;
    };
    if (!step.condition.empty())
      return no("it made a variant, and the launch's kernels before are not "
                "kept");
    if (step.undo.empty())
      return no("the lineage does not say what it did");
    for (const skill::Undo &action : llvm::reverse(step.undo)) {
      std::string reason = undoAction(module, action);
      if (!reason.empty())
        return no(reason);
    }
    if (skill::stateHash(module) != step.before)
      return no("the inverse gives another program than before");
  }
  return success();
}
