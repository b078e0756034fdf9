//===- Driver.h - The CUDA driver, opened at run time -----------*- C++ -*-===//

#ifndef LIB_RUNTIME_DRIVER_H
#define LIB_RUNTIME_DRIVER_H

#include "DriverApi.h"
#include "kopt/Support/Status.h"

#include <memory>
#include <string>

namespace kopt::cu {

/// The driver's functions, looked up in the shared library.
class Driver {
public:
  /// Opens the library (empty: libcuda.so.1) and initialises it. Failures have
  /// the kind "no-device".
  static Result<std::unique_ptr<Driver>> open(const std::string &path);

  /// The one place where a driver result becomes a Status: names the call, the
  /// error, file and line. `kind` is the reason unless the result tells a
  /// better one (a fault of the device, exhausted resources).
  Status check(CUresult result, const char *call, const char *file, int line,
               const char *kind) const;

#define KOPT_MEMBER(name, parameters) CUresult(*name) parameters = nullptr;
  KOPT_DRIVER_FUNCTIONS(KOPT_MEMBER)
#undef KOPT_MEMBER

private:
  Driver() = default;
};

/// Whether the context is unusable after this result.
bool isFault(CUresult result);

/// `KOPT_CU(driver, "launch", cuLaunchKernelEx, …)`: calls and checks.
#define KOPT_CU(driver, kind, function, ...)                                   \
  (driver).check((driver).function(__VA_ARGS__), #function, __FILE__,          \
                 __LINE__, kind)

} // namespace kopt::cu

#endif // LIB_RUNTIME_DRIVER_H
