//===- ExecutorMemory.h - Device memory, wiped at its end -------*- C++ -*-===//

#ifndef LIB_GATE_EXECUTORMEMORY_H
#define LIB_GATE_EXECUTORMEMORY_H

#include "Executor.h"

namespace kopt::gate {

/// The pattern around buffer `index`. Different for every buffer: a kernel that
/// copies one element too many moves one guard band onto another, which must
/// show.
inline uint32_t guardPattern(size_t index) {
  return 0xc5a3965b ^ uint32_t(index + 1) * 0x9e3779b1u;
}

/// Does a buffer of this role hold an argument?
inline bool hasContents(BufferRole role) {
  return role == BufferRole::Input || role == BufferRole::InOut;
}

/// Must a buffer of this role stay as it is?
inline bool isReadOnly(BufferRole role) {
  return role == BufferRole::Input || role == BufferRole::Constant;
}

/// Allocations of one run. At the end each is overwritten, so that no later
/// program finds an earlier one's outputs, and released.
class Executor::Memory {
public:
  explicit Memory(Device &device) : device(device) {}
  Memory(const Memory &) = delete;
  /// For early exits; their failure is the one to tell. After a fault the
  /// worker ends, and the memory with it.
  ~Memory() { (void)finish().ok(); }

  /// Overwrites and releases everything; the first failure is returned.
  Status finish() {
    Status first;
    for (const auto &[address, bytes] : blocks) {
      Status filled = device.fill(address, 0xdeadbeef, bytes, false);
      Status released = device.release(address);
      if (first.ok())
        first = filled.ok() ? released : filled;
    }
    blocks.clear();
    return first;
  }

  /// Memory with `guard` bytes of the pattern of buffer `index` on either side.
  Result<uint64_t> guarded(uint64_t bytes, uint64_t guard, size_t index,
                           const std::string &name) {
    uint64_t whole = std::max<uint64_t>(bytes + 2 * guard, 1);
    auto address = device.allocate(whole, name);
    if (!address)
      return address.status();
    blocks.emplace_back(*address, whole);
    if (guard == 0)
      return *address;
    for (uint64_t band : {*address, *address + guard + bytes})
      if (Status s = device.fill(band, guardPattern(index), guard, true);
          !s.ok())
        return s;
    return *address + guard;
  }

private:
  Device &device;
  std::vector<std::pair<uint64_t, uint64_t>> blocks;
};

} // namespace kopt::gate

#endif // LIB_GATE_EXECUTORMEMORY_H
