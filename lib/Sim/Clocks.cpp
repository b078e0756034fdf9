//===- Clocks.cpp - Views and their joins ---------------------------------===//

#include "lib/Sim/Machine.h"

#include <algorithm>

namespace kopt::sim {

View joinViews(const View &a, const View &b) {
  if (a == b || !b || b->empty())
    return a;
  if (!a || a->empty())
    return b;
  auto joined = std::make_shared<std::vector<Clock>>(*a);
  joined->resize(std::max(a->size(), b->size()));
  for (size_t i = 0; i < b->size(); ++i)
    (*joined)[i] = std::max((*joined)[i], (*b)[i]);
  return joined;
}

bool happenedBefore(const Thread *thread, uint32_t e) {
  uint32_t agent = e >> kClockBits, clock = e & ((1u << kClockBits) - 1);
  if (agent == thread->agent)
    return true;
  const View &view = thread->view;
  return view && agent < view->size() && (*view)[agent] >= clock;
}

void synchroniseAll(const std::vector<Thread *> &threads) {
  if (threads.empty() || !threads[0]->world->machine->races)
    return;
  auto joined = std::make_shared<std::vector<Clock>>(
      threads[0]->block->cluster->agents());
  // Threads that left one barrier together share a view: join each once.
  const std::vector<Clock> *last = nullptr;
  for (Thread *thread : threads) {
    if (thread->view.get() == last)
      continue;
    last = thread->view.get();
    for (size_t i = 0; i < last->size(); ++i)
      (*joined)[i] = std::max((*joined)[i], (*last)[i]);
  }
  for (Thread *thread : threads)
    (*joined)[thread->agent] = thread->clock++;
  View view = joined;
  Known known;
  for (Thread *thread : threads)
    known = joinKnown(known, thread->known);
  for (Thread *thread : threads) {
    thread->view = view;
    thread->known = known;
  }
}

} // namespace kopt::sim
