//===- Workers.h - Workers of a device, one at a time -----------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_WORKERS_H
#define KOPT_GATEDRIVER_WORKERS_H

#include "kopt/GateDriver/Session.h"

#include <functional>

namespace kopt {

/// The workers of a session for one device. One of them is used at a time;
/// where it fails the next one takes over, the first being next to the last.
class Workers {
public:
  /// Seconds that an exchange with a worker may take now.
  using Limit = std::function<double()>;

  Workers(const Session &session, const DeviceSpec &device)
      : session(session), device(device) {}

  /// Starts the first worker that has such a device. Fails with what each said.
  Status begin(const Limit &limit);

  /// After the worker in use was lost, which `why` says: starts the next one
  /// that has such a device, of the same architecture, as programs are compiled
  /// for that; a single one is started again. Handles are void then.
  Status takeOver(const std::string &why, const Limit &limit);

  /// Starts the worker in use again: times of two devices are not comparable.
  Status restart() { return worker->restart(); }

  gate::Worker *operator->() { return worker.get(); }
  /// The device of the worker in use.
  const gate::DeviceInfo &info() const { return deviceInfo; }

  /// Which worker is in use, from 1, and of how many.
  size_t number() const { return current + 1; }
  size_t count() const { return session.numWorkers(); }
  /// What became of those that are no longer used, each with its number; empty
  /// for a single worker.
  const std::vector<std::string> &failures() const { return failed; }

private:
  Status tryCurrent(const Limit &limit);
  void note(const std::string &why);

  const Session &session;
  DeviceSpec device;
  size_t current = 0;
  std::unique_ptr<gate::Worker> worker;
  gate::DeviceInfo deviceInfo;
  std::vector<std::string> failed;
};

} // namespace kopt

#endif // KOPT_GATEDRIVER_WORKERS_H
