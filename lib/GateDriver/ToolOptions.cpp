//===- ToolOptions.cpp - Options of tools that execute --------------------===//

#include "kopt/GateDriver/ToolOptions.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/Support/Program.h"

using namespace kopt;

std::optional<ExecutionOptions::Checked>
ExecutionOptions::check(llvm::StringRef tool) const {
  auto wrong = [&](const llvm::Twine &text) {
    fail(tool, text);
    return std::nullopt;
  };
  Checked checked;
  std::optional<DeviceSpec> parsed = DeviceSpec::parse(device);
  if (!parsed)
    return wrong("expected --device=sim, interpret or cuda:N, but got '" +
                 device + "'");
  checked.device = *parsed;
  // A simulated kernel is some thousand times slower.
  checked.timeout = timeout.getNumOccurrences() ? timeout
                    : parsed->sim               ? 60.0
                                                : 10.0;
  if (!(checked.timeout > 0 && checked.timeout <= kMostTimeout))
    return wrong("expected --timeout above 0 and of at most 3600 seconds");
  checked.startSeconds = start;
  if (!(start > 0 && start <= kMostTimeout))
    return wrong(
        "expected --start-timeout above 0 and of at most 3600 seconds");
  for (const std::string &text : workers) {
    std::optional<std::vector<std::string>> command = splitCommand(text);
    if (!command)
      return wrong("expected closed quotes in --workers, but got '" + text +
                   "'");
    if (command->empty())
      return wrong("expected a worker command as --workers, but got '" + text +
                   "'");
    // A comma may well stand in a name, but then the program is there.
    if (command->front().find(',') != std::string::npos &&
        !llvm::sys::findProgramByName(command->front()))
      return wrong("expected one command line in each --workers, but got the "
                   "list '" +
                   text + "'");
    checked.workers.push_back(std::move(*command));
  }
  return checked;
}
