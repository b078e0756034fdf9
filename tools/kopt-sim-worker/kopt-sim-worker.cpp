//===- kopt-sim-worker.cpp - Serves the simulated GPU on stdin and stdout -===//
//
//   kopt-sim-worker [--multiprocessors=N] [--seed=N] [--loops=N] [--no-races]
//
// --loops: turns of loops that all threads of a block may take together.
//
// Confines itself before it reads the first request. Exit status: that of
// kopt::gate::serve; 2 for a wrong command line or where the machine cannot be
// set up or confined.
//
//===----------------------------------------------------------------------===//

#include "Confine.h"
#include "Jit.h"
#include "kopt/Gate/Worker.h"
#include "kopt/Sim/SimDevice.h"
#include "kopt/Support/Text.h"
#include "kopt/Support/Version.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace kopt;

static int fail(const Status &status) {
  std::fprintf(stderr, "kopt-sim-worker: %s: %s\n", status.kind().c_str(),
               status.message().c_str());
  return 2;
}

/// Reads "--name=N" with N up to `most`.
static bool readNumber(const char *text, const char *name, uint64_t most,
                       uint64_t &value) {
  size_t length = std::strlen(name);
  if (std::strncmp(text, name, length) != 0 || text[length] < '0' ||
      text[length] > '9')
    return false;
  char *end = nullptr;
  value = std::strtoull(text + length, &end, 10);
  return !*end && value <= most;
}

static Status parseOptions(int argc, char **argv, sim::SimOptions &options) {
  if (std::string twice = repeatedOption(argc, argv); !twice.empty())
    return Status::failure("parse", "expected " + twice + " only once");
  for (int i = 1; i < argc; ++i) {
    uint64_t value = 0;
    if (readNumber(argv[i], "--multiprocessors=", 1024, value) && value)
      options.multiprocessors = unsigned(value);
    else if (readNumber(argv[i], "--seed=", UINT64_MAX, value))
      options.seed = value;
    else if (readNumber(argv[i], "--loops=", INT64_MAX, value) && value)
      options.maxTicks = int64_t(value);
    else if (!std::strcmp(argv[i], "--no-races"))
      options.races = false;
    else
      return Status::failure(
          "parse", std::string("expected --multiprocessors=N (1 to 1024), "
                               "--seed=N, --loops=N or --no-races, but got '") +
                       argv[i] + "'");
  }
  return Status::success();
}

int main(int argc, char **argv) {
  if (kopt::printsVersion(argc, argv))
    return 0;
  if (argc == 2 && !std::strcmp(argv[1], "--help")) {
    std::puts("usage: kopt-sim-worker [options]\n"
              "Serves the simulated GPU on standard input and output; started "
              "by kopt-run and kopt-gate.\n"
              "  --multiprocessors=N  1 to 1024, default 4\n"
              "  --seed=N             of the order in which warps run\n"
              "  --loops=N            turns of loops that a block may take\n"
              "  --no-races           does not look for races");
    return 0;
  }
  sim::SimOptions options;
  if (Status status = parseOptions(argc, argv, options); !status.ok())
    return fail(status);
  SymbolTable symbols = hostSymbols();
  for (auto &symbol : sim::runtimeSymbols())
    symbols.push_back(symbol);
  Result<std::unique_ptr<Jit>> jit = Jit::create(symbols);
  if (!jit)
    return fail(jit.status());
  if (Status status = confine(); !status.ok())
    return fail(status);
  Jit &linker = **jit;
  sim::SimDevice device(
      options,
      [&](const sim::ObjectImage &image, uint64_t handle) {
        return loadKernels(linker, image, handle);
      },
      [&](uint64_t handle) { return linker.remove(handle); });
  return gate::serve(device, 0, 1);
}
