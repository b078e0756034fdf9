//===- Hints.cpp - Attributes that change no result -----------------------===//

#include "dialects/Kopt/Hints.h"
#include "dialects/Kopt/KoptDialect.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kopt;

template <typename AttrTy> static bool is(Attribute attribute) {
  return isa<AttrTy>(attribute);
}

/// `via` and `layout` are any attribute to the operations' definitions, as
/// passes between may put their own; in what a card writes they are these.
static ArrayRef<Hint> allHints() {
  static const Hint hints[] = {
      {KernelOp::getOperationName(), "schedule", "#kopt.launch",
       is<LaunchAttr>},
      {LoadOp::getOperationName(), "via", "#kopt.direct", is<DirectAttr>},
      {LoadOp::getOperationName(), "cache", "#kopt.cache", is<CacheAttr>},
      {LoadOp::getOperationName(), "layout", "#kopt.layout", is<LayoutAttr>},
      {StoreOp::getOperationName(), "via", "#kopt.direct", is<DirectAttr>},
      {StoreOp::getOperationName(), "cache", "#kopt.cache", is<CacheAttr>},
      {StoreOp::getOperationName(), "layout", "#kopt.layout", is<LayoutAttr>},
      {ReduceOp::getOperationName(), "across", "#kopt.across", is<AcrossAttr>},
      {PlaceOp::getOperationName(), "in", "#kopt.shared", is<SharedAttr>}};
  return hints;
}

const Hint *kopt::findHint(StringRef operation, StringRef name) {
  for (const Hint &hint : allHints())
    if (hint.name == name && (operation.empty() || hint.operation == operation))
      return &hint;
  return nullptr;
}

std::string kopt::hintNames(StringRef operation) {
  SetVector<StringRef> names;
  for (const Hint &hint : allHints())
    if (operation.empty() || hint.operation == operation)
      names.insert(hint.name);
  return llvm::join(names, ", ");
}
