//===- Handles.h - What the handles of the C interface are ------*- C++ -*-===//

#ifndef LIB_CAPI_HANDLES_H
#define LIB_CAPI_HANDLES_H

#include "Launcher.h"

struct KoptStatusImpl {
  kopt::Status status;
};
struct KoptRuntimeImpl : kopt::capi::Launcher {
  using Launcher::Launcher;
};

namespace kopt::capi {
inline KoptStatus wrap(Status status) {
  return status.ok() ? nullptr : new KoptStatusImpl{std::move(status)};
}
} // namespace kopt::capi

#endif // LIB_CAPI_HANDLES_H
