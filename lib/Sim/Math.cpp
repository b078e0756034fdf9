//===- Math.cpp - Approximate functions, correctly rounded ----------------===//
//
// The machine gives the correctly rounded value where PTX states an error
// bound; `.ftz` forms flush subnormal inputs and results as PTX says. A NaN is
// 0x7fffffff.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstring>

static float flush(float x) {
  return std::fabs(x) < 1.17549435e-38f ? std::copysign(0.0f, x) : x;
}

/// Rounds to f32.
static float rounded(double x) {
  if (x == x)
    return float(x);
  uint32_t bits = 0x7fffffff;
  float nan;
  std::memcpy(&nan, &bits, sizeof nan);
  return nan;
}

extern "C" {
float __kopt_sim_ex2(float x) { return rounded(std::exp2(double(x))); }
float __kopt_sim_ex2_ftz(float x) {
  return flush(rounded(std::exp2(double(flush(x)))));
}
float __kopt_sim_lg2(float x) { return rounded(std::log2(double(x))); }
float __kopt_sim_rsqrt(float x) { return rounded(1.0 / std::sqrt(double(x))); }
float __kopt_sim_rcp_ftz(float x) {
  return flush(rounded(1.0 / double(flush(x))));
}
float __kopt_sim_tanh(float x) { return rounded(std::tanh(double(x))); }
}
