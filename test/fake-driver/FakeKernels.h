//===- FakeKernels.h - The machine of the driver for tests ------*- C++ -*-===//
//
// What runs kernels and holds memory. FakeKernels.cpp knows some kernels by
// their names, for tests of what happens around a driver; SimMachine.cpp is the
// simulated GPU, for tests of results.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_FAKE_DRIVER_FAKEKERNELS_H
#define TEST_FAKE_DRIVER_FAKEKERNELS_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace fake {

/// An entry of a PTX text: its name and the bytes of each parameter.
struct Kernel {
  std::string name;
  std::vector<size_t> offsets, sizes;
  int dynamicShared = 48 << 10; ///< the limit a launch is held to
  uint64_t handle = 0;          ///< the machine's
};

/// A loaded image. Entries are handed out by address, so they never move.
struct Module {
  std::deque<Kernel> kernels;
  uint64_t handle = 0; ///< the machine's
};

/// How a kernel is launched.
struct Shape {
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, cluster[3] = {1, 1, 1};
  uint32_t sharedBytes = 0;
  bool cooperative = false;
};

/// How a launch went.
enum class Outcome { Done, Endless, Failed };

/// The compute capability, as 90; 0 for the simulated GPU.
int capability();

/// The bytes in front of the PTX text in what the linker returns: an ELF magic
/// and padding.
constexpr size_t kCubinHeader = 64;

/// Loads an image; false if it is none of this machine, or has no kernels. PTX
/// is a text or as linked; its kernels are found by `.entry`.
bool parse(const char *image, Module &module);
/// Forgets what parse() loaded.
void unload(Module &module);

/// Runs a kernel. By name, others do nothing:
///   copy(in u64, out u64, n u64): n 32-bit words
///   fill(out u64, n u64, value u32)
///   twice(in u64, n u64, out u64, n u64): n floats, doubled
///   thrice: the same, tripled
///   accumulate(in u64, factor f32, sum u64): sum += factor * in, four floats
///   once(in u64, work u64, out u64): 512 floats, doubled where `work` does not
///     have the mark that this leaves there, else copied; after: the reverse
///   spin never ends
/// The simulated GPU runs the code; what it has to report is printed to stderr
/// and makes the launch fail.
Outcome execute(const Kernel &kernel, const Shape &shape, void **params);

/// Memory of the device; null where there is none left.
void *acquire(size_t bytes);
void release(void *memory);
/// Copies; either side, `toDevice` and `fromDevice`, is of the device or not.
void move(void *to, bool toDevice, const void *from, bool fromDevice,
          size_t bytes);
/// Fills `count` elements of `bytes` bytes with the low bytes of `value`.
void set(void *to, uint32_t value, size_t bytes, size_t count);

} // namespace fake

#endif // TEST_FAKE_DRIVER_FAKEKERNELS_H
