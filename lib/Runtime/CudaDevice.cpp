//===- CudaDevice.cpp - A GPU behind the CUDA driver ----------------------===//

#include "kopt/Runtime/CudaDevice.h"
#include "Driver.h"
#include "Link.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace kopt;
using namespace kopt::cu;
using namespace kopt::runtime;

/// Calls, notes a lost device, and returns a failure from the function around.
#define TRY_CU(kind, function, ...)                                            \
  if (Status status_ = note(KOPT_CU(*driver, kind, function, __VA_ARGS__));    \
      !status_.ok())                                                           \
  return status_

namespace {
struct Kernel {
  CUfunction function;
  std::vector<size_t> paramBytes;
  uint32_t dynamicShared = 0; ///< raised so far
  bool wideCluster = false;
};
struct Module {
  CUmodule module;
  std::map<std::string, uint64_t> kernels;
};
} // namespace

struct CudaDevice::Handles {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  CUevent begin = nullptr, end = nullptr;
  CUdeviceptr lead = 0; ///< filled before a timed region
  std::map<uint64_t, Module> modules;
  std::map<uint64_t, Kernel> kernels;
  uint64_t next = 1;
};

/// Bytes filled ahead of a timed region: long enough for the host to get the
/// launches queued before the first event, a small part of L2.
static constexpr uint64_t kLeadBytes = uint64_t(8) << 20;

CudaDevice::CudaDevice() : handles(new Handles) {}

CudaDevice::~CudaDevice() { (void)close().ok(); }

Status CudaDevice::note(Status status) {
  if (status.kind() == "fault" || status.kind() == "timeout")
    lost = true;
  return status;
}

Status CudaDevice::usable() const {
  return lost
             ? Status::failure("fault",
                               "expected a usable device, but it is lost after "
                               "an earlier fault or timeout")
             : Status::success();
}

Result<std::unique_ptr<CudaDevice>>
CudaDevice::open(int ordinal, const std::string &driverPath) {
  auto driver = Driver::open(driverPath);
  if (!driver)
    return driver.status();
  std::unique_ptr<CudaDevice> device(new CudaDevice);
  device->driver = std::move(*driver);
  if (Status s = device->initialise(ordinal); !s.ok())
    return s;
  return device;
}

Status CudaDevice::initialise(int ordinal) {
  Handles &h = *handles;
  int count = 0, version = 0;
  TRY_CU("no-device", cuDriverGetVersion, &version);
  TRY_CU("no-device", cuDeviceGetCount, &count);
  if (ordinal < 0 || ordinal >= count)
    return Status::failure(
        "no-device", "expected a device number below " + std::to_string(count) +
                         ", but got " + std::to_string(ordinal));
  TRY_CU("no-device", cuDeviceGet, &h.device, ordinal);
  char name[256] = {};
  TRY_CU("no-device", cuDeviceGetName, name, int(sizeof name) - 1, h.device);
  size_t memory = 0;
  TRY_CU("no-device", cuDeviceTotalMem_v2, &memory, h.device);
  int values[5] = {};
  const int attributes[5] = {kAttributeMultiprocessors, kAttributeL2Bytes,
                             kAttributeMajor, kAttributeMinor,
                             kAttributeSharedOptin};
  for (unsigned i = 0; i < 5; ++i)
    TRY_CU("no-device", cuDeviceGetAttribute, &values[i], attributes[i],
           h.device);
  facts.kind = "cuda";
  facts.name = name;
  facts.architecture = "sm_" + std::to_string(values[2] * 10 + values[3]) +
                       (values[2] >= 9 ? "a" : "");
  facts.driver = std::to_string(version / 1000) + "." +
                 std::to_string(version % 1000 / 10);
  facts.multiprocessors = unsigned(values[0]);
  facts.memoryBytes = memory;
  facts.l2Bytes = uint64_t(values[1]);
  facts.sharedPerBlockBytes = uint32_t(values[4]);
  TRY_CU("no-device", cuDevicePrimaryCtxRetain, &h.context, h.device);
  TRY_CU("no-device", cuCtxSetCurrent, h.context);
  // A blocking stream, so that synchronous copies are ordered with it.
  TRY_CU("no-device", cuStreamCreate, &h.stream, 0);
  TRY_CU("no-device", cuEventCreate, &h.begin, 0);
  TRY_CU("no-device", cuEventCreate, &h.end, 0);
  return Status::success();
}

Status CudaDevice::close() {
  Handles &h = *handles;
  Status first;
  auto keep = [&](Status status) {
    if (first.ok())
      first = note(std::move(status));
  };
  if (!lost && h.context) {
    for (auto &entry : h.modules)
      keep(KOPT_CU(*driver, "fault", cuModuleUnload, entry.second.module));
    if (h.lead)
      keep(KOPT_CU(*driver, "fault", cuMemFree_v2, h.lead));
    for (CUevent event : {h.begin, h.end})
      if (event)
        keep(KOPT_CU(*driver, "fault", cuEventDestroy_v2, event));
    if (h.stream)
      keep(KOPT_CU(*driver, "fault", cuStreamDestroy_v2, h.stream));
    keep(KOPT_CU(*driver, "fault", cuDevicePrimaryCtxRelease_v2, h.device));
  }
  h = Handles();
  return first;
}

Result<std::string> CudaDevice::link(const std::string &ptx, std::string &log) {
  if (Status s = usable(); !s.ok())
    return s;
  auto linked = cu::link(*driver, ptx, log);
  if (!linked)
    return note(linked.status());
  return linked;
}

Result<uint64_t> CudaDevice::loadImage(const gate::Image &image,
                                       std::vector<gate::KernelInfo> &kernels) {
  if (Status s = usable(); !s.ok())
    return s;
  std::string cubin = image.bytes;
  if (image.kind == gate::Image::Kind::SimObject ||
      image.kind == gate::Image::Kind::Tiles)
    return Status::failure("compile",
                           "expected PTX or a cubin, but got an object "
                           "for the simulated machine");
  if (image.kind == gate::Image::Kind::PTX) {
    auto linked = link(image.bytes, linkLog);
    if (!linked)
      return linked.status();
    cubin = std::move(*linked);
  } else if (cubin.size() < 64 || cubin.compare(0, 4, "\177ELF") != 0) {
    return Status::failure("compile",
                           "expected a cubin as an ELF file, but got "
                           "other bytes");
  }
  Handles &h = *handles;
  Module module;
  TRY_CU("compile", cuModuleLoadData, &module.module, cubin.data());
  // Registered at once, so that it is unloaded whatever fails below.
  uint64_t handle = h.next++;
  Module &stored = h.modules[handle] = module;
  unsigned count = 0;
  TRY_CU("compile", cuModuleGetFunctionCount, &count, stored.module);
  std::vector<CUfunction> functions(count);
  if (count)
    TRY_CU("compile", cuModuleEnumerateFunctions, functions.data(), count,
           stored.module);
  for (CUfunction function : functions) {
    const char *name = nullptr;
    TRY_CU("compile", cuFuncGetName, &name, function);
    int values[3] = {};
    const int attributes[3] = {kFunctionRegisters, kFunctionLocalBytes,
                               kFunctionSharedBytes};
    for (unsigned i = 0; i < 3; ++i)
      TRY_CU("compile", cuFuncGetAttribute, &values[i], attributes[i],
             function);
    kernels.push_back(
        {name, unsigned(values[0]), uint32_t(values[1]), uint32_t(values[2])});
    Kernel kernel;
    kernel.function = function;
    // The driver tells the end of the parameters by an invalid value.
    size_t offset = 0, size = 0;
    CUresult result;
    while (
        (result = driver->cuFuncGetParamInfo(function, kernel.paramBytes.size(),
                                             &offset, &size)) == kSuccess)
      kernel.paramBytes.push_back(size);
    if (result != kInvalidValue)
      return note(driver->check(result, "cuFuncGetParamInfo", __FILE__,
                                __LINE__, "compile"));
    uint64_t kernelHandle = h.next++;
    h.kernels[kernelHandle] = std::move(kernel);
    stored.kernels[name] = kernelHandle;
  }
  return handle;
}

Status CudaDevice::unloadImage(uint64_t image) {
  if (Status s = usable(); !s.ok())
    return s;
  auto it = handles->modules.find(image);
  if (it == handles->modules.end())
    return Status::failure("launch",
                           "expected a loaded image, but got handle " +
                               std::to_string(image));
  CUmodule module = it->second.module;
  for (auto &entry : it->second.kernels)
    handles->kernels.erase(entry.second);
  handles->modules.erase(it);
  TRY_CU("launch", cuModuleUnload, module);
  return Status::success();
}

Result<uint64_t> CudaDevice::findKernel(uint64_t image,
                                        const std::string &name) {
  auto it = handles->modules.find(image);
  if (it != handles->modules.end()) {
    auto kernel = it->second.kernels.find(name);
    if (kernel != it->second.kernels.end())
      return kernel->second;
  }
  return Status::failure("launch", "expected kernel '" + name +
                                       "' in the image, but found none");
}

Result<uint64_t> CudaDevice::allocate(uint64_t bytes, const std::string &name) {
  if (Status s = usable(); !s.ok())
    return s;
  CUdeviceptr address = 0;
  Status status = note(KOPT_CU(*driver, "resources", cuMemAlloc_v2, &address,
                               std::max<uint64_t>(bytes, 1)));
  if (!status.ok())
    return Status::failure(status.kind(),
                           "allocating " + std::to_string(bytes) +
                               " bytes for " + name + ": " + status.message());
  return uint64_t(address);
}

Status CudaDevice::release(uint64_t address) {
  if (Status s = usable(); !s.ok())
    return s;
  TRY_CU("launch", cuMemFree_v2, address);
  return Status::success();
}

Status CudaDevice::write(uint64_t address, const void *data, uint64_t bytes) {
  if (Status s = usable(); !s.ok())
    return s;
  if (bytes)
    TRY_CU("launch", cuMemcpyHtoD_v2, address, data, bytes);
  return Status::success();
}

Status CudaDevice::read(void *data, uint64_t address, uint64_t bytes) {
  if (Status s = usable(); !s.ok())
    return s;
  if (bytes)
    TRY_CU("launch", cuMemcpyDtoH_v2, data, address, bytes);
  return Status::success();
}

Status CudaDevice::fill(uint64_t address, uint32_t pattern, uint64_t bytes,
                        bool initialised) {
  if (Status s = usable(); !s.ok())
    return s;
  if (address % 4 != 0 && bytes) {
    // Only guard bands after odd sizes: too small to matter.
    std::vector<uint8_t> host(bytes);
    for (uint64_t i = 0; i < bytes; ++i)
      host[i] = uint8_t(pattern >> 8 * (i % 4));
    return write(address, host.data(), bytes);
  }
  if (bytes / 4)
    TRY_CU("launch", cuMemsetD32Async, address, pattern, bytes / 4,
           handles->stream);
  for (uint64_t i = bytes / 4 * 4; i < bytes; ++i)
    TRY_CU("launch", cuMemsetD8Async, address + i,
           (unsigned char)(pattern >> 8 * (i % 4)), 1, handles->stream);
  return Status::success();
}

Status CudaDevice::launch(const gate::ResolvedLaunch &launch) {
  if (Status s = usable(); !s.ok())
    return s;
  auto it = handles->kernels.find(launch.kernel);
  if (it == handles->kernels.end())
    return Status::failure("launch", "expected a kernel, but got handle " +
                                         std::to_string(launch.kernel));
  Kernel &kernel = it->second;
  // The driver reads as many parameters as the kernel has.
  if (launch.params.size() != kernel.paramBytes.size())
    return Status::failure(
        "launch", "expected " + std::to_string(kernel.paramBytes.size()) +
                      " parameters, but got " +
                      std::to_string(launch.params.size()));
  std::vector<void *> params;
  for (size_t i = 0; i < launch.params.size(); ++i) {
    if (launch.params[i].size() != kernel.paramBytes[i])
      return Status::failure("launch",
                             "expected parameter " + std::to_string(i) +
                                 " of " + std::to_string(kernel.paramBytes[i]) +
                                 " bytes, but got " +
                                 std::to_string(launch.params[i].size()));
    params.push_back(const_cast<uint8_t *>(launch.params[i].data()));
  }
  if (launch.dynamicSharedBytes > kernel.dynamicShared) {
    TRY_CU("resources", cuFuncSetAttribute, kernel.function,
           kFunctionMaxDynamicShared, int(launch.dynamicSharedBytes));
    kernel.dynamicShared = launch.dynamicSharedBytes;
  }
  uint64_t cluster =
      uint64_t(launch.cluster[0]) * launch.cluster[1] * launch.cluster[2];
  if (cluster > 8 && !kernel.wideCluster) {
    TRY_CU("resources", cuFuncSetAttribute, kernel.function,
           kFunctionNonPortableCluster, 1);
    kernel.wideCluster = true;
  }
  LaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (cluster > 1) {
    attributes[count].id = 4;
    std::copy(launch.cluster, launch.cluster + 3,
              attributes[count++].value.cluster);
  }
  if (launch.cooperative) {
    attributes[count].id = 2;
    attributes[count++].value.cooperative = 1;
  }
  LaunchConfig config = {launch.grid[0],
                         launch.grid[1],
                         launch.grid[2],
                         launch.block[0],
                         launch.block[1],
                         launch.block[2],
                         launch.dynamicSharedBytes,
                         handles->stream,
                         count ? attributes : nullptr,
                         count};
  TRY_CU("launch", cuLaunchKernelEx, &config, kernel.function, params.data(),
         nullptr);
  return Status::success();
}

Status CudaDevice::synchronize(double timeoutSeconds) {
  if (Status s = usable(); !s.ok())
    return s;
  auto start = std::chrono::steady_clock::now();
  while (true) {
    CUresult result = driver->cuStreamQuery(handles->stream);
    if (result != kNotReady)
      return note(
          driver->check(result, "cuStreamQuery", __FILE__, __LINE__, "fault"));
    std::chrono::duration<double> passed =
        std::chrono::steady_clock::now() - start;
    if (passed.count() > timeoutSeconds)
      return note(
          Status::failure("timeout", "expected the launches to end within " +
                                         std::to_string(timeoutSeconds) +
                                         " s, but they did not"));
  }
}

Result<double>
CudaDevice::timeOnce(const std::vector<gate::ResolvedLaunch> &launches,
                     double timeoutSeconds) {
  Handles &h = *handles;
  if (Status s = synchronize(timeoutSeconds); !s.ok())
    return s;
  if (!h.lead)
    TRY_CU("resources", cuMemAlloc_v2, &h.lead, kLeadBytes);
  for (unsigned i = 0; i < 2; ++i)
    TRY_CU("launch", cuMemsetD32Async, h.lead, i, kLeadBytes / 4, h.stream);
  TRY_CU("launch", cuEventRecord, h.begin, h.stream);
  for (const gate::ResolvedLaunch &l : launches)
    if (Status s = launch(l); !s.ok())
      return s;
  TRY_CU("launch", cuEventRecord, h.end, h.stream);
  if (Status s = synchronize(timeoutSeconds); !s.ok())
    return s;
  float milliseconds = 0;
  TRY_CU("launch", cuEventElapsedTime, &milliseconds, h.begin, h.end);
  return double(milliseconds) * 1000;
}
