//===- Driver.cpp - The CUDA driver, opened at run time -------------------===//

#include "Driver.h"

#include <cstring>
#include <dlfcn.h>

using namespace kopt;
using namespace kopt::cu;

/// CUDA 12.4: the first with all functions below and the PTX that kopt writes.
static constexpr int kOldestVersion = 12040;

/// "12.4" of 12040.
static std::string spell(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

Result<std::unique_ptr<Driver>> Driver::open(const std::string &path) {
  std::string name = path.empty() ? "libcuda.so.1" : path;
  // Never closed: the driver keeps threads and exit handlers of its own.
  void *library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = ::dlerror();
    return Status::failure("no-device", "opening the driver '" + name + "': " +
                                            (reason ? reason : "unknown"));
  }
  std::unique_ptr<Driver> driver(new Driver);
  const char *missing = nullptr;
#define KOPT_LOOKUP(symbol, parameters)                                        \
  driver->symbol =                                                             \
      reinterpret_cast<decltype(driver->symbol)>(::dlsym(library, #symbol));   \
  if (!driver->symbol && !missing)                                             \
    missing = #symbol;
  KOPT_DRIVER_FUNCTIONS(KOPT_LOOKUP)
#undef KOPT_LOOKUP
  // The version first: it is why an old driver lacks functions.
  if (driver->cuDriverGetVersion && driver->cuGetErrorName &&
      driver->cuGetErrorString) {
    int version = 0;
    if (Status s = KOPT_CU(*driver, "no-device", cuDriverGetVersion, &version);
        !s.ok())
      return s;
    if (version < kOldestVersion)
      return Status::failure("no-device", "expected a driver for CUDA " +
                                              spell(kOldestVersion) +
                                              " or later, but '" + name +
                                              "' is for " + spell(version));
  }
  if (missing)
    return Status::failure("no-device", std::string("expected '") + missing +
                                            "' in the driver '" + name +
                                            "', but found none");
  if (Status s = KOPT_CU(*driver, "no-device", cuInit, 0); !s.ok())
    return s;
  return driver;
}

bool kopt::cu::isFault(CUresult result) {
  return result == kIllegalAddress || result == kLaunchTimeout ||
         (result >= kAssert && result <= kLaunchFailed && result != 711 &&
          result != 712 && result != 713);
}

Status Driver::check(CUresult result, const char *call, const char *file,
                     int line, const char *kind) const {
  if (result == kSuccess)
    return Status::success();
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  const char *slash = std::strrchr(file, '/');
  std::string message = std::string(call) + " failed with " +
                        (name ? name : std::to_string(result).c_str()) +
                        (text ? std::string(" (") + text + ")" : "") + " at " +
                        (slash ? slash + 1 : file) + ":" + std::to_string(line);
  if (isFault(result))
    kind = "fault";
  else if (result == kOutOfMemory || result == kLaunchOutOfResources)
    kind = "resources";
  return Status::failure(kind, message);
}
