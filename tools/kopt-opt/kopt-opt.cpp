//===- kopt-opt.cpp - The optimiser driver --------------------------------===//

#include "kopt/Registration/Registration.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "kopt/ToolSupport/Foreign.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

static constexpr const char tool[] = "kopt-opt";

/// `--explain-skills`, `--explain-skills=all` and `--explain-skills=json=FILE`
/// are short for options of `--apply-skills`, which they are put into. Returns
/// what is wrong with them, or an empty text.
static std::string moveExplain(std::vector<std::string> &args) {
  std::string options, wrong;
  llvm::erase_if(args, [&](llvm::StringRef arg) {
    if (!arg.consume_front("--explain-skills") &&
        !arg.consume_front("-explain-skills"))
      return false;
    if (arg.empty())
      options += " explain=summary";
    else if (arg == "=all")
      options += " explain=remarks";
    else if (arg.consume_front("=json=") && !arg.empty())
      options += " explain-json=" + arg.str();
    else
      wrong = "expected --explain-skills, --explain-skills=all or "
              "--explain-skills=json=FILE";
    return true;
  });
  if (options.empty() || !wrong.empty())
    return wrong;
  for (std::string &arg : args) {
    llvm::StringRef rest = llvm::StringRef(arg).ltrim('-');
    if (!llvm::StringRef(arg).starts_with("-") ||
        !rest.consume_front("apply-skills"))
      continue;
    arg += (rest.empty() ? "=" : "") + options;
    return "";
  }
  return "expected --apply-skills beside --explain-skills";
}

/// What works here is found by the tool that executes.
static int doctor(const char *path) {
  std::string self = llvm::sys::fs::getMainExecutable(path, (void *)&doctor);
  llvm::SmallString<256> gate(llvm::sys::path::parent_path(self));
  llvm::sys::path::append(gate, "kopt-gate");
  // Only what this tool prints itself can fail in its name.
  auto file = kopt::TemporaryFile::create("kopt-doctor", "txt");
  if (!file)
    return kopt::fail(tool, llvm::toString(file.takeError()));
  std::string error, parent = "--parent=" + std::to_string(::getpid());
  int status = llvm::sys::ExecuteAndWait(
      gate, {gate, "--doctor", parent}, std::nullopt,
      {std::nullopt, llvm::StringRef(file->path()), std::nullopt}, 0, 0,
      &error);
  if (!error.empty())
    return kopt::fail(tool, "cannot start '" + gate + "': " + error);
  if (auto text = llvm::MemoryBuffer::getFile(file->path()))
    llvm::outs() << (*text)->getBuffer();
  return kopt::finish(tool, status);
}

/// Upstream's driver between files of ours: the output is written whole after
/// all went well, or not at all.
static int optimise(llvm::StringRef input, llvm::StringRef output,
                    mlir::DialectRegistry &registry) {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  // The driver's contexts are its own; this is where one is seen.
  if (!config.shouldVerifyDiagnostics())
    config.setPassPipelineSetupFn([inner = config](mlir::PassManager &manager) {
      kopt::registerPlacelessHandler(manager.getContext(), tool,
                                     /*hasSeveralFiles=*/false);
      return inner.setupPassPipeline(manager);
    });
  auto buffer = kopt::readInput(input);
  if (!buffer)
    return kopt::fail(tool, llvm::toString(buffer.takeError()));
  // Passes may take their time, judging above all.
  if (llvm::Error error = kopt::checkWritable(output))
    return kopt::fail(tool, llvm::toString(std::move(error)));
  if (auto error = kopt::checkForeign(registry, (*buffer)->getBuffer())) {
    llvm::errs() << (*buffer)->getBufferIdentifier() << ":" << error->line
                 << ":" << error->column << ": error: " << error->message
                 << "\n";
    return 1;
  }
  std::unique_ptr<llvm::MemoryBuffer> copy = llvm::MemoryBuffer::getMemBuffer(
      **buffer, /*RequiresNullTerminator=*/true);
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isGood =
      mlir::succeeded(mlir::MlirOptMain(os, std::move(copy), registry, config));
  if (!isGood && !config.shouldVerifyDiagnostics())
    kopt::printSyntaxNote(**buffer, config.inputSplitMarker(),
                          config.shouldAllowUnregisteredDialects(), registry);
  // Standard output also gets the pieces of a split file that went well.
  if (isGood || output == "-")
    if (llvm::Error error = kopt::writeOutput(output, text))
      return kopt::fail(tool, llvm::toString(std::move(error)));
  return isGood ? 0 : 1;
}

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  std::vector<std::string> args(argv, argv + argc);
  if (llvm::is_contained(args, "--doctor"))
    return doctor(argv[0]);
  if (std::string wrong = moveExplain(args); !wrong.empty())
    return kopt::fail(tool, wrong);
  std::vector<char *> pointers;
  for (std::string &arg : args)
    pointers.push_back(arg.data());
  mlir::DialectRegistry registry;
  kopt::registerAllDialects(registry);
  mlir::registerAllPasses();
  kopt::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      int(pointers.size()), pointers.data(),
      "kopt optimiser driver\n"
      "  --doctor says what works on this machine\n",
      registry);
  if (!kopt::checkRepeatedOptions(tool))
    return 1;
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses()) {
    std::unique_ptr<llvm::MemoryBuffer> none =
        llvm::MemoryBuffer::getMemBuffer("");
    bool isBad = mlir::failed(
        mlir::MlirOptMain(llvm::outs(), std::move(none), registry, config));
    return kopt::finish(tool, isBad);
  }
  return optimise(input, output, registry);
}
