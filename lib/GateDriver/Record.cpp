//===- Record.cpp - A judgement that can be repeated ----------------------===//

#include "kopt/GateDriver/Record.h"
#include "kopt/Gate/Decision.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Support/Sha256.h"
#include "kopt/Support/Text.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cmath>

namespace json = llvm::json;

namespace kopt {
namespace {

constexpr const char kFormat[] = "kopt gate record 1";

/// JSON takes UTF-8 only: bytes that are not become replacement characters.
json::Object programJson(const ProgramText &program) {
  return json::Object{{"name", json::fixUTF8(program.name)},
                      {"text", json::fixUTF8(program.text)}};
}

/// Keys are printed in order, so equal objects have equal texts.
std::string integrityOf(const json::Object &root) {
  json::Object rest = root;
  rest.erase("integrity");
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::formatv("{0}", json::Value(std::move(rest)));
  return sha256(text);
}

llvm::Error bad(const llvm::Twine &what) {
  return llvm::createStringError("record: " + what);
}

/// Reads members of an object and keeps the first complaint.
class Members {
public:
  explicit Members(const json::Object &object) : object(object) {}

  std::string text(llvm::StringRef key) {
    if (auto value = object.getString(key))
      return value->str();
    return complain(key, "a text"), std::string();
  }
  /// What is in records since it exists; else "given".
  IncumbentSource incumbentSource(llvm::StringRef key) {
    if (object.find(key) == object.end())
      return IncumbentSource::Given;
    std::string value = text(key);
    for (IncumbentSource source :
         {IncumbentSource::Given, IncumbentSource::Original,
          IncumbentSource::Plain})
      if (value == spelling(source))
        return source;
    return complain(key, "given, original or plain"), IncumbentSource::Given;
  }
  double number(llvm::StringRef key, double least, double most) {
    auto value = object.getNumber(key);
    if (value && *value >= least && *value <= most)
      return *value;
    return complain(key, "a number in range"), least;
  }
  bool flag(llvm::StringRef key) {
    if (auto value = object.getBoolean(key))
      return *value;
    return complain(key, "true or false"), false;
  }
  std::vector<std::string> texts(llvm::StringRef key) {
    std::vector<std::string> result;
    const json::Array *array = object.getArray(key);
    if (!array)
      return complain(key, "a list of texts"), result;
    for (const json::Value &value : *array) {
      if (auto text = value.getAsString())
        result.push_back(text->str());
      else
        complain(key, "a list of texts");
    }
    return result;
  }
  ProgramText program(llvm::StringRef key) {
    const json::Object *inner = object.getObject(key);
    if (!inner)
      return complain(key, "a program"), ProgramText();
    Members members(*inner);
    ProgramText result{members.text("name"), members.text("text")};
    if (wrong.empty())
      wrong = members.wrong;
    return result;
  }
  void complain(llvm::StringRef key, const llvm::Twine &expected) {
    if (wrong.empty())
      wrong = ("expected " + expected + " as '" + key + "'").str();
  }
  std::string wrong;

private:
  const json::Object &object;
};

} // namespace

std::string writeRecord(const QuestionRecord &question,
                        const Judgement &judgement) {
  const JudgeOptions &options = question.options;
  json::Object root{{"format", kFormat},
                    {"original", programJson(question.original)},
                    {"candidate", programJson(question.candidate)},
                    {"incumbent", programJson(question.incumbent)},
                    {"incumbent_source", spelling(options.incumbentSource)},
                    {"entry", question.entry},
                    {"question", gate::spelling(options.question)},
                    {"device", options.device.text()},
                    // As a text: JSON numbers are not sure to keep 64 bits.
                    {"seed", std::to_string(options.seed)},
                    {"timeout", options.timeoutSeconds},
                    {"budget", options.budgetSeconds},
                    {"blocks", int64_t(options.blocks)},
                    {"families", json::Array(options.families)},
                    {"arguments", json::Array(options.arguments)},
                    {"other_shapes", options.otherShapes},
                    {"profile_only", options.profileOnly},
                    {"permitted_ulps", options.permission.approximates
                                           ? options.permission.ulps
                                           : -1.0}};
  llvm::Expected<json::Value> answer = json::parse(toJson(judgement, options));
  if (answer)
    root["judgement"] = std::move(*answer);
  else
    llvm::consumeError(answer.takeError());
  root["integrity"] = integrityOf(root);
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::formatv("{0:2}", json::Value(std::move(root))) << "\n";
  return text;
}

llvm::Expected<QuestionRecord> readRecord(llvm::StringRef text,
                                          std::string &recordedAnswer) {
  if (isTooDeepJson(text))
    return bad("expected brackets nested at most " +
               llvm::Twine(kMostJsonDepth) + " deep, but got more");
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return bad("not JSON: " + llvm::toString(parsed.takeError()));
  const json::Object *root = parsed->getAsObject();
  if (!root || root->getString("format") != llvm::StringRef(kFormat))
    return bad(llvm::Twine("expected the format '") + kFormat + "'");
  if (root->getString("integrity") != llvm::StringRef(integrityOf(*root)))
    return bad("it was damaged or edited: its contents do not have the "
               "checksum that it states");
  Members members(*root);
  QuestionRecord question;
  question.original = members.program("original");
  question.candidate = members.program("candidate");
  question.incumbent = members.program("incumbent");
  question.entry = members.text("entry");
  JudgeOptions &options = question.options;
  options.incumbentSource = members.incumbentSource("incumbent_source");
  if (!gate::parseQuestion(members.text("question"), options.question))
    members.complain("question", "equivalent, not-slower or faster");
  if (auto device = DeviceSpec::parse(members.text("device")))
    options.device = *device;
  else
    members.complain("device", "sim, interpret or cuda:N");
  if (llvm::StringRef(members.text("seed")).getAsInteger(10, options.seed))
    members.complain("seed", "a number");
  options.timeoutSeconds = members.number("timeout", 1e-9, kMostTimeout);
  options.budgetSeconds = members.number("budget", 0, kMostBudget);
  options.blocks = unsigned(members.number("blocks", gate::kFewestBlocks, 1e4));
  options.families = members.texts("families");
  for (const std::string &family : options.families)
    if (!gate::isFamily(family))
      members.complain("families", "input families");
  options.arguments = members.texts("arguments");
  options.otherShapes = members.flag("other_shapes");
  options.profileOnly = members.flag("profile_only");
  double ulps = members.number("permitted_ulps", -1, 4194304);
  options.permission.approximates = ulps >= 0;
  options.permission.ulps = std::max(ulps, 0.0);
  const json::Object *judgement = root->getObject("judgement");
  auto answer = judgement ? judgement->getString("verdict") : std::nullopt;
  if (answer)
    recordedAnswer = answer->str();
  else
    members.complain("judgement", "a verdict");
  if (!members.wrong.empty())
    return bad(members.wrong);
  return question;
}

} // namespace kopt
