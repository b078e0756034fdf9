//===- Version.h - kopt's version -------------------------------*- C++ -*-===//

#ifndef KOPT_SUPPORT_VERSION_H
#define KOPT_SUPPORT_VERSION_H

namespace kopt {

/// As "0.1.0".
const char *version();

/// Whether `--version` is the whole command line; then what it asks for is
/// printed. For tools that do not have LLVM's parser.
bool printsVersion(int argc, const char *const *argv);

} // namespace kopt

#endif // KOPT_SUPPORT_VERSION_H
