//===- Jit.h - Links objects into the worker --------------------*- C++ -*-===//

#ifndef TOOLS_KOPT_SIM_WORKER_JIT_H
#define TOOLS_KOPT_SIM_WORKER_JIT_H

#include "kopt/Sim/SimDevice.h"
#include "kopt/Support/Status.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kopt {

/// Names and addresses that linked code may refer to; nothing else of the
/// process can be reached by name.
using SymbolTable = std::vector<std::pair<std::string, void *>>;

/// What back ends call in the C and compiler libraries: rounding, fused
/// multiplication, conversions of 16-bit floats, copies of memory.
SymbolTable hostSymbols();

/// Links position-independent x86-64 objects with LLVM ORC.
class Jit {
public:
  /// Fails with kind "no-device" if this process cannot run the code.
  static Result<std::unique_ptr<Jit>> create(const SymbolTable &symbols);
  ~Jit();
  Jit(const Jit &) = delete;
  Jit &operator=(const Jit &) = delete;

  /// Links an object under a new handle and returns the addresses of its
  /// symbols `names`, in order. Fails with kind "compile" for a broken object
  /// or one that names what is not there; nothing stays loaded then.
  Result<std::vector<void *>> add(uint64_t handle, const std::string &object,
                                  const std::vector<std::string> &names);
  /// Unloads the object's code.
  Status remove(uint64_t handle);

private:
  Jit();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// The loader of the simulated device: links an object under `handle` and gives
/// the entries of its kernels by name. Fails as `Jit::add`.
Result<std::map<std::string, void *>>
loadKernels(Jit &jit, const sim::ObjectImage &image, uint64_t handle);

} // namespace kopt

#endif // TOOLS_KOPT_SIM_WORKER_JIT_H
