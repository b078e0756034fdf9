//===- Executor.cpp - Runs programs on a device ---------------------------===//

#include "Executor.h"
#include "ExecutorMemory.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Gate/Numbers.h"
#include "kopt/Support/Sha256.h"

#include <algorithm>
#include <cstring>

using namespace kopt;
using namespace kopt::gate;

static bool hasContents(BufferRole role) {
  return role == BufferRole::Input || role == BufferRole::InOut;
}
static bool isResult(BufferRole role) {
  return role == BufferRole::Output || role == BufferRole::InOut;
}

Executor::Executor(Device &device)
    : device(device), info(device.info()),
      guard(info.kind == "sim" ? 0 : 4096) {}

Result<Executor::Loaded *> Executor::find(uint64_t handle) {
  auto it = programs.find(handle);
  if (it == programs.end())
    return Status::failure("parse",
                           "expected the handle of a loaded program, but "
                           "got " +
                               std::to_string(handle));
  return &it->second;
}

static bool isEmpty(const Launch &launch) {
  return !launch.grid[0] || !launch.grid[1] || !launch.grid[2];
}

Result<LoadResult> Executor::load(Program program) {
  Loaded loaded;
  LoadResult result;
  Status status;
  for (const Image &image : program.images) {
    auto handle = device.loadImage(image, result.kernels);
    if (!handle) {
      status = handle.status();
      break;
    }
    loaded.images.push_back(*handle);
  }
  for (const Launch &launch : program.launches) {
    if (!status.ok())
      break;
    auto kernel = device.findKernel(loaded.images[launch.image], launch.kernel);
    if (!kernel)
      status = kernel.status();
    else
      loaded.kernels.push_back(isEmpty(launch) ? 0 : *kernel);
  }
  if (!status.ok()) {
    // The first failure is the one to tell; unloading may fail after a fault.
    for (uint64_t image : loaded.images)
      (void)device.unloadImage(image).ok();
    return status;
  }
  for (Image &image : program.images)
    image.bytes.clear();
  loaded.program = std::move(program);
  result.program = nextHandle++;
  programs.emplace(result.program, std::move(loaded));
  return result;
}

Status Executor::unload(uint64_t handle) {
  auto loaded = find(handle);
  if (!loaded)
    return loaded.status();
  for (uint64_t image : (*loaded)->images)
    if (Status s = device.unloadImage(image); !s.ok())
      return s;
  programs.erase(handle);
  return Status::success();
}

Result<Executor::HostData>
Executor::makeInputs(const Program &program,
                     const std::vector<InputSpec> &inputs) {
  HostData data(program.buffers.size());
  size_t next = 0;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (!hasContents(buffer.role))
      continue;
    if (next == inputs.size())
      break;
    const InputSpec &input = inputs[next++];
    if (!input.uploaded) {
      data[i] = generate(input.family, input.seed, buffer.dtype, buffer.shape,
                         input.indexBound);
      continue;
    }
    if (int64_t(input.bytes.size()) != buffer.numBytes())
      return Status::failure("parse",
                             "expected " + std::to_string(buffer.numBytes()) +
                                 " bytes for " + buffer.name + ", but got " +
                                 std::to_string(input.bytes.size()));
    data[i].assign(input.bytes.begin(), input.bytes.end());
  }
  size_t wanted = 0;
  for (const Buffer &buffer : program.buffers)
    wanted += hasContents(buffer.role);
  if (wanted != inputs.size())
    return Status::failure("parse", "expected " + std::to_string(wanted) +
                                        " inputs, but got " +
                                        std::to_string(inputs.size()));
  return data;
}

Status Executor::prepare(const Program &program, const Arena &arena,
                         const HostData &data, unsigned poison,
                         std::optional<uint64_t> seed, bool inputsToo) {
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    uint64_t address = arena.addresses[i], bytes = uint64_t(buffer.numBytes());
    if (bytes == 0)
      continue;
    Status status;
    switch (buffer.role) {
    case BufferRole::Input:
      if (inputsToo)
        status = device.write(address, data[i].data(), bytes);
      break;
    case BufferRole::InOut:
      status = device.write(address, data[i].data(), bytes);
      break;
    case BufferRole::Output:
      status = device.fill(address, poisonPattern(buffer.dtype, poison), bytes,
                           false);
      break;
    case BufferRole::Temporary:
      if (seed)
        status =
            device.fill(address, uint32_t(randomBits(*seed, i)), bytes, false);
      break;
    }
    if (!status.ok())
      return status;
  }
  return Status::success();
}

std::vector<ResolvedLaunch> Executor::resolve(const Loaded &loaded,
                                              const Arena &arena) {
  std::vector<ResolvedLaunch> result;
  for (size_t i = 0; i < loaded.program.launches.size(); ++i) {
    const Launch &launch = loaded.program.launches[i];
    if (isEmpty(launch))
      continue;
    ResolvedLaunch r;
    r.kernel = loaded.kernels[i];
    std::copy(launch.grid, launch.grid + 3, r.grid);
    std::copy(launch.block, launch.block + 3, r.block);
    std::copy(launch.cluster, launch.cluster + 3, r.cluster);
    r.dynamicSharedBytes = launch.dynamicSharedBytes;
    for (const LaunchArg &arg : launch.args) {
      uint64_t value = arg.buffer < 0 ? arg.scalarBits
                                      : arena.addresses[arg.buffer] +
                                            uint64_t(arg.byteOffset);
      std::vector<uint8_t> bytes(arg.buffer < 0 ? arg.scalarBytes : 8);
      std::memcpy(bytes.data(), &value, bytes.size());
      r.params.push_back(std::move(bytes));
    }
    result.push_back(std::move(r));
  }
  return result;
}

Status Executor::execute(const std::vector<ResolvedLaunch> &launches,
                         double kernelSeconds) {
  if (Status s = device.setTimeLimit(kernelSeconds); !s.ok())
    return s;
  for (const ResolvedLaunch &launch : launches)
    if (Status s = device.launch(launch); !s.ok())
      return s;
  return device.synchronize(kernelSeconds);
}

Status Executor::readOutputs(const Program &program, const Arena &arena,
                             HostData &out) {
  out.assign(program.buffers.size(), {});
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (!isResult(buffer.role) || buffer.numBytes() == 0)
      continue;
    out[i].resize(size_t(buffer.numBytes()));
    if (Status s =
            device.read(out[i].data(), arena.addresses[i], out[i].size());
        !s.ok())
      return s;
  }
  return Status::success();
}

Status Executor::checkGuards(const Program &program, const Arena &arena,
                             RunResult &result) {
  std::vector<uint32_t> band(guard / 4);
  for (size_t i = 0; guard && i < program.buffers.size(); ++i) {
    uint64_t begin = arena.addresses[i] - guard;
    uint64_t end = arena.addresses[i] + uint64_t(program.buffers[i].numBytes());
    uint32_t pattern = guardPattern(i);
    bool intact = true;
    for (uint64_t address : {begin, end}) {
      if (Status s = device.read(band.data(), address, guard); !s.ok())
        return s;
      intact &= std::all_of(band.begin(), band.end(), [pattern](uint32_t word) {
        return word == pattern;
      });
    }
    if (!intact)
      result.guardViolations.push_back(int(i));
  }
  return Status::success();
}

Status Executor::checkInputs(const Program &program, const Arena &arena,
                             const HostData &data, RunResult &result) {
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (program.buffers[i].role != BufferRole::Input || data[i].empty())
      continue;
    std::vector<uint8_t> now(data[i].size());
    if (Status s = device.read(now.data(), arena.addresses[i], now.size());
        !s.ok())
      return s;
    if (now != data[i])
      result.modifiedInputs.push_back(int(i));
  }
  return Status::success();
}

/// Elements equal to pattern 0 in `first` and, where there is a second run, to
/// pattern 1 in `second`.
static uint64_t countPoison(DType type, const std::vector<uint8_t> &first,
                            const std::vector<uint8_t> *second) {
  uint32_t words[2][2];
  for (unsigned which = 0; which < 2; ++which)
    words[which][0] = words[which][1] = poisonPattern(type, which);
  uint64_t poison[2] = {loadBits(type, words[0], 0),
                        loadBits(type, words[1], 0)};
  uint64_t count = 0;
  int64_t elements = int64_t(first.size() / byteSize(type));
  for (int64_t i = 0; i < elements; ++i)
    count += loadBits(type, first.data(), i) == poison[0] &&
             (!second || loadBits(type, second->data(), i) == poison[1]);
  return count;
}

Result<RunResult> Executor::run(uint64_t handle,
                                const std::vector<InputSpec> &inputs,
                                double kernelSeconds, bool counters) {
  auto loaded = find(handle);
  if (!loaded)
    return loaded.status();
  const Program &program = (*loaded)->program;
  auto data = makeInputs(program, inputs);
  if (!data)
    return data.status();
  Memory memory(device);
  Arena arena;
  for (const Buffer &buffer : program.buffers) {
    auto address = memory.guarded(uint64_t(buffer.numBytes()), guard,
                                  arena.addresses.size(), buffer.name);
    if (!address)
      return address.status();
    arena.addresses.push_back(*address);
  }
  std::vector<ResolvedLaunch> launches = resolve(**loaded, arena);
  HostData outputs, again;
  RunResult result;
  (void)device.takeReports(); // of an earlier, failed run
  if (Status s = prepare(program, arena, *data, 0, ++runs, true); !s.ok())
    return s;
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].role == BufferRole::Input)
      if (Status s = device.protect(arena.addresses[i]); !s.ok())
        return s;
  // Launches that are to agree bit for bit should not agree by one schedule.
  if (Status s = device.setSchedule((*loaded)->timesRun++); !s.ok())
    return s;
  if (counters)
    if (Status s = device.setCounting(true); !s.ok())
      return s;
  Status executed = execute(launches, kernelSeconds);
  if (counters) {
    result.counters = device.takeCounters();
    if (Status s = device.setCounting(false); executed.ok())
      executed = s;
  }
  if (const Status &s = executed; !s.ok()) {
    auto reports = device.takeReports();
    if (reports.empty())
      return s;
    return Status::failure(
        s.kind(), s.message() + "; first report: " + reports[0].kind + " of " +
                      reports[0].operation + " at " + reports[0].location);
  }
  result.reports = device.takeReports();
  if (Status s = readOutputs(program, arena, outputs); !s.ok())
    return s;
  if (Status s = checkGuards(program, arena, result); !s.ok())
    return s;
  if (Status s = checkInputs(program, arena, *data, result); !s.ok())
    return s;

  // A workspace that is random before every launch hides a kernel that finds
  // there what it left itself. (The simulated machine reports such reads.)
  bool hasWorkspace = std::any_of(
      program.buffers.begin(), program.buffers.end(), [](const Buffer &buffer) {
        return buffer.role == BufferRole::Temporary;
      });
  if (guard && hasWorkspace) {
    if (Status s = prepare(program, arena, *data, 0, std::nullopt, true);
        !s.ok())
      return s;
    if (Status s = execute(launches, kernelSeconds); !s.ok())
      return s;
    if (Status s = readOutputs(program, arena, again); !s.ok())
      return s;
    for (size_t i = 0; i < program.buffers.size(); ++i)
      if (outputs[i] != again[i]) {
        DeviceReport report;
        report.kind = "nondeterministic";
        report.text = program.buffers[i].name +
                      " differs where a workspace is as the launch before "
                      "left it";
        result.reports.push_back(std::move(report));
      }
  }

  // A value may equal the poison by right (all of them for 8-bit types): only
  // an element that keeps two different poisons was not written.
  bool suspicious = false;
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].role == BufferRole::Output)
      suspicious |=
          countPoison(program.buffers[i].dtype, outputs[i], nullptr) != 0;
  // What was stopped has not written everything, and would be again.
  suspicious &= result.reports.empty();
  if (suspicious) {
    if (Status s = prepare(program, arena, *data, 1, ++runs, true); !s.ok())
      return s;
    if (Status s = execute(launches, kernelSeconds); !s.ok())
      return s;
    (void)device.takeReports();
    if (Status s = readOutputs(program, arena, again); !s.ok())
      return s;
  }
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (!isResult(buffer.role))
      continue;
    OutputResult output;
    output.buffer = int(i);
    output.bytes.assign(outputs[i].begin(), outputs[i].end());
    output.sha256 = sha256(output.bytes);
    if (suspicious && buffer.role == BufferRole::Output)
      output.unwritten = countPoison(buffer.dtype, outputs[i], &again[i]);
    result.outputs.push_back(std::move(output));
  }
  if (Status s = memory.finish(); !s.ok())
    return s;
  return result;
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

struct Executor::Arm {
  Loaded *loaded;
  std::vector<Arena> arenas;
  std::vector<std::vector<ResolvedLaunch>> launches; ///< one list per arena
  HostData reference; ///< outputs of the first run
  size_t next = 0;
  std::vector<double> samples;
  uint64_t mismatches = 0;
};

/// Bytes from one buffer to the next in a slab.
static uint64_t strideOf(const Buffer &buffer) {
  return (uint64_t(buffer.numBytes()) + 511) & ~uint64_t(255);
}

Status Executor::makeArm(Arm &arm, Memory &memory, uint64_t copies,
                         const HostData &data, double kernelSeconds) {
  const Program &program = arm.loaded->program;
  uint64_t total = 0;
  for (const Buffer &buffer : program.buffers)
    total += strideOf(buffer);
  // On sim every buffer keeps bounds of its own.
  uint64_t slab = 0;
  if (guard) {
    auto address = memory.guarded(total * copies, guard, 0, "arena");
    if (!address)
      return address.status();
    slab = *address;
  }
  for (uint64_t copy = 0; copy < copies; ++copy) {
    Arena arena;
    for (const Buffer &buffer : program.buffers) {
      if (guard) {
        arena.addresses.push_back(slab);
        slab += strideOf(buffer);
        continue;
      }
      auto address =
          memory.guarded(uint64_t(buffer.numBytes()), 0, 0, buffer.name);
      if (!address)
        return address.status();
      arena.addresses.push_back(*address);
    }
    if (Status s = prepare(program, arena, data, 0, ++runs, true); !s.ok())
      return s;
    arm.launches.push_back(resolve(*arm.loaded, arena));
    arm.arenas.push_back(std::move(arena));
  }
  // Two untimed runs: lazy loading, clocks, and the outputs to compare with.
  for (unsigned warmUp = 0; warmUp < 2; ++warmUp) {
    if (Status s = execute(arm.launches[0], kernelSeconds); !s.ok())
      return s;
    if (warmUp == 0)
      if (Status s = readOutputs(program, arm.arenas[0], arm.reference);
          !s.ok())
        return s;
    if (Status s = prepare(program, arm.arenas[0], data, 0, ++runs, false);
        !s.ok())
      return s;
  }
  return Status::success();
}

Result<double> Executor::timeNext(Arm &arm, const HostData &data, bool check,
                                  double kernelSeconds) {
  arm.next = (arm.next + 1) % arm.arenas.size();
  auto time = device.timeOnce(arm.launches[arm.next], kernelSeconds);
  if (!time || !check)
    return time;
  HostData outputs;
  const Program &program = arm.loaded->program;
  if (Status s = readOutputs(program, arm.arenas[arm.next], outputs); !s.ok())
    return s;
  arm.mismatches += outputs != arm.reference;
  return time;
}

/// Whether two programs take and give the same tensors.
static bool sameSignature(const Program &a, const Program &b) {
  auto interface = [](const Program &p) {
    std::vector<Buffer> buffers;
    for (const Buffer &buffer : p.buffers)
      if (buffer.role != BufferRole::Temporary)
        buffers.push_back(buffer);
    return buffers;
  };
  std::vector<Buffer> x = interface(a), y = interface(b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Buffer &p, const Buffer &q) {
                      return p.dtype == q.dtype && p.shape == q.shape &&
                             p.role == q.role;
                    });
}

Result<TimeResult> Executor::time(const std::vector<uint64_t> &handles,
                                  const std::vector<InputSpec> &inputs,
                                  unsigned blocks, double kernelSeconds) {
  std::vector<Arm> arms(handles.size());
  uint64_t largest = 1;
  for (size_t i = 0; i < arms.size(); ++i) {
    auto loaded = find(handles[i]);
    if (!loaded)
      return loaded.status();
    arms[i].loaded = *loaded;
    if (!sameSignature(arms[0].loaded->program, (*loaded)->program))
      return Status::failure("parse",
                             "expected arms of one signature, but arm " +
                                 std::to_string(i) + " differs from arm 0");
    uint64_t bytes = 0;
    for (const Buffer &buffer : (*loaded)->program.buffers)
      bytes += strideOf(buffer);
    largest = std::max(largest, bytes);
  }
  // Memory comes back only after 16 × L2 of other traffic, where it suffices.
  uint64_t copies = 1;
  if (!info.modelledTime) {
    uint64_t wanted = 16 * info.l2Bytes / largest + 2;
    uint64_t room =
        info.memoryBytes / 2 / (largest * std::max<size_t>(arms.size(), 1));
    copies = std::max<uint64_t>(1, std::min({wanted, room, uint64_t(4096)}));
  }
  Memory memory(device);
  std::vector<HostData> data;
  for (Arm &arm : arms) {
    auto host = makeInputs(arm.loaded->program, inputs);
    if (!host)
      return host.status();
    data.push_back(std::move(*host));
    if (Status s = makeArm(arm, memory, copies, data.back(), kernelSeconds);
        !s.ok())
      return s;
  }
  for (unsigned block = 0; block < blocks; ++block) {
    // One launch of each arm and block is compared in full, drawn by the
    // block's number, and both of the last block.
    bool second = randomBits(0x74696d65, block) & 1;
    for (unsigned pass = 0; pass < 2; ++pass)
      for (size_t k = 0; k < arms.size(); ++k) {
        // ABBA, then BAAB: no arm is always the one that goes first.
        bool backwards = (pass ^ block) & 1;
        size_t i = backwards ? arms.size() - 1 - k : k;
        bool check = block + 1 == blocks || pass == unsigned(second);
        auto time = timeNext(arms[i], data[i], check, kernelSeconds);
        if (!time)
          return time.status();
        arms[i].samples.push_back(*time);
        // With few copies the next launch needs this one again.
        if (copies < 4)
          if (Status s =
                  prepare(arms[i].loaded->program, arms[i].arenas[arms[i].next],
                          data[i], 0, ++runs, false);
              !s.ok())
            return s;
      }
    for (size_t i = 0; copies >= 4 && i < arms.size(); ++i)
      for (unsigned back = 0; back < 2; ++back) {
        size_t used = (arms[i].next + copies - back) % copies;
        if (Status s = prepare(arms[i].loaded->program, arms[i].arenas[used],
                               data[i], 0, ++runs, false);
            !s.ok())
          return s;
      }
  }
  (void)device.takeReports();
  if (Status s = memory.finish(); !s.ok())
    return s;
  TimeResult result;
  result.modelled = info.modelledTime;
  result.copies = copies;
  for (Arm &arm : arms) {
    result.samples.push_back(std::move(arm.samples));
    result.mismatches.push_back(arm.mismatches);
  }
  return result;
}
