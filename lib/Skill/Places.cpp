//===- Places.cpp - Names of operations in a program ----------------------===//

#include "kopt/Skill/Places.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Support/Sha256.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

static bool isRoot(Operation *op) { return isa<FunctionOpInterface>(op); }

/// Kernels first, then functions: the order in which a bare name is looked up.
static SmallVector<Operation *> roots(ModuleOp module) {
  SmallVector<Operation *> kernels, functions;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isRoot(op))
      return WalkResult::advance();
    (isa<KernelOp>(op) ? kernels : functions).push_back(op);
    return WalkResult::skip();
  });
  llvm::append_range(kernels, functions);
  return kernels;
}

static std::string symbolPath(Operation *root) {
  std::string path = ("@" + SymbolTable::getSymbolName(root).getValue()).str();
  for (Operation *op = root->getParentOp(); op && op->getParentOp();
       op = op->getParentOp())
    if (auto name = SymbolTable::getSymbolName(op))
      path = ("@" + name.getValue() + "::" + path).str();
  return path;
}

/// `op`'s number among the operations of its name, whatever their dialect, in
/// the parent operation.
static unsigned numberOf(Operation *op) {
  unsigned number = 0;
  for (Region &region : op->getParentOp()->getRegions())
    for (Operation &other : region.getOps()) {
      if (&other == op)
        return number;
      number += other.getName().stripDialect() == op->getName().stripDialect();
    }
  llvm_unreachable("an operation is in its parent");
}

static Operation *descend(Operation *op, ArrayRef<StringRef> components) {
  for (StringRef component : components) {
    auto [name, digits] = component.split('#');
    unsigned number;
    if (digits.getAsInteger(10, number))
      return nullptr;
    Operation *found = nullptr;
    for (Region &region : op->getRegions())
      for (Operation &child : region.getOps())
        if (!found && child.getName().stripDialect() == name && number-- == 0)
          found = &child;
    if (!found)
      return nullptr;
    op = found;
  }
  return op;
}

Operation *kopt::skill::resolvePlace(ModuleOp module, StringRef place) {
  SmallVector<StringRef> components;
  place.split(components, '/');
  for (Operation *root : roots(module)) {
    bool isNamed =
        components[0] == symbolPath(root) ||
        components[0] ==
            ("@" + SymbolTable::getSymbolName(root).getValue()).str();
    if (!isNamed)
      continue;
    if (Operation *op = descend(root, ArrayRef(components).drop_front()))
      return op;
  }
  return nullptr;
}

std::string kopt::skill::placeOf(Operation *op) {
  SmallVector<std::string> components;
  Operation *at = op;
  for (; !isRoot(at); at = at->getParentOp())
    components.push_back(
        (at->getName().stripDialect() + "#" + Twine(numberOf(at))).str());
  std::reverse(components.begin(), components.end());
  std::string rest;
  for (const std::string &component : components)
    rest += "/" + component;
  std::string place =
      ("@" + SymbolTable::getSymbolName(at).getValue() + rest).str();
  if (resolvePlace(op->getParentOfType<ModuleOp>(), place) == op)
    return place;
  return symbolPath(at) + rest;
}

std::string kopt::skill::stateHash(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return sha256(text);
}
