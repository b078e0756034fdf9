//===- World.cpp - Fibres, scheduling, launches ---------------------------===//

#include "lib/Sim/Machine.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace bc = boost::context::detail;

namespace kopt::sim {

World *world = nullptr;
alignas(1024) char sinkPage[4096];

constexpr size_t kStackBytes = 64 << 10;
/// A guard page below each stack.
constexpr size_t kStackStride = kStackBytes + 4096;
constexpr size_t kMaxShared = 228 << 10;

void Machine::report(const char *kind, uint32_t site, uint32_t site2,
                     const std::string &text) {
  for (Report &known : reports)
    if (known.kind == kind && known.site == site && known.site2 == site2) {
      ++known.count;
      return;
    }
  reports.push_back({kind, text, site, site2, 1});
}

double processorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
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
  thread->warp->live &= ~(1u << thread->laneid);
  if (w->dead)
    return;
  warpExit(thread);
  barrierExit(thread);
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
    if (!spinning.empty()) {
      std::vector<Thread *> again = std::move(spinning);
      spinning.clear();
      for (Thread *thread : again)
        ready(thread);
      continue;
    }
    // Nobody can go on: say who waits where.
    std::map<std::pair<uint32_t, std::string>, std::pair<unsigned, Thread *>>
        waits;
    for (Thread &thread : block.threads)
      if (thread.state == State::Blocked) {
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

static bool prepareMemory(World &w, size_t threads) {
  if (!w.arena) {
    constexpr size_t kWindow = size_t(1) << 32;
    char *raw = reserve(2 * kWindow, PROT_NONE);
    if (!raw)
      return false;
    w.arena = reinterpret_cast<char *>(
        (reinterpret_cast<uintptr_t>(raw) + kWindow - 1) & ~(kWindow - 1));
    mprotect(w.arena, kMaxShared, PROT_READ | PROT_WRITE);
  }
  if (w.stackCount < threads) {
    if (w.stacks)
      munmap(w.stacks, kStackStride * w.stackCount);
    w.stacks = reserve(kStackStride * threads, PROT_READ | PROT_WRITE);
    w.stackCount = w.stacks ? threads : 0;
    for (size_t i = 0; i < w.stackCount; ++i)
      mprotect(w.stacks + kStackStride * i, 4096, PROT_NONE);
  }
  return w.stacks;
}

/// Sets up thread `i` of the block at grid coordinates `at`.
static void setUpThread(World &w, uint32_t i, const uint32_t at[3],
                        uint64_t index, const View &zero) {
  const LaunchShape &shape = *w.shape;
  Block &b = w.block;
  Thread &t = b.threads[i];
  t.~Thread();
  new (&t) Thread();
  uint32_t count = shape.block[0] * shape.block[1] * shape.block[2];
  t.tid[0] = i % shape.block[0];
  t.tid[1] = i / shape.block[0] % shape.block[1];
  t.tid[2] = i / shape.block[0] / shape.block[1];
  for (unsigned k = 0; k < 3; ++k) {
    t.ntid[k] = shape.block[k];
    t.ctaid[k] = t.clusterid[k] = at[k];
    t.nctaid[k] = t.nclusterid[k] = shape.grid[k];
    t.cctaid[k] = 0;
    t.cnctaid[k] = 1;
  }
  uint32_t lane = i & 31;
  t.laneid = lane;
  t.warpid = i >> 5;
  t.nwarpid = (count + 31) / 32;
  t.smid = uint32_t(index % w.machine->multiprocessors);
  t.ctarank = 0;
  t.nctarank = 1;
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
  t.agent = i;
  t.view = zero;
  t.context = bc::make_fcontext(
      w.stacks + kStackStride * i + 4096 + kStackBytes, kStackBytes, fiberMain);
}

void World::runBlock(uint64_t index) {
  uint32_t count = shape->block[0] * shape->block[1] * shape->block[2];
  uint32_t at[3] = {uint32_t(index % shape->grid[0]),
                    uint32_t(index / shape->grid[0] % shape->grid[1]),
                    uint32_t(index / shape->grid[0] / shape->grid[1])};
  blockNumber = machine->blockBase + uint32_t(index);
  ticks = machine->maxTicks;
  head = tail = nullptr;
  spinning.clear();
  live = count;
  block.world = this;
  block.smem = arena;
  block.smemEnd = std::max(1024 + shape->staticShared,
                           shape->dynamicOffset + shape->dynamicShared);
  block.live = count;
  std::memset(block.smem, 0xff, block.smemEnd);
  block.shadow.reset(block.smemEnd);
  for (Barrier &barrier : block.barriers)
    barrier = Barrier();
  if (block.threads.size() != count)
    block.threads = std::vector<Thread>(count);
  uint32_t warps = (count + 31) / 32;
  block.warps.assign(warps, Warp());
  View zero = std::make_shared<std::vector<Clock>>();
  for (uint32_t i = 0; i < count; ++i)
    setUpThread(*this, i, at, index, zero);

  // The order of warps depends on the seed and the block, not on what ran
  // before.
  std::vector<uint32_t> order(warps);
  for (uint32_t i = 0; i < warps; ++i)
    order[i] = i;
  if (machine->seed) {
    random = (machine->seed + index) * 0x9E3779B97F4A7C15ull | 1;
    for (uint32_t i = warps; i > 1; --i) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      std::swap(order[i - 1], order[random % i]);
    }
  }
  for (uint32_t warp : order)
    for (uint32_t i = warp * 32; i < std::min(count, warp * 32 + 32); ++i)
      ready(&block.threads[i]);
  current = &scheduler;
  if (machine->counters)
    machine->counters->beginBlock(count);
  schedule();
  if (machine->counters)
    machine->counters->endBlock();
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
  size_t threads = size_t(shape.block[0]) * shape.block[1] * shape.block[2];
  if (!prepareMemory(w, threads)) {
    machine.report("resources", kNoSite, kNoSite,
                   "no address space for the threads' stacks");
    return;
  }
  uint64_t blocks = uint64_t(shape.grid[0]) * shape.grid[1] * shape.grid[2];
  // Block numbers tell launches apart; start over before they run out.
  if (machine.blockBase + blocks >= (1u << 30)) {
    machine.blockBase = 1;
    for (auto &[address, buffer] : machine.buffers) {
      std::fill(buffer->writer.begin(), buffer->writer.end(), 0);
      std::fill(buffer->reader.begin(), buffer->reader.end(), 0);
    }
  }
  for (uint64_t i = 0;
       i < blocks && !machine.stopped && !machine.isLate(kNoSite); ++i)
    w.runBlock(i);
  machine.blockBase += uint32_t(std::min<uint64_t>(blocks, 1u << 29)) + 1;
}

} // namespace kopt::sim
