//===- Work.cpp - What of a program cards may change ----------------------===//

#include "passes/ApplySkills/Work.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Facts.h"

using namespace mlir;
using namespace kopt;

Work::Work(ModuleOp module) {
  auto isMark = [](func::FuncOp function) {
    return function->hasAttr("kopt.optimize");
  };
  isMarked = llvm::any_of(module.getOps<func::FuncOp>(), isMark);
  for (auto function : module.getOps<func::FuncOp>())
    if (!isMarked || isMark(function))
      functions.insert(function.getSymName());
}

Work::Launches Work::findLaunches(ModuleOp module) const {
  Launches launches;
  SymbolTableCollection symbols;
  module.walk([&](LaunchOp launch) {
    auto function = launch->getParentOfType<func::FuncOp>();
    bool isOurs = function && has(function);
    for (SymbolRefAttr name : launch.getKernels()) {
      Operation *kernel = symbols.lookupNearestSymbolFrom(launch, name);
      launches.try_emplace(kernel, isOurs).first->second &= isOurs;
    }
  });
  return launches;
}

bool Work::has(Operation *op, const Launches &launches) const {
  if (auto function = op->getParentOfType<func::FuncOp>())
    return has(function);
  if (isa<LaunchOp>(op))
    return false; // of no function
  auto found = launches.find(skill::kernelOf(op));
  return found == launches.end() ? !isMarked : found->second;
}
