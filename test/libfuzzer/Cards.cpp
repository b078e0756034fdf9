//===- Cards.cpp - Files of cards and recipes -----------------------------===//
//
// What the first child of the loader (checkForeign) lets pass must not harm the
// tool itself.
//
//===----------------------------------------------------------------------===//

#include "kopt/Registration/Registration.h"
#include "kopt/Skill/Library.h"
#include "mlir/IR/Diagnostics.h"

#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;

/// A folder of this process, which goes with it.
static std::string folder() {
  static std::string path = [] {
    char name[] = "/tmp/kopt-cards-XXXXXX";
    if (!::mkdtemp(name))
      std::abort();
    std::atexit([] {
      ::unlink((path + "/card.mlir").c_str());
      ::rmdir(path.c_str());
    });
    return std::string(name);
  }();
  return path;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string path = folder() + "/card.mlir";
  FILE *file = std::fopen(path.c_str(), "w");
  if (!file || std::fwrite(data, 1, size, file) != size || std::fclose(file))
    std::abort();
  static const DialectRegistry *registry = [] {
    auto *made = new DialectRegistry;
    kopt::registerAllDialects(*made);
    return made;
  }();
  MLIRContext context(*registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  kopt::skill::Library library;
  if (failed(library.load(&context, {folder()})))
    return 0;
  for (const auto &[name, entry] : library.cards())
    if (!entry.card())
      std::abort();
  for (const auto &[name, entry] : library.recipes())
    (void)library.lines(entry);
  return 0;
}
