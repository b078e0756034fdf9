//===- Launcher.cpp - Images, kernels and launches ------------------------===//

#include "Launcher.h"
#include "lib/Runtime/Link.h"

#include <limits>

using namespace kopt;
using namespace kopt::cu;
using namespace kopt::capi;

//===----------------------------------------------------------------------===//
// Launcher
//===----------------------------------------------------------------------===//

Status Launcher::open() {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  if (driver)
    return Status::success();
  auto opened = Driver::open(driverPath);
  if (!opened)
    return opened.status();
  driver = std::move(*opened);
  return Status::success();
}

Status Launcher::retain() {
  if (Status s = open(); !s.ok())
    return s;
  return primary(defaultDevice).status();
}

Result<CUcontext> Launcher::primary(int device) {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  auto it = contexts.find(device);
  if (it != contexts.end())
    return it->second.second;
  int count = 0;
  KOPT_TRY(*this, "no-device", cuDeviceGetCount, &count);
  if (device < 0 || device >= count)
    return Status::failure(
        "no-device", "expected a device number below " + std::to_string(count) +
                         ", but got " + std::to_string(device));
  CUdevice handle = 0;
  CUcontext context = nullptr;
  KOPT_TRY(*this, "no-device", cuDeviceGet, &handle, device);
  KOPT_TRY(*this, "no-device", cuDevicePrimaryCtxRetain, &context, handle);
  contexts[device] = {handle, context};
  return context;
}

Result<CUdevice> Launcher::bind() {
  if (Status s = open(); !s.ok())
    return s;
  CUcontext current = nullptr;
  KOPT_TRY(*this, "no-device", cuCtxGetCurrent, &current);
  if (!current)
    if (Status s = select(defaultDevice); !s.ok())
      return s;
  CUdevice device = 0;
  KOPT_TRY(*this, "no-device", cuCtxGetDevice, &device);
  return device;
}

Status Launcher::select(int device) {
  if (Status s = open(); !s.ok())
    return s;
  auto context = primary(device);
  if (!context)
    return context.status();
  KOPT_TRY(*this, "no-device", cuCtxSetCurrent, *context);
  return Status::success();
}

Status Launcher::close() {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  Status first;
  auto note = [&](Status status) {
    if (first.ok())
      first = std::move(status);
  };
  CUcontext current = nullptr;
  if (!contexts.empty())
    note(KOPT_CU(*driver, "fault", cuCtxGetCurrent, &current));
  for (auto &entry : contexts) {
    auto [device, context] = entry.second;
    if (context == current)
      note(KOPT_CU(*driver, "fault", cuCtxSetCurrent, nullptr));
    note(KOPT_CU(*driver, "fault", cuDevicePrimaryCtxRelease_v2, device));
  }
  contexts.clear();
  return first;
}

//===----------------------------------------------------------------------===//
// Image
//===----------------------------------------------------------------------===//

Kernel &Image::kernel(const std::string &name) {
  std::lock_guard<std::recursive_mutex> lock(launcher.mutex);
  return kernels.try_emplace(name, *this, name).first->second;
}

Status Image::load() {
  std::lock_guard<std::recursive_mutex> lock(launcher.mutex);
  if (library)
    return Status::success();
  // PTX is linked here and now: a library of PTX would be compiled whenever the
  // driver sees fit, and not as the worker that measures does.
  bool isText = bytes.find('\0') == std::string::npos;
  if (isText) {
    std::string log;
    auto cubin = link(launcher.api(), bytes, log);
    if (!cubin)
      return cubin.status();
    bytes = std::move(*cubin);
  }
  KOPT_TRY(launcher, "compile", cuLibraryLoadData, &library, bytes.data(),
           nullptr, nullptr, 0, nullptr, nullptr, 0);
  return Status::success();
}

Status Image::unload() {
  std::lock_guard<std::recursive_mutex> lock(launcher.mutex);
  kernels.clear();
  if (!library)
    return Status::success();
  CUlibrary loaded = library;
  library = nullptr;
  CUresult result = launcher.api().cuLibraryUnload(loaded);
  // At the end of the process the driver may have gone first, with all it held.
  if (result == kDeinitialized)
    return Status::success();
  return launcher.api().check(result, "cuLibraryUnload", __FILE__, __LINE__,
                              "fault");
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

Status Kernel::resolve() {
  if (handle)
    return Status::success();
  if (Status s = image.load(); !s.ok())
    return s;
  CUkernel found = nullptr;
  Status status = KOPT_CU(image.launcher.api(), "launch", cuLibraryGetKernel,
                          &found, image.library, name.c_str());
  if (!status.ok())
    return Status::failure(status.kind(),
                           "kernel '" + name + "': " + status.message());
  // The driver tells the end of the parameters by an invalid value.
  size_t offset = 0, size = 0;
  CUresult result;
  paramBytes.clear();
  while ((result = image.launcher.api().cuKernelGetParamInfo(
              found, paramBytes.size(), &offset, &size)) == kSuccess)
    paramBytes.push_back(size);
  if (result != kInvalidValue)
    return image.launcher.api().check(result, "cuKernelGetParamInfo", __FILE__,
                                      __LINE__, "launch");
  handle = found;
  return Status::success();
}

/// The number of blocks of a cluster; extents of zero count as one.
static int64_t clusterBlocks(const KoptLaunchConfig &config) {
  int64_t blocks = 1;
  for (int64_t extent : config.cluster)
    blocks *= extent ? extent : 1;
  return blocks;
}

Status Kernel::prepare(const KoptLaunchConfig &config) {
  auto device = image.launcher.bind();
  if (!device)
    return device.status();
  std::lock_guard<std::recursive_mutex> lock(image.launcher.mutex);
  if (Status s = resolve(); !s.ok())
    return s;
  Limits &raised = limits[*device];
  if (config.dynamicSharedBytes > raised.dynamicShared) {
    KOPT_TRY(image.launcher, "resources", cuKernelSetAttribute,
             kFunctionMaxDynamicShared, int(config.dynamicSharedBytes), handle,
             *device);
    raised.dynamicShared = config.dynamicSharedBytes;
  }
  // Eight blocks are what every device with clusters allows.
  if (clusterBlocks(config) > 8 && !raised.wideCluster) {
    KOPT_TRY(image.launcher, "resources", cuKernelSetAttribute,
             kFunctionNonPortableCluster, 1, handle, *device);
    raised.wideCluster = true;
  }
  return Status::success();
}

/// Checks the launch against the limits that hold on every device, so that an
/// extent is never cut to the width of the driver's parameter.
static Status checkConfig(const KoptLaunchConfig &config) {
  const int64_t gridLimit[3] = {std::numeric_limits<int32_t>::max(), 65535,
                                65535};
  auto outside = [](const char *what, int64_t low, int64_t high, int64_t got) {
    return Status::failure("launch", std::string("expected ") + what +
                                         " from " + std::to_string(low) +
                                         " to " + std::to_string(high) +
                                         ", but got " + std::to_string(got));
  };
  int64_t threads = 1;
  for (int d = 0; d < 3; ++d) {
    if (config.grid[d] < 0 || config.grid[d] > gridLimit[d])
      return outside("a grid extent", 0, gridLimit[d], config.grid[d]);
    if (config.block[d] < 1 || config.block[d] > 1024)
      return outside("a block extent", 1, 1024, config.block[d]);
    if (config.cluster[d] < 0 || config.cluster[d] > 16)
      return outside("a cluster extent", 0, 16, config.cluster[d]);
    threads *= config.block[d];
  }
  if (threads > 1024)
    return outside("threads of a block", 1, 1024, threads);
  const int64_t sharedLimit = std::numeric_limits<int32_t>::max();
  if (config.dynamicSharedBytes < 0 || config.dynamicSharedBytes > sharedLimit)
    return outside("bytes of dynamic shared memory", 0, sharedLimit,
                   config.dynamicSharedBytes);
  return Status::success();
}

static Status about(const std::string &kernel, const Status &status) {
  return Status::failure(status.kind(),
                         "launching '" + kernel + "': " + status.message());
}

Status Kernel::launch(const KoptLaunchConfig &config, void *const *params,
                      std::optional<size_t> count) {
  if (Status s = checkConfig(config); !s.ok())
    return about(name, s);
  if (Status s = prepare(config); !s.ok())
    return about(name, s);
  // The driver reads as many parameters as the kernel has.
  if (count && *count != paramBytes.size())
    return about(
        name,
        Status::failure("launch",
                        "expected " + std::to_string(paramBytes.size()) +
                            " parameters, but got " + std::to_string(*count)));
  return launchPrepared(config, params);
}

Status Kernel::launchPrepared(const KoptLaunchConfig &config,
                              void *const *params) const {
  if (Status s = checkConfig(config); !s.ok())
    return about(name, s);
  if (!config.grid[0] || !config.grid[1] || !config.grid[2])
    return Status::success();
  LaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (clusterBlocks(config) > 1) {
    LaunchAttribute &attribute = attributes[count++];
    attribute.id = 4;
    for (int d = 0; d < 3; ++d)
      attribute.value.cluster[d] =
          uint32_t(config.cluster[d] ? config.cluster[d] : 1);
  }
  if (config.cooperative) {
    attributes[count].id = 2;
    attributes[count++].value.cooperative = 1;
  }
  LaunchConfig launch = {unsigned(config.grid[0]),
                         unsigned(config.grid[1]),
                         unsigned(config.grid[2]),
                         unsigned(config.block[0]),
                         unsigned(config.block[1]),
                         unsigned(config.block[2]),
                         unsigned(config.dynamicSharedBytes),
                         static_cast<CUstream>(config.stream),
                         count ? attributes : nullptr,
                         count};
  // A CUkernel is allowed where the driver takes a CUfunction.
  Status status = KOPT_CU(image.launcher.api(), "launch", cuLaunchKernelEx,
                          &launch, reinterpret_cast<CUfunction>(handle),
                          const_cast<void **>(params), nullptr);
  return status.ok() ? status : about(name, status);
}
