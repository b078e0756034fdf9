//===- GlobalMemory.cpp - Buffers, bounds, races between blocks -----------===//

#include "lib/Sim/Machine.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

namespace kopt::sim {

/// Unmapped space on both sides, so that near misses are told from other
/// buffers.
constexpr size_t kMargin = 64 << 10;
/// In Buffer::reader: several blocks of the launch have read. In both words the
/// top bit says that the access was atomic.
constexpr uint32_t kMany = 0x3fffffff;
constexpr uint32_t kAtomic = 0x80000000;

Buffer *allocateBuffer(Machine &machine, uint64_t bytes,
                       const std::string &name) {
  size_t pages = (std::max<uint64_t>(bytes, 1) + 4095) & ~uint64_t(4095);
  size_t mapped = pages + 2 * kMargin;
  void *raw = mmap(nullptr, mapped, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  auto buffer = std::make_unique<Buffer>();
  buffer->mapping = static_cast<char *>(raw);
  buffer->mappedBytes = mapped;
  buffer->low = buffer->mapping + kMargin;
  buffer->high = buffer->low + bytes;
  buffer->name = name;
  if (mprotect(buffer->low, pages, PROT_READ | PROT_WRITE)) {
    munmap(raw, mapped);
    return nullptr;
  }
  buffer->initialised.assign(bytes, 0);
  size_t words = (bytes + 3) / 4;
  buffer->writer.assign(words, 0);
  buffer->writerSite.assign(words, 0);
  buffer->reader.assign(words, 0);
  buffer->readerSite.assign(words, 0);
  Buffer *result = buffer.get();
  machine.buffers[result->low] = std::move(buffer);
  return result;
}

void freeBuffer(Machine &machine, Buffer *buffer) {
  munmap(buffer->mapping, buffer->mappedBytes);
  machine.buffers.erase(buffer->low);
}

Buffer *findBuffer(Machine &machine, const void *address, uint64_t bytes) {
  char *p = static_cast<char *>(const_cast<void *>(address));
  auto it = machine.buffers.upper_bound(p);
  if (it == machine.buffers.begin())
    return nullptr;
  Buffer *buffer = std::prev(it)->second.get();
  return p <= buffer->high && bytes <= uint64_t(buffer->high - p) ? buffer
                                                                  : nullptr;
}

/// The place relative to the nearest buffer, for reports.
static std::string describe(Machine &machine, const char *pointer) {
  char text[160];
  for (auto &[low, buffer] : machine.buffers)
    if (pointer >= buffer->low - kMargin && pointer < buffer->high + kMargin) {
      snprintf(text, sizeof text, "%s%+lld of %lld bytes", buffer->name.c_str(),
               (long long)(pointer - buffer->low),
               (long long)(buffer->high - buffer->low));
      return text;
    }
  snprintf(text, sizeof text, "address %p, no buffer",
           static_cast<const void *>(pointer));
  return text;
}

namespace {

/// One access to a cell, in a launch where blocks may order theirs.
struct CellAccess {
  Thread *thread;
  Buffer *buffer;
  size_t cell;
  uint32_t site, me, base;
  bool writes, atomic;

  void race(uint32_t otherSite, bool otherWrites) const {
    complain(thread, "race", site, otherSite,
             "%s of %s at byte %zu, which another block %s in this launch",
             writes ? "write" : "read", buffer->name.c_str(), cell * 4,
             otherWrites ? "writes" : "reads");
  }

  /// An access by `other` (with its kAtomic bit) is none of this launch's other
  /// blocks, is atomic as this one is, or happened before.
  bool goesWith(uint32_t other, uint32_t otherEpoch) const {
    uint32_t block = other & ~kAtomic;
    return block < base || block == me || (atomic && (other & kAtomic)) ||
           (thread->world->ordered && block != kMany &&
            happenedBefore(thread, block, otherEpoch));
  }

  void noteWrite() const {
    buffer->writer[cell] = me | (atomic ? kAtomic : 0);
    buffer->writerSite[cell] = site;
    if (!thread->world->ordered)
      return;
    buffer->writerEpoch[cell] = epoch(thread->agent, thread->clock);
    buffer->reader[cell] = 0;
  }

  void noteRead() const {
    uint32_t &reader = buffer->reader[cell];
    bool isFirst = (reader & ~kAtomic) < base;
    uint32_t now = me | (atomic ? kAtomic : 0);
    if (!thread->world->ordered) {
      if ((reader & ~kAtomic) == me)
        return;
      reader = isFirst ? now : kMany | (reader & now & kAtomic);
      buffer->hasManyReaders |= !isFirst;
      buffer->readerSite[cell] = site;
      return;
    }
    uint32_t &readerEpoch = buffer->readerEpoch[cell];
    // One that this read is ordered after need not be kept.
    if (!isFirst && (reader & ~kAtomic) != me &&
        !happenedBefore(thread, reader & ~kAtomic, readerEpoch))
      buffer->moreReaders[cell].push_back(
          {reader, readerEpoch, buffer->readerSite[cell]});
    reader = now;
    readerEpoch = epoch(thread->agent, thread->clock);
    buffer->readerSite[cell] = site;
  }

  void check() const {
    uint32_t writerEpoch = 0, readerEpoch = 0;
    if (thread->world->ordered) {
      writerEpoch = buffer->writerEpoch[cell];
      readerEpoch = buffer->readerEpoch[cell];
    }
    if (!goesWith(buffer->writer[cell], writerEpoch))
      race(buffer->writerSite[cell], true);
    if (!writes)
      return noteRead();
    if (!goesWith(buffer->reader[cell], readerEpoch))
      race(buffer->readerSite[cell], false);
    if (!buffer->moreReaders.empty())
      if (auto more = buffer->moreReaders.find(cell);
          more != buffer->moreReaders.end()) {
        for (const Buffer::Reader &reader : more->second)
          if (!goesWith(reader.block, reader.epoch)) {
            race(reader.site, false);
            break;
          }
        buffer->moreReaders.erase(more);
      }
    noteWrite();
  }
};

} // namespace

/// Two blocks of a launch that touch one place, one writing, are a race unless
/// both are atomic or something orders them: programs of a grid are unordered.
static void checkBlocks(Thread *thread, Buffer *buffer, size_t first,
                        size_t last, bool writes, bool atomic, uint32_t site) {
  CellAccess access{thread,
                    buffer,
                    first,
                    site,
                    thread->block->number,
                    thread->world->machine->blockBase,
                    writes,
                    atomic};
  for (; access.cell <= last; ++access.cell)
    access.check();
}

bool checkGlobal(Thread *thread, const char *pointer, uint64_t bytes,
                 AccessKind kind, bool atomic, uint32_t site) {
  Machine &machine = *thread->world->machine;
  bool writes = kind != Load && kind != CopyFrom;
  thread->world->stored |= writes;
  const char *what = kind == Atomic ? "atomic" : writes ? "write" : "read";
  Buffer *buffer = thread->lastBuffer;
  if (!buffer || pointer < buffer->low || pointer + bytes > buffer->high) {
    buffer = findBuffer(machine, pointer, bytes);
    if (!buffer) {
      complain(thread, "out-of-bounds", site, kNoSite, "%s of %llu bytes at %s",
               what, static_cast<unsigned long long>(bytes),
               describe(machine, pointer).c_str());
      return false;
    }
    thread->lastBuffer = buffer;
  }
  size_t offset = pointer - buffer->low;
  machine.touchedBytes += bytes;
  if (writes && buffer->readOnly)
    complain(thread, "input-modified", site, kNoSite,
             "%s of %llu bytes at %s, an input", what,
             static_cast<unsigned long long>(bytes),
             describe(machine, pointer).c_str());
  uint8_t *initialised = buffer->initialised.data() + offset;
  if (kind != Store && kind != CopyTo && std::memchr(initialised, 0, bytes))
    complain(thread, "uninitialised", site, kNoSite,
             "%s of %llu bytes at %s, not all ever written", what,
             static_cast<unsigned long long>(bytes),
             describe(machine, pointer).c_str());
  if (writes)
    std::memset(initialised, 1, bytes);
  // Cells are 4 bytes: neighbours in one cell are told apart only where every
  // access covers whole cells, so smaller ones are not tracked.
  if (machine.races && bytes && (offset | bytes) % 4 == 0)
    checkBlocks(thread, buffer, offset / 4, (offset + bytes - 1) / 4, writes,
                atomic, site);
  return true;
}

extern "C" {

Thread *__kopt_sim_self() { return world->current; }

void *__kopt_sim_access(Thread *thread, char *pointer, uint32_t number) {
  World *w = thread->world;
  const Site &site = (*w->machine->sites)[number];
  AccessKind kind = AccessKind(site.kind);
  const char *what = kind == Load     ? "read"
                     : kind == Atomic ? "atomic"
                                      : "write";
  if (reinterpret_cast<uintptr_t>(pointer) & (site.align - 1))
    complain(thread, "misaligned", number, kNoSite,
             "%s of %u bytes needs alignment %u, address ends in 0x%x", what,
             site.size, site.align,
             unsigned(reinterpret_cast<uintptr_t>(pointer) & 0xff));
  SharedPlace place;
  Counters *counters = w->machine->counters.get();
  if (isShared(thread, pointer, place)) {
    if (!checkShared(thread, place, site.size, number, what))
      return sinkPage;
    if (counters)
      counters->access(*thread, number, place.offset, site.size,
                       /*shared=*/true);
    if (kind != Store)
      shadowRead(thread, place, kind == Load ? site.size : 0, number);
    if (kind != Load)
      shadowWrite(thread, place, site.size, number, kind == Atomic);
    return pointer;
  }
  if (w->isStack(pointer))
    return pointer;
  uint32_t order = site.p[0];
  if (kind == Load && (order & IsAtomic))
    if (findBuffer(*w->machine, pointer, site.size))
      pollWord(thread, pointer, site.size, number);
  orderAccess(thread, pointer, order);
  if (!checkGlobal(thread, pointer, site.size, kind,
                   kind == Atomic || (order & IsAtomic), number))
    return sinkPage;
  if (counters)
    counters->access(*thread, number, reinterpret_cast<uintptr_t>(pointer),
                     site.size, /*shared=*/false);
  return pointer;
}

void *__kopt_sim_range(Thread *thread, char *pointer, uint64_t bytes,
                       uint32_t number) {
  World *w = thread->world;
  const Site &site = (*w->machine->sites)[number];
  AccessKind kind = AccessKind(site.kind);
  bool reads = kind == Load || kind == CopyFrom;
  if (!bytes)
    return pointer;
  SharedPlace place;
  if (isShared(thread, pointer, place)) {
    if (!checkShared(thread, place, bytes, number, reads ? "read" : "write"))
      killThread(thread);
    if (reads)
      shadowRead(thread, place, uint32_t(bytes), number);
    else
      shadowWrite(thread, place, uint32_t(bytes), number, false);
    return pointer;
  }
  // A range has no sink to go to: the thread ends.
  if (!w->isStack(pointer) &&
      !checkGlobal(thread, pointer, bytes, kind, /*atomic=*/false, number))
    killThread(thread);
  return pointer;
}

void *__kopt_sim_shared(Thread *thread, uint32_t address) {
  return thread->block->cluster->arena + address;
}

void __kopt_sim_tick(Thread *thread, uint32_t number) {
  World *w = thread->world;
  if (--w->ticks <= 0) {
    complain(thread, "timeout", number, kNoSite,
             "the block used up its %lld loop iterations",
             (long long)w->machine->maxTicks);
    stopLaunch(thread);
  }
  if ((w->ticks & 0xfff) == 0 && w->machine->isLate(number))
    stopLaunch(thread);
  // A loop that waits for another thread must not starve it.
  if ((--thread->ticks & 0xfff) == 0)
    yieldThread(thread, "its turn", number);
}

} // extern "C"

} // namespace kopt::sim
