//===- ExecutorMemory.h - Device memory that is wiped at its end -*- C++
//-*-===//

#ifndef KOPT_LIB_GATE_EXECUTORMEMORY_H
#define KOPT_LIB_GATE_EXECUTORMEMORY_H

#include "Executor.h"

namespace kopt::gate {

constexpr uint32_t kGuardPattern = 0xc5a3965b;

/// Allocations of one run. At the end each is overwritten, so that no later
/// program finds an earlier one's outputs, and released.
class Executor::Memory {
public:
  explicit Memory(Device &device) : device(device) {}
  Memory(const Memory &) = delete;
  ~Memory() {
    // After a fault these fail; the worker ends then, and the memory with it.
    for (const auto &[address, bytes] : blocks) {
      (void)device.fill(address, 0xdeadbeef, bytes, false).ok();
      (void)device.release(address).ok();
    }
  }

  /// Memory with `guard` bytes of pattern on either side.
  Result<uint64_t> guarded(uint64_t bytes, uint64_t guard,
                           const std::string &name) {
    uint64_t whole = std::max<uint64_t>(bytes + 2 * guard, 1);
    auto address = device.allocate(whole, name);
    if (!address)
      return address.status();
    blocks.emplace_back(*address, whole);
    if (guard == 0)
      return *address;
    for (uint64_t band : {*address, *address + guard + bytes})
      if (Status s = device.fill(band, kGuardPattern, guard, true); !s.ok())
        return s;
    return *address + guard;
  }

private:
  Device &device;
  std::vector<std::pair<uint64_t, uint64_t>> blocks;
};

} // namespace kopt::gate

#endif // KOPT_LIB_GATE_EXECUTORMEMORY_H
