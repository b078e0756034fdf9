//===- BuildArtefact.cpp - A host function as an artefact -----------------===//

#include "kopt/Program/BuildArtefact.h"
#include "SymbolicWalk.h"
#include "kopt/Support/Sha256.h"
#include "kopt/Support/Version.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using namespace kopt;
using artefact::Operator;

static constexpr const char *kKeep = "kopt.keep";

/// Puts the caller's own kernel (callback 0) where the function's `kopt.keep`
/// says: before the launches where its set holds, behind them for arguments
/// that they cannot take.
static LogicalResult addKept(func::FuncOp entry, artefact::Artefact &artefact) {
  Attribute keep = entry->getAttr(kKeep);
  if (!keep)
    return success();
  artefact::Variant last;
  last.callback = 0;
  if (auto set = dyn_cast<IntegerSetAttr>(keep)) {
    ValueTable table(artefact.values);
    SmallVector<int> symbols, scalars;
    for (auto [i, argument] : llvm::enumerate(artefact.arguments)) {
      for (auto [d, size] : llvm::enumerate(argument.sizes))
        if (size < 0)
          symbols.push_back(table.make(Operator::Size, int64_t(i), int64_t(d)));
      if (i < entry.getNumArguments() &&
          entry.getArgument(unsigned(i)).getType().isIndex())
        scalars.push_back(table.make(Operator::Scalar, int64_t(i)));
    }
    llvm::append_range(symbols, scalars);
    // A set with more symbols also tells strides and addresses.
    SmallVector<int> places;
    for (auto [i, argument] : llvm::enumerate(artefact.arguments))
      if (argument.isTensor && argument.access != artefact::Access::Out)
        for (size_t d = 0; d < argument.sizes.size(); ++d)
          places.push_back(
              table.make(Operator::Stride, int64_t(i), int64_t(d)));
    for (auto [i, argument] : llvm::enumerate(artefact.arguments))
      if (argument.isTensor && argument.access != artefact::Access::Out)
        places.push_back(table.make(Operator::Address, int64_t(i)));
    if (set.getValue().getNumSymbols() == symbols.size() + places.size())
      llvm::append_range(symbols, places);
    if (set.getValue().getNumDims() != 0 ||
        set.getValue().getNumSymbols() != symbols.size())
      return entry.emitOpError("expected ")
             << kKeep << " of " << symbols.size() << " symbols, or of "
             << symbols.size() + places.size()
             << " with strides and addresses, but got "
             << set.getValue().getNumSymbols() << " and "
             << set.getValue().getNumDims() << " dimensions";
    artefact::Variant first;
    first.callback = 0;
    first.guard = table.condition(set.getValue(), symbols);
    artefact.variants.insert(artefact.variants.begin(), first);
  } else if (!isa<UnitAttr>(keep)) {
    return entry.emitOpError("expected ")
           << kKeep << " to be a unit or an integer set, but got " << keep;
  }
  artefact.variants.push_back(last);
  return success();
}

FailureOr<artefact::Artefact> kopt::buildArtefact(func::FuncOp entry,
                                                  ArrayRef<std::string> chips,
                                                  const PtxCompiler &compile) {
  auto source = entry->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> module = source.clone();
  if (auto copy = module->lookupSymbol<func::FuncOp>(entry.getName()))
    launchFills(copy);
  if (failed(lowerToSimt(*module)))
    return failure();
  auto lowered = module->lookupSymbol<func::FuncOp>(entry.getName());
  if (!lowered)
    return entry.emitOpError(
        "expected to stay on the host while kernels are lowered");
  artefact::Artefact artefact;
  artefact.koptVersion = version();
  artefact.llvmVersion = LLVM_VERSION_STRING;
  SymbolicWalk walk(lowered, artefact);
  if (failed(walk.run()) || failed(addKept(lowered, artefact)))
    return failure();
  if (Status status = artefact::verify(artefact); !status.ok())
    return entry.emitOpError("cannot be an artefact: ") << status.message();

  SmallVector<std::string> used;
  for (gpu::GPUModuleOp kernels : walk.modules())
    used.push_back(kernels.getName().str());
  if (!used.empty() && failed(lowerToNvvm(*module)))
    return failure();
  for (auto [number, name] : llvm::enumerate(used)) {
    auto kernels = module->lookupSymbol<gpu::GPUModuleOp>(name);
    if (!kernels)
      return entry.emitOpError("expected gpu.module @") << name << " to remain";
    for (const std::string &chip : chips) {
      FailureOr<std::string> ptx = compile(kernels, chip);
      if (failed(ptx))
        return failure();
      artefact::Image image;
      image.module = int(number);
      image.architecture = chip;
      if (chip == "sim")
        image.kind = gate::Image::Kind::SimObject;
      image.sha256 = sha256(*ptx);
      image.bytes = std::move(*ptx);
      artefact.images.push_back(std::move(image));
    }
  }
  return artefact;
}
