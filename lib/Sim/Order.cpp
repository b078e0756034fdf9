//===- Order.cpp - Order between blocks through global memory -------------===//
//
// A release keeps, under the address of the word, what its thread knows; who
// acquires the word afterwards knows that too.
//
//===----------------------------------------------------------------------===//

#include "lib/Sim/Machine.h"

#include <algorithm>
#include <cstring>

namespace kopt::sim {

uint32_t LaunchShape::clusterOf(uint64_t block) const {
  uint64_t x = block % grid[0], y = block / grid[0] % grid[1],
           z = block / grid[0] / grid[1];
  return uint32_t((z / cluster[2] * (grid[1] / cluster[1]) + y / cluster[1]) *
                      (grid[0] / cluster[0]) +
                  x / cluster[0]);
}

Known joinKnown(const Known &a, const Known &b) {
  if (a == b || !b)
    return a;
  if (!a)
    return b;
  auto joined = std::make_shared<std::map<uint32_t, View>>(*a);
  for (const auto &[cluster, view] : *b) {
    View &mine = (*joined)[cluster];
    mine = joinViews(mine, view);
  }
  return joined;
}

bool happenedBefore(const Thread *thread, uint32_t block, uint32_t e) {
  const World &w = *thread->world;
  uint32_t cluster = w.shape->clusterOf(block - w.machine->blockBase);
  if (cluster == thread->block->cluster->number)
    return happenedBefore(thread, e);
  if (!thread->known)
    return false;
  auto found = thread->known->find(cluster);
  if (found == thread->known->end() || !found->second)
    return false;
  const std::vector<Clock> &view = *found->second;
  uint32_t agent = e >> kClockBits, clock = e & ((1u << kClockBits) - 1);
  return agent < view.size() && view[agent] >= clock;
}

void orderAccess(Thread *thread, const char *pointer, uint32_t order) {
  World &w = *thread->world;
  if (!w.ordered || !w.machine->races)
    return;
  uint32_t mine = thread->block->cluster->number;
  if (order & Acquires) {
    auto found = w.releases.find(pointer);
    if (found != w.releases.end()) {
      thread->known = joinKnown(thread->known, found->second);
      auto own = found->second->find(mine);
      if (own != found->second->end())
        thread->view = joinViews(thread->view, own->second);
    }
  }
  if (order & Releases) {
    auto view = std::make_shared<std::vector<Clock>>(
        thread->view ? *thread->view : std::vector<Clock>());
    view->resize(std::max<size_t>(view->size(), thread->agent + 1));
    (*view)[thread->agent] = thread->clock++;
    auto known = std::make_shared<std::map<uint32_t, View>>();
    if (thread->known)
      *known = *thread->known;
    (*known)[mine] = view;
    Known &kept = w.releases[pointer];
    kept = joinKnown(kept, known);
  }
}

void pollWord(Thread *thread, const char *pointer, uint32_t bytes,
              uint32_t site) {
  uint64_t value = 0;
  std::memcpy(&value, pointer, std::min<uint32_t>(bytes, sizeof value));
  if (thread->polled == pointer && thread->polledValue == value) {
    thread->polling = true;
    yieldThread(thread, "a word of memory that no thread changes", site);
    thread->polling = false;
    std::memcpy(&value, pointer, std::min<uint32_t>(bytes, sizeof value));
  }
  thread->polled = pointer;
  thread->polledValue = value;
}

} // namespace kopt::sim
