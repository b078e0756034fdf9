//===- Text.h - Text that comes from outside --------------------*- C++ -*-===//

#ifndef KOPT_SUPPORT_TEXT_H
#define KOPT_SUPPORT_TEXT_H

#include <string>
#include <string_view>

namespace kopt {

/// How deep arrays and objects may be nested in JSON that is read. Parsers and
/// what walks their results recurse; nothing that kopt writes is half as deep.
constexpr unsigned kMostJsonDepth = 100;

/// Whether JSON text is nested deeper than that, for use before parsing it.
bool isTooDeepJson(std::string_view text);

/// The option (what is before "=") of a command line that is given twice; empty
/// if there is none. For tools that do not have LLVM's parser.
std::string repeatedOption(int argc, const char *const *argv);

/// The text with control characters, which could change what a terminal shows,
/// written as \xNN. Line ends and tabs stay: messages of compilers have several
/// lines.
std::string escapeControls(std::string_view text);

} // namespace kopt

#endif // KOPT_SUPPORT_TEXT_H
