//===- Shadow.cpp - Who touched which byte of shared memory ---------------===//

#include "lib/Sim/Machine.h"

#include <algorithm>

namespace kopt::sim {

/// Of a block's shared addresses; the bits above are its rank.
constexpr unsigned kWindowBits = 24;
constexpr uint32_t kMostBlocks = 16;

void Shadow::reset(size_t bytes) {
  for (std::vector<uint32_t> *cells :
       {&write, &writeSite, &read, &readSite, &read2, &read2Site})
    cells->assign(bytes, 0);
  atomic.assign(bytes, 0);
  more.clear();
}

bool isShared(const Thread *thread, const void *pointer, SharedPlace &place) {
  uintptr_t distance =
      reinterpret_cast<uintptr_t>(pointer) -
      reinterpret_cast<uintptr_t>(thread->block->cluster->arena);
  if (distance >> kWindowBits >= kMostBlocks)
    return false;
  place.rank = uint32_t(distance >> kWindowBits);
  place.offset = uint32_t(distance & ((1u << kWindowBits) - 1));
  return true;
}

/// An access to another block: it must have started, which only a barrier of
/// the cluster tells, and be there still, which the block's end finds out.
static void checkRemote(Thread *thread, Block &target, uint32_t site,
                        const char *what) {
  if (thread->clusterWaits == 0)
    complain(thread, "race", site, kNoSite,
             "%s of the shared memory of block %u of the cluster, which may "
             "not have started",
             what, target.rank);
  if (target.live == 0)
    complain(thread, "race", site, kNoSite,
             "%s of the shared memory of block %u of the cluster, which has "
             "ended",
             what, target.rank);
  target.remote[thread->agent] = {epoch(thread->agent, thread->clock), site};
}

bool checkShared(Thread *thread, SharedPlace place, uint64_t bytes,
                 uint32_t site, const char *what) {
  Cluster &cluster = *thread->block->cluster;
  if (place.rank >= cluster.blocks.size()) {
    complain(thread, "out-of-bounds", site, kNoSite,
             "%s of the shared memory of block %u of a cluster of %zu blocks",
             what, place.rank, cluster.blocks.size());
    return false;
  }
  Block &target = cluster.blocks[place.rank];
  if (place.offset < 1024 || place.offset + bytes > target.smemEnd) {
    complain(thread, "out-of-bounds", site, kNoSite,
             "%s of %llu bytes at shared address %u, block has [1024, %u)",
             what, static_cast<unsigned long long>(bytes), place.offset,
             target.smemEnd);
    return false;
  }
  if (&target != thread->block && thread->world->machine->races)
    checkRemote(thread, target, site, what);
  return true;
}

static void race(Thread *thread, uint32_t offset, uint32_t site, uint32_t other,
                 uint32_t otherSite, const char *what) {
  uint32_t agent = other >> kClockBits;
  uint32_t threads = uint32_t(thread->block->threads.size());
  std::string block;
  if (thread->block->cluster->blocks.size() > 1)
    block = " of block " + std::to_string(agent / threads) + " of the cluster";
  complain(thread, "race", site, otherSite,
           "%s at shared address %u: not ordered after access by thread %u%s",
           what, offset, agent % threads, block.c_str());
}

static bool uniform(const uint32_t *cells, uint32_t count) {
  for (uint32_t i = 1; i < count; ++i)
    if (cells[i] != cells[0])
      return false;
  return true;
}

/// Calls fn(offset, bytes) for pieces whose cells are all alike: usually the
/// whole access at once.
template <typename Fn>
static void forPieces(const Shadow &s, uint32_t offset, uint32_t bytes, Fn fn) {
  for (uint32_t i = offset, end = offset + bytes; i < end;) {
    uint32_t n = std::min(16u, end - i);
    if (uniform(&s.write[i], n) && uniform(&s.read[i], n) &&
        uniform(&s.read2[i], n)) {
      fn(i, n);
    } else {
      for (uint32_t j = i; j < i + n; ++j)
        fn(j, 1u);
    }
    i += n;
  }
}

void shadowRead(Thread *thread, SharedPlace place, uint32_t bytes,
                uint32_t site) {
  Shadow &s = thread->block->cluster->blocks[place.rank].shadow;
  uint32_t offset = place.offset;
  uint32_t me = epoch(thread->agent, thread->clock);
  bool races = thread->world->machine->races;
  forPieces(s, offset, bytes, [&](uint32_t i, uint32_t n) {
    if (!s.write[i])
      complain(thread, "uninitialised", site, kNoSite,
               "read of shared address %u never written", i);
    else if (races && !happenedBefore(thread, s.write[i]))
      race(thread, i, site, s.write[i], s.writeSite[i], "read");
    if (!races || s.read[i] == me || s.read2[i] == me)
      return;
    // A reader that this read is ordered after need not be kept.
    auto replaces = [&](uint32_t e) { return !e || happenedBefore(thread, e); };
    if (replaces(s.read[i])) {
      std::fill_n(&s.read[i], n, me);
      std::fill_n(&s.readSite[i], n, site);
      return;
    }
    if (!replaces(s.read2[i]))
      for (uint32_t j = i; j < i + n; ++j)
        s.more[j].push_back({s.read2[i], s.read2Site[i]});
    std::fill_n(&s.read2[i], n, me);
    std::fill_n(&s.read2Site[i], n, site);
  });
}

void shadowWrite(Thread *thread, SharedPlace place, uint32_t bytes,
                 uint32_t site, bool atomic) {
  Shadow &s = thread->block->cluster->blocks[place.rank].shadow;
  uint32_t offset = place.offset;
  uint32_t me = epoch(thread->agent, thread->clock);
  bool races = thread->world->machine->races;
  forPieces(s, offset, bytes, [&](uint32_t i, uint32_t n) {
    if (races) {
      if (s.write[i] && !(atomic && s.atomic[i]) &&
          !happenedBefore(thread, s.write[i]))
        race(thread, i, site, s.write[i], s.writeSite[i], "write");
      if (s.read[i] && !happenedBefore(thread, s.read[i]))
        race(thread, i, site, s.read[i], s.readSite[i], "write after read");
      else if (s.read2[i] && !happenedBefore(thread, s.read2[i]))
        race(thread, i, site, s.read2[i], s.read2Site[i], "write after read");
      if (!s.more.empty())
        for (uint32_t j = i; j < i + n; ++j) {
          auto it = s.more.find(j);
          if (it == s.more.end())
            continue;
          for (auto &[reader, readerSite] : it->second)
            if (!happenedBefore(thread, reader)) {
              race(thread, j, site, reader, readerSite, "write after read");
              break;
            }
          s.more.erase(it);
        }
      std::fill_n(&s.read[i], n, 0u);
      std::fill_n(&s.read2[i], n, 0u);
    }
    std::fill_n(&s.write[i], n, me);
    std::fill_n(&s.writeSite[i], n, site);
    std::fill_n(&s.atomic[i], n, uint8_t(atomic));
  });
}

} // namespace kopt::sim
