//===- Image.cpp - Objects as bytes ---------------------------------------===//

#include "kopt/Sim/Abi.h"

#include <cstring>

using namespace kopt::sim;

static const char kMagic[8] = {'k', 'o', 'p', 't', 's', 'i', 'm', '2'};

namespace {

struct Writer {
  std::string out;
  void number(uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      out.push_back(char(value >> (8 * i)));
  }
  void text(const std::string &value) {
    number(value.size(), 8);
    out += value;
  }
};

/// Reads what Writer wrote; `ok` turns false at the first thing that does not
/// fit, and everything after it reads as zero.
struct Reader {
  const std::string &in;
  size_t at = 0;
  bool ok = true;
  uint64_t number(unsigned bytes) {
    if (!ok || in.size() - at < bytes)
      return ok = false, 0;
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i)
      value |= uint64_t(uint8_t(in[at + i])) << (8 * i);
    at += bytes;
    return value;
  }
  std::string text() {
    uint64_t size = number(8);
    if (!ok || in.size() - at < size)
      return ok = false, std::string();
    at += size;
    return in.substr(at - size, size);
  }
  /// A count of things that take at least `least` bytes each.
  uint64_t count(uint64_t least) {
    uint64_t value = number(8);
    if (!ok || value > (in.size() - at) / least)
      return ok = false, 0;
    return value;
  }
};

} // namespace

std::string kopt::sim::serialise(const ObjectImage &image) {
  Writer w;
  w.out.assign(kMagic, sizeof kMagic);
  w.text(image.object);
  w.number(image.sites.size(), 8);
  for (const Site &site : image.sites) {
    w.number(site.size, 4);
    w.number(site.align, 4);
    w.number(site.kind, 1);
    w.number(site.space, 1);
    for (uint32_t p : site.p)
      w.number(p, 4);
    w.text(site.op);
    w.text(site.loc);
  }
  w.number(image.kernels.size(), 8);
  for (const KernelDesc &kernel : image.kernels) {
    w.text(kernel.name);
    w.number(kernel.paramSizes.size(), 8);
    for (size_t i = 0; i < kernel.paramSizes.size(); ++i) {
      w.number(kernel.paramSizes[i], 4);
      w.number(kernel.byval[i], 1);
    }
    for (unsigned i = 0; i < 3; ++i) {
      w.number(kernel.reqntid[i], 4);
      w.number(kernel.cluster[i], 4);
    }
    w.number(kernel.staticShared, 4);
    w.number(kernel.dynamicOffset, 4);
  }
  return w.out;
}

bool kopt::sim::deserialise(const std::string &bytes, ObjectImage &image) {
  if (bytes.size() < sizeof kMagic ||
      std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    return false;
  Reader r{bytes, sizeof kMagic};
  image.object = r.text();
  image.sites.resize(r.count(50));
  for (Site &site : image.sites) {
    site.size = r.number(4);
    site.align = r.number(4);
    site.kind = r.number(1);
    site.space = r.number(1);
    for (uint32_t &p : site.p)
      p = r.number(4);
    site.op = r.text();
    site.loc = r.text();
    r.ok &= site.align != 0 && (site.align & (site.align - 1)) == 0;
  }
  image.kernels.resize(r.count(52));
  for (KernelDesc &kernel : image.kernels) {
    kernel.name = r.text();
    uint64_t params = r.count(5);
    for (uint64_t i = 0; i < params; ++i) {
      kernel.paramSizes.push_back(r.number(4));
      kernel.byval.push_back(r.number(1));
    }
    for (unsigned i = 0; i < 3; ++i) {
      kernel.reqntid[i] = r.number(4);
      kernel.cluster[i] = r.number(4);
    }
    kernel.staticShared = r.number(4);
    kernel.dynamicOffset = r.number(4);
  }
  return r.ok && r.at == bytes.size();
}

static const char kDriverMagic[8] = {'k', 'o', 'p', 't', '-', 's', 'i', 'm'};

std::string kopt::sim::driverImage(const std::string &bytes) {
  Writer w;
  w.out.assign(kDriverMagic, sizeof kDriverMagic);
  w.text(bytes);
  return w.out;
}

bool kopt::sim::fromDriverImage(const char *image, std::string &bytes) {
  // strncmp, as anything may be handed to a driver.
  if (std::strncmp(image, kDriverMagic, sizeof kDriverMagic) != 0)
    return false;
  uint64_t size = 0;
  for (unsigned i = 0; i < 8; ++i)
    size |= uint64_t(uint8_t(image[sizeof kDriverMagic + i])) << (8 * i);
  bytes.assign(image + sizeof kDriverMagic + 8, size);
  return true;
}
