//===- CudaDevice.h - A GPU behind the CUDA driver --------------*- C++ -*-===//

#ifndef KOPT_RUNTIME_CUDADEVICE_H
#define KOPT_RUNTIME_CUDADEVICE_H

#include "kopt/Gate/Device.h"

#include <map>

namespace kopt::cu {
class Driver;
}

namespace kopt::runtime {

/// One GPU with its primary context and one stream.
class CudaDevice final : public gate::Device {
public:
  /// Opens device `ordinal` of the driver at `driverPath` (empty:
  /// libcuda.so.1). Failures have the kind "no-device".
  static Result<std::unique_ptr<CudaDevice>>
  open(int ordinal, const std::string &driverPath);
  ~CudaDevice() override;
  /// Releases what the device holds; the first failure is returned. After a
  /// fault or timeout nothing is released: the process must end.
  Status close();

  gate::DeviceInfo info() const override { return facts; }
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
  Status launch(const gate::ResolvedLaunch &launch) override;
  Status synchronize(double timeoutSeconds) override;
  Result<double> timeOnce(const std::vector<gate::ResolvedLaunch> &launches,
                          double timeoutSeconds) override;

  /// PTX to a cubin through the driver's linker, the compiler's log appended
  /// to `log`.
  Result<std::string> link(const std::string &ptx, std::string &log);
  /// The logs of all links so far.
  const std::string &log() const { return linkLog; }

private:
  CudaDevice();
  Status initialise(int ordinal);
  /// Remembers that the device is lost, and passes the Status on.
  Status note(Status status);
  Status usable() const;

  struct Handles;
  std::unique_ptr<cu::Driver> driver;
  std::unique_ptr<Handles> handles;
  gate::DeviceInfo facts;
  std::string linkLog;
  bool lost = false;
};

} // namespace kopt::runtime

#endif // KOPT_RUNTIME_CUDADEVICE_H
