//===- CommandLine.h - What tools make of their arguments -------*- C++ -*-===//

#ifndef KOPT_TOOLSUPPORT_COMMANDLINE_H
#define KOPT_TOOLSUPPORT_COMMANDLINE_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

#include <optional>
#include <string>
#include <vector>

namespace kopt {

/// What every tool's `main` begins with: LLVM's signal handlers, but a write
/// past the limit of file sizes is an error as others are, and --version is kopt's.
class InitTool {
public:
  InitTool(int &argc, char **&argv);

private:
  llvm::InitLLVM init;
};

/// Parses the arguments of `tool`, whose options are those of `category`.
/// False, with one error printed, where they are wrong.
bool parseCommandLine(llvm::StringRef tool, int argc, char **argv,
                      llvm::StringRef overview,
                      llvm::cl::OptionCategory &category);

/// False, with an error printed, if an option that takes one value was given
/// twice: LLVM's parser lets the last one win. For use after it.
bool checkRepeatedOptions(llvm::StringRef tool);

/// The words of a command line. Blanks separate them; quotes, single or double,
/// and a backslash keep what is special, as in a shell. Nothing for a quote
/// that is not closed.
std::optional<std::vector<std::string>> splitCommand(llvm::StringRef text);

} // namespace kopt

#endif // KOPT_TOOLSUPPORT_COMMANDLINE_H
