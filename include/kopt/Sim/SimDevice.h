//===- SimDevice.h - The simulated GPU as a device --------------*- C++ -*-===//

#ifndef KOPT_SIM_SIMDEVICE_H
#define KOPT_SIM_SIMDEVICE_H

#include "kopt/Gate/Device.h"
#include "kopt/Sim/Abi.h"

#include <functional>
#include <map>
#include <memory>

namespace kopt::sim {

struct SimOptions {
  unsigned multiprocessors = 4; ///< shown to kernels as %smid
  uint64_t seed = 0;            ///< 0: warps in order; else a shuffled order
  bool races = true;            ///< happens-before detection
  int64_t maxTicks = int64_t(1) << 28; ///< loop turns of one block
};

/// Links an object and returns the entry of each of its kernels by name.
using ObjectLoader = std::function<Result<std::map<std::string, void *>>(
    const ObjectImage &image, uint64_t handle)>;
/// Forgets what was linked under a handle.
using ObjectUnloader = std::function<Status(uint64_t handle)>;

/// A machine with the memory of this process. Bad accesses, races, divergence,
/// deadlocks and endless loops are reports, not failures; times are modelled:
/// 2 µs a launch and 4 TB/s for the bytes that kernels touch.
class SimDevice : public gate::Device {
public:
  SimDevice(SimOptions options, ObjectLoader loader, ObjectUnloader unloader);
  ~SimDevice() override;

  gate::DeviceInfo info() const override;
  Result<uint64_t> loadImage(const gate::Image &image,
                             std::vector<gate::KernelInfo> &kernels) override;
  Status unloadImage(uint64_t image) override;
  Result<uint64_t> findKernel(uint64_t image, const std::string &name) override;
  Result<uint64_t> allocate(uint64_t bytes, const std::string &name) override;
  Status release(uint64_t address) override;
  Status write(uint64_t address, const void *data, uint64_t bytes) override;
  Status read(void *data, uint64_t address, uint64_t bytes) override;
  Status fill(uint64_t address, uint32_t pattern, uint64_t bytes,
              bool initialised) override;
  Status protect(uint64_t address) override;
  Status setTimeLimit(double seconds) override;
  Status setSchedule(uint64_t number) override;
  Status launch(const gate::ResolvedLaunch &launch) override;
  Status synchronize(double timeoutSeconds) override;
  std::vector<gate::DeviceReport> takeReports() override;
  Status setCounting(bool on) override;
  std::vector<gate::KernelCounters> takeCounters() override;
  Result<double> timeOnce(const std::vector<gate::ResolvedLaunch> &launches,
                          double timeoutSeconds) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace kopt::sim

#endif // KOPT_SIM_SIMDEVICE_H
