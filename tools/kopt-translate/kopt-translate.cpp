//===- kopt-translate.cpp - PTX text of a module --------------------------===//

#include "kopt/Registration/Registration.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "passes/Pipelines/Pipelines.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

static constexpr const char tool[] = "kopt-translate";

/// Lowers every gpu.module of `op` and prints its PTX. Kernels may be in form 2
/// or form 3, or already llvm and nvvm.
static LogicalResult printPtx(ModuleOp op, StringRef chip, raw_ostream &os) {
  PassManager manager(op->getContext());
  if (failed(kopt::addTileLowering(manager)) ||
      failed(kopt::addSimtLowering(manager)) || failed(manager.run(op)))
    return failure();
  bool any = false;
  WalkResult walk = op->walk([&](gpu::GPUModuleOp module) {
    llvm::Expected<std::string> ptx = kopt::compilePtx(module, chip);
    if (!ptx) {
      module.emitError() << llvm::toString(ptx.takeError());
      return WalkResult::interrupt();
    }
    any = true;
    os << *ptx;
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (!any)
    return op.emitError("expected a gpu.module to translate, but got none");
  return success();
}

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  cl::OptionCategory category("kopt-translate options");
  cl::opt<std::string> input(cl::Positional, cl::desc("FILE"), cl::init("-"),
                             cl::cat(category));
  cl::opt<std::string> output("o", cl::desc("output file"), cl::init("-"),
                              cl::cat(category));
  cl::opt<bool> toPtx("kopt-to-ptx",
                      cl::desc("lower kernels and print their PTX"),
                      cl::cat(category));
  cl::opt<std::string> chip("chip", cl::desc("sm_80, sm_89 or sm_90a"),
                            cl::init("sm_90a"), cl::cat(category));
  if (!kopt::parseCommandLine(tool, argc, argv, "kopt translation driver\n",
                              category))
    return 1;
  if (!toPtx)
    return kopt::fail(tool, "expected --kopt-to-ptx");
  auto buffer = kopt::readInput(input);
  if (!buffer)
    return kopt::fail(tool, llvm::toString(buffer.takeError()));

  kopt::registerAllPasses();
  DialectRegistry registry;
  kopt::registerAllDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  auto place = kopt::findDeepNesting((*buffer)->getBuffer());
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module;
  if (place) {
    emitError(FileLineColLoc::get(&context, input, place->first, place->second),
              kopt::deepNesting);
    return 1;
  }
  {
    kopt::SyntaxNote note(&context);
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!module || failed(printPtx(*module, chip, os)))
    return 1;
  if (llvm::Error error = kopt::writeOutput(output, text))
    return kopt::fail(tool, llvm::toString(std::move(error)));
  return 0;
}
