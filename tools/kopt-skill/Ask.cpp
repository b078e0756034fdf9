//===- Ask.cpp - Facts about a program ------------------------------------===//

#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Places.h"
#include "kopt/ToolSupport/Files.h"
#include "kopt/ToolSupport/Foreign.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "tools/kopt-skill/Commands.h"

using namespace mlir;
using namespace kopt::skill;

static OwningOpRef<ModuleOp> readProgram(MLIRContext &context, StringRef file) {
  auto buffer = kopt::readInput(file);
  if (!buffer) {
    emitError(UnknownLoc::get(&context), llvm::toString(buffer.takeError()));
    return nullptr;
  }
  StringRef text = (*buffer)->getBuffer();
  if (failed(kopt::checkForeignText(&context, text, file)))
    return nullptr;
  return parseSourceString<ModuleOp>(text, ParserConfig(&context), file);
}

/// The operation at `place`; null, with an error printed, if there is none.
static Operation *find(ModuleOp module, StringRef place) {
  Operation *op = resolvePlace(module, place);
  if (!op || !kernelOf(op)) {
    kopt::fail(kTool, "expected a kernel, a launch or an operation of a "
                      "kernel, but got '" +
                          place + "'");
    return nullptr;
  }
  return op;
}

static void print(Operation *op) {
  llvm::outs() << placeOf(op) << "\n";
  for (const auto &[name, value] : allFacts(op)) {
    llvm::outs() << "  " << name << " = " << value.str();
    if (!value.value)
      llvm::outs() << " (" << value.why << ")";
    llvm::outs() << "\n";
  }
}

int ask(MLIRContext &context, StringRef file, StringRef place) {
  OwningOpRef<ModuleOp> module = readProgram(context, file);
  if (!module)
    return 1;
  if (!place.empty()) {
    Operation *op = find(*module, place);
    if (op)
      print(op);
    return op ? 0 : 1;
  }
  bool isAny = false;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<kopt::KernelOp, kopt::LaunchOp, kopt::LoadOp, kopt::StoreOp>(op) ||
        !kernelOf(op))
      return;
    isAny = true;
    print(op);
  });
  return isAny ? 0
               : kopt::fail(kTool, "expected a program with kernels; "
                                   "--apply-skills=recipe=… makes them");
}

int breakPredicate(MLIRContext &context, StringRef name, StringRef file,
                   StringRef place) {
  const Predicate *predicate = lookupPredicate(name);
  if (!predicate)
    return kopt::fail(kTool,
                      "expected a predicate, but got '" + name +
                          "'; known: " + llvm::join(predicateNames(), ", "));
  OwningOpRef<ModuleOp> module = readProgram(context, file);
  if (!module)
    return 1;
  Operation *op = find(*module, place);
  if (!op)
    return 1;
  if (predicate->ask({op, {}, {}}).kind != Verdict::Holds)
    return kopt::fail(kTool, "expected a place where " + name +
                                 " holds, but got '" + place + "'");
  IRRewriter rewriter(&context);
  std::string reason;
  if (failed(predicate->breakIt(rewriter, op, reason)))
    return kopt::fail(kTool, "cannot break " + name + " at '" + place +
                                 "': " + reason);
  if (failed(verify(*module)))
    return 1;
  // Tiling replaces the kernel by one of the same name.
  Operation *now = resolvePlace(*module, place);
  if (!now || predicate->ask({now, {}, {}}).kind == Verdict::Holds)
    return kopt::fail(kTool, name + " still holds at '" + place + "'");
  llvm::outs() << *module << "\n";
  return 0;
}
