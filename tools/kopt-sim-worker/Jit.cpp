//===- Jit.cpp - Links objects into the worker ----------------------------===//

#include "Jit.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <map>

using namespace llvm;
using namespace llvm::orc;

namespace kopt {

struct Jit::Impl {
  std::unique_ptr<LLJIT> jit;
  JITDylib *runtime = nullptr; ///< what every object may refer to
  std::map<uint64_t, JITDylib *> objects;
};

Jit::Jit() : impl(std::make_unique<Impl>()) {}
Jit::~Jit() = default;

static Status failure(const char *kind, Error error) {
  return Status::failure(kind, toString(std::move(error)));
}

Result<std::unique_ptr<Jit>> Jit::create(const SymbolTable &symbols) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  // No process symbols: linked code sees the given table only.
  auto made = LLJITBuilder()
                  .setJITTargetMachineBuilder(JITTargetMachineBuilder(
                      Triple("x86_64-unknown-linux-gnu")))
                  .setLinkProcessSymbolsByDefault(false)
                  .setPlatformSetUp(setUpInactivePlatform)
                  .create();
  if (!made)
    return failure("no-device", made.takeError());
  std::unique_ptr<Jit> result(new Jit);
  Impl &impl = *result->impl;
  impl.jit = std::move(*made);
  SymbolMap map;
  for (const auto &[name, address] : symbols)
    map[impl.jit->mangleAndIntern(name)] = {ExecutorAddr::fromPtr(address),
                                            JITSymbolFlags::Exported |
                                                JITSymbolFlags::Callable};
  auto runtime = impl.jit->createJITDylib("kopt.runtime");
  if (!runtime)
    return failure("no-device", runtime.takeError());
  impl.runtime = &*runtime;
  if (Error error = impl.runtime->define(absoluteSymbols(std::move(map))))
    return failure("no-device", std::move(error));
  return result;
}

Result<std::vector<void *>> Jit::add(uint64_t handle, const std::string &object,
                                     const std::vector<std::string> &names) {
  auto library =
      impl->jit->createJITDylib("kopt.image." + std::to_string(handle));
  if (!library)
    return failure("compile", library.takeError());
  library->addToLinkOrder(*impl->runtime);
  impl->objects[handle] = &*library;
  auto giveUp = [&](Error error) -> Status {
    Status status = failure("compile", std::move(error));
    (void)remove(handle);
    return status;
  };
  if (Error error = impl->jit->addObjectFile(
          *library, MemoryBuffer::getMemBufferCopy(object, "kopt.image")))
    return giveUp(std::move(error));
  // ORC links on the first look-up; a missing symbol belongs to loading.
  std::vector<void *> addresses;
  for (const std::string &name : names) {
    auto address = impl->jit->lookup(*library, name);
    if (!address)
      return giveUp(address.takeError());
    addresses.push_back(address->toPtr<void *>());
  }
  return addresses;
}

Status Jit::remove(uint64_t handle) {
  auto found = impl->objects.find(handle);
  if (found == impl->objects.end())
    return Status::failure("launch", "expected the handle of a loaded object");
  JITDylib &library = *found->second;
  impl->objects.erase(found);
  if (Error error = impl->jit->getExecutionSession().removeJITDylib(library))
    return failure("launch", std::move(error));
  return Status::success();
}

Result<std::map<std::string, void *>>
loadKernels(Jit &jit, const sim::ObjectImage &image, uint64_t handle) {
  std::vector<std::string> names;
  for (const sim::KernelDesc &kernel : image.kernels)
    names.push_back("__kopt_entry_" + kernel.name);
  Result<std::vector<void *>> addresses = jit.add(handle, image.object, names);
  if (!addresses)
    return addresses.status();
  std::map<std::string, void *> entries;
  for (size_t i = 0; i < names.size(); ++i)
    entries[image.kernels[i].name] = (*addresses)[i];
  return entries;
}

} // namespace kopt
