//===- Hover.h - What cards name, explained ---------------------*- C++ -*-===//

#ifndef TOOLS_KOPT_LSP_SERVER_HOVER_H
#define TOOLS_KOPT_LSP_SERVER_HOVER_H

#include "llvm/ADT/StringRef.h"

#include <string>

/// What the library says of the query, guard, target number, rewrite or knob on
/// a line of a card, as Markdown; empty where there is none.
std::string hoverText(llvm::StringRef line);

#endif // TOOLS_KOPT_LSP_SERVER_HOVER_H
