//===- ExecutorTime.cpp - Takes the times of programs in turn -------------===//

#include "Executor.h"
#include "ExecutorMemory.h"
#include "kopt/Gate/Inputs.h"

#include <algorithm>

using namespace kopt;
using namespace kopt::gate;

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

/// Whether two programs take the same tensors. What they give may differ: one
/// may copy an argument where the other returns it.
static bool sameInputs(const Program &a, const Program &b) {
  auto interface = [](const Program &p) {
    std::vector<Buffer> buffers;
    for (const Buffer &buffer : p.buffers)
      if (hasContents(buffer.role))
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
    if (!sameInputs(arms[0].loaded->program, (*loaded)->program))
      return Status::failure("parse",
                             "expected arms with the same inputs, but arm " +
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
