//===- Device.h - Where a worker executes -----------------------*- C++ -*-===//
//
// The interface between the worker's server loop (lib/Gate) and a machine: a
// real GPU (lib/Runtime) or the simulated one (lib/Sim). Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_DEVICE_H
#define KOPT_GATE_DEVICE_H

#include "kopt/Gate/Program.h"
#include "kopt/Support/Status.h"

#include <memory>
#include <string>
#include <vector>

namespace kopt::gate {

/// Facts of a device, for doctor output, targets and records.
struct DeviceInfo {
  std::string kind;         ///< "sim", "interpret" or "cuda"
  std::string name;         ///< "NVIDIA H200", "simulated sm_90a"
  std::string architecture; ///< "sm_90a"
  std::string driver;       ///< driver version, empty on sim
  unsigned multiprocessors = 0;
  uint64_t memoryBytes = 0, l2Bytes = 0;
  uint32_t sharedPerBlockBytes = 0; ///< opt-in maximum, dynamic + static
  bool modelledTime = false;        ///< times are a model's, not measured
};

/// What is known of a kernel after loading.
struct KernelInfo {
  std::string name;
  unsigned registers = 0; ///< 0: unknown (sim)
  uint32_t localBytes = 0, staticSharedBytes = 0;
};

/// One finding of the machine while a kernel ran (sim only, for now): kind is a
/// reason kind ("race", "out-of-bounds" …), location the MLIR location of the
/// operation as text, note the other operation's.
struct DeviceReport {
  std::string kind, operation, location, text, noteOperation, noteLocation;
  uint64_t count = 1;
};

/// What one memory operation of a kernel cost in one launch. The lanes of a
/// warp that execute it for the k-th time make one request; above 16 bytes a
/// lane, several.
struct SiteCounters {
  std::string operation, location; ///< as in DeviceReport
  bool shared = false;             ///< shared memory; else global
  uint64_t requests = 0;
  uint64_t bytes = 0; ///< of all lanes, the same byte twice counting twice
  /// Global: sectors of 32 bytes touched, and the fewest that hold the bytes.
  /// Shared: cycles that 32 banks of 4 bytes take, and the fewest.
  uint64_t cost = 0, ideal = 0;
};

/// What a machine counted in one launch.
struct KernelCounters {
  std::string kernel;
  uint64_t blocks = 0, threads = 0;
  uint64_t instructions = 0; ///< of all threads, before instruction selection
  std::vector<SiteCounters> sites; ///< those executed
};

/// A launch whose buffers are device addresses.
struct ResolvedLaunch {
  uint64_t kernel = 0; ///< handle from Device::findKernel
  uint32_t grid[3], block[3], cluster[3];
  uint32_t dynamicSharedBytes = 0;
  bool cooperative = false; ///< refused where not all blocks are resident
  std::vector<std::vector<uint8_t>>
      params; ///< little-endian value of each parameter
};

/// A machine with memory, images and one stream. All calls come from one
/// thread. A failed Status carries a reason kind: "compile", "resources",
/// "launch", "fault", "timeout", "no-device". After "fault" or "timeout" the
/// device is unusable and the worker exits.
class Device {
public:
  virtual ~Device() = default;
  virtual DeviceInfo info() const = 0;

  /// Loads an image and returns a handle; `kernels` gets what it defines.
  virtual Result<uint64_t> loadImage(const Image &image,
                                     std::vector<KernelInfo> &kernels) = 0;
  virtual Status unloadImage(uint64_t image) = 0;
  virtual Result<uint64_t> findKernel(uint64_t image,
                                      const std::string &name) = 0;

  /// Device memory, aligned to 256 bytes. `name` is for reports. Contents are
  /// unspecified, and on sim *uninitialised* (a read is reported) until
  /// written.
  virtual Result<uint64_t> allocate(uint64_t bytes,
                                    const std::string &name) = 0;
  virtual Status release(uint64_t address) = 0;
  /// Host → device and back, synchronous. On sim a write marks as initialised.
  virtual Status write(uint64_t address, const void *data, uint64_t bytes) = 0;
  virtual Status read(void *data, uint64_t address, uint64_t bytes) = 0;
  /// Fills with a repeated 32-bit pattern. On sim `initialised = false` fills
  /// and marks as never written.
  virtual Status fill(uint64_t address, uint32_t pattern, uint64_t bytes,
                      bool initialised) = 0;

  /// Says that launches must not write to the buffer at `address`, one that
  /// allocate() gave. On sim a write is reported as "input-modified"; on a GPU
  /// this does nothing.
  virtual Status protect(uint64_t address) { return Status::success(); }

  /// Chooses how warps are interleaved in launches to come, 0 being the plain
  /// order. On a GPU, where nobody can choose, this does nothing.
  virtual Status setSchedule(uint64_t number) { return Status::success(); }

  /// Says how long the launches until the next call may take together. For a
  /// device that executes at launch; one that enqueues is told at synchronize.
  virtual Status setTimeLimit(double seconds) { return Status::success(); }

  /// Enqueues; errors of the kernel may surface at synchronize.
  virtual Status launch(const ResolvedLaunch &launch) = 0;
  /// Waits for all launches, at most `timeoutSeconds`.
  virtual Status synchronize(double timeoutSeconds) = 0;

  /// Findings since the last call (sim); empty on a GPU.
  virtual std::vector<DeviceReport> takeReports() { return {}; }

  /// Starts or stops counting. Fails with kind "unsupported" on a device that
  /// cannot count.
  virtual Status setCounting(bool on) {
    return on ? Status::failure("unsupported", "the device has no counters")
              : Status::success();
  }
  /// One entry per launch since the last call, in order; modelled.
  virtual std::vector<KernelCounters> takeCounters() { return {}; }

  /// Runs `launches` once between two events and returns microseconds; on sim
  /// a modelled time. Enqueued work before it is complete.
  virtual Result<double> timeOnce(const std::vector<ResolvedLaunch> &launches,
                                  double timeoutSeconds) = 0;
};

} // namespace kopt::gate

#endif // KOPT_GATE_DEVICE_H
