//===- Workers.cpp - Workers of a device, one at a time -------------------===//

#include "kopt/GateDriver/Workers.h"
#include "llvm/ADT/StringExtras.h"

using namespace kopt;

/// Starts the current worker and asks what device it has.
Status Workers::tryCurrent(const Limit &limit) {
  Result<std::unique_ptr<gate::Worker>> started =
      session.start(device, current);
  if (!started)
    return started.status();
  Result<gate::DeviceInfo> info =
      (*started)->info(std::min(limit(), session.startLimit()));
  if (!info)
    return info.status();
  std::string kind = device.kind();
  if (info->kind != kind)
    return Status::failure("no-device", "expected a worker with a device of "
                                        "kind " +
                                            kind + ", but got " + info->kind);
  if (!deviceInfo.architecture.empty() &&
      info->architecture != deviceInfo.architecture)
    return Status::failure("no-device", "expected a device of architecture " +
                                            deviceInfo.architecture +
                                            ", but got " + info->architecture);
  worker = std::move(*started);
  deviceInfo = std::move(*info);
  return Status::success();
}

void Workers::note(const std::string &why) {
  if (count() > 1)
    failed.push_back("worker " + std::to_string(number()) + " of " +
                     std::to_string(count()) + ": " + why);
}

Status Workers::begin(const Limit &limit) {
  Status status;
  for (current = 0; current < count(); ++current) {
    status = tryCurrent(limit);
    if (status.ok())
      return status;
    note(status.message());
  }
  current = count() - 1;
  return count() == 1
             ? status
             : Status::failure(status.kind(), llvm::join(failed, "; "));
}

Status Workers::takeOver(const std::string &why, const Limit &limit) {
  if (count() == 1)
    return worker->restart();
  note(why);
  Status status;
  std::string all;
  for (size_t others = 1; others < count(); ++others) {
    current = (current + 1) % count();
    status = tryCurrent(limit);
    if (status.ok())
      return status;
    note(status.message());
    all += (all.empty() ? "" : "; ") + failed.back();
  }
  return Status::failure(status.kind(), all);
}
