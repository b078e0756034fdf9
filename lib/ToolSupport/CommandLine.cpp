//===- CommandLine.cpp - What tools make of their arguments ---------------===//

#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/Support/Signals.h"
#include "kopt/Support/Version.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace kopt;
namespace cl = llvm::cl;

kopt::InitTool::InitTool(int &argc, char **&argv) : init(argc, argv) {
  // Later than LLVM's own handlers, one of which is for this signal.
  ignoreFileSizeSignal();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "kopt " << version() << " with LLVM " LLVM_VERSION_STRING "\n";
  });
}

bool kopt::checkRepeatedOptions(llvm::StringRef tool) {
  for (auto &[name, option] : cl::getRegisteredOptions()) {
    int times = option->getNumOccurrences();
    bool isList = option->getNumOccurrencesFlag() == cl::ZeroOrMore ||
                  option->getNumOccurrencesFlag() == cl::OneOrMore;
    if (isList || times < 2)
      continue;
    fail(tool, llvm::Twine("expected ") + (name.size() == 1 ? "-" : "--") +
                   name + " once, but got it " + llvm::Twine(times) + " times");
    return false;
  }
  return true;
}

bool kopt::parseCommandLine(llvm::StringRef tool, int argc, char **argv,
                            llvm::StringRef overview,
                            cl::OptionCategory &category) {
  cl::HideUnrelatedOptions(category);
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &stream))
    return failUsage(tool, errors), false;
  return checkRepeatedOptions(tool);
}

std::optional<std::vector<std::string>>
kopt::splitCommand(llvm::StringRef text) {
  // A word behind the text is one of its own only where no quote is open.
  const std::string last = "end";
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> words;
  cl::TokenizeGNUCommandLine((text + " " + last).str(), saver, words);
  if (words.empty() || words.back() != last)
    return std::nullopt;
  return std::vector<std::string>(words.begin(), words.end() - 1);
}
