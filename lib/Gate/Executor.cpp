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

static bool isResult(BufferRole role) {
  return role == BufferRole::Output || role == BufferRole::InOut;
}

Executor::Executor(Device &device)
    : device(device), info(device.info()),
      guard(info.kind == "cuda" ? 4096 : 0) {}

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
    if (buffer.role == BufferRole::Constant)
      data[i].assign(buffer.contents.begin(), buffer.contents.end());
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

Status Executor::prepare(const Program &program, Arena &arena,
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
    case BufferRole::Constant:
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
    case BufferRole::Workspace:
      if (arena.fresh)
        status = device.fill(address, 0, bytes, true);
      break;
    }
    if (!status.ok())
      return status;
  }
  arena.fresh = false;
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
    r.cooperative = launch.cooperative;
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
    if (!isReadOnly(program.buffers[i].role) || data[i].empty())
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

/// Elements of unsigned type `Word` equal to `poison[0]` in `first` and, where
/// there is a second run, to `poison[1]` in `second`.
template <typename Word>
static uint64_t countWords(const std::vector<uint8_t> &first,
                           const std::vector<uint8_t> *second,
                           const uint32_t (&poison)[2][2]) {
  Word patterns[2];
  for (unsigned which = 0; which < 2; ++which)
    std::memcpy(&patterns[which], poison[which], sizeof(Word));
  uint64_t count = 0;
  for (size_t at = 0; at + sizeof(Word) <= first.size(); at += sizeof(Word)) {
    Word a, b = patterns[1];
    std::memcpy(&a, first.data() + at, sizeof a);
    if (second)
      std::memcpy(&b, second->data() + at, sizeof b);
    count += (a == patterns[0]) & (b == patterns[1]);
  }
  return count;
}

static uint64_t countPoison(DType type, const std::vector<uint8_t> &first,
                            const std::vector<uint8_t> *second) {
  uint32_t poison[2][2];
  for (unsigned which = 0; which < 2; ++which)
    poison[which][0] = poison[which][1] = poisonPattern(type, which);
  switch (byteSize(type)) {
  case 1:
    return countWords<uint8_t>(first, second, poison);
  case 2:
    return countWords<uint16_t>(first, second, poison);
  case 4:
    return countWords<uint32_t>(first, second, poison);
  default:
    return countWords<uint64_t>(first, second, poison);
  }
}

/// Memory that is random before every launch hides a kernel that finds there
/// what it left itself, and one launch does not show whether a workspace is
/// left as it was found: launches once more with both as they are, and reports
/// results other than `outputs`. (The simulated machine reports a read of what
/// this launch did not write, so it need not for the first.)
Status Executor::runOnWorkspace(const Program &program, Arena &arena,
                                const std::vector<ResolvedLaunch> &launches,
                                const HostData &data, const HostData &outputs,
                                double kernelSeconds, RunResult &result) {
  auto has = [&](BufferRole role) {
    return std::any_of(
        program.buffers.begin(), program.buffers.end(),
        [&](const Buffer &buffer) { return buffer.role == role; });
  };
  bool wanted =
      has(BufferRole::Workspace) || (guard && has(BufferRole::Temporary));
  // What was reported once would be again.
  if (!wanted || !result.reports.empty())
    return Status::success();
  HostData again;
  if (Status s = prepare(program, arena, data, 0, std::nullopt, true); !s.ok())
    return s;
  if (Status s = execute(launches, kernelSeconds); !s.ok())
    return s;
  for (DeviceReport &report : device.takeReports())
    result.reports.push_back(std::move(report));
  if (Status s = readOutputs(program, arena, again); !s.ok())
    return s;
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (outputs[i] != again[i]) {
      DeviceReport report;
      report.kind = "nondeterministic";
      report.text = program.buffers[i].name +
                    " differs where a workspace is as the launch before left "
                    "it";
      result.reports.push_back(std::move(report));
    }
  return Status::success();
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
    if (isReadOnly(program.buffers[i].role))
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

  if (Status s = runOnWorkspace(program, arena, launches, *data, outputs,
                                kernelSeconds, result);
      !s.ok())
    return s;

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
