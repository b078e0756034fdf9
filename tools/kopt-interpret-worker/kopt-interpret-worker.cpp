//===- kopt-interpret-worker.cpp - Serves the interpreter of tiles --------===//
//
//   kopt-interpret-worker [--seed=N] [--strict-indices]
//
// Confines itself before it reads the first request. Exit status: that of
// kopt::gate::serve; 2 for a wrong command line or where it cannot confine
// itself.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Worker.h"
#include "kopt/Interpret/InterpretDevice.h"
#include "kopt/Support/Text.h"
#include "kopt/Support/Version.h"
#include "tools/kopt-sim-worker/Confine.h"
#include "llvm/ADT/StringRef.h"

#include <cstdio>

using namespace kopt;

static int fail(const std::string &text) {
  std::fprintf(stderr, "kopt-interpret-worker: %s\n", text.c_str());
  return 2;
}

int main(int argc, char **argv) {
  if (kopt::printsVersion(argc, argv))
    return 0;
  if (argc == 2 && llvm::StringRef(argv[1]) == "--help") {
    std::puts(
        "usage: kopt-interpret-worker [options]\n"
        "Serves the interpreter of kernels on tiles on standard input and "
        "output; started by kopt-run and kopt-gate.\n"
        "  --seed=N          of the order in which programs, roles and "
        "replicas go on\n"
        "  --strict-indices  reports index tiles that point outside");
    return 0;
  }
  if (std::string twice = repeatedOption(argc, argv); !twice.empty())
    return fail("expected " + twice + " only once");
  interpret::InterpretOptions options;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef text = argv[i];
    if (text == "--strict-indices")
      options.strictIndices = true;
    else if (!text.consume_front("--seed=") ||
             text.getAsInteger(10, options.seed))
      return fail(std::string("expected --seed=N or --strict-indices, but got "
                              "'") +
                  argv[i] + "'");
  }
  interpret::InterpretDevice device(options);
  if (Status status = confine(); !status.ok())
    return fail(status.kind() + ": " + status.message());
  return gate::serve(device, 0, 1);
}
