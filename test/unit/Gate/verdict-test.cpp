//===- verdict-test.cpp - Spellings, severity and the error model ---------===//

#include "kopt/Gate/Compare.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

using namespace kopt::gate;

namespace {

int failures = 0;
void check(bool condition, const char *what) {
  if (!condition) {
    std::printf("failed: %s\n", what);
    ++failures;
  }
}

constexpr uint32_t poison = 0x7fc0dead;

/// Compares one stored f32 with one oracle value.
CompareResult one(float got, double wide, double narrow, double depth = 1) {
  Buffer buffer{"result0", DType::F32, {1}, BufferRole::Output};
  std::vector<uint8_t> bytes(4);
  std::memcpy(bytes.data(), &got, 4);
  return compare(buffer, bytes, {{wide}, {narrow}, {}}, depth, poison);
}

void testSpellings() {
  for (unsigned i = 0; i < kNumReasons; ++i) {
    Reason reason;
    check(parseReason(spelling(Reason(i)), reason) && reason == Reason(i),
          spelling(Reason(i)));
  }
  Reason reason;
  check(!parseReason("", reason) && !parseReason("nonsense", reason),
        "unknown reasons");
  Question question;
  check(parseQuestion("not-slower", question) &&
            question == Question::NotSlower,
        "question");
  check(answerOf(Reason::Mismatch) == Answer::Rejected, "a mismatch rejects");
  check(answerOf(Reason::Timeout) == Answer::Inconclusive,
        "a timeout is inconclusive");
}

void testFloats() {
  check(one(1, 1, 1).reason == Reason::None, "equal");
  check(one(std::nextafterf(1, 2), 1, 1).reason == Reason::None,
        "one rounding");
  check(one(1 + 0x1p-19f, 1, 1).reason == Reason::Mismatch,
        "beyond the rounding");
  check(one(1 + 0x1p-19f, 1, 1 + 0x1p-20).reason == Reason::None,
        "within 4 yardsticks");
  check(one(1 + 0x1p-17f, 1, 1 + 0x1p-20).reason == Reason::Mismatch,
        "beyond 4 yardsticks");
  check(one(1 + 0x1p-19f, 1, 1, 20).reason == Reason::None, "a deep reduction");
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = INFINITY;
  check(one(nan, 1, 1).reason == Reason::NaN, "NaN for a number");
  check(one(1, nan, nan).reason == Reason::NaN, "a number for NaN");
  check(one(nan, nan, nan).reason == Reason::None, "NaN for NaN");
  check(one(inf, -inf, -inf).reason == Reason::NaN, "the other infinity");
  check(one(inf, 1e300, inf).reason == Reason::None,
        "overflow in the output type");
  CompareResult ambiguous = one(nan, 1, nan);
  check(ambiguous.reason == Reason::None && ambiguous.ambiguous == 1,
        "the program's own types give NaN");
  check(one(1, 1, nan).reason == Reason::None, "f64 gives a number");
  check(one(2, 1, nan).reason == Reason::Mismatch,
        "ambiguous in kind, wrong in value");
  check(one(-0.0f, 0.0, 0.0).reason == Reason::NaN, "the sign of zero");
  check(one(-0.0f, -0.0, -0.0).reason == Reason::None, "the same zero");
  check(one(-0.0f, 1e-60, 1e-46).reason == Reason::None, "an underflow");
}

void testUnwritten() {
  float value;
  std::memcpy(&value, &poison, 4);
  CompareResult result = one(value, 1, 1);
  check(result.reason == Reason::Unwritten, "poison");
  check(result.detail.find("result0[0] was not written") == 0,
        "the element is named");
}

void testIntegers() {
  Buffer buffer{"result0", DType::I8, {2, 2}, BufferRole::Output};
  std::vector<uint8_t> bytes = {1, 0xff, 3, 4};
  check(compare(buffer, bytes, {{}, {}, {1, -1, 3, 4}}, 1, poison).reason ==
            Reason::None,
        "exact integers");
  CompareResult result =
      compare(buffer, bytes, {{}, {}, {1, -1, 3, 5}}, 1, poison);
  check(result.reason == Reason::Mismatch && result.failures == 1, "one off");
  check(result.detail == "result0[1, 1]: expected 5, but got 4",
        result.detail.c_str());
}

void testFormats() {
  check(ulp(DType::F32, 1) == 0x1p-23, "f32 unit");
  check(ulp(DType::BF16, 1.5) == 0x1p-7, "bf16 unit");
  check(ulp(DType::F16, 0) == 0x1p-24, "smallest subnormal of f16");
  check(largestFinite(DType::F8E4M3FN) == 448, "largest f8E4M3FN");
}

} // namespace

int main() {
  testSpellings();
  testFloats();
  testUnwritten();
  testIntegers();
  testFormats();
  return failures != 0;
}
