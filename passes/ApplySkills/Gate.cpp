//===- Gate.cpp - Judging changed functions by execution ------------------===//

#include "passes/ApplySkills/Gate.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Facts.h"
#include "kopt/ToolSupport/Files.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace mlir;
using namespace kopt;

/// The function and the kernels it launches, as text.
static std::string textOf(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os);
  SetVector<Operation *> kernels;
  function.walk([&](LaunchOp launch) {
    for (SymbolRefAttr name : launch.getKernels())
      if (Operation *kernel =
              SymbolTable::lookupNearestSymbolFrom(launch, name))
        kernels.insert(kernel);
  });
  for (Operation *kernel : kernels)
    kernel->print(os);
  return text;
}

Gate::Gate(ModuleOp module) {
  llvm::raw_string_ostream os(original);
  module->print(os);
  for (auto function : module.getOps<func::FuncOp>())
    texts[function.getSymName().str()] = textOf(function);
}

/// What the gate is asked to compile: kernels of other functions may still be
/// in form 1, so they are left out.
static std::string candidateFor(func::FuncOp function) {
  OwningOpRef<ModuleOp> copy =
      cast<ModuleOp>(function->getParentOfType<ModuleOp>()->clone());
  auto entry = copy->lookupSymbol<func::FuncOp>(function.getSymName());
  SmallPtrSet<Operation *, 8> launched;
  entry.walk([&](LaunchOp launch) {
    for (SymbolRefAttr name : launch.getKernels())
      launched.insert(SymbolTable::lookupNearestSymbolFrom(launch, name));
  });
  SmallVector<Operation *> gone;
  copy->walk([&](Operation *op) {
    bool isOther = isa<func::FuncOp>(op) && op != entry &&
                   op->walk([](LaunchOp) {
                       return WalkResult::interrupt();
                     }).wasInterrupted();
    if (isOther || (isa<KernelOp>(op) && !launched.contains(op)))
      gone.push_back(op);
  });
  for (Operation *op : gone)
    op->erase();
  std::string text;
  llvm::raw_string_ostream os(text);
  copy.get()->print(os);
  return text;
}

/// The executable beside the running one, or nothing.
static std::optional<std::string> findGate() {
  std::string tool = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&findGate));
  SmallString<256> path(llvm::sys::path::parent_path(tool));
  llvm::sys::path::append(path, "kopt-gate");
  if (!llvm::sys::fs::can_execute(path))
    return std::nullopt;
  return path.str().str();
}

static LogicalResult run(func::FuncOp function, StringRef tool,
                         StringRef device, bool approximates,
                         StringRef original, StringRef candidate) {
  SmallVector<TemporaryFile> files;
  for (auto [stem, suffix, text] :
       {std::tuple("kopt-original", "mlir", original),
        std::tuple("kopt-candidate", "mlir", candidate),
        std::tuple("kopt-gate", "txt", StringRef())}) {
    llvm::Expected<TemporaryFile> file =
        TemporaryFile::create(stem, suffix, text);
    if (!file)
      return emitError(function.getLoc()) << "the change cannot be gated: "
                                          << llvm::toString(file.takeError());
    files.push_back(std::move(*file));
  }
  std::string entry = "--entry=" + function.getSymName().str();
  std::string on = "--device=" + device.str();
  // Judging takes its time: it ends where this process does.
  std::string parent = "--parent=" + std::to_string(::getpid());
  StringRef arguments[] = {tool,
                           files[0].path(),
                           files[1].path(),
                           entry,
                           on,
                           parent,
                           "--question=equivalent",
                           approximates ? "--permit=approximates"
                                        : "--permit=none"};
  std::optional<StringRef> redirects[] = {
      StringRef(""), StringRef(files[2].path()), StringRef(files[2].path())};
  std::string failure;
  int status = llvm::sys::ExecuteAndWait(tool, arguments, std::nullopt,
                                         redirects, 0, 0, &failure);
  std::string text = failure;
  if (auto buffer = llvm::MemoryBuffer::getFile(files[2].path()))
    text += (*buffer)->getBuffer().trim();
  if (status == 0) {
    emitRemark(function.getLoc()) << "gate: " << text;
    return success();
  }
  // 2 rejected and 3 inconclusive have their verdict in the text.
  return emitError(function.getLoc())
         << (status == 2 || status == 3
                 ? "expected the gate to accept the change: "
                 : "the change cannot be gated: ")
         << text;
}

LogicalResult Gate::judge(ModuleOp module, StringRef device, bool approximates,
                          function_ref<bool(Operation *)> isWork) {
  std::optional<std::string> tool = findGate();
  if (!tool)
    return emitError(module.getLoc())
           << "expected the executable kopt-gate beside this tool for gate="
           << device;
  bool isGood = true;
  for (auto function : module.getOps<func::FuncOp>()) {
    auto before = texts.find(function.getSymName().str());
    if (!isWork(function) || function.isExternal() || before == texts.end() ||
        before->second == textOf(function))
      continue;
    Type dynamic;
    for (Type type : function.getArgumentTypes())
      if (auto shaped = dyn_cast<ShapedType>(type);
          !shaped || !shaped.hasStaticShape())
        dynamic = type;
    if (dynamic) {
      emitError(function.getLoc())
          << "expected arguments of static shape for gate=" << device
          << ", but got " << dynamic
          << "; kopt-gate takes shapes and numbers by --arg";
      isGood = false;
      continue;
    }
    isGood &= succeeded(run(function, *tool, device, approximates, original,
                            candidateFor(function)));
  }
  return success(isGood);
}
