//===- Basics.cpp - Hashes, numbers, input families, program JSON ---------===//

#include "kopt/Gate/Inputs.h"
#include "kopt/Gate/Numbers.h"
#include "kopt/Gate/ProgramJson.h"
#include "kopt/Support/Sha256.h"

#include <cmath>
#include <cstdio>
#include <cstring>

using namespace kopt;
using namespace kopt::gate;

static int failures = 0;
static void expect(bool condition, const std::string &what) {
  if (condition)
    return;
  std::printf("failed: %s\n", what.c_str());
  ++failures;
}

static void testSha256() {
  // Vectors of FIPS 180-4 and of NIST's CAVP.
  expect(sha256("") ==
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         "sha256 of nothing");
  expect(sha256("abc") ==
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
         "sha256 of abc");
  expect(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
         "sha256 of 448 bits");
  std::string million(1000000, 'a');
  Sha256 pieces;
  for (size_t at = 0; at < million.size(); at += 997)
    pieces.update(million.data() + at,
                  std::min<size_t>(997, million.size() - at));
  expect(pieces.hex() ==
             "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
         "sha256 of a million a's, in pieces");
}

static void testNumbers() {
  for (unsigned t = 0; t <= unsigned(DType::F8E5M2); ++t) {
    DType type = DType(t), back;
    expect(parseDType(spelling(type), back) && back == type, spelling(type));
    if (!isFloat(type))
      continue;
    // Every pattern of the small formats, and samples of the big ones.
    uint64_t step = byteSize(type) <= 2 ? 1 : 0x10001;
    uint64_t end = byteSize(type) == 1   ? 256
                   : byteSize(type) == 2 ? 65536
                                         : 1 << 30;
    for (uint64_t bits = 0; bits < end; bits += step) {
      double value = decodeFloat(type, bits);
      if (!std::isnan(value))
        if (encodeFloat(type, value) != bits) {
          expect(false, std::string("round trip of ") + spelling(type) + " " +
                            std::to_string(bits));
          break;
        }
    }
    uint64_t poison = 0;
    for (unsigned which = 0; which < 2; ++which) {
      uint32_t pattern[2] = {poisonPattern(type, which),
                             poisonPattern(type, which)};
      poison = loadBits(type, pattern, 0);
      expect(std::isnan(decodeFloat(type, poison)),
             std::string("poison of ") + spelling(type));
    }
  }
  expect(encodeFloat(DType::BF16, 1.00390625) == 0x3f80,
         "bf16 tie to even, down");
  expect(encodeFloat(DType::BF16, 1.01171875) == 0x3f82,
         "bf16 tie to even, up");
  expect(encodeFloat(DType::F16, 65520) == 0x7c00, "f16 overflow");
  expect(encodeFloat(DType::F8E4M3FN, 448) == 0x7e, "f8E4M3FN largest");
  expect(encodeFloat(DType::F8E4M3FN, 500) == 0x7f, "f8E4M3FN overflow");
  expect(encodeFloat(DType::F16, std::ldexp(1.0, -25)) == 0,
         "f16 underflow tie");
}

static void testFamilies() {
  const int64_t rows = 6, columns = 64;
  for (const std::string &family : familyNames())
    for (unsigned t = 0; t <= unsigned(DType::F8E5M2); ++t) {
      DType type = DType(t);
      auto bytes = generate(family, 7, type, {rows, columns});
      std::string what = family + " " + spelling(type);
      expect(bytes.size() == size_t(rows * columns * byteSize(type)), what);
      expect(bytes == generate(family, 7, type, {rows, columns}),
             what + " repeats");
      expect(generate(family, 7, type, {0, 4}).empty(),
             what + " of no elements");
      expect(generate(family, 7, type, {}).size() == byteSize(type),
             what + " scalar");
      if (type == DType::I1)
        for (uint8_t byte : bytes)
          expect(byte <= 1, what + " holds booleans");
      if (isFloat(type) || type == DType::I1)
        continue;
      auto indices = generate(family, 7, type, {rows, columns}, 100);
      bool low = false, high = false;
      for (int64_t i = 0; i < rows * columns; ++i) {
        int64_t v = decodeInteger(type, loadBits(type, indices.data(), i));
        expect(v >= 0 && v < 100, what + " bounded");
        low |= v == 0;
        high |= v == 99;
      }
      expect(low && high, what + " reaches its bounds");
    }
  expect(generate("no such family", 0, DType::F32, {4}).empty(),
         "unknown family");

  auto value = [&](const std::vector<uint8_t> &bytes, int64_t i) {
    return decodeFloat(DType::F32, loadBits(DType::F32, bytes.data(), i));
  };
  auto normal = generate("normal", 3, DType::F32, {100000});
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < 100000; ++i) {
    sum += value(normal, i);
    squares += value(normal, i) * value(normal, i);
  }
  expect(std::fabs(sum / 1e5) < 0.02, "normal has mean 0");
  expect(std::fabs(squares / 1e5 - 1) < 0.03, "normal has variance 1");
  expect(normal != generate("normal", 4, DType::F32, {100000}), "seeds differ");
  auto cancelling = generate("cancelling", 3, DType::F32, {rows, 65});
  auto oneHot = generate("one_hot", 3, DType::F32, {rows, columns});
  for (int64_t row = 0; row < rows; ++row) {
    double rest = 0, ones = 0;
    for (int64_t i = 0; i < 65; ++i)
      rest += value(cancelling, row * 65 + i);
    for (int64_t i = 0; i < columns; ++i)
      ones += value(oneHot, row * columns + i);
    expect(rest > 0 && rest <= 33, "cancelling rows leave a small rest");
    expect(ones == 1, "one_hot rows hold one 1");
  }
}

static void testProgramJson() {
  Program p;
  p.name = "copy";
  p.buffers = {{"arg0", DType::BF16, {4, 8}, BufferRole::Input},
               {"result0", DType::F32, {}, BufferRole::Output}};
  p.images.push_back(
      {Image::Kind::PTX, ".version 8.0", sha256(".version 8.0")});
  Launch l;
  l.kernel = "k";
  l.args = {{0, 16, 0, 0}, {-1, 0, UINT64_MAX, 8}};
  p.launches.push_back(l);
  p.buffers.push_back({"tmp0", DType::F32, {}, BufferRole::Temporary});
  p.results = {{1, {}}, {0, {32}}};
  std::string text = toJson(p);
  auto back = programFromJson(text, {".version 8.0"});
  expect(back.ok(), "program round trip: " + back.status().message());
  if (back.ok())
    expect(toJson(*back) == text, "program text is stable");
  auto refused = [&](const std::string &from, const std::string &to) {
    std::string broken = text;
    size_t at = broken.find(from);
    expect(at != std::string::npos, "edit point " + from);
    broken.replace(at, from.size(), to);
    auto r = programFromJson(broken, {".version 8.0"});
    expect(!r.ok() && r.status().kind() == "parse", "refused: " + to);
    if (!r.ok())
      std::printf("refused: %s\n", r.status().message().c_str());
  };
  refused("\"shape\":[4,8]", "\"shape\":[4,-8]");
  refused("\"shape\":[4,8]", "\"shape\":[4000000000,4000000000,0]");
  refused("\"dtype\":\"bf16\"", "\"dtype\":\"bf17\"");
  refused("\"offset\":16", "\"offset\":65");
  refused("\"buffer\":0", "\"buffer\":3");
  refused("\"block\":[1,1,1]", "\"block\":[1024,2,1]");
  refused("\"kernel\":\"k\"", "\"kernel\":null");
  refused("\"bytes\":8", "\"bytes\":3");
  refused("\"results\":[{\"buffer\":1", "\"results\":[{\"buffer\":3");
  refused("\"results\":[{\"buffer\":1", "\"results\":[{\"buffer\":2");
  refused("\"shape\":[32]", "\"shape\":[31]");
  refused("{", "[");
  expect(!programFromJson(text, {}).ok(), "missing frame");
  expect(!programFromJson(text, {"other"}).ok(), "wrong frame");
}

static void testConstants() {
  Program p;
  p.buffers = {{"result0", DType::F32, {}, BufferRole::Output},
               {"constant0", DType::I16, {2}, BufferRole::Constant, "\1\2\3\4"},
               {"constant1", DType::I8, {0}, BufferRole::Constant}};
  p.results = {{1, {2, 1}}};
  std::string text = toJson(p);
  auto back = programFromJson(text, framesOf(p));
  expect(back.ok(), "constants: " + back.status().message());
  if (back.ok())
    expect(back->buffers[1].contents == "\1\2\3\4" && toJson(*back) == text,
           "constants keep their contents");
  auto refused = [&](std::vector<std::string> frames, const char *why) {
    auto r = programFromJson(text, std::move(frames));
    expect(!r.ok() && r.status().kind() == "parse", why);
    if (!r.ok())
      std::printf("refused: %s\n", r.status().message().c_str());
  };
  refused({"\1\2\3\4"}, "a frame a constant");
  refused({"\1\2\3\4", "", ""}, "no frame without a constant");
  refused({"\1\2\3", ""}, "bytes as the shape says");
  refused({"\1\2\3\5", ""}, "bytes as the hash says");
}

int main() {
  testSha256();
  testNumbers();
  testFamilies();
  testProgramJson();
  testConstants();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
