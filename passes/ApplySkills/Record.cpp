//===- Record.cpp - What was applied where, and why not -------------------===//

#include "passes/ApplySkills/Record.h"
#include "kopt/ToolSupport/Files.h"
#include "lib/Support/Json.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace kopt;
using json = kopt::Json;

static json valuesOf(ArrayRef<std::pair<std::string, skill::Number>> values) {
  json object = json::object();
  for (const auto &[name, number] : values)
    if (number.value)
      object[name] = *number.value;
    else if (number.expr)
      object[name] = number.text;
    else
      object[name] = "unknown: " + number.why;
  return object;
}

std::string Lineage::toJson() const {
  json list = json::array();
  for (const Step &step : steps) {
    list.push_back({{"card", step.card},
                    {"card_hash", step.hash},
                    {"place", step.place},
                    {"knobs", step.knobs},
                    {"before", step.before},
                    {"after", step.after},
                    {"class", step.numerics},
                    {"facts", valuesOf(step.facts)},
                    {"values", valuesOf(step.values)}});
    json actions = json::array();
    for (const skill::Undo &action : step.undo)
      if (action.isRewrite)
        actions.push_back({{"rewrite", action.name},
                           {"place", action.place},
                           {"params", action.text}});
      else
        actions.push_back({{"set", action.name},
                           {"place", action.place},
                           {"old", action.text}});
    list.back()["actions"] = std::move(actions);
    if (!step.condition.empty())
      list.back()["condition"] = step.condition;
  }
  json root = {{"kopt_lineage", 1}, {"input", input}, {"steps", list}};
  return dumpJson(root, 2) + "\n";
}

FailureOr<Lineage> Lineage::read(MLIRContext *context,
                                 const std::string &path) {
  auto no = [&](const Twine &text) {
    emitError(FileLineColLoc::get(context, path, 1, 1)) << text;
    return failure();
  };
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return no("cannot read the lineage: " + buffer.getError().message());
  json root = parseJson((*buffer)->getBuffer());
  if (root.is_discarded() || !root.is_object() ||
      root.value("kopt_lineage", json()) != json(1) ||
      !root.value("input", json()).is_string() ||
      !root.value("steps", json()).is_array())
    return no("expected a lineage of version 1");
  Lineage lineage;
  lineage.input = root["input"].get<std::string>();
  for (const json &item : root["steps"]) {
    for (const char *key : {"card", "card_hash", "place", "before", "after"})
      if (!item.is_object() || !item.value(key, json()).is_string())
        return no(Twine("expected a step with a text '") + key + "'");
    Step step;
    step.card = item["card"].get<std::string>();
    step.hash = item["card_hash"].get<std::string>();
    step.place = item["place"].get<std::string>();
    step.before = item["before"].get<std::string>();
    step.after = item["after"].get<std::string>();
    for (const json &action : item.value("actions", json::array())) {
      bool isRewrite = action.is_object() && action.contains("rewrite");
      const char *name = isRewrite ? "rewrite" : "set";
      const char *text = isRewrite ? "params" : "old";
      for (const char *key : {name, "place", text})
        if (!action.is_object() || !action.value(key, json()).is_string())
          return no(Twine("expected an action with a text '") + key + "'");
      step.undo.push_back({action["place"].get<std::string>(),
                           action[name].get<std::string>(),
                           action[text].get<std::string>(), isRewrite});
    }
    if (item.contains("condition")) {
      if (!item["condition"].is_string())
        return no("expected the condition of a step to be a text");
      step.condition = item["condition"].get<std::string>();
    }
    json knobs = item.value("knobs", json::object());
    if (!knobs.is_object())
      return no("expected knobs to be an object");
    for (const auto &[name, value] : knobs.items()) {
      if (!value.is_number_integer())
        return no("expected knob '" + name + "' to be an integer");
      step.knobs[name] = value.get<int64_t>();
    }
    lineage.steps.push_back(std::move(step));
  }
  return lineage;
}

std::string Explanation::toJson() const {
  json kernels = json::array();
  std::vector<std::string> order;
  for (const Try &t : tries)
    if (!llvm::is_contained(order, t.kernel))
      order.push_back(t.kernel);
  for (const std::string &name : order) {
    json cards = json::array();
    for (const Try &t : tries) {
      if (t.kernel != name)
        continue;
      json entry = {
          {"card", t.card}, {"guard", nullptr}, {"values", json::object()}};
      if (!t.outcome) {
        entry["status"] = "no-match";
      } else {
        bool isVersioned = !t.outcome->condition.empty();
        entry["status"] = !t.outcome->isApplied ? "refused"
                          : isVersioned         ? "versioned"
                                                : "applied";
        entry["place"] = t.place;
        entry["values"] = valuesOf(t.outcome->values);
        if (isVersioned)
          entry["values"]["condition"] = t.outcome->condition;
        entry["knobs"] = t.outcome->knobs;
        if (!t.outcome->isApplied) {
          entry["guard"] = t.outcome->guard;
          entry["reason"] = t.outcome->reason;
          if (!t.outcome->remedy.empty())
            entry["holds_with"] = t.outcome->remedy;
        } else {
          entry["facts"] = valuesOf(t.outcome->facts);
        }
      }
      cards.push_back(std::move(entry));
    }
    kernels.push_back({{"kernel", name}, {"cards", cards}});
  }
  json left = json::array();
  for (const NotLifted &item : notLifted)
    left.push_back(
        {{"op", item.op}, {"loc", item.loc}, {"reason", item.reason}});
  json root = {{"kernels", kernels}, {"not_lifted", left}};
  return dumpJson(root, 2) + "\n";
}

LogicalResult kopt::writeFile(MLIRContext *context, const std::string &path,
                              StringRef text) {
  if (llvm::Error error = writeOutput(path, text))
    return emitError(FileLineColLoc::get(context, path, 0, 0))
           << llvm::toString(std::move(error));
  return success();
}
