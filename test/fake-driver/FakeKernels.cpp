//===- FakeKernels.cpp - A machine of kernels with known names ------------===//

#include "FakeKernels.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace fake;

/// What a kernel with a state leaves in its workspace.
static constexpr uint32_t kMark = 1234567;

/// Bytes of the parameter whose declaration, ".param .u64 name", is `text`.
static size_t parameterBytes(const std::string &text) {
  for (auto [suffix, bytes] : {std::pair<const char *, size_t>{"64", 8},
                               {"32", 4},
                               {"16", 2},
                               {"8", 1}})
    for (const char *type : {".u", ".s", ".b", ".f"})
      if (text.find(type + std::string(suffix) + " ") != std::string::npos)
        return bytes;
  return 8;
}

int fake::capability() { return 90; }

void fake::unload(Module &) {}

void *fake::acquire(size_t bytes) {
  return std::aligned_alloc(256, (bytes + 255) / 256 * 256);
}
void fake::release(void *memory) { std::free(memory); }
void fake::move(void *to, bool, const void *from, bool, size_t bytes) {
  std::memmove(to, from, bytes);
}
void fake::set(void *to, uint32_t value, size_t bytes, size_t count) {
  for (size_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char *>(to) + i * bytes, &value, bytes);
}

bool fake::parse(const char *image, Module &module) {
  if (!std::strncmp(image, "\177ELF", 4))
    image += kCubinHeader;
  std::string text = image;
  const std::string directive = ".entry ";
  for (size_t at = 0; (at = text.find(directive, at)) != std::string::npos;) {
    at += directive.size();
    Kernel kernel;
    size_t open = text.find('(', at), close = text.find(')', at);
    if (open == std::string::npos || close == std::string::npos)
      return false;
    kernel.name = text.substr(at, open - at);
    while (!kernel.name.empty() && std::isspace(kernel.name.back()))
      kernel.name.pop_back();
    size_t offset = 0;
    for (size_t p = open; (p = text.find(".param", p)) < close; p += 6) {
      size_t bytes = parameterBytes(
          text.substr(p, std::min(text.find(',', p), close) - p));
      offset = (offset + bytes - 1) / bytes * bytes;
      kernel.offsets.push_back(offset);
      kernel.sizes.push_back(bytes);
      offset += bytes;
    }
    module.kernels.push_back(std::move(kernel));
  }
  return !module.kernels.empty();
}

template <typename T> static T parameter(void **params, size_t index) {
  T value;
  std::memcpy(&value, params[index], sizeof value);
  return value;
}

Outcome fake::execute(const Kernel &kernel, const Shape &, void **params) {
  if (kernel.name == "copy" && kernel.sizes == std::vector<size_t>{8, 8, 8}) {
    std::memcpy(reinterpret_cast<void *>(parameter<uintptr_t>(params, 1)),
                reinterpret_cast<void *>(parameter<uintptr_t>(params, 0)),
                size_t(parameter<uint64_t>(params, 2)) * 4);
  } else if (kernel.name == "fill" &&
             kernel.sizes == std::vector<size_t>{8, 8, 4}) {
    auto *out = reinterpret_cast<uint32_t *>(parameter<uintptr_t>(params, 0));
    for (uint64_t i = 0, n = parameter<uint64_t>(params, 1); i < n; ++i)
      out[i] = parameter<uint32_t>(params, 2);
  } else if ((kernel.name == "twice" || kernel.name == "thrice") &&
             kernel.sizes == std::vector<size_t>{8, 8, 8, 8}) {
    auto *in = reinterpret_cast<float *>(parameter<uintptr_t>(params, 0));
    auto *out = reinterpret_cast<float *>(parameter<uintptr_t>(params, 2));
    for (uint64_t i = 0, n = parameter<uint64_t>(params, 3); i < n; ++i)
      out[i] = in[i] * (kernel.name == "twice" ? 2 : 3);
  } else if ((kernel.name == "once" || kernel.name == "after") &&
             kernel.sizes == std::vector<size_t>{8, 8, 8}) {
    auto *in = reinterpret_cast<float *>(parameter<uintptr_t>(params, 0));
    auto *work = reinterpret_cast<uint32_t *>(parameter<uintptr_t>(params, 1));
    auto *out = reinterpret_cast<float *>(parameter<uintptr_t>(params, 2));
    bool isRight = (*work == kMark) == (kernel.name == "after");
    for (uint64_t i = 0; i < 512; ++i)
      out[i] = in[i] * (isRight ? 2 : 1);
    *work = kMark;
  } else if (kernel.name == "accumulate" &&
             kernel.sizes == std::vector<size_t>{8, 4, 8}) {
    auto *in = reinterpret_cast<float *>(parameter<uintptr_t>(params, 0));
    auto *sum = reinterpret_cast<float *>(parameter<uintptr_t>(params, 2));
    for (uint64_t i = 0; i < 4; ++i)
      sum[i] += parameter<float>(params, 1) * in[i];
  }
  return kernel.name == "spin" ? Outcome::Endless : Outcome::Done;
}
