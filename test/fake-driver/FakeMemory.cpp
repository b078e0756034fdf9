//===- FakeMemory.cpp - The driver for tests: memory ----------------------===//

#include "FakeState.h"

using namespace fake;

/// Whether [address, address + bytes) lies in one allocation.
static bool allocated(CUdeviceptr address, size_t bytes) {
  auto &memory = state().memory;
  auto it = memory.upper_bound(address);
  if (it == memory.begin())
    return false;
  --it;
  return address - it->first <= it->second &&
         bytes <= it->second - (address - it->first);
}
static char *host(CUdeviceptr address) {
  return reinterpret_cast<char *>(uintptr_t(address));
}
static CUresult allocate(CUdeviceptr *out, size_t bytes) {
  REQUIRE(bytes, kInvalidValue);
  void *memory = fake::acquire(bytes);
  REQUIRE(memory, kOutOfMemory);
  *out = CUdeviceptr(uintptr_t(memory));
  state().memory[*out] = bytes;
  return kSuccess;
}

CUresult cuMemAlloc_v2(CUdeviceptr *out, size_t bytes) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  return allocate(out, bytes);
}
CUresult cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  return allocate(out, bytes);
}
CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER();
  REQUIRE(state().memory.erase(address), kInvalidValue);
  fake::release(host(address));
  return kSuccess;
}
CUresult cuMemHostRegister_v2(void *memory, size_t bytes, unsigned) {
  ENTER();
  REQUIRE(memory && bytes && state().registered.insert(memory).second, 712);
  return kSuccess;
}
CUresult cuMemHostUnregister(void *memory) {
  ENTER();
  REQUIRE(state().registered.erase(memory), 713);
  return kSuccess;
}
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  ENTER();
  REQUIRE(allocated(to, bytes), kInvalidValue);
  fake::move(host(to), true, from, false, bytes);
  return kSuccess;
}
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  ENTER();
  REQUIRE(allocated(from, bytes), kInvalidValue);
  fake::move(to, false, host(from), true, bytes);
  return kSuccess;
}
/// Either side may be memory of the host.
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream stream) {
  ENTER();
  REQUIRE(usable(stream), kInvalidHandle);
  fake::move(host(to), allocated(to, bytes), host(from), allocated(from, bytes),
             bytes);
  return kSuccess;
}
template <typename T>
static CUresult fill(CUdeviceptr to, T value, size_t count, CUstream stream) {
  REQUIRE(usable(stream), kInvalidHandle);
  REQUIRE(to % sizeof value == 0 && allocated(to, count * sizeof value),
          kInvalidValue);
  fake::set(host(to), value, sizeof value, count);
  return kSuccess;
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                          CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                          CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                         CUstream stream) {
  ENTER();
  return fill(to, value, count, stream);
}
