//===- Barrier.cpp - Barriers of blocks and clusters ----------------------===//

#include "lib/Sim/Machine.h"

#include <utility>

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

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

/// Ends the phase where all threads that have not ended have arrived.
static void endPhase(Cluster &cluster) {
  if (cluster.arrived == 0 || cluster.arrived < cluster.live)
    return;
  cluster.released = std::move(cluster.arriving);
  cluster.arriving = cluster.released;
  cluster.releasedKnown = cluster.arrivingKnown;
  cluster.arrived = 0;
  cluster.joined = nullptr;
  ++cluster.phase;
  for (Thread *thread : std::exchange(cluster.waiting, {}))
    if (thread != thread->world->current)
      thread->world->ready(thread);
}

/// What a thread's block leaves behind: nobody may touch its shared memory any
/// more, so every access from elsewhere must have happened before some thread
/// of the block ended.
static void checkLeft(Block &block, Thread *last) {
  if (block.remote.empty())
    return;
  View seen;
  for (Thread &thread : block.threads)
    seen = joinViews(seen, thread.view);
  for (auto &[agent, access] : block.remote) {
    Clock clock = access.first & ((1u << kClockBits) - 1);
    if (seen && agent < seen->size() && (*seen)[agent] >= clock)
      continue;
    complain(last, "race", access.second, kNoSite,
             "access by thread %u of block %u of the cluster to the shared "
             "memory of block %u, which may have ended",
             unsigned(agent % block.threads.size()),
             unsigned(agent / block.threads.size()), block.rank);
    return;
  }
}

void clusterExit(Thread *thread) {
  Block &block = *thread->block;
  Cluster &cluster = *block.cluster;
  if (block.live == 0 && thread->world->machine->races)
    checkLeft(block, thread);
  // It may have arrived without waiting.
  if (thread->clusterArrivals > cluster.phase && cluster.arrived > 0)
    --cluster.arrived;
  endPhase(cluster);
}

extern "C" void __kopt_sim_cluster_arrive(Thread *thread, uint32_t relaxed,
                                          uint32_t site) {
  Cluster &cluster = *thread->block->cluster;
  if (thread->clusterArrivals != thread->clusterWaits) {
    complain(thread, "illegal", site, kNoSite,
             "a thread arrives at the barrier of the cluster again without "
             "having waited");
    killThread(thread);
  }
  ++thread->clusterArrivals;
  thread->arrivedView.reset();
  if (thread->world->machine->races && !relaxed) {
    thread->arrivedView = thread->view;
    // Most threads come with a view that others have brought already.
    if (thread->view.get() != cluster.joined)
      cluster.arriving = joinViews(cluster.arriving, thread->view);
    cluster.joined = thread->view.get();
    cluster.arrivingKnown = joinKnown(cluster.arrivingKnown, thread->known);
    auto all = std::const_pointer_cast<std::vector<Clock>>(cluster.arriving);
    if (all.use_count() > 2 || all->size() < cluster.agents()) {
      all = std::make_shared<std::vector<Clock>>(*all);
      all->resize(cluster.agents());
      cluster.arriving = all;
    }
    (*all)[thread->agent] = thread->clock++;
  }
  ++cluster.arrived;
  endPhase(cluster);
}

extern "C" void __kopt_sim_cluster_wait(Thread *thread, uint32_t site) {
  Cluster &cluster = *thread->block->cluster;
  if (thread->clusterArrivals == thread->clusterWaits) {
    complain(thread, "illegal", site, kNoSite,
             "a thread waits at the barrier of the cluster without having "
             "arrived");
    killThread(thread);
  }
  if (cluster.phase < thread->clusterArrivals) {
    cluster.waiting.push_back(thread);
    blockThread(thread, "the barrier of the cluster", site);
  }
  ++thread->clusterWaits;
  if (!thread->world->machine->races)
    return;
  thread->known = joinKnown(thread->known, cluster.releasedKnown);
  // What the thread saw when it arrived is in there.
  if (thread->arrivedView && thread->arrivedView == thread->view)
    thread->view = cluster.released;
  else
    thread->view = joinViews(thread->view, cluster.released);
}

/// Where `address`, one of this block's shared memory, lies in block `rank`.
extern "C" char *__kopt_sim_mapa(Thread *thread, char *address, uint32_t rank,
                                 uint32_t site) {
  SharedPlace place;
  if (isShared(thread, address, place))
    return thread->block->cluster->arena + (size_t(rank) << 24) + place.offset;
  complain(thread, "illegal", site, kNoSite,
           "expected a shared address of this block, but got another one");
  return sinkPage;
}

} // namespace kopt::sim
