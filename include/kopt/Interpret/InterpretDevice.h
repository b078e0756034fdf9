//===- InterpretDevice.h - Kernels on tiles, by their meaning ---*- C++ -*-===//
//
// A device that executes kernels in forms 2 and 2a without lowering them: each
// operation does what its documentation says, on whole tiles.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_INTERPRET_INTERPRETDEVICE_H
#define KOPT_INTERPRET_INTERPRETDEVICE_H

#include "kopt/Gate/Device.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <memory>

namespace kopt::interpret {

struct InterpretOptions {
  /// Of the order in which programs, roles and replicas go on. 0: programs one
  /// after the other, roles as they are written.
  uint64_t seed = 0;
  /// Reports elements of index tiles that point outside the memory, which is
  /// no error in itself: they give the pad value or are dropped.
  bool strictIndices = false;
};

/// The dialects that kernels in forms 2 and 2a may hold.
void registerDialects(mlir::DialectRegistry &registry);

/// What Image::Kind::Tiles holds: a gpu.module of kernels in form 2 or 2a, as
/// bytecode with its locations.
std::string tileImage(mlir::gpu::GPUModuleOp module);

/// Bad accesses, races between programs, unwritten outputs, wrong uses of
/// channels and deadlocks are reports. Times are none: every launch takes 1 µs.
class InterpretDevice : public gate::Device {
public:
  explicit InterpretDevice(InterpretOptions options);
  ~InterpretDevice() override;

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
  Result<double> timeOnce(const std::vector<gate::ResolvedLaunch> &launches,
                          double timeoutSeconds) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace kopt::interpret

#endif // KOPT_INTERPRET_INTERPRETDEVICE_H
