//===- Choices.h - Where randomness comes from ------------------*- C++ -*-===//
//
// Everything random about a case is drawn from one list of numbers, so a
// shorter list, or one of smaller numbers, is a smaller case: this is what
// reduction works on, and each reduced case is legal by construction.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FUZZ_CHOICES_H
#define LIB_FUZZ_CHOICES_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace kopt::fuzz {

/// A list of drawn numbers. The first alternative is always the simplest.
class Choices {
public:
  /// Draws from a generator.
  explicit Choices(uint64_t seed) : seed(seed) {}
  /// Replays `list`; after its end the simplest is drawn.
  explicit Choices(std::vector<uint32_t> list)
      : isReplay(true), list(std::move(list)) {}

  /// Copies what is drawn to `log` as it is drawn: a number of numbers, then
  /// these, `capacity` at most. For one who outlives this process.
  void record(uint32_t *to, size_t capacity) {
    log = to;
    logCapacity = capacity;
  }

  /// A number below `count` (at least 1).
  uint32_t below(uint32_t count);
  /// True in `percent` of draws.
  bool chance(uint32_t percent) { return below(100) >= 100 - percent; }
  template <typename T> T of(std::initializer_list<T> list) {
    return list.begin()[below(uint32_t(list.size()))];
  }
  template <typename List> auto &of(List &list) {
    return list[below(uint32_t(list.size()))];
  }

  /// What has been drawn.
  std::vector<uint32_t> drawn() const {
    return {list.begin(), list.begin() + std::min(next, list.size())};
  }

private:
  bool isReplay = false;
  uint64_t seed = 0;
  std::vector<uint32_t> list;
  size_t next = 0;
  uint32_t *log = nullptr;
  size_t logCapacity = 0;
};

} // namespace kopt::fuzz

#endif // LIB_FUZZ_CHOICES_H
