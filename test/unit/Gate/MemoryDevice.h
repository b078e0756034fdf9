//===- MemoryDevice.h - A device without kernels ----------------*- C++ -*-===//
//
// What tests of the worker's loop serve.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_GATE_MEMORYDEVICE_H
#define TEST_UNIT_GATE_MEMORYDEVICE_H

#include "kopt/Gate/Device.h"

#include <cstdlib>
#include <cstring>
#include <map>

namespace kopt::gate {

/// 16 MiB of host memory; launches do nothing.
class MemoryDevice : public Device {
public:
  DeviceInfo info() const override {
    DeviceInfo info;
    info.kind = "memory";
    info.name = "memory without kernels";
    info.architecture = "sm_90a";
    info.multiprocessors = 1;
    info.memoryBytes = kBytes;
    info.sharedPerBlockBytes = 227 << 10;
    return info;
  }
  Result<uint64_t> loadImage(const Image &,
                             std::vector<KernelInfo> &kernels) override {
    KernelInfo kernel;
    kernel.name = "k";
    kernels.push_back(kernel);
    return uint64_t(1);
  }
  Status unloadImage(uint64_t) override { return Status::success(); }
  Result<uint64_t> findKernel(uint64_t, const std::string &name) override {
    if (name != "k")
      return Status::failure("launch", "no kernel " + name);
    return uint64_t(1);
  }
  Result<uint64_t> allocate(uint64_t bytes, const std::string &) override {
    if (bytes > kBytes - used)
      return Status::failure("resources", "out of memory");
    used += bytes;
    auto *memory = static_cast<char *>(std::calloc(bytes + 1, 1));
    blocks[reinterpret_cast<uint64_t>(memory)] = bytes;
    return reinterpret_cast<uint64_t>(memory);
  }
  Status release(uint64_t address) override {
    auto found = blocks.find(address);
    if (found == blocks.end())
      return Status::failure("fault", "not allocated");
    used -= found->second;
    std::free(reinterpret_cast<void *>(address));
    blocks.erase(found);
    return Status::success();
  }
  Status write(uint64_t to, const void *data, uint64_t bytes) override {
    if (Status s = check(to, bytes); !s.ok())
      return s;
    std::memcpy(reinterpret_cast<void *>(to), data, bytes);
    return Status::success();
  }
  Status read(void *data, uint64_t from, uint64_t bytes) override {
    if (Status s = check(from, bytes); !s.ok())
      return s;
    std::memcpy(data, reinterpret_cast<void *>(from), bytes);
    return Status::success();
  }
  Status fill(uint64_t to, uint32_t pattern, uint64_t bytes, bool) override {
    if (Status s = check(to, bytes); !s.ok())
      return s;
    for (uint64_t i = 0; i < bytes; ++i)
      reinterpret_cast<char *>(to)[i] = char(pattern >> 8 * (i % 4));
    return Status::success();
  }
  Status launch(const ResolvedLaunch &) override { return Status::success(); }
  Status synchronize(double) override { return Status::success(); }
  Result<double> timeOnce(const std::vector<ResolvedLaunch> &,
                          double) override {
    return 1.0;
  }
  ~MemoryDevice() override {
    for (auto [address, bytes] : blocks)
      std::free(reinterpret_cast<void *>(address));
  }

private:
  static constexpr uint64_t kBytes = 16 << 20;
  Status check(uint64_t address, uint64_t bytes) {
    auto next = blocks.upper_bound(address);
    if (next == blocks.begin())
      return Status::failure("fault", "not allocated");
    auto [start, size] = *--next;
    if (address - start > size || bytes > size - (address - start))
      return Status::failure("fault", "outside an allocation");
    return Status::success();
  }
  std::map<uint64_t, uint64_t> blocks;
  uint64_t used = 0;
};

} // namespace kopt::gate

#endif // TEST_UNIT_GATE_MEMORYDEVICE_H
