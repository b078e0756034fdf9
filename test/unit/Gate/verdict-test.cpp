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

/// Compares one stored f32 with one oracle value and its deviations.
CompareResult one(float got, double wide, double narrow,
                  std::vector<float> deviations = {}, bool bitwise = false) {
  Buffer buffer{"result0", DType::F32, {1}, BufferRole::Output};
  std::vector<uint8_t> bytes(4);
  std::memcpy(bytes.data(), &got, 4);
  OracleResult oracle;
  oracle.wide = {wide};
  oracle.narrow = {narrow};
  for (float deviation : deviations)
    oracle.deviations.push_back({deviation});
  return compare(buffer, bytes, oracle, bitwise, poison);
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
  check(answerOf(Reason::Undecided) == Answer::Inconclusive &&
            answerOf(Reason::NotPermitted) == Answer::Rejected,
        "no evidence is inconclusive, a class that is not permitted rejects");
}

void testFloats() {
  check(one(1, 1, 1).reason == Reason::None, "equal");
  check(one(std::nextafterf(1, 2), 1, 1).reason == Reason::None,
        "one rounding");
  check(one(1 + 0x1p-19f, 1, 1).reason == Reason::Mismatch,
        "beyond the rounding");
  check(one(1 + 0x1p-19f, 1, 1, {0x1p-19f}).reason == Reason::None,
        "as far as a perturbed run");
  check(one(1 + 0x1p-17f, 1, 1, {0x1p-19f}).reason == Reason::Mismatch,
        "beyond every perturbed run");
  check(one(1 + 0x1p-17f, 1, 1 + 0x1p-17, {0x1p-19f}).reason ==
            Reason::Mismatch,
        "a sequential sum is no yardstick");
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
  check(one(2, 1, 1, {nan}).undecided == 1, "perturbed to NaN: undecided");
  float unwritten;
  std::memcpy(&unwritten, &poison, 4);
  check(one(unwritten, 1, 1, {nan}).reason == Reason::Unwritten,
        "undecided, but it must be written");
  check(one(inf, 3.4028235e38, 3.4028235e38, {1e32f}).reason == Reason::None,
        "beside the largest number");
  check(one(-inf, 3.4028235e38, 3.4028235e38, {1e32f}).reason == Reason::NaN,
        "the infinity of the other sign");
  check(one(2, 1, nan).reason == Reason::Mismatch,
        "ambiguous in kind, wrong in value");
  check(one(-0.0f, 0.0, 0.0).reason == Reason::NaN, "the sign of zero");
  check(one(-0.0f, -0.0, -0.0).reason == Reason::None, "the same zero");
  check(one(-0.0f, 1e-60, 1e-46).reason == Reason::None, "an underflow");
}

void testTies() {
  CompareResult tie = one(2, 1, 1, {0, 1, 0, 0});
  check(tie.reason == Reason::None && tie.nearTies == 1,
        "a run that decides the other way");
  check(one(2, 1, 1, {1, 1, 1, 1}).nearTies == 0, "no tie, only its condition");
  Buffer buffer{"result0", DType::I32, {1}, BufferRole::Output};
  auto integer = [&](uint8_t got, int64_t want, int64_t other) {
    OracleResult oracle;
    oracle.exact = {want};
    oracle.alternatives = {{want}, {other}};
    return compare(buffer, {got, 0, 0, 0}, oracle, false, poison);
  };
  check(integer(7, 5, 7).nearTies == 1, "the other side of a tie");
  check(integer(6, 5, 7).reason == Reason::Mismatch, "between two sides");
  check(integer(6, 5, 5).reason == Reason::Mismatch, "no tie");
}

/// What intermediate values that leave their type's range make of a result.
void testRanges() {
  auto ranged = [](float got, double wide, double of) {
    Buffer buffer{"result0", DType::F32, {1}, BufferRole::Output};
    std::vector<uint8_t> bytes(4);
    std::memcpy(bytes.data(), &got, 4);
    OracleResult oracle;
    oracle.wide = oracle.narrow = {wide};
    oracle.deviations = {{0x1p-23f}};
    oracle.ranged = {{wide}, {of}};
    return compare(buffer, bytes, oracle, false, poison);
  };
  CompareResult flushed = ranged(0, 1, 0);
  check(flushed.reason == Reason::None && flushed.ambiguous == 1,
        "as a run that keeps the range");
  check(ranged(1, 1, 0).ambiguous == 0, "as the wide run");
  check(ranged(0.5f, 1, 0).reason == Reason::Mismatch, "between the two");
  check(ranged(0, 1, 1).reason == Reason::Mismatch, "no run gives zero");
  check(ranged(INFINITY, 1, INFINITY).reason == Reason::None, "an infinity");
  check(ranged(-INFINITY, 1, INFINITY).reason == Reason::NaN,
        "the other infinity");
  check(ranged(NAN, 1, NAN).reason == Reason::None, "not a number");
}

void testExact() {
  const float next = std::nextafterf(3, 4);
  check(one(next, 3, 3, {0}).reason == Reason::None, "exact, but no probe");
  check(one(next, 3, 3, {0}, true).reason == Reason::Mismatch,
        "a probe's bits");
  check(one(next, 3, 3, {0x1p-23f}, true).reason == Reason::None,
        "a program that rounds");
  check(one(3, 3, 3, {0}, true).exact == 1, "exact elements are counted");
  check(one(3, 3, 3, {0x1p-23f}, true).exact == 0, "others are not");
  check(one(0.0f, -0.0, -0.0, {0}, true).reason == Reason::Mismatch,
        "a zero's bits");
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
  OracleResult oracle;
  oracle.exact = {1, -1, 3, 4};
  check(compare(buffer, bytes, oracle, false, poison).reason == Reason::None,
        "exact integers");
  oracle.exact[3] = 5;
  CompareResult result = compare(buffer, bytes, oracle, false, poison);
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
  testTies();
  testRanges();
  testExact();
  testUnwritten();
  testIntegers();
  testFormats();
  return failures != 0;
}
