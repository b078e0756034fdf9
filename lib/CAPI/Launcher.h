//===- Launcher.h - Images, kernels and launches ----------------*- C++ -*-===//
//
// What stands behind the handles of kopt-c/Runtime.h and the mgpu functions.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CAPI_LAUNCHER_H
#define LIB_CAPI_LAUNCHER_H

#include "kopt-c/Runtime.h"
#include "lib/Runtime/Driver.h"

#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace kopt::capi {

/// The driver, opened at first use, and the primary contexts retained so far.
class Launcher {
public:
  /// Nothing happens before the first open() or bind(). An empty `driverPath`
  /// is libcuda.so.1.
  Launcher(std::string driverPath, int device)
      : driverPath(std::move(driverPath)), defaultDevice(device) {}

  /// Opens the driver, once.
  Status open();
  /// Opens the driver and retains the default device's primary context, without
  /// touching the thread's.
  Status retain();
  /// Gives the calling thread a context, unless it has one: the primary one of
  /// the default device. Returns the device of the thread's context.
  Result<cu::CUdevice> bind();
  /// Makes the primary context of `device` the calling thread's.
  Status select(int device);
  /// Releases the primary contexts, and the calling thread's where it is one of
  /// them; the first failure is returned.
  Status close();

  /// The driver's functions. Precondition: open() has succeeded.
  const cu::Driver &api() const { return *driver; }
  /// Guards lazily made state: the members here, images and kernels.
  std::recursive_mutex mutex;

private:
  Result<cu::CUcontext> primary(int device);

  std::string driverPath;
  int defaultDevice;
  std::unique_ptr<cu::Driver> driver;
  std::map<int, std::pair<cu::CUdevice, cu::CUcontext>> contexts;
};

class Image;

/// A kernel by name; its handle and limits are set up when first needed.
class Kernel {
public:
  Kernel(Image &image, std::string name)
      : image(image), name(std::move(name)) {}
  /// See koptKernelPrepare and koptKernelLaunch.
  Status prepare(const KoptLaunchConfig &config);
  /// Without `count` the number of parameters is not checked.
  Status launch(const KoptLaunchConfig &config, void *const *params,
                std::optional<size_t> count);
  /// The bytes of each parameter. Precondition: prepare() has succeeded.
  const std::vector<size_t> &parameterBytes() const { return paramBytes; }
  /// Launches and does nothing else: prepare() has succeeded for such a
  /// `config`, and `params` are as many as there should be. Takes no lock.
  Status launchPrepared(const KoptLaunchConfig &config,
                        void *const *params) const;

private:
  Status resolve();

  Image &image;
  std::string name;
  cu::CUkernel handle = nullptr;
  std::vector<size_t> paramBytes;
  /// Limits raised so far, of each device.
  struct Limits {
    int64_t dynamicShared = 0;
    bool wideCluster = false;
  };
  std::map<cu::CUdevice, Limits> limits;
};

/// An image, loaded when a kernel of it is first needed.
class Image {
public:
  Image(Launcher &launcher, std::string bytes)
      : launcher(launcher), bytes(std::move(bytes)) {}
  Kernel &kernel(const std::string &name);
  /// Loads, once. A failure to compile carries the compiler's log.
  Status load();
  Status unload();

  Launcher &launcher;
  cu::CUlibrary library = nullptr;

private:
  std::string bytes;
  std::map<std::string, Kernel> kernels;
};

/// Returns a failed driver call as Status from the function around.
#define KOPT_TRY(launcher, kind, function, ...)                                \
  if (::kopt::Status status_ =                                                 \
          KOPT_CU((launcher).api(), kind, function, __VA_ARGS__);              \
      !status_.ok())                                                           \
  return status_

} // namespace kopt::capi

#endif // LIB_CAPI_LAUNCHER_H
