//===- Location.h - Places in text, as text ---------------------*- C++ -*-===//

#ifndef KOPT_SUPPORT_LOCATION_H
#define KOPT_SUPPORT_LOCATION_H

#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace kopt {

/// "file:line:col" of the first such location inside, else the printed form.
/// In a header, as the library KoptSupport has no MLIR.
inline std::string locationText(mlir::Location loc) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = loc->findInstanceOf<mlir::FileLineColLoc>())
    os << place.getFilename().getValue() << ":" << place.getLine() << ":"
       << place.getColumn();
  else
    os << loc;
  return text;
}

} // namespace kopt

#endif // KOPT_SUPPORT_LOCATION_H
