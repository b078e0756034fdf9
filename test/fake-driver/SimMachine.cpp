//===- SimMachine.cpp - The simulated GPU behind the driver for tests -----===//
//
// Images are kopt::sim::driverImage's. Memory is the simulator's, so that an
// access outside of a buffer or of bytes that nobody wrote is a report, and a
// report makes the launch fail.
//
//===----------------------------------------------------------------------===//

#include "FakeKernels.h"
#include "kopt/Sim/SimDevice.h"
#include "tools/kopt-sim-worker/Jit.h"

#include <cstdio>
#include <cstring>

using namespace fake;
using namespace kopt;

/// Prints a failure; whether there was none.
static bool said(const Status &status) {
  if (!status.ok())
    std::fprintf(stderr, "driver for tests: %s: %s\n", status.kind().c_str(),
                 status.message().c_str());
  return status.ok();
}

static Jit *makeJit() {
  SymbolTable symbols = hostSymbols();
  for (auto &symbol : sim::runtimeSymbols())
    symbols.push_back(symbol);
  Result<std::unique_ptr<Jit>> jit = Jit::create(symbols);
  return said(jit.status()) ? jit->release() : nullptr;
}

/// The one device of this process; it is never destroyed, as the driver's
/// state.
static sim::SimDevice &device() {
  static Jit *jit = makeJit();
  static auto *instance = new sim::SimDevice(
      sim::SimOptions(),
      [](const sim::ObjectImage &image,
         uint64_t handle) -> Result<std::map<std::string, void *>> {
        if (!jit)
          return Status::failure("no-device", "no linker");
        return loadKernels(*jit, image, handle);
      },
      [](uint64_t handle) { return jit->remove(handle); });
  return *instance;
}

int fake::capability() { return 0; }

bool fake::parse(const char *image, Module &module) {
  gate::Image object;
  object.kind = gate::Image::Kind::SimObject;
  sim::ObjectImage described;
  if (!sim::fromDriverImage(image, object.bytes) ||
      !sim::deserialise(object.bytes, described))
    return false;
  std::vector<gate::KernelInfo> infos;
  Result<uint64_t> handle = device().loadImage(object, infos);
  if (!said(handle.status()))
    return false;
  module.handle = *handle;
  for (const sim::KernelDesc &desc : described.kernels) {
    Kernel kernel;
    kernel.name = desc.name;
    size_t offset = 0;
    for (size_t bytes : desc.paramSizes) {
      offset = (offset + bytes - 1) / bytes * bytes;
      kernel.offsets.push_back(offset);
      kernel.sizes.push_back(bytes);
      offset += bytes;
    }
    kernel.handle = *device().findKernel(*handle, desc.name);
    module.kernels.push_back(std::move(kernel));
  }
  return !module.kernels.empty();
}

void fake::unload(Module &module) { said(device().unloadImage(module.handle)); }

Outcome fake::execute(const Kernel &kernel, const Shape &shape, void **params) {
  gate::ResolvedLaunch launch;
  launch.kernel = kernel.handle;
  for (unsigned i = 0; i < 3; ++i) {
    launch.grid[i] = shape.grid[i];
    launch.block[i] = shape.block[i];
    launch.cluster[i] = shape.cluster[i];
  }
  launch.dynamicSharedBytes = shape.sharedBytes;
  launch.cooperative = shape.cooperative;
  for (size_t i = 0; i < kernel.sizes.size(); ++i) {
    auto *bytes = static_cast<const uint8_t *>(params[i]);
    launch.params.emplace_back(bytes, bytes + kernel.sizes[i]);
  }
  if (!said(device().setTimeLimit(60)) || !said(device().launch(launch)))
    return Outcome::Failed;
  std::vector<gate::DeviceReport> reports = device().takeReports();
  for (const gate::DeviceReport &report : reports)
    std::fprintf(stderr, "driver for tests: %s: %s: %s %s\n",
                 kernel.name.c_str(), report.kind.c_str(), report.text.c_str(),
                 report.location.c_str());
  return reports.empty() ? Outcome::Done : Outcome::Failed;
}

static uint64_t addressOf(const void *memory) {
  return uint64_t(reinterpret_cast<uintptr_t>(memory));
}

void *fake::acquire(size_t bytes) {
  Result<uint64_t> address = device().allocate(bytes, "device memory");
  return said(address.status()) ? reinterpret_cast<void *>(uintptr_t(*address))
                                : nullptr;
}
void fake::release(void *memory) { said(device().release(addressOf(memory))); }

void fake::move(void *to, bool toDevice, const void *from, bool fromDevice,
                size_t bytes) {
  if (toDevice)
    said(device().write(addressOf(to), from, bytes));
  else if (fromDevice)
    said(device().read(to, addressOf(from), bytes));
  else
    std::memmove(to, from, bytes);
}
void fake::set(void *to, uint32_t value, size_t bytes, size_t count) {
  uint32_t pattern = bytes == 4   ? value
                     : bytes == 2 ? (value & 0xffff) * 0x10001u
                                  : (value & 0xff) * 0x1010101u;
  said(device().fill(addressOf(to), pattern, bytes * count,
                     /*initialised=*/true));
}
