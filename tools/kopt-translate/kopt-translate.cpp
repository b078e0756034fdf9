//===- kopt-translate.cpp - PTX, artefacts and C entries of a module ------===//

#include "Translations.h"
#include "kopt/Registration/Registration.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "kopt/ToolSupport/Foreign.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

static constexpr const char tool[] = "kopt-translate";

/// Writes the files of a translation into folder `folder`, which is made.
static int writeAll(StringRef folder,
                    FailureOr<std::vector<kopt::NamedFile>> files) {
  if (failed(files))
    return 1;
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return kopt::fail(tool, folder + ": " + error.message());
  std::vector<kopt::OutputFile> outputs;
  for (auto &[name, text] : *files)
    outputs.push_back({(folder + "/" + name).str(), std::move(text)});
  // Two modules may have one image.
  llvm::sort(outputs);
  outputs.erase(std::unique(outputs.begin(), outputs.end()), outputs.end());
  if (llvm::Error error = kopt::writeOutputs(outputs))
    return kopt::fail(tool, llvm::toString(std::move(error)));
  return 0;
}

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  cl::OptionCategory category("kopt-translate options");
  cl::opt<std::string> input(cl::Positional, cl::desc("FILE"), cl::init("-"),
                             cl::cat(category));
  cl::opt<std::string> output("o",
                              cl::desc("output file; a folder but for PTX"),
                              cl::init("-"), cl::cat(category));
  cl::opt<bool> toPtx("kopt-to-ptx",
                      cl::desc("lower kernels and print their PTX"),
                      cl::cat(category));
  cl::opt<bool> toArtefact(
      "kopt-to-artefact",
      cl::desc("write a host function for any sizes: artefact.json and images"),
      cl::cat(category));
  cl::opt<bool> toC("kopt-to-c",
                    cl::desc("write the same as a C header and source"),
                    cl::cat(category));
  cl::opt<bool> toIree("kopt-to-iree",
                       cl::desc("write program.mlir for iree-compile, and the "
                                "PTX that it names"),
                       cl::cat(category));
  cl::opt<std::string> entry(
      "entry", cl::desc("the host function, where there are several"),
      cl::cat(category));
  cl::list<std::string> chips(
      "chip", cl::CommaSeparated,
      cl::desc("sm_80, sm_89 or sm_90a, the default; several for artefacts"),
      cl::cat(category));
  if (!kopt::parseCommandLine(tool, argc, argv, "kopt translation driver\n",
                              category))
    return 1;
  if (toPtx + toArtefact + toC + toIree != 1)
    return kopt::fail(tool, "expected one of --kopt-to-ptx, "
                            "--kopt-to-artefact, --kopt-to-c, --kopt-to-iree");
  if (chips.empty())
    chips.push_back("sm_90a");
  if ((toPtx || toIree) && chips.size() > 1)
    return kopt::fail(tool, "expected one --chip for PTX, but got several");
  if (!toPtx && output == "-")
    return kopt::fail(tool, "expected -o with a folder to write to");
  auto buffer = kopt::readInput(input);
  if (!buffer)
    return kopt::fail(tool, llvm::toString(buffer.takeError()));

  kopt::registerAllPasses();
  DialectRegistry registry;
  kopt::registerAllDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  llvm::StringRef text = (*buffer)->getBuffer();
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  kopt::registerPlacelessHandler(&context, tool, /*hasSeveralFiles=*/false);
  OwningOpRef<ModuleOp> module;
  if (failed(kopt::checkForeignText(&context, text, input)))
    return 1;
  {
    kopt::SyntaxNote note(&context);
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module || failed(kopt::checkNames(*module)))
    return 1;
  if (toArtefact)
    return writeAll(output, kopt::translateToArtefact(*module, entry, chips));
  if (toC)
    return writeAll(output, kopt::translateToC(*module, entry, chips));
  if (toIree)
    return writeAll(output, kopt::translateToIree(*module, chips.front()));
  FailureOr<std::string> ptx = kopt::translateToPtx(*module, chips.front());
  if (failed(ptx))
    return 1;
  if (llvm::Error error = kopt::writeOutput(output, *ptx))
    return kopt::fail(tool, llvm::toString(std::move(error)));
  return 0;
}
