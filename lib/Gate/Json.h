//===- Json.h - Checked access to parsed JSON -------------------*- C++ -*-===//
//
// nlohmann::json aborts on a wrong type when exceptions are off, so every
// access to text from outside goes through these.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_GATE_JSON_H
#define LIB_GATE_JSON_H

#include "kopt/Support/Status.h"
#include "lib/Support/Json.h"

namespace kopt::gate {

/// Reads members of an object and keeps the first complaint.
class Reader {
public:
  Reader(const Json &object, std::string where)
      : object(object), where(std::move(where)) {
    if (!object.is_object())
      fail("an object", object);
  }

  /// The member, or null after noting that it is missing.
  const Json *find(const char *key) {
    if (!status.ok())
      return nullptr;
    auto it = object.find(key);
    if (it != object.end())
      return &*it;
    status = Status::failure("parse", "expected member '" + std::string(key) +
                                          "' in " + where + ", but got none");
    return nullptr;
  }
  bool has(const char *key) const {
    return object.is_object() && object.find(key) != object.end();
  }

  std::string text(const char *key) {
    const Json *value = find(key);
    if (value && value->is_string())
      return value->get<std::string>();
    wrong(key, "a string", value);
    return {};
  }
  /// An integer in [least, most].
  int64_t integer(const char *key, int64_t least, int64_t most) {
    const Json *value = find(key);
    int64_t result = least;
    if (value && asInteger(*value, result) && result >= least && result <= most)
      return result;
    wrong(key,
          "an integer in [" + std::to_string(least) + ", " +
              std::to_string(most) + "]",
          value);
    return least;
  }
  uint64_t bits(const char *key) {
    const Json *value = find(key);
    if (value && value->is_number_unsigned())
      return value->get<uint64_t>();
    wrong(key, "an unsigned integer", value);
    return 0;
  }
  double number(const char *key, double least, double most) {
    const Json *value = find(key);
    if (value && value->is_number()) {
      double result = value->get<double>();
      if (result >= least && result <= most)
        return result;
    }
    wrong(key,
          "a number in [" + std::to_string(least) + ", " +
              std::to_string(most) + "]",
          value);
    return least;
  }
  /// An array of at most `most` elements; null after a complaint.
  const Json *array(const char *key, size_t most) {
    const Json *value = find(key);
    if (value && value->is_array() && value->size() <= most)
      return value;
    wrong(key, "an array of at most " + std::to_string(most) + " elements",
          value);
    return nullptr;
  }

  /// Integer values of any JSON integer that fits; false otherwise.
  static bool asInteger(const Json &value, int64_t &result) {
    if (value.is_number_unsigned()) {
      uint64_t bits = value.get<uint64_t>();
      if (bits > uint64_t(INT64_MAX))
        return false;
      result = int64_t(bits);
      return true;
    }
    if (!value.is_number_integer())
      return false;
    result = value.get<int64_t>();
    return true;
  }

  void fail(const std::string &expected, const Json &got) {
    if (status.ok())
      status = Status::failure("parse", "expected " + expected + " for " +
                                            where + ", but got " + brief(got));
  }
  const Status &result() const { return status; }

private:
  void wrong(const char *key, const std::string &expected, const Json *got) {
    if (got && status.ok())
      status = Status::failure("parse", "expected " + expected + " as '" + key +
                                            "' in " + where + ", but got " +
                                            brief(*got));
  }
  static std::string brief(const Json &value) {
    std::string text = escapeControls(dumpJson(value));
    return text.size() > 60 ? text.substr(0, 60) + "…" : text;
  }

  const Json &object;
  std::string where;
  Status status;
};

} // namespace kopt::gate

#endif // LIB_GATE_JSON_H
