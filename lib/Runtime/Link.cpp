//===- Link.cpp - PTX to a cubin ------------------------------------------===//

#include "Link.h"

using namespace kopt;
using namespace kopt::cu;

Result<std::string> kopt::cu::link(const Driver &driver, const std::string &ptx,
                                   std::string &log) {
  char infoLog[16384] = {}, errorLog[16384] = {};
  int options[] = {kJitInfoLog,       kJitInfoLogBytes,      kJitErrorLog,
                   kJitErrorLogBytes, kJitOptimizationLevel, kJitVerbose};
  // Small values travel in the pointer itself, as cuda.h asks.
  void *values[] = {infoLog,
                    reinterpret_cast<void *>(sizeof infoLog),
                    errorLog,
                    reinterpret_cast<void *>(sizeof errorLog),
                    reinterpret_cast<void *>(uintptr_t(4)),
                    reinterpret_cast<void *>(uintptr_t(1))};
  CUlinkState state = nullptr;
  if (Status s = KOPT_CU(driver, "compile", cuLinkCreate_v2, 6, options, values,
                         &state);
      !s.ok())
    return s;
  std::string text = ptx; // with the NUL that the driver wants
  void *cubin = nullptr;
  size_t bytes = 0;
  Status status =
      KOPT_CU(driver, "compile", cuLinkAddData_v2, state, kInputPtx,
              text.data(), text.size() + 1, "kernels.ptx", 0, nullptr, nullptr);
  if (status.ok())
    status = KOPT_CU(driver, "compile", cuLinkComplete, state, &cubin, &bytes);
  std::string image;
  if (status.ok()) // owned by the link state
    image.assign(static_cast<const char *>(cubin), bytes);
  infoLog[sizeof infoLog - 1] = errorLog[sizeof errorLog - 1] = 0;
  log += infoLog;
  log += errorLog;
  Status destroyed = KOPT_CU(driver, "compile", cuLinkDestroy, state);
  if (!status.ok())
    return Status::failure(
        status.kind(),
        status.message() + (errorLog[0] ? std::string(": ") + errorLog : ""));
  if (!destroyed.ok())
    return destroyed;
  return image;
}
