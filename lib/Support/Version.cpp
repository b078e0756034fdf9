//===- Version.cpp - kopt's version ---------------------------------------===//

#include "kopt/Support/Version.h"

#include <cstdio>
#include <cstring>

const char *kopt::version() { return KOPT_VERSION; }

bool kopt::printsVersion(int argc, const char *const *argv) {
  if (argc != 2 || std::strcmp(argv[1], "--version") != 0)
    return false;
  std::printf("kopt %s\n", version());
  return true;
}
