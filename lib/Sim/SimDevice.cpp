//===- SimDevice.cpp - The simulated GPU as a device ----------------------===//

#include "kopt/Sim/SimDevice.h"
#include "lib/Sim/Machine.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace kopt;
using namespace kopt::sim;

namespace {

constexpr uint32_t kMaxSharedBytes = 227 << 10;
/// What every device with clusters has.
constexpr uint32_t kMaxCluster = 8;
/// Of a multiprocessor.
constexpr uint64_t kMaxResidentThreads = 2048, kMaxResidentBlocks = 32;
constexpr uint64_t kMemoryBytes = uint64_t(8) << 30;

struct LoadedKernel {
  uint64_t image = 0;
  KernelDesc desc;
  void (*entry)(void **) = nullptr;
};

struct LoadedImage {
  std::vector<Site> sites;
  std::map<std::string, uint64_t> kernels; ///< name → handle
};

} // namespace

struct SimDevice::Impl {
  SimOptions options;
  ObjectLoader loader;
  ObjectUnloader unloader;
  Machine machine;
  std::map<uint64_t, LoadedImage> images;
  std::map<uint64_t, LoadedKernel> kernels;
  uint64_t next = 1, allocated = 0;
  /// Reports of launches, with their sites' texts.
  std::vector<gate::DeviceReport> reports;
  bool counting = false;
  std::vector<gate::KernelCounters> counters;

  /// What the machine counted in a launch that has ended.
  gate::KernelCounters counted(const LaunchShape &shape,
                               const std::string &kernel,
                               const std::vector<Site> &sites) const;
  void collect(const std::vector<Site> &sites);
  Status check(const gate::ResolvedLaunch &launch, const KernelDesc &desc);
};

SimDevice::SimDevice(SimOptions options, ObjectLoader loader,
                     ObjectUnloader unloader)
    : impl(new Impl{options,
                    std::move(loader),
                    std::move(unloader),
                    {},
                    {},
                    {},
                    1,
                    0,
                    {},
                    false,
                    {}}) {
  impl->machine.races = options.races;
  impl->machine.seed = options.seed;
  impl->machine.multiprocessors = std::max(1u, options.multiprocessors);
  impl->machine.maxTicks = options.maxTicks;
}

SimDevice::~SimDevice() {
  while (!impl->machine.buffers.empty())
    freeBuffer(impl->machine, impl->machine.buffers.begin()->second.get());
}

gate::DeviceInfo SimDevice::info() const {
  gate::DeviceInfo info;
  info.kind = "sim";
  info.name = "simulated sm_90a";
  info.architecture = "sm_90a";
  info.multiprocessors = impl->machine.multiprocessors;
  info.memoryBytes = kMemoryBytes;
  info.l2Bytes = 0;
  info.sharedPerBlockBytes = kMaxSharedBytes;
  info.modelledTime = true;
  return info;
}

Result<uint64_t> SimDevice::loadImage(const gate::Image &image,
                                      std::vector<gate::KernelInfo> &kernels) {
  if (image.kind != gate::Image::Kind::SimObject)
    return Status::failure("compile",
                           "expected an object for the simulated device");
  ObjectImage object;
  if (!deserialise(image.bytes, object))
    return Status::failure("compile", "broken object for the simulated device");
  uint64_t handle = impl->next++;
  Result<std::map<std::string, void *>> entries = impl->loader(object, handle);
  if (!entries)
    return entries.status();
  LoadedImage &loaded = impl->images[handle];
  loaded.sites = std::move(object.sites);
  for (KernelDesc &desc : object.kernels) {
    auto entry = entries->find(desc.name);
    if (entry == entries->end())
      return Status::failure("compile", "no entry for kernel " + desc.name);
    gate::KernelInfo info;
    info.name = desc.name;
    info.staticSharedBytes = desc.staticShared;
    kernels.push_back(info);
    uint64_t kernel = impl->next++;
    loaded.kernels[desc.name] = kernel;
    impl->kernels[kernel] = {
        handle, std::move(desc),
        reinterpret_cast<void (*)(void **)>(entry->second)};
  }
  return handle;
}

Status SimDevice::unloadImage(uint64_t image) {
  auto it = impl->images.find(image);
  if (it == impl->images.end())
    return Status::failure("launch", "no such image");
  for (auto &[name, kernel] : it->second.kernels)
    impl->kernels.erase(kernel);
  impl->images.erase(it);
  return impl->unloader(image);
}

Result<uint64_t> SimDevice::findKernel(uint64_t image,
                                       const std::string &name) {
  auto it = impl->images.find(image);
  if (it == impl->images.end())
    return Status::failure("launch", "no such image");
  auto kernel = it->second.kernels.find(name);
  if (kernel == it->second.kernels.end())
    return Status::failure("launch", "no kernel " + name + " in the image");
  return kernel->second;
}

Result<uint64_t> SimDevice::allocate(uint64_t bytes, const std::string &name) {
  if (impl->allocated + bytes > kMemoryBytes)
    return Status::failure("resources", "out of simulated memory");
  Buffer *buffer = allocateBuffer(impl->machine, bytes, name);
  if (!buffer)
    return Status::failure("resources", "out of memory");
  impl->allocated += bytes;
  return uint64_t(reinterpret_cast<uintptr_t>(buffer->low));
}

static void *pointerOf(uint64_t address) {
  return reinterpret_cast<void *>(uintptr_t(address));
}

Status SimDevice::release(uint64_t address) {
  auto it = impl->machine.buffers.find(static_cast<char *>(pointerOf(address)));
  if (it == impl->machine.buffers.end())
    return Status::failure("launch", "no buffer at that address");
  impl->allocated -= it->second->high - it->second->low;
  freeBuffer(impl->machine, it->second.get());
  return Status::success();
}

static Status noBuffer() {
  return Status::failure("launch", "outside every buffer");
}

Status SimDevice::write(uint64_t address, const void *data, uint64_t bytes) {
  Buffer *buffer = findBuffer(impl->machine, pointerOf(address), bytes);
  if (!buffer)
    return noBuffer();
  std::memcpy(pointerOf(address), data, bytes);
  std::memset(buffer->initialised.data() +
                  (static_cast<char *>(pointerOf(address)) - buffer->low),
              1, bytes);
  return Status::success();
}

Status SimDevice::read(void *data, uint64_t address, uint64_t bytes) {
  if (!findBuffer(impl->machine, pointerOf(address), bytes))
    return noBuffer();
  std::memcpy(data, pointerOf(address), bytes);
  return Status::success();
}

Status SimDevice::fill(uint64_t address, uint32_t pattern, uint64_t bytes,
                       bool initialised) {
  Buffer *buffer = findBuffer(impl->machine, pointerOf(address), bytes);
  if (!buffer)
    return noBuffer();
  char *at = static_cast<char *>(pointerOf(address));
  for (uint64_t i = 0; i < bytes; i += 4)
    std::memcpy(at + i, &pattern, std::min<uint64_t>(4, bytes - i));
  std::memset(buffer->initialised.data() + (at - buffer->low), initialised,
              bytes);
  return Status::success();
}

Status SimDevice::protect(uint64_t address) {
  auto it = impl->machine.buffers.find(static_cast<char *>(pointerOf(address)));
  if (it == impl->machine.buffers.end())
    return noBuffer();
  it->second->readOnly = true;
  return Status::success();
}

Status SimDevice::setTimeLimit(double seconds) {
  impl->machine.secondsLimit = seconds;
  impl->machine.deadline = processorSeconds() + seconds;
  return Status::success();
}

/// Schedule 0 is the one that the options say.
Status SimDevice::setSchedule(uint64_t number) {
  impl->machine.seed = impl->options.seed + number;
  return Status::success();
}

Status SimDevice::setCounting(bool on) {
  impl->counting = on;
  return Status::success();
}

std::vector<gate::KernelCounters> SimDevice::takeCounters() {
  return std::exchange(impl->counters, {});
}

gate::KernelCounters
SimDevice::Impl::counted(const LaunchShape &shape, const std::string &kernel,
                         const std::vector<Site> &sites) const {
  gate::KernelCounters result;
  result.kernel = kernel;
  result.blocks = uint64_t(shape.grid[0]) * shape.grid[1] * shape.grid[2];
  result.threads =
      result.blocks * shape.block[0] * shape.block[1] * shape.block[2];
  result.instructions = machine.instructions;
  const std::vector<SiteTotals> &totals = machine.counters->totals();
  for (size_t i = 0; i < totals.size(); ++i)
    for (bool shared : {false, true}) {
      const RequestTotals &sum = shared ? totals[i].shared : totals[i].global;
      if (sum.requests)
        result.sites.push_back({sites[i].op, sites[i].loc, shared, sum.requests,
                                sum.bytes, sum.cost, sum.ideal});
    }
  return result;
}

Status SimDevice::Impl::check(const gate::ResolvedLaunch &launch,
                              const KernelDesc &desc) {
  auto no = [](const char *kind, const std::string &text) {
    return Status::failure(kind, text);
  };
  uint64_t threads =
      uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  if (threads < 1 || threads > 1024)
    return no("launch", "expected 1 to 1024 threads a block, but got " +
                            std::to_string(threads));
  if (!launch.grid[0] || !launch.grid[1] || !launch.grid[2] ||
      launch.grid[0] > 0x7fffffffu || launch.grid[1] > 65535 ||
      launch.grid[2] > 65535)
    return no("launch", "grid extents are out of range");
  if (uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2] > (1u << 29))
    return no("resources", "more than 2^29 blocks on the simulated device");
  bool clustered = desc.cluster[0] * desc.cluster[1] * desc.cluster[2] > 1;
  uint64_t cluster = 1;
  for (unsigned i = 0; i < 3; ++i) {
    cluster *= launch.cluster[i];
    if (clustered && launch.cluster[i] != desc.cluster[i])
      return no("launch", "expected the kernel's cluster of " +
                              std::to_string(desc.cluster[i]) +
                              " blocks along dimension " + std::to_string(i) +
                              ", but got " + std::to_string(launch.cluster[i]));
    if (launch.cluster[i] && launch.grid[i] % launch.cluster[i])
      return no("launch", "expected a grid of whole clusters of " +
                              std::to_string(launch.cluster[i]) +
                              " blocks along dimension " + std::to_string(i) +
                              ", but got " + std::to_string(launch.grid[i]));
    if (desc.reqntid[0] && launch.block[i] != std::max(1u, desc.reqntid[i]))
      return no("launch", "the block does not have the size that the kernel "
                          "requires");
  }
  if (cluster < 1 || cluster > kMaxCluster)
    return no("launch", "expected clusters of 1 to " +
                            std::to_string(kMaxCluster) + " blocks, but got " +
                            std::to_string(cluster));
  if (launch.cooperative) {
    uint64_t blocks =
        uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
    uint64_t room =
        machine.multiprocessors *
        std::min<uint64_t>(kMaxResidentThreads / threads, kMaxResidentBlocks);
    if (blocks > room)
      return no("launch", "expected at most " + std::to_string(room) +
                              " blocks, all of which are there at once, as "
                              "they wait for each other, but got " +
                              std::to_string(blocks));
  }
  uint64_t shared = uint64_t(desc.staticShared) + launch.dynamicSharedBytes;
  if (shared > kMaxSharedBytes)
    return no("resources", std::to_string(shared) +
                               " bytes of shared memory, a block has " +
                               std::to_string(kMaxSharedBytes));
  if (launch.params.size() != desc.paramSizes.size())
    return no("launch", "expected " + std::to_string(desc.paramSizes.size()) +
                            " parameters, but got " +
                            std::to_string(launch.params.size()));
  for (size_t i = 0; i < launch.params.size(); ++i)
    if (launch.params[i].size() != desc.paramSizes[i])
      return no("launch", "parameter " + std::to_string(i) + " has " +
                              std::to_string(launch.params[i].size()) +
                              " bytes, expected " +
                              std::to_string(desc.paramSizes[i]));
  return Status::success();
}

void SimDevice::Impl::collect(const std::vector<Site> &sites) {
  for (const Report &report : machine.reports) {
    gate::DeviceReport out;
    out.kind = report.kind;
    out.text = report.text;
    out.count = report.count;
    if (report.site < sites.size()) {
      out.operation = sites[report.site].op;
      out.location = sites[report.site].loc;
    }
    if (report.site2 < sites.size()) {
      out.noteOperation = sites[report.site2].op;
      out.noteLocation = sites[report.site2].loc;
    }
    reports.push_back(std::move(out));
  }
  machine.reports.clear();
}

Status SimDevice::launch(const gate::ResolvedLaunch &asked) {
  auto it = impl->kernels.find(asked.kernel);
  if (it == impl->kernels.end())
    return Status::failure("launch", "no such kernel");
  LoadedKernel &kernel = it->second;
  // A launch that says nothing gets what the kernel requires.
  gate::ResolvedLaunch launch = asked;
  if (std::all_of(launch.cluster, launch.cluster + 3,
                  [](uint32_t extent) { return extent == 1; }))
    std::copy(kernel.desc.cluster, kernel.desc.cluster + 3, launch.cluster);
  if (Status status = impl->check(launch, kernel.desc); !status.ok())
    return status;
  LaunchShape shape;
  for (unsigned i = 0; i < 3; ++i) {
    shape.grid[i] = launch.grid[i];
    shape.block[i] = launch.block[i];
    shape.cluster[i] = launch.cluster[i];
  }
  shape.staticShared = kernel.desc.staticShared;
  shape.cooperative = launch.cooperative;
  shape.dynamicShared = launch.dynamicSharedBytes;
  shape.dynamicOffset = kernel.desc.dynamicOffset;
  // Copies, aligned as the values need.
  std::vector<std::vector<uint64_t>> storage;
  std::vector<void *> params;
  for (const std::vector<uint8_t> &param : launch.params) {
    storage.emplace_back((param.size() + 7) / 8 + 1);
    std::memcpy(storage.back().data(), param.data(), param.size());
    params.push_back(storage.back().data());
  }
  const std::vector<Site> &sites = impl->images[kernel.image].sites;
  impl->machine.sites = &sites;
  impl->machine.instructions = 0;
  if (impl->counting)
    impl->machine.counters = std::make_unique<Counters>(sites.size());
  runLaunch(impl->machine, kernel.entry, params.data(), shape);
  if (impl->counting)
    impl->counters.push_back(impl->counted(shape, kernel.desc.name, sites));
  impl->machine.counters.reset();
  impl->collect(sites);
  return Status::success();
}

/// Launches run when they are made, within the limit set before.
Status SimDevice::synchronize(double) { return Status::success(); }

std::vector<gate::DeviceReport> SimDevice::takeReports() {
  return std::exchange(impl->reports, {});
}

Result<double>
SimDevice::timeOnce(const std::vector<gate::ResolvedLaunch> &launches,
                    double timeoutSeconds) {
  if (Status status = setTimeLimit(timeoutSeconds); !status.ok())
    return status;
  constexpr double kLaunchMicros = 2.0, kBytesPerMicro = 4e6;
  double micros = 0;
  for (const gate::ResolvedLaunch &one : launches) {
    impl->machine.touchedBytes = 0;
    if (Status status = launch(one); !status.ok())
      return status;
    micros += kLaunchMicros + impl->machine.touchedBytes / kBytesPerMicro;
  }
  return micros;
}
