//===- DoubleTest.cpp - Errors of the expansions for f64 ------------------===//
//
// Compiles each expansion for this machine and compares it with the C library's
// long double function: special values, random bits (every binade), and numbers
// between -50 and 50, N of each (the first argument).
//
//===----------------------------------------------------------------------===//

#include "CompiledExpansions.h"
#include "kopt/Gate/Inputs.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Unary {
  const char *name;
  long double (*reference)(long double);
  double bound; ///< units in the last place
};
struct Binary {
  const char *name;
  long double (*reference)(long double, long double);
  double bound;
};

long double rsqrtl(long double x) { return 1.0L / sqrtl(x); }

const Unary kUnary[] = {
    {"exp", expl, 1.0},     {"exp2", exp2l, 1.0},   {"expm1", expm1l, 1.5},
    {"log", logl, 1.0},     {"log2", log2l, 1.0},   {"log10", log10l, 1.0},
    {"log1p", log1pl, 1.0}, {"rsqrt", rsqrtl, 1.5}, {"tanh", tanhl, 2.5},
    {"sinh", sinhl, 2.5},   {"cosh", coshl, 2.0},   {"sin", sinl, 1.0},
    {"cos", cosl, 1.0},     {"tan", tanl, 2.5},     {"asin", asinl, 3.0},
    {"acos", acosl, 3.0},   {"atan", atanl, 2.0},   {"asinh", asinhl, 3.0},
    {"acosh", acoshl, 3.0}, {"atanh", atanhl, 3.0}, {"cbrt", cbrtl, 1.0},
    {"erf", erfl, 1.0},     {"erfc", erfcl, 3.5}};
const Binary kBinary[] = {{"powf", powl, 1.0}, {"atan2", atan2l, 2.5}};

const double kSpecials[] = {0.0,
                            -0.0,
                            1.0,
                            -1.0,
                            0.5,
                            -0.5,
                            2.0,
                            -2.0,
                            3.0,
                            -3.0,
                            2.5,
                            -2.5,
                            1e300,
                            1e-300,
                            -1e300,
                            INFINITY,
                            -INFINITY,
                            NAN,
                            5e-324,
                            -5e-324,
                            1e-310,
                            1.7976931348623157e308,
                            2.2250738585072014e-308,
                            709.782712893384,
                            709.7827128933841,
                            -745.1332191019411,
                            -745.1332191019412,
                            -708.5,
                            1024.0,
                            1023.9999999999999,
                            -1074.0,
                            -1075.5,
                            0.7071067811865475,
                            1.4142135623730951,
                            0.9999999999999999,
                            1.0000000000000002,
                            6381956970095103 * 0x1p797,
                            1.5707963267948966,
                            3.141592653589793,
                            0x1p20,
                            1048575.9,
                            22.0,
                            40.0,
                            28.0,
                            0.9,
                            0.45,
                            268435456.0,
                            268435457.0,
                            9007199254740993.0,
                            1e22,
                            710.0,
                            -27.3};

/// Distance of `got` from the exact `want` in units of the f64 spacing there;
/// infinite where one is NaN, infinite, or of the other sign of zero alone.
double distance(double got, long double want) {
  double rounded = double(want);
  if (std::isnan(rounded) || std::isnan(got))
    return std::isnan(rounded) && std::isnan(got) ? 0.0 : INFINITY;
  if (rounded == got)
    return std::signbit(rounded) == std::signbit(got) ? 0.0 : INFINITY;
  // The overflow threshold counts as the next f64 would.
  long double edge = ldexpl(1.0L, 1024);
  long double g = std::isinf(got) ? copysignl(edge, got) : got;
  long double w = std::isinf(want) ? copysignl(edge, want) : want;
  int exponent = w == 0 ? -1022 : std::max(ilogbl(w), -1022);
  return double(fabsl(g - w) / ldexpl(1.0L, exponent - 52));
}

double random(uint64_t seed, uint64_t i) {
  uint64_t bits = kopt::gate::randomBits(seed, i);
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return i % 2 ? x : std::ldexp(double(int64_t(bits)), -63) * 50.0;
}

std::string sourceText() {
  std::string text = "gpu.module @m {\n";
  for (const Unary &f : kUnary)
    text += std::string("func.func @k_") + f.name +
            "(%x: f64) -> f64 {\n %y = math." + f.name +
            " %x : f64\n return %y : f64\n}\n";
  for (const Binary &f : kBinary)
    text += std::string("func.func @k_") + f.name +
            "(%x: f64, %y: f64) -> f64 {\n %z = math." + f.name +
            " %x, %y : f64\n return %z : f64\n}\n";
  return text + "}\n";
}

/// The worst argument of one function.
struct Worst {
  double ulps = 0, x = 0, y = 0, got = 0;
  long double want = 0;
  void add(double a, double b, double value, long double exact) {
    double d = distance(value, exact);
    if (d > ulps)
      *this = {d, a, b, value, exact};
  }
  bool report(const char *name, double bound) const {
    std::printf("%-6s %.3f ulp at %a, %a\n", name, ulps, x, y);
    if (ulps > bound)
      std::printf("%s: expected at most %.1f ulp, but got %a (want %La)\n",
                  name, bound, got, want);
    return ulps <= bound;
  }
};

} // namespace

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20000;
  CompiledExpansions expansions(sourceText());
  bool ok = true;
  for (const Unary &f : kUnary) {
    auto *compiled =
        reinterpret_cast<double (*)(double)>(expansions.lookup(f.name));
    Worst worst;
    auto check = [&](double x) {
      worst.add(x, 0, compiled(x), f.reference(x));
    };
    for (double x : kSpecials)
      check(x);
    for (uint64_t i = 0; i < count; ++i) {
      check(random(1, i));
      check(random(1, i) / 64); // around 1, and within it
    }
    ok &= worst.report(f.name, f.bound);
  }
  for (const Binary &f : kBinary) {
    auto *compiled =
        reinterpret_cast<double (*)(double, double)>(expansions.lookup(f.name));
    Worst worst;
    auto check = [&](double x, double y) {
      worst.add(x, y, compiled(x, y), f.reference(x, y));
    };
    for (double x : kSpecials)
      for (double y : kSpecials)
        check(x, y);
    for (uint64_t i = 0; i < count; ++i) {
      double x = random(2, i), y = random(3, i + i / 2);
      check(x, y);
      // Powers that stay numbers.
      check(std::fabs(x),
            std::fmod(y, 1000.0) / std::max(1.0, std::fabs(std::log2(x))));
    }
    ok &= worst.report(f.name, f.bound);
  }
  return ok ? 0 : 1;
}
