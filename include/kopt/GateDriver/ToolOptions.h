//===- ToolOptions.h - Options of tools that execute ------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_TOOLOPTIONS_H
#define KOPT_GATEDRIVER_TOOLOPTIONS_H

#include "kopt/GateDriver/Session.h"
#include "kopt/ToolSupport/CommandLine.h"

namespace kopt {

/// What kopt-run and kopt-gate are both told: which function of a program, on
/// what arguments, and where. A tool derives its own from this and makes one in
/// `main`.
struct ExecutionOptions {
  explicit ExecutionOptions(llvm::StringRef tool)
      : categoryName((tool + " options").str()) {}

  std::string categoryName; ///< the category refers to it
  llvm::cl::OptionCategory category{categoryName};
  llvm::cl::opt<std::string> entry{"entry", llvm::cl::desc("host function"),
                                   llvm::cl::cat(category)};
  llvm::cl::opt<std::string> device{"device", llvm::cl::init("sim"),
                                    llvm::cl::desc("sim, interpret or cuda:N"),
                                    llvm::cl::cat(category)};
  llvm::cl::list<std::string> arguments{
      "arg", llvm::cl::desc("INDEX:SHAPE or INDEX:VALUE of an argument"),
      llvm::cl::cat(category)};
  llvm::cl::opt<uint64_t> seed{"seed", llvm::cl::init(1),
                               llvm::cl::desc("seed of generated inputs"),
                               llvm::cl::cat(category)};
  llvm::cl::opt<double> timeout{
      "timeout", llvm::cl::init(0),
      llvm::cl::desc(
          "seconds a kernel may take (default: 10, and 60 of processor "
          "time on sim)"),
      llvm::cl::cat(category)};
  llvm::cl::list<std::string> workers{
      "workers", llvm::cl::value_desc("COMMAND"),
      llvm::cl::desc(
          "command line of a worker, with quotes as in a shell; give "
          "the option\nseveral times for several workers: the next "
          "one takes over where one fails"),
      llvm::cl::cat(category)};

  llvm::cl::opt<double> start{
      "start-timeout", llvm::cl::init(kStartSeconds),
      llvm::cl::desc(
          "seconds a worker has to say what device it has (default: 20)"),
      llvm::cl::cat(category)};

  /// Checks what can be without a program: nothing, with one error of `tool`
  /// printed, where a value is wrong.
  struct Checked {
    DeviceSpec device;
    double timeout;
    double startSeconds;
    std::vector<std::vector<std::string>> workers; ///< empty: kopt's own
  };
  std::optional<Checked> check(llvm::StringRef tool) const;
};

} // namespace kopt

#endif // KOPT_GATEDRIVER_TOOLOPTIONS_H
