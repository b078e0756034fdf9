//===- HostSymbols.cpp - What back ends call in the host's libraries ------===//

#include "Jit.h"

#include <cmath>
#include <cstring>

/// cvt.rn.f16.f32 and its like: nearest even, a NaN becomes 0x7fff.
template <typename From> static _Float16 toHalf(From value) {
  if (value == value)
    return _Float16(value);
  uint16_t bits = 0x7fff;
  _Float16 result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}
static _Float16 truncateToHalf(float value) { return toHalf(value); }
static _Float16 truncateDoubleToHalf(double value) { return toHalf(value); }
static float extendHalf(_Float16 value) { return float(value); }

/// Nearest even in integers: the host's instruction flushes subnormals. A NaN
/// keeps its sign and upper bits, since the compiler also calls this to move a
/// bf16 that it holds as f32.
static __bf16 truncateToBfloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  uint16_t half = value == value
                      ? uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16)
                      : uint16_t(bits >> 16 | 0x40);
  __bf16 result;
  std::memcpy(&result, &half, sizeof result);
  return result;
}

kopt::SymbolTable kopt::hostSymbols() {
  using Float1 = float (*)(float);
  using Double1 = double (*)(double);
  SymbolTable table;
  auto add = [&](const char *name, auto *function) {
    table.emplace_back(name, reinterpret_cast<void *>(function));
  };
  auto both = [&](const std::string &name, Float1 narrow, Double1 wide) {
    table.emplace_back(name + "f", reinterpret_cast<void *>(narrow));
    table.emplace_back(name, reinterpret_cast<void *>(wide));
  };
  both("floor", ::floorf, ::floor);
  both("ceil", ::ceilf, ::ceil);
  both("trunc", ::truncf, ::trunc);
  both("round", ::roundf, ::round);
  both("roundeven", ::roundevenf, ::roundeven);
  both("rint", ::rintf, ::rint);
  both("nearbyint", ::nearbyintf, ::nearbyint);
  add("fmaf", static_cast<float (*)(float, float, float)>(::fmaf));
  add("fma", static_cast<double (*)(double, double, double)>(::fma));
  add("memcpy", static_cast<void *(*)(void *, const void *, size_t)>(::memcpy));
  add("memmove",
      static_cast<void *(*)(void *, const void *, size_t)>(::memmove));
  add("memset", static_cast<void *(*)(void *, int, size_t)>(::memset));
  add("__truncsfhf2", truncateToHalf);
  add("__truncdfhf2", truncateDoubleToHalf);
  add("__extendhfsf2", extendHalf);
  add("__truncsfbf2", truncateToBfloat);
  return table;
}
