//===- Text.cpp - Text that comes from outside ----------------------------===//

#include "kopt/Support/Text.h"

#include <set>

bool kopt::isTooDeepJson(std::string_view text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i)
    switch (text[i]) {
    case '"':
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
      break;
    case '[':
    case '{':
      if (++depth > kMostJsonDepth)
        return true;
      break;
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    default:
      break;
    }
  return false;
}

std::string kopt::repeatedOption(int argc, const char *const *argv) {
  std::set<std::string_view> seen;
  for (int i = 1; i < argc; ++i) {
    std::string_view text = argv[i], name = text.substr(0, text.find('='));
    if (!seen.insert(name).second)
      return std::string(name);
  }
  return "";
}

std::string kopt::escapeControls(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned code = byte(i);
    // U+0080 to U+009F are control characters too, of two bytes in UTF-8.
    bool isPair = code == 0xc2 && i + 1 < text.size() && byte(i + 1) >= 0x80 &&
                  byte(i + 1) < 0xa0;
    bool isControl =
        code == 0x7f || (code < 0x20 && code != '\n' && code != '\t');
    if (!isPair && !isControl) {
      result += text[i];
      continue;
    }
    if (isPair)
      code = byte(++i);
    const char *digits = "0123456789abcdef";
    result += "\\x";
    result += digits[code >> 4];
    result += digits[code & 15];
  }
  return result;
}
