//===- Barrier.cpp - Barriers of a block ----------------------------------===//

#include "lib/Sim/Machine.h"

namespace kopt::sim {

static void release(Barrier &barrier) {
  synchroniseAll(barrier.came);
  for (Thread *thread : barrier.waiting)
    if (thread != thread->world->current)
      thread->world->ready(thread);
  barrier = Barrier();
}

/// A thread that ends cannot come to a barrier of the whole block any more.
void barrierExit(Thread *thread) {
  Block *block = thread->block;
  for (uint32_t id = 0; id < 16; ++id) {
    Barrier &barrier = block->barriers[id];
    if (!barrier.arrived || barrier.expected)
      continue;
    complain(barrier.waiting.empty() ? thread : barrier.waiting[0],
             "divergence", barrier.site, kNoSite,
             "thread %u exits while %u threads wait at barrier %u; first "
             "waiting",
             thread->tid[0], barrier.arrived, id);
    if (barrier.arrived >= block->live)
      release(barrier);
  }
}

extern "C" void __kopt_sim_barrier(Thread *thread, uint32_t id,
                                   uint32_t threads, uint32_t arriveOnly,
                                   uint32_t site) {
  // threads = 0: all threads of the block that have not ended.
  if (id > 15) {
    complain(thread, "illegal", site, kNoSite, "barrier id %u is above 15", id);
    killThread(thread);
  }
  if (threads & 31)
    complain(thread, "illegal", site, kNoSite,
             "barrier thread count %u is not a multiple of 32", threads);
  Barrier &barrier = thread->block->barriers[id];
  if (barrier.site == kNoSite) {
    barrier.site = site;
    barrier.expected = threads;
  } else if (barrier.site != site) {
    for (Thread *other : barrier.waiting)
      if (other->warp == thread->warp && other->waitSite != site) {
        complain(thread, "divergence", site, other->waitSite,
                 "threads of one warp wait for barrier %u at different "
                 "operations",
                 id);
        break;
      }
  }
  if (barrier.expected != threads)
    complain(thread, "divergence", site, barrier.site,
             "barrier %u is used with %u and %u threads in one phase", id,
             threads, barrier.expected);
  ++barrier.arrived;
  barrier.came.push_back(thread);
  if (!arriveOnly)
    barrier.waiting.push_back(thread);
  uint32_t needed = barrier.expected ? barrier.expected : thread->block->live;
  if (barrier.arrived >= needed)
    return release(barrier);
  if (!arriveOnly)
    blockThread(thread, "a barrier", site);
}

} // namespace kopt::sim
