//===- Math.cpp - Approximate functions, correctly rounded ----------------===//
//
// The machine gives the correctly rounded value where PTX states an error
// bound; `.ftz` forms flush subnormal inputs and results as PTX says.
//
//===----------------------------------------------------------------------===//

#include <cmath>

static float flush(float x) {
  return std::fabs(x) < 1.17549435e-38f ? std::copysign(0.0f, x) : x;
}

extern "C" {
float __kopt_sim_ex2(float x) { return float(std::exp2(double(x))); }
float __kopt_sim_ex2_ftz(float x) {
  return flush(float(std::exp2(double(flush(x)))));
}
float __kopt_sim_lg2(float x) { return float(std::log2(double(x))); }
float __kopt_sim_rsqrt(float x) { return float(1.0 / std::sqrt(double(x))); }
float __kopt_sim_rcp_ftz(float x) { return flush(1.0f / flush(x)); }
float __kopt_sim_tanh(float x) { return float(std::tanh(double(x))); }
float __kopt_sim_sqrt(float x) { return std::sqrt(x); }
}
