//===- World.cpp - Fibres, scheduling, launches ---------------------------===//

#include "lib/Sim/Machine.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace bc = boost::context::detail;

namespace kopt::sim {

World *world = nullptr;
alignas(1024) char sinkPage[4096];

/// As much as a thread of a GPU has local memory.
constexpr size_t kStackBytes = 512 << 10;
/// A guard page below each stack.
constexpr size_t kStackStride = kStackBytes + 4096;
constexpr size_t kMaxShared = 228 << 10;
/// Of an arena: the shared addresses of a cluster; a block's rank is in the
/// bits from 24 on.
constexpr size_t kArenaBytes = size_t(1) << 32;
constexpr unsigned kWindowBits = 24;
constexpr unsigned kMostIdleRounds = 1000;

void Machine::report(const char *kind, uint32_t site, uint32_t site2,
                     const std::string &text) {
  for (Report &known : reports)
    if (known.kind == kind && known.site == site && known.site2 == site2) {
      ++known.count;
      return;
    }
  reports.push_back({kind, text, site, site2, 1});
}

bool Machine::isLate(uint32_t site) {
  if (secondsLimit <= 0 || processorSeconds() <= deadline)
    return false;
  char text[128];
  snprintf(text, sizeof text,
           "expected the launches to end within %g s of processor time",
           secondsLimit);
  report("timeout", site, kNoSite, text);
  return true;
}

void complain(Thread *thread, const char *kind, uint32_t site, uint32_t site2,
              const char *format, ...) {
  char text[512], where[160];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  snprintf(where, sizeof where, ", block (%u,%u,%u) thread (%u,%u,%u)",
           thread->ctaid[0], thread->ctaid[1], thread->ctaid[2], thread->tid[0],
           thread->tid[1], thread->tid[2]);
  thread->world->machine->report(kind, site, site2, std::string(text) + where);
}

//===----------------------------------------------------------------------===//
// Fibres
//===----------------------------------------------------------------------===//

static void switchTo(World *w, Thread *to) {
  Thread *from = w->current;
  w->current = to;
  bc::transfer_t back = bc::jump_fcontext(to->context, from);
  static_cast<Thread *>(back.data)->context = back.fctx;
}

/// Runs somebody else: the next ready thread, or the scheduler.
static void leave(World *w) {
  Thread *next = w->head;
  if (next) {
    w->head = next->next;
    if (!w->head)
      w->tail = nullptr;
  } else {
    next = &w->scheduler;
  }
  if (next != w->current)
    switchTo(w, next);
}

void World::ready(Thread *thread) {
  thread->state = State::Ready;
  thread->next = nullptr;
  if (tail)
    tail->next = thread;
  else
    head = thread;
  tail = thread;
}

void blockThread(Thread *thread, const char *what, uint32_t site) {
  thread->state = State::Blocked;
  thread->waitWhat = what;
  thread->waitSite = site;
  leave(thread->world);
}

void yieldThread(Thread *thread, const char *what, uint32_t site) {
  thread->state = State::Spinning;
  thread->waitWhat = what;
  thread->waitSite = site;
  thread->world->spinning.push_back(thread);
  leave(thread->world);
}

static void finish(Thread *thread) {
  World *w = thread->world;
  thread->state = State::Done;
  w->machine->instructions += thread->instructions;
  --w->live;
  --thread->block->live;
  --thread->block->cluster->live;
  thread->warp->live &= ~(1u << thread->laneid);
  if (w->dead)
    return;
  warpExit(thread);
  barrierExit(thread);
  clusterExit(thread);
}

void killThread(Thread *thread) {
  finish(thread);
  leave(thread->world);
  __builtin_trap();
}

void stopLaunch(Thread *thread) {
  World *w = thread->world;
  w->dead = true;
  w->machine->stopped = true;
  switchTo(w, &w->scheduler);
  __builtin_trap();
}

static void fiberMain(bc::transfer_t from) {
  static_cast<Thread *>(from.data)->context = from.fctx;
  World *w = world;
  Thread *self = w->current;
  w->entry(w->params);
  finish(self);
  leave(w);
  __builtin_trap();
}

bool World::isStack(const char *pointer) const {
  return pointer >= stacks && pointer < stacks + kStackStride * stackCount;
}

/// Runs on the scheduler's own stack until no thread is left.
void World::schedule() {
  while (live && !dead) {
    if (head) {
      Thread *next = head;
      head = next->next;
      if (!head)
        tail = nullptr;
      switchTo(this, next);
      continue;
    }
    // Threads that poll memory wait for ever where nobody else can run and
    // nothing has changed for many rounds: one that gives up has done so.
    bool idle = !stored && !spinning.empty();
    for (Thread *thread : spinning)
      idle &= thread->polling;
    idleRounds = idle ? idleRounds + 1 : 0;
    stored = false;
    if (!spinning.empty() && idleRounds < kMostIdleRounds) {
      std::vector<Thread *> again = std::move(spinning);
      spinning.clear();
      for (Thread *thread : again)
        ready(thread);
      continue;
    }
    // Nobody can go on: say who waits where.
    std::map<std::pair<uint32_t, std::string>, std::pair<unsigned, Thread *>>
        waits;
    for (auto &cluster : clusters)
      for (Block &block : cluster->blocks)
        for (Thread &thread : block.threads)
          if (thread.state == State::Blocked ||
              thread.state == State::Spinning) {
            auto &entry = waits[{thread.waitSite, thread.waitWhat}];
            if (!entry.first++)
              entry.second = &thread;
          }
    for (auto &[key, entry] : waits)
      complain(entry.second, "deadlock", key.first, kNoSite,
               "no thread can run: %u threads wait for %s, first", entry.first,
               key.second.c_str());
    dead = true;
    machine->stopped = true;
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Reserves address space; pages cost memory only when touched.
static char *reserve(size_t bytes, int protection) {
  void *mapped = mmap(nullptr, bytes, protection,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<char *>(mapped);
}

/// Makes room for `clusters` clusters of `blocks` blocks of `threads` threads,
/// which are there at once.
static bool prepareMemory(World &w, size_t clusters, size_t blocks,
                          size_t threads) {
  while (w.clusters.size() > clusters)
    w.clusters.pop_back();
  while (w.clusters.size() < clusters)
    w.clusters.push_back(std::make_unique<Cluster>());
  for (size_t i = 0; i < clusters; ++i) {
    Cluster &cluster = *w.clusters[i];
    if (w.arenas.size() == i) {
      char *raw = reserve(2 * kArenaBytes, PROT_NONE);
      if (!raw)
        return false;
      w.arenas.push_back(reinterpret_cast<char *>(
          (reinterpret_cast<uintptr_t>(raw) + kArenaBytes - 1) &
          ~(kArenaBytes - 1)));
    }
    cluster.arena = w.arenas[i];
    for (size_t rank = 0; rank < blocks; ++rank)
      if (mprotect(cluster.arena + (rank << kWindowBits), kMaxShared,
                   PROT_READ | PROT_WRITE))
        return false;
    if (cluster.blocks.size() != blocks)
      cluster.blocks = std::vector<Block>(blocks);
    for (Block &block : cluster.blocks)
      if (block.threads.size() != threads)
        block.threads = std::vector<Thread>(threads);
  }
  size_t total = clusters * blocks * threads;
  if (w.stackCount < total) {
    if (w.stacks)
      munmap(w.stacks, kStackStride * w.stackCount);
    w.stacks = reserve(kStackStride * total, PROT_READ | PROT_WRITE);
    w.stackCount = w.stacks ? total : 0;
    for (size_t i = 0; i < w.stackCount; ++i)
      mprotect(w.stacks + kStackStride * i, 4096, PROT_NONE);
  }
  return w.stacks;
}

/// Sets up thread `i` of a block, which has stack `stack`. `index`: the block's
/// number in the grid.
static void setUpThread(World &w, Block &b, uint32_t i, size_t stack,
                        const uint32_t at[3], uint64_t index,
                        const View &zero) {
  const LaunchShape &shape = *w.shape;
  Thread &t = b.threads[i];
  t.~Thread();
  new (&t) Thread();
  uint32_t count = shape.block[0] * shape.block[1] * shape.block[2];
  t.tid[0] = i % shape.block[0];
  t.tid[1] = i / shape.block[0] % shape.block[1];
  t.tid[2] = i / shape.block[0] / shape.block[1];
  for (unsigned k = 0; k < 3; ++k) {
    t.ntid[k] = shape.block[k];
    t.ctaid[k] = at[k];
    t.nctaid[k] = shape.grid[k];
    t.clusterid[k] = at[k] / shape.cluster[k];
    t.nclusterid[k] = shape.grid[k] / shape.cluster[k];
    t.cctaid[k] = at[k] % shape.cluster[k];
    t.cnctaid[k] = shape.cluster[k];
  }
  uint32_t lane = i & 31;
  t.laneid = lane;
  t.warpid = i >> 5;
  t.nwarpid = (count + 31) / 32;
  t.smid = uint32_t(index % w.machine->multiprocessors);
  t.ctarank = b.rank;
  t.nctarank = uint32_t(b.cluster->blocks.size());
  t.warpsize = 32;
  t.dynSmem = shape.dynamicShared;
  t.totalSmem = b.smemEnd - 1024;
  t.one = 1;
  t.lanemaskEq = 1u << lane;
  t.lanemaskLt = t.lanemaskEq - 1;
  t.lanemaskLe = t.lanemaskLt | t.lanemaskEq;
  t.lanemaskGt = ~t.lanemaskLe;
  t.lanemaskGe = ~t.lanemaskLt;
  t.smem = b.smem;
  t.block = &b;
  t.world = &w;
  t.warp = &b.warps[i >> 5];
  t.warp->live |= 1u << lane;
  t.warp->lanes.push_back(&t);
  t.agent = b.rank * count + i;
  t.batchWarp = uint32_t(stack / count * t.nwarpid + t.warpid);
  t.view = zero;
  t.context =
      bc::make_fcontext(w.stacks + kStackStride * stack + 4096 + kStackBytes,
                        kStackBytes, fiberMain);
}

/// Sets up the block at grid coordinates `at`.
static void setUpBlock(World &w, Block &block, size_t stack,
                       const uint32_t at[3], const View &zero) {
  const LaunchShape &shape = *w.shape;
  uint64_t index =
      (uint64_t(at[2]) * shape.grid[1] + at[1]) * shape.grid[0] + at[0];
  uint32_t count = uint32_t(block.threads.size());
  block.world = &w;
  block.number = w.machine->blockBase + uint32_t(index);
  block.smem = block.cluster->arena + (size_t(block.rank) << kWindowBits);
  block.smemEnd = std::max(1024 + shape.staticShared,
                           shape.dynamicOffset + shape.dynamicShared);
  block.live = count;
  block.remote.clear();
  std::memset(block.smem, 0xff, block.smemEnd);
  block.shadow.reset(block.smemEnd);
  for (Barrier &barrier : block.barriers)
    barrier = Barrier();
  block.warps.assign((count + 31) / 32, Warp());
  for (uint32_t i = 0; i < count; ++i)
    setUpThread(w, block, i, stack + i, at, index, zero);
}

/// Runs as many clusters as there is room for, from number `first` on, to their
/// end.
void World::runClusters(uint64_t first) {
  const uint32_t *extent = shape->cluster;
  uint32_t across = shape->grid[0] / extent[0],
           down = shape->grid[1] / extent[1];
  head = tail = nullptr;
  spinning.clear();
  idleRounds = 0;
  live = 0;
  size_t stack = 0;
  View zero = std::make_shared<std::vector<Clock>>();
  std::vector<Warp *> order;
  for (size_t i = 0; i < clusters.size(); ++i) {
    Cluster &cluster = *clusters[i];
    uint64_t index = first + i;
    uint32_t place[3] = {uint32_t(index % across),
                         uint32_t(index / across % down),
                         uint32_t(index / across / down)};
    cluster.arrived = cluster.phase = 0;
    cluster.number = uint32_t(index);
    cluster.arrivingKnown = cluster.releasedKnown = nullptr;
    cluster.joined = nullptr;
    cluster.waiting.clear();
    cluster.arriving = cluster.released = zero;
    cluster.live = cluster.agents();
    live += cluster.live;
    for (Block &block : cluster.blocks) {
      block.cluster = &cluster;
      block.rank = uint32_t(&block - cluster.blocks.data());
      uint32_t at[3] = {
          place[0] * extent[0] + block.rank % extent[0],
          place[1] * extent[1] + block.rank / extent[0] % extent[1],
          place[2] * extent[2] + block.rank / extent[0] / extent[1]};
      setUpBlock(*this, block, stack, at, zero);
      stack += block.threads.size();
      for (Warp &warp : block.warps)
        order.push_back(&warp);
    }
  }
  ticks = machine->maxTicks * int64_t(clusters.size());

  // The order of warps depends on the seed and the first block, not on what ran
  // before.
  if (machine->seed) {
    random = (machine->seed + first) * 0x9E3779B97F4A7C15ull | 1;
    for (size_t i = order.size(); i > 1; --i) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      std::swap(order[i - 1], order[random % i]);
    }
  }
  for (Warp *warp : order)
    for (Thread *thread : warp->lanes)
      ready(thread);
  current = &scheduler;
  if (machine->counters)
    machine->counters->beginBlocks(order.size());
  schedule();
  if (machine->counters)
    machine->counters->endBlocks();
}

void runLaunch(Machine &machine, void (*entry)(void **), void **params,
               const LaunchShape &shape) {
  static World instance;
  World &w = instance;
  w.machine = &machine;
  w.entry = entry;
  w.params = params;
  w.shape = &shape;
  w.dead = false;
  machine.stopped = false;
  world = &w;
  auto product = [](const uint32_t (&extent)[3]) {
    return uint64_t(extent[0]) * extent[1] * extent[2];
  };
  uint64_t blocks = product(shape.grid);
  uint64_t clusters = blocks / product(shape.cluster), together = 1;
  if (shape.cooperative)
    together = clusters;
  if (!prepareMemory(w, together, product(shape.cluster),
                     product(shape.block))) {
    machine.report("resources", kNoSite, kNoSite,
                   "no address space for the threads' stacks");
    return;
  }
  w.ordered = shape.cooperative || product(shape.cluster) > 1;
  w.releases.clear();
  if (w.ordered)
    for (auto &[address, buffer] : machine.buffers) {
      buffer->writerEpoch.resize(buffer->writer.size());
      buffer->readerEpoch.resize(buffer->reader.size());
      buffer->moreReaders.clear();
    }
  // "Many blocks" is no number of a block: it says nothing of which launch.
  for (auto &[address, buffer] : machine.buffers)
    if (std::exchange(buffer->hasManyReaders, false))
      std::fill(buffer->reader.begin(), buffer->reader.end(), 0);
  // Block numbers tell launches apart; start over before they run out.
  if (machine.blockBase + blocks >= (1u << 30)) {
    machine.blockBase = 1;
    for (auto &[address, buffer] : machine.buffers) {
      std::fill(buffer->writer.begin(), buffer->writer.end(), 0);
      std::fill(buffer->reader.begin(), buffer->reader.end(), 0);
    }
  }
  for (uint64_t i = 0;
       i < clusters && !machine.stopped && !machine.isLate(kNoSite);
       i += together)
    w.runClusters(i);
  machine.blockBase += uint32_t(std::min<uint64_t>(blocks, 1u << 29)) + 1;
}

} // namespace kopt::sim
