//===- Hints.h - Attributes that change no result ---------------*- C++ -*-===//

#ifndef DIALECTS_KOPT_HINTS_H
#define DIALECTS_KOPT_HINTS_H

#include "mlir/IR/Attributes.h"

#include <string>

namespace kopt {

/// An attribute that says how an operation is done, not what it computes, so
/// that it may be set and taken away. The others are the program's.
struct Hint {
  llvm::StringRef operation; ///< "kopt.load"
  llvm::StringRef name;
  llvm::StringRef form; ///< what it looks like, for messages: "#kopt.cache"
  bool (*isForm)(mlir::Attribute);
};

/// The hint of an operation, or of any where `operation` is empty; null if
/// there is none of that name.
const Hint *findHint(llvm::StringRef operation, llvm::StringRef name);

/// The names of an operation's hints, or of all, with commas between.
std::string hintNames(llvm::StringRef operation);

} // namespace kopt

#endif // DIALECTS_KOPT_HINTS_H
