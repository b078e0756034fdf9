//===- Artefact.cpp - Opening and choosing, also what is damaged ----------===//
//
//   capi-artefact DIRECTORY DRIVER
//
// DIRECTORY holds the artefact that test/CAPI/artefact.test makes, DRIVER is
// the library of test/fake-driver.
//
//===----------------------------------------------------------------------===//

#include "kopt-c/Artefact.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

int failures = 0;
void expect(bool condition, const std::string &what) {
  std::printf("%s: %s\n", condition ? "ok" : "failed", what.c_str());
  failures += !condition;
}

bool ok(KoptStatus status) {
  if (status)
    std::printf("  %s: %s\n", koptStatusGetKind(status),
                koptStatusGetMessage(status));
  bool success = !status;
  koptStatusDestroy(status);
  return success;
}
/// Whether a status is a failure that says `kind` and `text`.
bool says(KoptStatus status, const char *kind, const char *text) {
  bool match = status && !std::strcmp(koptStatusGetKind(status), kind) &&
               std::strstr(koptStatusGetMessage(status), text);
  if (!match)
    std::printf("  %s: %s\n", koptStatusGetKind(status),
                koptStatusGetMessage(status));
  koptStatusDestroy(status);
  return match;
}

std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
std::string replaced(std::string text, const std::string &from,
                     const std::string &to) {
  size_t at = text.find(from);
  if (at == std::string::npos) {
    std::printf("failed: '%s' is not in the artefact\n", from.c_str());
    ++failures;
    return text;
  }
  return text.replace(at, from.size(), to);
}

struct Files {
  std::string json, image;
};
KoptStatus open(const Files &files, KoptArtefact *artefact) {
  KoptBytes image = {files.image.data(), files.image.size()};
  return koptArtefactOpenMemory({files.json.data(), files.json.size()}, &image,
                                1, artefact);
}
bool refused(const Files &files, const char *kind, const char *text) {
  KoptArtefact artefact = nullptr;
  bool right = says(open(files, &artefact), kind, text) && !artefact;
  koptStatusDestroy(koptArtefactDestroy(artefact));
  return right;
}

/// Each kind of damage has its reason.
void testRefusals(const Files &good) {
  const std::string &json = good.json;
  auto edited = [&](const char *from, const char *to) {
    return Files{replaced(json, from, to), good.image};
  };
  expect(refused({json.substr(0, json.size() / 2), good.image}, "parse",
                 "expected an artefact as JSON"),
         "a cut file is refused");
  expect(refused(edited("\"version\": 1", "\"version\": 2"), "version",
                 "expected an artefact of version 1, but got version 2"),
         "another version is refused");
  expect(refused(edited("\"kopt-artefact\"", "\"other\""), "parse",
                 "expected the format"),
         "another format is refused");
  expect(refused({json, good.image + " "}, "image", "expected an image"),
         "an edited image is refused");
  std::string hash = json.substr(json.find("\"sha256\": \"") + 11, 64);
  expect(refused(edited(hash.c_str(), std::string(64, '0').c_str()), "image",
                 "but got none"),
         "an edited hash is refused");
  expect(refused(edited(hash.c_str(), "../../etc/passwd"), "parse",
                 "64 lower-case hex digits"),
         "a hash that is a path is refused");
  expect(refused(edited("[\"size\",0,0]", "[\"size\",7,0]"), "artefact",
                 "an argument below"),
         "a value of an argument that is not there is refused");
  expect(refused(edited("[\"size\",0,0]", "[\"add\",0,0]"), "artefact",
                 "an earlier value"),
         "a value of itself is refused");
  expect(refused(edited("[\"size\",0,0]", "[\"shell\",0,0]"), "parse",
                 "an operation with operands"),
         "an unknown operation is refused");
  expect(refused(edited("\"cluster\": 1", "\"cluster\": 99"), "parse",
                 "an integer in [1, 16]"),
         "a cluster beyond the limits is refused");
  expect(refused(edited("\"strides\": \"row-major\"", "\"strides\": \"any\""),
                 "parse", "row-major"),
         "unknown strides are refused");
}

/// Damage at random: it is refused with a reason, or opens and answers.
void testGarbled(const Files &good, KoptRuntime runtime) {
  std::mt19937 random(7);
  auto upTo = [&](size_t n) { return size_t(random() % (n + 1)); };
  unsigned opened = 0, wrong = 0;
  constexpr unsigned rounds = 3000;
  for (unsigned round = 0; round < rounds; ++round) {
    Files files = good;
    std::string &text = files.json;
    for (size_t n = upTo(2) + 1; n-- > 0;) {
      size_t at = upTo(text.size() - 1);
      switch (random() % 5) {
      case 0:
        text[at] = char(random());
        break;
      case 1:
        text.erase(at, upTo(20));
        break;
      case 2:
        text.insert(at, text.substr(upTo(text.size() - 1), upTo(30)));
        break;
      case 3: { // another number
        size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos)
          text.replace(digit, 1, random() % 2 ? "9223372036854775807" : "-1");
        break;
      }
      default:
        text.resize(at + 1);
      }
    }
    KoptArtefact artefact = nullptr;
    KoptStatus status = open(files, &artefact);
    wrong +=
        !status != !!artefact || (status && !*koptStatusGetMessage(status));
    koptStatusDestroy(status);
    if (!artefact)
      continue;
    ++opened;
    int64_t sizes[32] = {};
    for (int64_t &size : sizes)
      size = int64_t(upTo(5));
    // Room for what a garbled artefact may take for an argument.
    std::vector<KoptArgument> arguments(koptArtefactCountArguments(artefact),
                                        KoptArgument{sizes, sizes, nullptr});
    int32_t variant = 0;
    uint64_t bytes = 0;
    koptStatusDestroy(koptArtefactChoose(artefact, arguments.data(),
                                         arguments.size(), &variant));
    koptStatusDestroy(koptArtefactWorkspace(artefact, arguments.data(),
                                            arguments.size(), &bytes, nullptr));
    for (size_t i = 0; i < arguments.size(); ++i)
      koptStatusDestroy(koptArtefactOutputSizes(artefact, arguments.data(),
                                                arguments.size(), i, sizes));
    koptStatusDestroy(koptArtefactPrepare(artefact, runtime));
    koptStatusDestroy(koptArtefactDestroy(artefact));
  }
  expect(!wrong, "each of " + std::to_string(rounds) +
                     " garbled artefacts is refused with a reason or opens");
  expect(opened > 0 && opened < rounds, "some open, some do not");
}

int keptCalls = 0;
KoptStatus keepMine(void *user, void *, void *, const KoptArgument *,
                    size_t count) {
  keptCalls += user == &keptCalls && count == 2;
  return nullptr;
}

/// The caller's kernel runs where the artefact says, and where none fits.
void testKept(const Files &good, KoptRuntime runtime) {
  KoptArtefact artefact = nullptr;
  if (!ok(open(good, &artefact)) || !ok(koptArtefactPrepare(artefact, runtime)))
    std::exit(1);
  alignas(16) static float x[64], y[64];
  int64_t size = 8, stride = 3;
  KoptArgument arguments[] = {{x, &size, nullptr}, {y, &size, nullptr}};
  int32_t variant = -1;
  auto chosen = [&](int64_t n) {
    size = n;
    return ok(koptArtefactChoose(artefact, arguments, 2, &variant)) ? variant
                                                                    : -1;
  };
  expect(chosen(8) == 1 && chosen(7) == 1,
         "without a callback kernels run for all sizes");
  arguments[0].strides = &stride;
  expect(says(koptArtefactRun(artefact, nullptr, nullptr, arguments, 2),
              "arguments", "row-major"),
         "strided tensors are refused");
  arguments[0].strides = nullptr;
  expect(says(koptArtefactSetCallback(artefact, 5, keepMine, nullptr),
              "arguments", "the number of a callback"),
         "a callback that no variant has is refused");
  expect(ok(koptArtefactSetCallback(artefact, 0, keepMine, &keptCalls)),
         "the callback is set");
  expect(chosen(8) == 1 && chosen(7) == 0,
         "the guard keeps the caller's kernel for other sizes");
  arguments[0].strides = &stride;
  expect(chosen(8) == 2, "and a strided tensor is left to it");
  expect(ok(koptArtefactRun(artefact, nullptr, nullptr, arguments, 2)) &&
             keptCalls == 1,
         "it is called");
  KoptCounters counters = koptArtefactGetCounters(artefact);
  expect(counters.kept == 1 && counters.refused == 1 && counters.strides == 2 &&
             counters.launched == 0,
         "and counted");
  arguments[0].strides = nullptr;
  size = -1;
  expect(says(koptArtefactChoose(artefact, arguments, 2, &variant), "arguments",
              "a size of at least 0"),
         "a negative size is refused");
  size = INT64_MAX / 2;
  expect(says(koptArtefactChoose(artefact, arguments, 2, &variant), "arguments",
              "2^63 - 1 bytes"),
         "a size that overflows is refused");
  expect(says(koptArtefactChoose(artefact, arguments, 1, &variant), "arguments",
              "expected 2 arguments"),
         "an argument too few is refused");

  size = 8;
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  constexpr int calls = 2000;
  for (int repeat = 0; repeat < 5; ++repeat) {
    auto begin = Clock::now();
    for (int i = 0; i < calls; ++i)
      koptStatusDestroy(koptArtefactChoose(artefact, arguments, 2, &variant));
    std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    best = std::min(best, took.count() / calls);
  }
  std::printf("choosing took %.3f us\n", best);
  expect(best <= 5, "choosing takes at most 5 us");
  expect(ok(koptArtefactDestroy(artefact)), "the artefact is closed");
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  std::string folder = argv[1];
  Files good;
  good.json = contents(folder + "/artefact.json");
  std::string hash =
      good.json.substr(good.json.find("\"sha256\": \"") + 11, 64);
  good.image = contents(folder + "/" + hash + ".ptx");
  KoptArtefact artefact = nullptr;
  expect(ok(koptArtefactOpen(folder.c_str(), &artefact)), "the folder opens");
  expect(ok(koptArtefactDestroy(artefact)), "it is closed unprepared");
  expect(says(koptArtefactOpen((folder + "/none").c_str(), &artefact),
              "artefact", "none/artefact.json"),
         "a folder that is not there is refused");
  KoptRuntime runtime = nullptr;
  if (!ok(koptRuntimeCreate(argv[2], 0, &runtime)))
    return 1;
  testRefusals(good);
  testKept(good, runtime);
  // The driver for tests has an sm_90.
  Files elsewhere = {replaced(good.json, "\"architecture\": \"sm_90a\"",
                              "\"architecture\": \"sm_100a\""),
                     good.image};
  if (ok(open(elsewhere, &artefact)))
    expect(says(koptArtefactPrepare(artefact, runtime), "no-device",
                "for a device of sm_90, but got sm_100a"),
           "an image for another device is refused");
  expect(ok(koptArtefactDestroy(artefact)), "it is closed");
  Files fewer = {replaced(good.json, "\"kernel\": \"", "\"kernel\": \"no"),
                 good.image};
  if (ok(open(fewer, &artefact)))
    expect(says(koptArtefactPrepare(artefact, runtime), "launch",
                "CUDA_ERROR_NOT_FOUND"),
           "a kernel that is not in the image is refused");
  expect(ok(koptArtefactDestroy(artefact)), "it is closed");
  testGarbled(good, runtime);
  expect(ok(koptRuntimeDestroy(runtime)), "nothing is left alive");
  std::printf("%d failures\n", failures);
  return failures != 0;
}
