//===- Status.h - Errors for code that is free of LLVM ----------*- C++ -*-===//
//
// The workers and the run-time library must not link LLVM, so they cannot use
// llvm::Error. Status is its stand-in there: a success, or a kind and a
// message.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SUPPORT_STATUS_H
#define KOPT_SUPPORT_STATUS_H

#include <optional>
#include <string>
#include <utility>

namespace kopt {

/// Success, or a failure with a machine-readable `kind` (a reason kind of
/// `kopt/Gate/Verdict.h`, such as "fault" or "timeout") and a message for
/// people: lower case, no full stop.
class [[nodiscard]] Status {
public:
  Status() = default;
  static Status success() { return Status(); }
  static Status failure(std::string kind, std::string message) {
    Status s;
    s.failed = true;
    s.kindText = std::move(kind);
    s.messageText = std::move(message);
    return s;
  }
  bool ok() const { return !failed; }
  explicit operator bool() const { return !failed; }
  const std::string &kind() const { return kindText; }
  const std::string &message() const { return messageText; }

private:
  bool failed = false;
  std::string kindText, messageText;
};

/// A value or a failed Status. `*result` requires `ok()`.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : value(std::move(value)) {}
  Result(Status status) : failure(std::move(status)) {}
  bool ok() const { return value.has_value(); }
  explicit operator bool() const { return ok(); }
  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }
  const Status &status() const { return failure; }

private:
  std::optional<T> value;
  Status failure;
};

} // namespace kopt

#endif // KOPT_SUPPORT_STATUS_H
