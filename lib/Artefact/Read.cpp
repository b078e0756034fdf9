//===- Read.cpp - An artefact from JSON -----------------------------------===//

#include "kopt/Artefact/Artefact.h"
#include "kopt/Gate/ProgramJson.h"
#include "kopt/Support/Sha256.h"
#include "lib/Gate/Json.h"

using namespace kopt;
using namespace kopt::artefact;
using gate::Reader;

/// Members that may be null are -1 then.
static ValueIndex optional(Reader &r, const Json &json, const char *key) {
  const Json *member = r.find(key);
  if (!member || member->is_null())
    return -1;
  return ValueIndex(r.integer(key, 0, kMostValues - 1));
}

static bool boolean(Reader &r, const char *key) {
  const Json *member = r.find(key);
  if (member && !member->is_boolean())
    r.fail("true or false as '" + std::string(key) + "'", *member);
  return member && member->is_boolean() && member->get<bool>();
}

static Status readArgument(const Json &json, const std::string &where,
                           Argument &argument) {
  Reader r(json, where);
  argument.name = r.text("name");
  std::string kind = r.text("kind"), dtype = r.text("dtype");
  if (!r.result().ok())
    return r.result();
  if (!gate::parseDType(dtype, argument.dtype))
    r.fail("an element type", dtype);
  argument.isTensor = kind == "tensor";
  if (!argument.isTensor) {
    if (kind != "scalar")
      r.fail("\"tensor\" or \"scalar\"", kind);
    return r.result();
  }
  const Json *sizes = r.array("sizes", kMostRank);
  std::string strides = r.text("strides"), access = r.text("access");
  argument.alignment = r.integer("alignment", 1, 4096);
  if (!r.result().ok())
    return r.result();
  if (strides != "row-major")
    r.fail("\"row-major\"", strides);
  bool known = false;
  for (Access a : {Access::In, Access::Out, Access::InOut})
    if (access == spelling(a)) {
      argument.access = a;
      known = true;
    }
  if (!known)
    r.fail("\"in\", \"out\" or \"inout\"", access);
  for (const Json &size : *sizes) {
    int64_t index = -1;
    if (!size.is_null() && (!Reader::asInteger(size, index) || index < 0 ||
                            index >= int64_t(kMostValues)))
      r.fail("null or the number of a value", size);
    argument.sizes.push_back(ValueIndex(index));
  }
  return r.result();
}

static Status readValue(const Json &json, const std::string &where,
                        Value &value) {
  auto wrong = [&] {
    return Status::failure("parse", "expected an operation with operands as " +
                                        where + ", but got other JSON");
  };
  if (!json.is_array() || json.empty() || !json[0].is_string())
    return wrong();
  const auto &name = json[0].get_ref<const std::string &>();
  for (unsigned op = 0; op <= unsigned(Operator::Select); ++op) {
    if (name != spelling(Operator(op)))
      continue;
    value.op = Operator(op);
    if (json.size() != operandCount(value.op) + 1)
      return wrong();
    for (size_t i = 1; i < json.size(); ++i)
      if (!Reader::asInteger(json[i], value.operands[i - 1]))
        return wrong();
    return Status::success();
  }
  return wrong();
}

static Status readCandidate(const Json &json, const std::string &where,
                            Candidate &c) {
  Reader r(json, where);
  c.guard = optional(r, json, "guard");
  c.module = int(r.integer("module", 0, 255));
  c.kernel = r.text("kernel");
  c.grid = ValueIndex(r.integer("grid", 0, kMostValues - 1));
  c.cluster = uint32_t(r.integer("cluster", 1, 16));
  c.dynamicSharedBytes = uint32_t(r.integer("shared", 0, 1 << 24));
  c.cooperative = boolean(r, "cooperative");
  const Json *block = r.array("block", 3);
  for (unsigned i = 0; block && i < 3; ++i) {
    int64_t extent = 0;
    if (block->size() != 3 || !Reader::asInteger((*block)[i], extent) ||
        extent < 1 || extent > 1024) {
      r.fail("three extents from 1 to 1024 as 'block'", *block);
      break;
    }
    c.block[i] = uint32_t(extent);
  }
  return r.result();
}

static Status readParameter(const Json &json, const std::string &where,
                            Parameter &p) {
  Reader r(json, where);
  bool known = false;
  for (auto kind : {Parameter::Kind::Tensor, Parameter::Kind::Workspace,
                    Parameter::Kind::Value, Parameter::Kind::Scalar,
                    Parameter::Kind::Bits, Parameter::Kind::Constant}) {
    if (!r.has(spelling(kind)))
      continue;
    p.kind = kind;
    known = true;
    if (kind == Parameter::Kind::Bits)
      p.bits = r.bits("bits");
    else
      p.index = int(r.integer(spelling(kind), 0, kMostValues - 1));
    if (kind == Parameter::Kind::Bits || kind == Parameter::Kind::Value)
      p.bytes = unsigned(r.integer("bytes", 1, 8));
    break;
  }
  if (!known)
    r.fail("what the parameter is", json);
  return r.result();
}

/// Calls `read(element, where, out)` for each element of an array.
template <typename T, typename Read>
static Status readAll(const Json *array, const std::string &where,
                      std::vector<T> &out, Read read) {
  for (size_t i = 0; array && i < array->size(); ++i) {
    T element;
    if (Status s = read((*array)[i], where + " " + std::to_string(i), element);
        !s.ok())
      return s;
    out.push_back(std::move(element));
  }
  return Status::success();
}

static Status readStep(const Json &json, const std::string &where, Step &step) {
  Reader r(json, where);
  const Json *candidates = r.array("candidates", 64);
  const Json *parameters = r.array("parameters", kMostArguments);
  if (!r.result().ok())
    return r.result();
  if (Status s = readAll(candidates, where + " candidate", step.candidates,
                         readCandidate);
      !s.ok())
    return s;
  return readAll(parameters, where + " parameter", step.parameters,
                 readParameter);
}

static Status readVariant(const Json &json, const std::string &where,
                          Variant &variant) {
  Reader r(json, where);
  variant.guard = optional(r, json, "guard");
  if (r.has("callback")) {
    variant.callback = int(r.integer("callback", 0, 1023));
    return r.result();
  }
  const Json *workspace = r.find("workspace");
  const Json *launches = r.array("launches", kMostSteps);
  if (!r.result().ok())
    return r.result();
  Reader w(*workspace, where + " workspace");
  variant.workspace = optional(w, *workspace, "bytes");
  variant.persistentBytes = w.integer("persistent", 0, 1ll << 40);
  if (!w.result().ok())
    return w.result();
  return readAll(launches, where + " launch", variant.steps, readStep);
}

static Status readRequirement(const Json &json, const std::string &where,
                              Requirement &requirement) {
  Reader r(json, where);
  requirement.value = ValueIndex(r.integer("value", 0, kMostValues - 1));
  requirement.message = r.text("message");
  return r.result();
}

/// A hash is a file name, so nothing else may be in it.
static void readHash(Reader &r, std::string &hash) {
  hash = r.text("sha256");
  if (r.result().ok() &&
      (hash.size() != 64 ||
       hash.find_first_not_of("0123456789abcdef") != std::string::npos))
    r.fail("64 lower-case hex digits", hash);
}

static Status readConstant(const Json &json, const std::string &where,
                           Constant &constant) {
  Reader r(json, where);
  readHash(r, constant.sha256);
  return r.result();
}

static Status readImage(const Json &json, const std::string &where,
                        Image &image) {
  Reader r(json, where);
  image.module = int(r.integer("module", 0, 255));
  image.architecture = r.text("architecture");
  readHash(r, image.sha256);
  std::string kind = r.text("kind");
  if (!r.result().ok())
    return r.result();
  if (kind == "cubin")
    image.kind = gate::Image::Kind::Cubin;
  else if (kind == "sim")
    image.kind = gate::Image::Kind::SimObject;
  else if (kind != "ptx")
    r.fail("\"ptx\", \"cubin\" or \"sim\"", kind);
  return r.result();
}

Result<Artefact> artefact::fromJson(
    const std::string &text,
    const std::function<Result<std::string>(const std::string &)> &read) {
  Json root = parseJson(text);
  if (root.is_discarded())
    return Status::failure(
        "parse", "expected an artefact as JSON, but got other or cut text");
  Artefact a;
  Reader r(root, "the artefact");
  std::string format = r.text("format");
  if (r.result().ok() && format != "kopt-artefact")
    r.fail("the format \"kopt-artefact\"", format);
  // The version comes first: of another one nothing else is known.
  int64_t version = r.integer("version", 0, INT32_MAX);
  if (r.result().ok() && version != kVersion)
    return Status::failure("version", "expected an artefact of version " +
                                          std::to_string(kVersion) +
                                          ", but got version " +
                                          std::to_string(version));
  a.name = r.text("name");
  a.modules = int(r.integer("modules", 0, 256));
  a.deterministic = boolean(r, "deterministic");
  const Json *versions = r.find("versions"), *numeric = r.find("numeric_class");
  const Json *arguments = r.array("arguments", kMostArguments);
  const Json *results = r.array("results", kMostArguments);
  const Json *values = r.array("values", kMostValues);
  const Json *requirements = r.array("requirements", kMostValues);
  const Json *variants = r.array("variants", 64);
  const Json *images = r.array("images", 1024);
  // Absent in files of before.
  const Json *constants =
      r.has("constants") ? r.array("constants", kMostConstants) : nullptr;
  if (!r.result().ok())
    return r.result();
  Reader v(*versions, "versions"), n(*numeric, "numeric_class");
  a.koptVersion = v.text("kopt");
  a.llvmVersion = v.text("llvm");
  a.numericClass = n.text("kind");
  a.numericClassBecause = n.text("because");
  for (const Json &result : *results) {
    int64_t index = -1;
    if (!Reader::asInteger(result, index) || index < 0 ||
        index >= int64_t(kMostArguments))
      r.fail("the number of an argument as a result", result);
    a.results.push_back(int(index));
  }
  for (const Status &status :
       {v.result(), n.result(), r.result(),
        readAll(arguments, "argument", a.arguments, readArgument),
        readAll(values, "value", a.values, readValue),
        readAll(requirements, "requirement", a.requirements, readRequirement),
        readAll(variants, "variant", a.variants, readVariant),
        readAll(constants, "constant", a.constants, readConstant),
        readAll(images, "image", a.images, readImage)})
    if (!status.ok())
      return status;
  if (Status s = verify(a); !s.ok())
    return s;
  auto fetch = [&](const char *what, const std::string &file,
                   const std::string &sha, std::string &bytes) {
    Result<std::string> got = read(file);
    if (!got)
      return got.status();
    std::string hash = sha256(*got);
    if (hash != sha)
      return Status::failure("image", std::string("expected ") + what +
                                          " of SHA-256 " + sha + ", but got " +
                                          hash);
    bytes = std::move(*got);
    return Status::success();
  };
  for (Image &image : a.images)
    if (Status s = fetch("an image", image.file(), image.sha256, image.bytes);
        !s.ok())
      return s;
  for (Constant &constant : a.constants)
    if (Status s = fetch("a constant", constant.file(), constant.sha256,
                         constant.bytes);
        !s.ok())
      return s;
  return a;
}
