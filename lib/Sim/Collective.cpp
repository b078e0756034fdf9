//===- Collective.cpp - Operations of a whole warp ------------------------===//

#include "lib/Sim/Machine.h"

#include <algorithm>

namespace kopt::sim {

/// Runs fn once, on the last lane to arrive; every lane's argument lies on its
/// own suspended stack.
template <typename Fn>
static void collective(Thread *thread, uint32_t mask, uint32_t site,
                       const char *what, void *argument, Fn fn) {
  Warp *warp = thread->warp;
  uint32_t lane = thread->laneid;
  if (!(mask >> lane & 1)) {
    complain(thread, "divergence", site, kNoSite,
             "%s: lane %u is not in its own mask 0x%x", what, lane, mask);
    killThread(thread);
  }
  mask &= warp->live;
  Rendezvous *meeting = nullptr;
  for (Rendezvous &r : warp->pending) {
    if (!(r.mask & mask))
      continue;
    if (r.mask != mask || r.site != site) {
      complain(thread, "divergence", site, r.site,
               "%s: lane %u (mask 0x%x) meets lanes 0x%x that wait elsewhere "
               "(mask 0x%x)",
               what, lane, mask, r.arrived, r.mask);
      stopLaunch(thread);
    }
    meeting = &r;
  }
  if (!meeting) {
    warp->pending.emplace_back();
    meeting = &warp->pending.back();
    meeting->mask = mask;
    meeting->site = site;
  }
  meeting->arrived |= 1u << lane;
  meeting->arg[lane] = argument;
  if (meeting->arrived != meeting->mask)
    return blockThread(thread, what, site);
  Rendezvous done = *meeting;
  warp->pending.erase(warp->pending.begin() + (meeting - warp->pending.data()));
  fn(done);
  for (uint32_t m = done.mask & ~(1u << lane); m; m &= m - 1)
    thread->world->ready(warp->lanes[__builtin_ctz(m)]);
}

void warpExit(Thread *thread) {
  for (Rendezvous &r : thread->warp->pending)
    if (r.mask >> thread->laneid & 1)
      complain(thread, "divergence", r.site, kNoSite,
               "lane %u exits while lanes 0x%x wait for it in a warp-wide "
               "operation",
               thread->laneid, r.arrived);
}

template <typename T, typename Fn>
static void forLanes(const Rendezvous &r, Fn fn) {
  for (uint32_t m = r.mask; m; m &= m - 1) {
    unsigned lane = __builtin_ctz(m);
    fn(lane, *static_cast<T *>(r.arg[lane]));
  }
}

namespace {
struct Shuffle {
  uint32_t value, offset, clamp, result;
  bool inRange;
};
struct Word {
  uint32_t in, out;
};
enum ShuffleKind { Butterfly = 0, Up = 1, Down = 2, Index = 3 };
} // namespace

/// Which lane a shuffle reads, after PTX's pseudo-code for shfl.sync.
static int shuffleSource(uint32_t kind, int lane, const Shuffle &s,
                         bool &inRange) {
  int clamp = s.clamp & 31, segment = s.clamp >> 8 & 31, b = s.offset & 31;
  int highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
  int from = lane;
  switch (kind) {
  case Up:
    from = lane - b;
    inRange = from >= highest;
    break;
  case Down:
    from = lane + b;
    inRange = from <= highest;
    break;
  case Butterfly:
    from = lane ^ b;
    inRange = from <= highest;
    break;
  default:
    from = lowest | (b & ~segment);
    inRange = from <= highest;
  }
  return inRange ? from : lane;
}

static uint32_t reduceWord(uint32_t kind, uint32_t a, uint32_t b) {
  switch (kind) {
  case 1:
    return a + b;
  case 2:
    return a & b;
  case 3:
    return uint32_t(std::max(int32_t(a), int32_t(b)));
  case 4:
    return uint32_t(std::min(int32_t(a), int32_t(b)));
  case 5:
    return a | b;
  case 6:
    return std::max(a, b);
  case 7:
    return std::min(a, b);
  default:
    return a ^ b;
  }
}

extern "C" {

bool __kopt_sim_shfl(Thread *thread, uint32_t kind, uint32_t mask,
                     uint32_t value, uint32_t offset, uint32_t clamp,
                     uint32_t *result, uint32_t site) {
  Shuffle mine{value, offset, clamp, 0, false};
  collective(thread, mask, site, "shfl.sync", &mine, [&](Rendezvous &r) {
    forLanes<Shuffle>(r, [&](unsigned lane, Shuffle &s) {
      int from = shuffleSource(kind, int(lane), s, s.inRange);
      if (!(r.mask >> (from & 31) & 1)) {
        complain(thread, "divergence", site, kNoSite,
                 "shfl.sync: lane %u reads lane %d, which does not take part",
                 lane, from);
        return;
      }
      s.result = static_cast<Shuffle *>(r.arg[from])->value;
    });
  });
  *result = mine.result;
  return mine.inRange;
}

/// kind: 0 any, 1 all, 2 ballot, 3 uniform.
uint32_t __kopt_sim_vote(Thread *thread, uint32_t kind, uint32_t mask,
                         bool predicate, uint32_t site) {
  Word mine{predicate, 0};
  collective(thread, mask, site, "vote.sync", &mine, [&](Rendezvous &r) {
    uint32_t ballot = 0;
    forLanes<Word>(r, [&](unsigned lane, Word &w) { ballot |= w.in << lane; });
    uint32_t out = kind == 0   ? ballot != 0
                   : kind == 1 ? ballot == r.mask
                   : kind == 2 ? ballot
                               : ballot == 0 || ballot == r.mask;
    forLanes<Word>(r, [&](unsigned, Word &w) { w.out = out; });
  });
  return mine.out;
}

/// kind as in NVVM::ReductionKind: 1 add, 2 and, 3 max, 4 min, 5 or, 6 umax,
/// 7 umin, 8 xor.
uint32_t __kopt_sim_redux(Thread *thread, uint32_t kind, uint32_t mask,
                          uint32_t value, uint32_t site) {
  Word mine{value, 0};
  collective(thread, mask, site, "redux.sync", &mine, [&](Rendezvous &r) {
    bool first = true;
    uint32_t out = 0;
    forLanes<Word>(r, [&](unsigned, Word &w) {
      out = first ? w.in : reduceWord(kind, out, w.in);
      first = false;
    });
    forLanes<Word>(r, [&](unsigned, Word &w) { w.out = out; });
  });
  return mine.out;
}

bool __kopt_sim_elect(Thread *thread, uint32_t mask, uint32_t site) {
  Word mine{0, 0};
  collective(thread, mask, site, "elect.sync", &mine, [&](Rendezvous &r) {
    unsigned leader = __builtin_ctz(r.mask);
    forLanes<Word>(r, [&](unsigned lane, Word &w) { w.out = lane == leader; });
  });
  return mine.out;
}

/// Unlike shuffles and votes, this orders memory.
void __kopt_sim_syncwarp(Thread *thread, uint32_t mask, uint32_t site) {
  collective(thread, mask, site, "bar.warp.sync", nullptr, [&](Rendezvous &r) {
    std::vector<Thread *> threads;
    for (uint32_t m = r.mask; m; m &= m - 1)
      threads.push_back(thread->warp->lanes[__builtin_ctz(m)]);
    synchroniseAll(threads);
  });
}

} // extern "C"

} // namespace kopt::sim
