//===- Executor.h - Runs programs on a device, carefully --------*- C++ -*-===//
//
// What the worker does between messages: poison, guard bands, restoring and
// comparing inputs, rotation of memory under timing.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_GATE_EXECUTOR_H
#define LIB_GATE_EXECUTOR_H

#include "kopt/Gate/Device.h"
#include "kopt/Gate/Worker.h"

#include <map>
#include <optional>

namespace kopt::gate {

class Executor {
public:
  explicit Executor(Device &device);

  Result<LoadResult> load(Program program);
  Status unload(uint64_t handle);
  Result<RunResult> run(uint64_t handle, const std::vector<InputSpec> &inputs,
                        double kernelSeconds, bool counters = false);
  Result<TimeResult> time(const std::vector<uint64_t> &handles,
                          const std::vector<InputSpec> &inputs, unsigned blocks,
                          double kernelSeconds);

private:
  /// Device memory of one copy of a program's buffers.
  struct Arena {
    std::vector<uint64_t> addresses; ///< of the data, one per buffer
    bool fresh = true;               ///< workspaces are not zero yet
  };
  /// Allocations that are overwritten and released together.
  class Memory;
  struct Loaded {
    Program program;
    std::vector<uint64_t> images;
    std::vector<uint64_t> kernels; ///< one per launch; 0 if it is skipped
    uint64_t timesRun = 0; ///< so that each run has a schedule of its own
  };
  /// Host bytes of the Input and InOut buffers; empty for the others.
  using HostData = std::vector<std::vector<uint8_t>>;
  struct Arm;

  Result<Loaded *> find(uint64_t handle);
  Result<HostData> makeInputs(const Program &program,
                              const std::vector<InputSpec> &inputs);
  /// Makes buffers what they have to be before a launch. Without a `seed`
  /// temporary ones stay as they are; workspaces do but for the first time.
  Status prepare(const Program &program, Arena &arena, const HostData &data,
                 unsigned poison, std::optional<uint64_t> seed, bool inputsToo);
  std::vector<ResolvedLaunch> resolve(const Loaded &loaded, const Arena &arena);
  Status execute(const std::vector<ResolvedLaunch> &launches,
                 double kernelSeconds);
  Status readOutputs(const Program &program, const Arena &arena, HostData &out);
  Status checkGuards(const Program &program, const Arena &arena,
                     RunResult &result);
  Status checkInputs(const Program &program, const Arena &arena,
                     const HostData &data, RunResult &result);
  Status runOnWorkspace(const Program &program, Arena &arena,
                        const std::vector<ResolvedLaunch> &launches,
                        const HostData &data, const HostData &outputs,
                        double kernelSeconds, RunResult &result);
  Status makeArm(Arm &arm, Memory &memory, uint64_t copies,
                 const HostData &data, double kernelSeconds);
  Result<double> timeNext(Arm &arm, const HostData &data, bool check,
                          double kernelSeconds);

  Device &device;
  DeviceInfo info;
  uint64_t guard; ///< bytes on either side of a buffer in a run
  std::map<uint64_t, Loaded> programs;
  uint64_t nextHandle = 1, runs = 0;
};

} // namespace kopt::gate

#endif // LIB_GATE_EXECUTOR_H
