//===- CardOps.cpp - What makes a card well formed ------------------------===//

#include "dialects/Skill/SkillDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kopt::skill;

/// The three parts of a card's body.
enum class Part { Facts = 0, Actions = 1, Expectations = 2 };

/// Later parts may not be followed by earlier ones: a guard that saw the
/// changed program would come too late.
static LogicalResult checkOrder(CardOp card) {
  Part part = Part::Facts;
  for (Operation &op : card.getBody().front()) {
    if (isa<SetOp, RewriteOp, TransformOp>(op)) {
      if (part == Part::Expectations)
        return op.emitOpError("expected actions before expectations");
      part = Part::Actions;
    } else if (isa<GuardOp, AnyOp, KnobOp, BindOp, TargetOp>(op)) {
      if (part != Part::Facts)
        return op.emitOpError("expected places, knobs and guards before the "
                              "actions");
    } else if (isa<ExpectOp>(op)) {
      if (part == Part::Facts)
        return op.emitOpError("expected expectations after the actions");
      part = Part::Expectations;
    }
  }
  return success();
}

LogicalResult CardOp::verify() {
  if (!llvm::is_contained(
          {"exact", "reassociates", "contracts", "approximates", "narrows"},
          getNumerics()))
    return emitOpError("expected numerics to be exact, reassociates, "
                       "contracts, approximates or narrows, but got '")
           << getNumerics() << "'";
  if (int64_t(getVersion()) < 1)
    return emitOpError("expected a version of at least 1, but got ")
           << int64_t(getVersion());
  if (getBody().front().empty() || !isa<BindOp>(getBody().front().front()) ||
      !cast<BindOp>(getBody().front().front()).getOp())
    return emitOpError("expected the first operation to bind the anchor");
  llvm::StringMap<Operation *> ids, knobs;
  bool isGuarded = false, acts = false;
  for (Operation &op : getBody().front()) {
    if (isa<RecipeOp, CardOp>(op) || op.getDialect() != (*this)->getDialect())
      return op.emitOpError("expected operations of a card only");
    acts |= isa<SetOp, RewriteOp, TransformOp>(op);
    isGuarded |= isa<GuardOp, AnyOp, UnguardedOp>(op);
    auto unique = [&](llvm::StringMap<Operation *> &names, StringRef name,
                      StringRef what) -> LogicalResult {
      auto [other, isNew] = names.try_emplace(name, &op);
      if (isNew)
        return success();
      InFlightDiagnostic diagnostic = op.emitOpError("expected a ")
                                      << what << " used once, but got '" << name
                                      << "' again";
      diagnostic.attachNote(other->second->getLoc()) << "first used here";
      return diagnostic;
    };
    // Names and types are the program's.
    if (auto set = dyn_cast<SetOp>(op))
      if (set.getName().empty() ||
          llvm::is_contained({"sym_name", "sym_visibility", "function_type",
                              "arg_attrs", "res_attrs"},
                             set.getName()))
        return set.emitOpError("expected a schedule attribute, but got '")
               << set.getName() << "'";
    if (auto guard = dyn_cast<GuardOp>(op))
      if (failed(unique(ids, guard.getId(), "guard id")))
        return failure();
    if (auto any = dyn_cast<AnyOp>(op))
      if (failed(unique(ids, any.getId(), "guard id")))
        return failure();
    if (auto knob = dyn_cast<KnobOp>(op))
      if (failed(unique(knobs, knob.getName(), "knob name")))
        return failure();
    if (auto bind = dyn_cast<BindOp>(op))
      if (bind.getOp() && &op != &getBody().front().front())
        return op.emitOpError("expected one anchor; bind other places by a "
                              "relation");
  }
  if (!isGuarded)
    return emitOpError("expected a guard, or skill.unguarded with the reason");
  if (!acts)
    return emitOpError("expected an action");
  return checkOrder(*this);
}

LogicalResult CardOp::verifyRegions() {
  auto *check =
      (*this)->getDialect()->getRegisteredInterface<CardCheckInterface>();
  return check ? check->check(*this) : success();
}

LogicalResult RecipeOp::verify() {
  for (Operation &op : getBody().front())
    if (!isa<ApplyOp>(op))
      return op.emitOpError("expected only skill.apply in a recipe");
  return success();
}

LogicalResult BindOp::verify() {
  if (getOp() ? bool(getRelation() || getFrom())
              : !getRelation() || !getFrom() || getForm())
    return emitOpError("expected an operation's name, or a relation to "
                       "another place");
  if (getForm() && (*getForm() < 1 || *getForm() > 2))
    return emitOpError("expected form 1 or 2, but got ") << int64_t(*getForm());
  if (getRelation() &&
      !llvm::is_contained({"kernel", "loop", "producer", "sibling"},
                          *getRelation()))
    return emitOpError("expected the relation kernel, loop, producer or "
                       "sibling, but got '")
           << *getRelation() << "'";
  return success();
}

LogicalResult KnobOp::verify() {
  if (getDomain().empty())
    return emitOpError("expected a domain with a default, but got none");
  SmallVector<int64_t> sorted(getDomain());
  llvm::sort(sorted);
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return emitOpError("expected each value of the domain once");
  return success();
}

static LogicalResult checkId(Operation *op, StringRef given) {
  StringRef id = given;
  unsigned number;
  if (id.consume_front("G") && !id.getAsInteger(10, number) && number != 0)
    return success();
  return op->emitOpError("expected an id of G and a number from 1, but got '")
         << given << "'";
}

LogicalResult GuardOp::verify() {
  if (failed(checkId(*this, getId())))
    return failure();
  if (!getOtherwise())
    return emitOpError("expected a sentence after else");
  return success();
}

LogicalResult AnyOp::verify() {
  if (failed(checkId(*this, getId())))
    return failure();
  for (Operation &op : getBody().front())
    if (!isa<WhenOp>(op))
      return op.emitOpError("expected only skill.when in skill.any");
  // One alternative is a guard, and none never holds.
  size_t conditions = getBody().front().getOperations().size();
  if (conditions < 2)
    return emitOpError("expected at least two conditions, but got ")
           << conditions;
  return success();
}

/// What changes structured operations and nothing else. Passes by name, code
/// from other files, loops over handles and what prints are not here.
ArrayRef<StringLiteral> TransformOp::allowedOps() {
  static constexpr StringLiteral names[] = {
      "transform.cast",
      "transform.get_consumers_of_result",
      "transform.get_operand",
      "transform.get_producer_of_operand",
      "transform.get_result",
      "transform.merge_handles",
      "transform.param.constant",
      "transform.split_handle",
      "transform.structured.fuse",
      "transform.structured.fuse_into_containing_op",
      "transform.structured.generalize",
      "transform.structured.interchange",
      "transform.structured.match",
      "transform.structured.specialize",
      "transform.structured.tile_using_for",
      "transform.yield"};
  return names;
}

LogicalResult TransformOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != 1 + getValues().size())
    return emitOpError("expected the kernel and ")
           << getValues().size() << " values as arguments of the body, but got "
           << body.getNumArguments() << " arguments";
  if (body.getOperations().size() > maxSteps)
    return emitOpError("expected at most ")
           << maxSteps << " operations in the body, but got "
           << body.getOperations().size();
  for (Operation &op : body) {
    if (!llvm::is_contained(allowedOps(), op.getName().getStringRef()))
      return op.emitError("expected an operation that skill.transform allows, "
                          "but got '")
             << op.getName() << "'; allowed: "
             << llvm::join(llvm::map_range(
                               allowedOps(),
                               [](StringLiteral name) { return name.str(); }),
                           ", ");
    if (op.getNumRegions() != 0)
      return op.emitError("expected an operation without regions");
  }
  return success();
}
