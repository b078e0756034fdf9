//===- ExpandMathTest.cpp - Errors of the accurate expansions -------------===//
//
// Compiles each expansion for this machine and compares it with the C library's
// double function, rounded. Functions of one argument run over every STEP-th
// f32 bit pattern (the first argument; 1 is exhaustive), powf over a grid.
//
//===----------------------------------------------------------------------===//

#include "CompiledExpansions.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {
struct Function {
  const char *name;
  double (*reference)(double);
  double bound; ///< units in the last place
};
} // namespace

static double rsqrt(double x) { return 1.0 / std::sqrt(x); }

static const Function kFunctions[] = {
    {"exp", std::exp, 1.0},     {"exp2", std::exp2, 1.0},
    {"expm1", std::expm1, 1.5}, {"log", std::log, 1.5},
    {"log2", std::log2, 2.0},   {"log10", std::log10, 1.5},
    {"log1p", std::log1p, 1.5}, {"tanh", std::tanh, 2.0},
    {"erf", std::erf, 1.5},     {"sin", std::sin, 1.5},
    {"cos", std::cos, 1.5},     {"rsqrt", rsqrt, 1.5}};

static float fromBits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// Distance of `got` from the exact `want` in units of the f32 spacing there;
/// infinite where one is NaN, infinite, or of the other sign of zero alone.
static double distance(float got, double want) {
  float rounded = float(want);
  if (std::isnan(rounded) || std::isnan(got))
    return std::isnan(rounded) && std::isnan(got) ? 0.0 : INFINITY;
  if (rounded == got)
    return std::signbit(rounded) == std::signbit(got) ? 0.0 : INFINITY;
  // The overflow threshold counts as the next f32 would.
  double edge = std::ldexp(1.0, 128);
  double g = std::isinf(got) ? std::copysign(edge, got) : got;
  double w = std::isinf(want) ? std::copysign(edge, want) : want;
  int exponent = std::max(std::ilogb(w == 0.0 ? 0x1p-149 : w), -126);
  return std::fabs(g - w) / std::ldexp(1.0, exponent - 23);
}

/// A gpu.module with each function of kFunctions and powf, on scalars.
static std::string sourceText() {
  std::string text = "gpu.module @m {\n";
  for (const Function &f : kFunctions)
    text += std::string("func.func @k_") + f.name +
            "(%x: f32) -> f32 {\n %y = math." + f.name +
            " %x : f32\n return %y : f32\n}\n";
  text += "func.func @k_powf(%x: f32, %y: f32) -> f32 {\n"
          " %z = math.powf %x, %y : f32\n return %z : f32\n}\n}\n";
  return text;
}

static bool testUnary(const Function &f, float (*compiled)(float),
                      uint64_t step) {
  double worst = 0.0;
  float at = 0.0f;
  auto check = [&](uint32_t bits) {
    float x = fromBits(bits);
    double d = distance(compiled(x), f.reference(x));
    if (d > worst || std::isnan(d)) {
      worst = d;
      at = x;
    }
  };
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += step)
    check(uint32_t(bits));
  for (uint32_t special : {0x00000000u, 0x80000000u, 0x7f800000u, 0xff800000u,
                           0x7fc00000u, 0x00000001u, 0x80000001u, 0x007fffffu,
                           0x00800000u, 0x7f7fffffu, 0x3f800000u, 0xbf800000u,
                           0x42b17218u, 0x42b17217u, 0xc2aeac50u, 0x43000000u})
    check(special);
  std::printf("%-6s %.3f ulp at %a\n", f.name, worst, at);
  if (worst <= f.bound)
    return true;
  std::printf("%s: expected at most %.1f ulp, but got %a for %a (want %a)\n",
              f.name, f.bound, compiled(at), at, float(f.reference(at)));
  return false;
}

static bool testPow(float (*compiled)(float, float)) {
  const float specials[] = {0.0f,      -0.0f,      1.0f,   -1.0f,  0.5f,
                            -0.5f,     2.0f,       -2.0f,  3.0f,   -3.0f,
                            2.5f,      -2.5f,      1e30f,  1e-30f, INFINITY,
                            -INFINITY, NAN,        1e-45f, -1e9f,  16777217.0f,
                            0.999999f, 1.0000001f, 3e38f};
  double worst = 0.0;
  bool ok = true;
  auto check = [&](float x, float y) {
    double d = distance(compiled(x, y), std::pow(double(x), double(y)));
    worst = std::max(worst, d);
    if (d <= 0.51)
      return;
    if (ok)
      std::printf("powf(%a, %a): expected %a, but got %a\n", x, y,
                  float(std::pow(double(x), double(y))), compiled(x, y));
    ok = false;
  };
  for (float x : specials)
    for (float y : specials)
      check(x, y);
  for (uint32_t i = 0; i < 1000000; ++i) {
    // Bases over all exponents, powers so that the result mostly stays finite.
    float x = fromBits((i * 2654435761u) & 0x7fffffff);
    float y = (float(i % 1999) - 999.0f) / 8.0f;
    check(x, y / std::max(1.0f, std::fabs(std::log2(x)) / 8.0f));
  }
  std::printf("powf   %.3f ulp\n", worst);
  return ok;
}

int main(int argc, char **argv) {
  uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4099;
  if (step == 0) {
    std::printf("expected a step of at least 1, but got '%s'\n", argv[1]);
    return 1;
  }
  CompiledExpansions compiled(sourceText());
  bool ok = true;
  for (const Function &f : kFunctions)
    ok &= testUnary(
        f, reinterpret_cast<float (*)(float)>(compiled.lookup(f.name)), step);
  ok &= testPow(
      reinterpret_cast<float (*)(float, float)>(compiled.lookup("powf")));
  return ok ? 0 : 1;
}
