//===- Json.h - JSON from and for outside -----------------------*- C++ -*-===//
//
// nlohmann::json aborts on text that is not UTF-8 and recurses as deep as its
// input is nested, so all text is parsed and written by these.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_SUPPORT_JSON_H
#define LIB_SUPPORT_JSON_H

#include "kopt/Support/Text.h"

#include <nlohmann/json.hpp>

namespace kopt {

using Json = nlohmann::json;

/// A discarded value where the text is no JSON, or nested too deep.
inline Json parseJson(std::string_view text) {
  if (isTooDeepJson(text))
    return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

/// The text of a value on one line, or with `indent` on several; what is not
/// UTF-8 becomes replacement characters.
inline std::string dumpJson(const Json &value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace kopt

#endif // LIB_SUPPORT_JSON_H
