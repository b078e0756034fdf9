//===- kopt-gpu-worker.cpp - Serves one GPU on stdin and stdout -----------===//
//
//   kopt-gpu-worker [--device=N] [--driver=PATH]
//
// Exit status: that of kopt::gate::serve; 2 for a wrong command line or no
// device; 5 if the device could not be closed cleanly.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Worker.h"
#include "kopt/Runtime/CudaDevice.h"
#include "kopt/Support/Text.h"
#include "kopt/Support/Version.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

static int fail(const kopt::Status &status) {
  std::fprintf(stderr, "kopt-gpu-worker: %s: %s\n", status.kind().c_str(),
               status.message().c_str());
  return 2;
}

int main(int argc, char **argv) {
  if (kopt::printsVersion(argc, argv))
    return 0;
  if (argc == 2 && !std::strcmp(argv[1], "--help")) {
    std::puts(
        "usage: kopt-gpu-worker [options]\n"
        "Serves one GPU on standard input and output; started by kopt-run "
        "and kopt-gate.\n"
        "  --device=N     ordinal of the GPU, default 0\n"
        "  --driver=PATH  the driver's library, default libcuda.so.1");
    return 0;
  }
  if (std::string twice = kopt::repeatedOption(argc, argv); !twice.empty())
    return fail(
        kopt::Status::failure("parse", "expected " + twice + " only once"));
  long ordinal = 0;
  std::string driver;
  for (int i = 1; i < argc; ++i) {
    char *end = nullptr;
    if (!std::strncmp(argv[i], "--device=", 9))
      ordinal = std::strtol(argv[i] + 9, &end, 10);
    if (end && end != argv[i] + 9 && !*end && ordinal >= 0 && ordinal < 1024)
      continue;
    if (std::strncmp(argv[i], "--driver=", 9) != 0)
      return fail(kopt::Status::failure(
          "parse",
          std::string("expected --device=N or --driver=PATH, but got '") +
              argv[i] + "'"));
    driver = argv[i] + 9;
  }
  auto device = kopt::runtime::CudaDevice::open(int(ordinal), driver);
  if (!device)
    return fail(device.status());
  int status = kopt::gate::serve(**device, 0, 1);
  if (status == 0) {
    if (kopt::Status s = (*device)->close(); !s.ok()) {
      fail(s);
      status = 5;
    }
  }
  // No destructors: with a kernel that never ends the driver's would hang.
  std::fflush(stderr);
  ::_exit(status);
}
