//===- FakeKernels.h - Kernels of the driver for tests ----------*- C++ -*-===//

#ifndef TEST_FAKE_DRIVER_FAKEKERNELS_H
#define TEST_FAKE_DRIVER_FAKEKERNELS_H

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace fake {

/// An entry of a PTX text: its name and the bytes of each parameter.
struct Kernel {
  std::string name;
  std::vector<size_t> offsets, sizes;
  int dynamicShared = 48 << 10; ///< the limit a launch is held to
};

/// A loaded image. Entries are handed out by address, so they never move.
struct Module {
  std::deque<Kernel> kernels;
};

/// The bytes in front of the PTX text in what the linker returns: an ELF magic
/// and padding.
constexpr size_t kCubinHeader = 64;

/// Finds the `.entry` directives of a PTX text, bare or as linked; false if it
/// has none.
bool parse(const char *image, Module &module);

/// What the kernels with known names do, others do nothing:
///   copy(in u64, out u64, n u64): n 32-bit words
///   fill(out u64, n u64, value u32)
///   twice(in u64, n u64, out u64, n u64): n floats, doubled
///   thrice: the same, tripled
///   accumulate(in u64, factor f32, sum u64): sum += factor * in, four floats
///   once(in u64, work u64, out u64): 512 floats, doubled where `work` does not
///     have the mark that this leaves there, else copied; after: the reverse
/// Returns false if the kernel never ends: `spin`.
bool execute(const Kernel &kernel, void **params);

} // namespace fake

#endif // TEST_FAKE_DRIVER_FAKEKERNELS_H
