//===- Translations.cpp - What kopt-translate makes of a module -----------===//

#include "Translations.h"
#include "kopt/GateDriver/Judge.h"
#include "kopt/GateDriver/Session.h"
#include "kopt/Program/BuildArtefact.h"
#include "kopt/Sim/Compile.h"
#include "mlir/Pass/PassManager.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "passes/Pipelines/Pipelines.h"

using namespace mlir;
using namespace kopt;

FailureOr<std::string> kopt::imageOf(gpu::GPUModuleOp module, StringRef chip) {
  llvm::Expected<std::string> image = chip == "sim"
                                          ? sim::compileDriverImage(module)
                                          : compilePtx(module, chip);
  if (!image)
    return module.emitError() << llvm::toString(image.takeError());
  return *image;
}

static FailureOr<std::string> ptxOf(gpu::GPUModuleOp module, StringRef chip) {
  llvm::Expected<std::string> ptx = compilePtx(module, chip);
  if (!ptx)
    return module.emitError() << llvm::toString(ptx.takeError());
  return *ptx;
}

FailureOr<std::string> kopt::translateToPtx(ModuleOp module, StringRef chip) {
  PassManager manager(module->getContext());
  if (failed(addTileLowering(manager)) || failed(addSimtLowering(manager)) ||
      failed(manager.run(module)))
    return failure();
  std::string text;
  bool any = false;
  WalkResult walk = module.walk([&](gpu::GPUModuleOp kernels) {
    FailureOr<std::string> ptx = ptxOf(kernels, chip);
    if (failed(ptx))
      return WalkResult::interrupt();
    any = true;
    text += *ptx;
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (!any)
    return module.emitError("expected a gpu.module to translate, but got none");
  return text;
}

static FailureOr<artefact::Artefact> build(ModuleOp module, StringRef name,
                                           ArrayRef<std::string> chips) {
  FailureOr<func::FuncOp> entry = findEntry(module, name.str());
  if (failed(entry))
    return failure();
  // As its own original: what the arithmetic is, not what was changed in it.
  NumericClass numeric = numericClassOf(*entry, *entry);
  FailureOr<artefact::Artefact> artefact =
      buildArtefact(*entry, chips, imageOf);
  if (failed(artefact))
    return failure();
  artefact->numericClass = spelling(numeric.kind);
  artefact->numericClassBecause = numeric.because;
  artefact->deterministic = !numeric.floatAtomics;
  return artefact;
}

FailureOr<std::vector<NamedFile>>
kopt::translateToArtefact(ModuleOp module, StringRef entry,
                          ArrayRef<std::string> chips) {
  FailureOr<artefact::Artefact> artefact = build(module, entry, chips);
  if (failed(artefact))
    return failure();
  std::vector<NamedFile> files;
  for (artefact::Image &image : artefact->images)
    files.push_back({image.file(), image.bytes});
  for (artefact::Constant &constant : artefact->constants)
    files.push_back({constant.file(), constant.bytes});
  files.push_back({"artefact.json", artefact::toJson(*artefact)});
  return files;
}

FailureOr<std::vector<NamedFile>>
kopt::translateToC(ModuleOp module, StringRef entry,
                   ArrayRef<std::string> chips) {
  FailureOr<artefact::Artefact> artefact = build(module, entry, chips);
  if (failed(artefact))
    return failure();
  artefact::CSource c = artefact::generateC(*artefact);
  return std::vector<NamedFile>{{c.stem + ".h", c.header},
                                {c.stem + ".c", c.source}};
}
