//===- Run.cpp - Runs an artefact on numbers from 1 -----------------------===//
//
//   capi-run DIRECTORY [OPTION…] ARGUMENT…
//
// ARGUMENT is, in order, "3x4" for a tensor of f32 with 1, 2, 3 … or "=5" for
// an index; a rank of 0 is ".". Prepares, chooses, runs twice with one
// workspace (results must be the same), and prints each output: its sizes and
// elements. A refusal is printed. Options:
//
//   DRIVER=FILE   instead of libcuda.so.1
//   OFFSET=BYTES  moves the tensors that are read by so many bytes
//   STRIDE=N      gives those of rank 1 that stride
//   KEEP=0        sets callback 0
//
//===----------------------------------------------------------------------===//

#include "kopt-c/Artefact.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

KoptRuntime runtime;

void must(KoptStatus status) {
  if (!status)
    return;
  std::printf("%s: %s\n", koptStatusGetKind(status),
              koptStatusGetMessage(status));
  std::exit(1);
}

struct Tensor {
  std::vector<int64_t> sizes;
  int64_t scalar = 0;
  void *memory = nullptr;
  size_t elements() const {
    size_t all = 1;
    for (int64_t size : sizes)
      all *= size_t(size);
    return all;
  }
};

void *upload(const std::vector<float> &host, size_t offset) {
  void *memory = nullptr;
  if (host.empty())
    return nullptr;
  must(koptMemoryAllocate(runtime, host.size() * 4 + offset, &memory));
  char *at = static_cast<char *>(memory) + offset;
  must(koptMemoryCopy(runtime, at, host.data(), host.size() * 4, nullptr));
  must(koptStreamSynchronize(runtime, nullptr));
  return at;
}

std::vector<float> download(const Tensor &tensor) {
  std::vector<float> host(tensor.elements());
  must(koptMemoryCopy(runtime, host.data(), tensor.memory, host.size() * 4,
                      nullptr));
  must(koptStreamSynchronize(runtime, nullptr));
  return host;
}

KoptStatus keep(void *, void *, void *, const KoptArgument *, size_t) {
  std::printf("kept\n");
  return nullptr;
}

/// Microseconds of one choice: of the fastest of several rounds, as others may
/// use the processor meanwhile.
double choose(KoptArtefact artefact, const std::vector<KoptArgument> &arguments,
              int32_t &variant) {
  double fastest = 1e9;
  for (int round = 0; round < 50; ++round) {
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i)
      must(koptArtefactChoose(artefact, arguments.data(), arguments.size(),
                              &variant));
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - begin;
    fastest = std::min(fastest, time.count() / 100);
  }
  return fastest;
}

} // namespace

int main(int argc, char **argv) {
  const char *driver = nullptr;
  size_t offset = 0;
  int64_t stride = 0;
  bool keeps = false;
  std::vector<Tensor> tensors;
  for (int i = 2; i < argc; ++i) {
    std::string text = argv[i];
    if (!text.compare(0, 7, "DRIVER=")) {
      driver = argv[i] + 7;
      continue;
    }
    if (!text.compare(0, 7, "OFFSET=")) {
      offset = size_t(std::atoi(argv[i] + 7));
      continue;
    }
    if (!text.compare(0, 7, "STRIDE=")) {
      stride = std::atoll(argv[i] + 7);
      continue;
    }
    if (text == "KEEP=0") {
      keeps = true;
      continue;
    }
    Tensor tensor;
    if (text[0] == '=')
      tensor.scalar = std::atoll(argv[i] + 1);
    else if (text != ".")
      for (char *at = argv[i]; *at; at += *at == 'x')
        tensor.sizes.push_back(std::strtoll(at, &at, 10));
    tensors.push_back(tensor);
  }
  must(koptRuntimeCreate(driver, 0, &runtime));
  KoptArtefact artefact = nullptr;
  must(koptArtefactOpen(argv[1], &artefact));
  must(koptArtefactPrepare(artefact, runtime));
  if (keeps)
    must(koptArtefactSetCallback(artefact, 0, keep, nullptr));
  size_t count = koptArtefactCountArguments(artefact), inputs = tensors.size();
  std::vector<KoptArgument> arguments(count);
  tensors.resize(count);
  int word = 2;
  for (size_t i = 0; i < inputs; ++i) {
    while (std::strchr(argv[word], '=') && argv[word][0] != '=')
      ++word;
    if (argv[word++][0] == '=') {
      arguments[i].pointer = &tensors[i].scalar;
      continue;
    }
    std::vector<float> host(tensors[i].elements());
    for (size_t e = 0; e < host.size(); ++e)
      host[e] = float(e + 1);
    tensors[i].memory = upload(host, offset);
    arguments[i] = {tensors[i].memory, tensors[i].sizes.data(),
                    stride ? &stride : nullptr};
  }
  // No output has more dimensions than a tensor may.
  for (size_t i = inputs; i < count; ++i) {
    int64_t sizes[32];
    std::fill(sizes, sizes + 32, int64_t(-1));
    must(koptArtefactOutputSizes(artefact, arguments.data(), count, i, sizes));
    for (int64_t size : sizes)
      if (size >= 0)
        tensors[i].sizes.push_back(size);
    tensors[i].memory =
        upload(std::vector<float>(tensors[i].elements(), -1), 0);
    arguments[i] = {tensors[i].memory, tensors[i].sizes.data(), nullptr};
  }
  uint64_t bytes = 0, persistent = 0;
  must(koptArtefactWorkspace(artefact, arguments.data(), count, &bytes,
                             &persistent));
  std::printf("workspace %d, %d persist\n", int(bytes), int(persistent));
  void *workspace = upload(std::vector<float>((bytes + 3) / 4, 0), 0);
  int32_t variant = -1;
  double time = choose(artefact, arguments, variant);
  std::printf("choosing takes %s 5 us: %.2f\n", time > 5 ? "over" : "at most",
              time);
  std::printf("variant %d\n", int(variant));
  std::vector<std::vector<float>> first;
  for (int round = 0; round < 2; ++round) {
    must(
        koptArtefactRun(artefact, nullptr, workspace, arguments.data(), count));
    for (size_t i = inputs; i < count; ++i)
      if (round == 0)
        first.push_back(download(tensors[i]));
      else if (download(tensors[i]) != first[i - inputs])
        std::printf("failed: another result the second time\n");
  }
  for (size_t i = inputs; i < count; ++i) {
    std::printf("result");
    for (int64_t size : tensors[i].sizes)
      std::printf(" %d", int(size));
    std::printf(":");
    for (float element : first[i - inputs])
      std::printf(" %g", double(element));
    std::printf("\n");
  }
  must(koptArtefactDestroy(artefact));
  return 0;
}
