//===- Write.cpp - An artefact as JSON ------------------------------------===//

#include "kopt/Artefact/Artefact.h"
#include "kopt/Gate/ProgramJson.h"
#include "lib/Support/Json.h"

using namespace kopt;
using namespace kopt::artefact;

namespace {
struct OpInfo {
  const char *name;
  unsigned operands;
};
} // namespace

static const OpInfo kOps[] = {
    {"constant", 1}, {"size", 2},       {"scalar", 1}, {"stride", 2},
    {"address", 1},  {"add", 2},        {"sub", 2},    {"mul", 2},
    {"floordiv", 2}, {"ceildiv", 2},    {"div", 2},    {"mod", 2},
    {"rem", 2},      {"min", 2},        {"max", 2},    {"equal", 2},
    {"less", 2},     {"less_equal", 2}, {"and", 2},    {"or", 2},
    {"not", 1},      {"to_f32", 1},     {"to_f64", 1}, {"select", 3}};
static_assert(sizeof kOps / sizeof *kOps == unsigned(Operator::Select) + 1);
static const char *const kAccesses[] = {"in", "out", "inout"};
static const char *const kKinds[] = {"tensor", "workspace", "value",
                                     "scalar", "bits",      "constant"};

const char *artefact::spelling(Operator op) { return kOps[unsigned(op)].name; }
unsigned artefact::operandCount(Operator op) {
  return kOps[unsigned(op)].operands;
}
const char *artefact::spelling(Access access) {
  return kAccesses[unsigned(access)];
}
const char *artefact::spelling(Parameter::Kind kind) {
  return kKinds[unsigned(kind)];
}
std::string Image::file() const { return sha256 + "." + gate::spelling(kind); }

/// The number, or null for none.
static Json optional(ValueIndex index) {
  return index < 0 ? Json(nullptr) : Json(index);
}

static Json argumentJson(const Argument &argument) {
  Json json = {{"name", argument.name},
               {"kind", argument.isTensor ? "tensor" : "scalar"},
               {"dtype", gate::spelling(argument.dtype)}};
  if (!argument.isTensor)
    return json;
  json["sizes"] = Json::array();
  for (ValueIndex size : argument.sizes)
    json["sizes"].push_back(optional(size));
  json["strides"] = "row-major";
  json["access"] = spelling(argument.access);
  json["alignment"] = argument.alignment;
  return json;
}

static Json parameterJson(const Parameter &parameter) {
  const char *kind = spelling(parameter.kind);
  switch (parameter.kind) {
  case Parameter::Kind::Bits:
    return {{kind, parameter.bits}, {"bytes", parameter.bytes}};
  case Parameter::Kind::Value:
    return {{kind, parameter.index}, {"bytes", parameter.bytes}};
  default:
    return {{kind, parameter.index}};
  }
}

static Json stepJson(const Step &step) {
  Json candidates = Json::array(), parameters = Json::array();
  for (const Candidate &c : step.candidates)
    candidates.push_back({{"guard", optional(c.guard)},
                          {"module", c.module},
                          {"kernel", c.kernel},
                          {"grid", c.grid},
                          {"block", c.block},
                          {"cluster", c.cluster},
                          {"shared", c.dynamicSharedBytes},
                          {"cooperative", c.cooperative}});
  for (const Parameter &parameter : step.parameters)
    parameters.push_back(parameterJson(parameter));
  return {{"candidates", std::move(candidates)},
          {"parameters", std::move(parameters)}};
}

static Json variantJson(const Variant &variant) {
  Json json = {{"guard", optional(variant.guard)}};
  if (variant.callback >= 0) {
    json["callback"] = variant.callback;
    return json;
  }
  json["workspace"] = {{"bytes", optional(variant.workspace)},
                       {"persistent", variant.persistentBytes}};
  json["launches"] = Json::array();
  for (const Step &step : variant.steps)
    json["launches"].push_back(stepJson(step));
  return json;
}

std::string artefact::toJson(const Artefact &artefact) {
  Json values = Json::array();
  for (const Value &value : artefact.values) {
    Json json = Json::array({spelling(value.op)});
    for (unsigned i = 0; i < operandCount(value.op); ++i)
      json.push_back(value.operands[i]);
    values.push_back(std::move(json));
  }
  Json root = {
      {"format", "kopt-artefact"},
      {"version", kVersion},
      {"name", artefact.name},
      {"versions",
       {{"kopt", artefact.koptVersion}, {"llvm", artefact.llvmVersion}}},
      {"numeric_class",
       {{"kind", artefact.numericClass},
        {"because", artefact.numericClassBecause}}},
      {"deterministic", artefact.deterministic},
      {"arguments", Json::array()},
      {"results", artefact.results},
      {"requirements", Json::array()},
      {"variants", Json::array()},
      {"modules", artefact.modules},
      {"constants", Json::array()},
      {"images", Json::array()}};
  for (const Argument &argument : artefact.arguments)
    root["arguments"].push_back(argumentJson(argument));
  for (const Requirement &requirement : artefact.requirements)
    root["requirements"].push_back(
        {{"value", requirement.value}, {"message", requirement.message}});
  for (const Variant &variant : artefact.variants)
    root["variants"].push_back(variantJson(variant));
  for (const Constant &constant : artefact.constants)
    root["constants"].push_back(
        {{"sha256", constant.sha256}, {"bytes", constant.bytes.size()}});
  for (const Image &image : artefact.images)
    root["images"].push_back({{"module", image.module},
                              {"kind", gate::spelling(image.kind)},
                              {"architecture", image.architecture},
                              {"sha256", image.sha256}});
  // A value a line: tables are read by people, and differences by diff.
  std::string text = dumpJson(root, 1);
  text.erase(text.size() - 2); // "\n}"
  text += ",\n \"values\": [";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ",\n  " : "\n  ") + dumpJson(values[i]);
  return text + "\n ]\n}\n";
}
