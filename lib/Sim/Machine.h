//===- Machine.h - Inside the simulated machine -----------------*- C++ -*-===//
//
// All threads are fibres of one OS thread, so the machine needs no locks.
// Order is tracked by vector clocks: an *epoch* is an agent and its clock, a
// *view* says of every agent up to which clock an agent has seen it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_SIM_MACHINE_H
#define LIB_SIM_MACHINE_H

#include "kopt/Sim/Abi.h"
#include "kopt/Support/Clock.h"
#include "lib/Sim/Counters.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace kopt::sim {

struct Warp;
struct Block;
struct Cluster;
struct World;
struct Buffer;

using Clock = uint32_t;
/// Shared copy-on-write: all threads that leave a barrier share one.
using View = std::shared_ptr<const std::vector<Clock>>;
/// The view that was known of other clusters' threads, by number of the cluster
/// in the launch. Null: nothing is known.
using Known = std::shared_ptr<const std::map<uint32_t, View>>;
constexpr unsigned kClockBits = 18;
constexpr uint32_t kNoSite = ~0u;
inline uint32_t epoch(uint32_t agent, Clock clock) {
  return agent << kClockBits | clock;
}

enum class State : uint8_t { Ready, Blocked, Spinning, Done };

struct Thread : Sregs {
  boost::context::detail::fcontext_t context = nullptr;
  Warp *warp = nullptr;
  Block *block = nullptr;
  World *world = nullptr;
  Thread *next = nullptr; ///< in the queue of ready threads
  State state = State::Ready;
  uint32_t waitSite = kNoSite;
  const char *waitWhat = "";
  uint32_t agent = 0;     ///< the thread's number in its cluster
  uint32_t batchWarp = 0; ///< its warp's number among those that are there
  int64_t ticks = 0;
  Clock clock = 1;
  View view;   ///< what happened before the thread's next step
  Known known; ///< the same of other clusters
  /// The word that the thread polls, and what it read there last.
  const char *polled = nullptr;
  uint64_t polledValue = 0;
  bool polling = false; ///< that is why it lets others run
  Buffer *lastBuffer = nullptr;
  // Barriers of the cluster: how often arrived and waited, and the view when
  // it last arrived.
  uint32_t clusterArrivals = 0, clusterWaits = 0;
  View arrivedView; ///< null: relaxed
};

/// Lanes that meet in a warp-wide operation.
struct Rendezvous {
  uint32_t mask = 0, arrived = 0, site = 0;
  void *arg[32];
};

struct Warp {
  uint32_t live = 0;
  std::vector<Rendezvous> pending;
  std::vector<Thread *> lanes;
};

struct Barrier {
  uint32_t arrived = 0, expected = 0, site = kNoSite;
  std::vector<Thread *> waiting, came;
};

/// Per byte of shared memory: the last write, two readers since, and more in a
/// map. An epoch of 0 is "never".
struct Shadow {
  std::vector<uint32_t> write, writeSite, read, readSite, read2, read2Site;
  std::vector<uint8_t> atomic;
  std::unordered_map<uint32_t, std::vector<std::pair<uint32_t, uint32_t>>> more;
  void reset(size_t bytes);
};

struct Block {
  World *world = nullptr;
  Cluster *cluster = nullptr;
  uint32_t rank = 0;   ///< in the cluster
  uint32_t number = 0; ///< machine.blockBase plus the block's index
  char *smem = nullptr;
  uint32_t smemEnd = 0, live = 0;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  Barrier barriers[16];
  Shadow shadow;
  /// By thread of another block: its last access to this block's shared memory
  /// as an epoch, and the site.
  std::unordered_map<uint32_t, std::pair<uint32_t, uint32_t>> remote;
};

/// Blocks that share their shared memory; one block where a launch has no
/// clusters.
struct Cluster {
  char *arena = nullptr; ///< 4 GiB aligned: low address bits are shared ones
  std::vector<Block> blocks;
  uint32_t live = 0; ///< threads
  // The barrier of all threads.
  uint32_t arrived = 0, phase = 0;
  std::vector<Thread *> waiting;
  uint32_t number = 0;     ///< in the launch
  View arriving, released; ///< what threads of this phase, and the last, saw
  Known arrivingKnown, releasedKnown;
  const void *joined = nullptr; ///< the last view that went into `arriving`
  uint32_t agents() const {
    return uint32_t(blocks.size() * blocks[0].threads.size());
  }
};

/// Global memory: bounds, a name, and per byte whether it was ever written; per
/// 4 bytes the last block that wrote it and the blocks that read it.
struct Buffer {
  char *low = nullptr, *high = nullptr;
  char *mapping = nullptr;
  size_t mappedBytes = 0;
  std::string name;
  bool readOnly = false; ///< launches must not write
  std::vector<uint8_t> initialised;
  std::vector<uint32_t> writer, writerSite, reader, readerSite;
  bool hasManyReaders = false; ///< some of `reader` are of several blocks
  /// In launches whose blocks order their accesses: the epochs of those in
  /// their clusters, and further readers that are not ordered.
  std::vector<uint32_t> writerEpoch, readerEpoch;
  struct Reader {
    uint32_t block, epoch, site;
  };
  std::unordered_map<size_t, std::vector<Reader>> moreReaders;
};

struct Report {
  std::string kind, text;
  uint32_t site = kNoSite, site2 = kNoSite;
  uint64_t count = 1;
};

struct LaunchShape {
  uint32_t grid[3], block[3], cluster[3] = {1, 1, 1};
  uint32_t staticShared = 0, dynamicShared = 0, dynamicOffset = 1024;
  bool cooperative = false; ///< all blocks are there at once
  /// The number of the cluster of a block, by its number in the grid.
  uint32_t clusterOf(uint64_t block) const;
};

/// One machine a process: configuration, memory, findings.
struct Machine {
  bool races = true;
  uint64_t seed = 0;
  unsigned multiprocessors = 4;
  int64_t maxTicks = int64_t(1) << 28;
  const std::vector<Site> *sites = nullptr; ///< of the running image
  std::vector<Report> reports;
  std::map<char *, std::unique_ptr<Buffer>> buffers; ///< by address
  uint32_t blockBase = 1;    ///< number of the launch's first block, for races
  uint64_t touchedBytes = 0; ///< of global memory, for modelled time
  std::unique_ptr<Counters> counters; ///< of the running launch, if wanted
  uint64_t instructions = 0;          ///< of threads that have ended
  double secondsLimit = 0; ///< of processor time, for launches; 0: no limit
  double deadline = 0;     ///< by processorSeconds()
  bool stopped = false;    ///< a finding after which the launch cannot go on

  /// Has the limit passed? Told as well, at a site, if so.
  bool isLate(uint32_t site);
  void report(const char *kind, uint32_t site, uint32_t site2,
              const std::string &text);
};

/// Runs one launch, cluster by cluster.
struct World {
  Machine *machine = nullptr;
  char *stacks = nullptr;
  size_t stackCount = 0;
  uint64_t random = 1;
  std::vector<std::unique_ptr<Cluster>> clusters; ///< that are there
  std::vector<char *> arenas; ///< of these, and of earlier ones
  Thread scheduler;
  Thread *current = nullptr, *head = nullptr, *tail = nullptr;
  size_t live = 0;
  std::vector<Thread *> spinning;
  /// Rounds in which threads did nothing but poll words that nobody changed.
  unsigned idleRounds = 0;
  bool stored = false;  ///< something was, since the last round
  bool ordered = false; ///< blocks may order their accesses to global memory
  /// What is known to who reads a word with acquire order: by address.
  std::unordered_map<const char *, Known> releases;
  bool dead = false;
  int64_t ticks = 0;
  void (*entry)(void **) = nullptr;
  void **params = nullptr;
  const LaunchShape *shape = nullptr;

  void ready(Thread *thread);
  void runClusters(uint64_t first);
  void schedule();
  bool isStack(const char *pointer) const;
};

extern World *world; ///< the running world, for generated code

/// Runs a kernel; findings go to the machine's reports.
void runLaunch(Machine &machine, void (*entry)(void **), void **params,
               const LaunchShape &shape);

// Scheduling: leave until somebody calls ready(); let others run first; end.
void blockThread(Thread *thread, const char *what, uint32_t site);
void yieldThread(Thread *thread, const char *what, uint32_t site);
[[noreturn]] void killThread(Thread *thread);
/// Ends the whole launch after a fatal finding.
[[noreturn]] void stopLaunch(Thread *thread);

void complain(Thread *thread, const char *kind, uint32_t site, uint32_t site2,
              const char *format, ...) __attribute__((format(printf, 5, 6)));

// Clocks.
View joinViews(const View &a, const View &b);
/// Whether the event of `epoch` happened before the thread's next step.
bool happenedBefore(const Thread *thread, uint32_t epoch);
Known joinKnown(const Known &a, const Known &b);
/// Whether the event of `epoch` in another block of the launch happened before
/// the thread's next step.
bool happenedBefore(const Thread *thread, uint32_t block, uint32_t epoch);
/// What an access to global memory with `order` (Order bits) orders.
void orderAccess(Thread *thread, const char *pointer, uint32_t order);
/// Lets others run where the thread reads a word again that has not changed.
void pollWord(Thread *thread, const char *pointer, uint32_t bytes,
              uint32_t site);
/// Everything before happens before everything after, for all of them.
void synchroniseAll(const std::vector<Thread *> &threads);

// Shared memory.
/// A place in the shared memory of a block of the thread's cluster.
struct SharedPlace {
  uint32_t rank, offset;
};
bool isShared(const Thread *thread, const void *pointer, SharedPlace &place);
/// Checks bounds, and that a block other than the thread's is there.
bool checkShared(Thread *thread, SharedPlace place, uint64_t bytes,
                 uint32_t site, const char *what);
void shadowRead(Thread *thread, SharedPlace place, uint32_t bytes,
                uint32_t site);
void shadowWrite(Thread *thread, SharedPlace place, uint32_t bytes,
                 uint32_t site, bool atomic);

// Global memory.
bool checkGlobal(Thread *thread, const char *pointer, uint64_t bytes,
                 AccessKind kind, bool atomic, uint32_t site);
Buffer *allocateBuffer(Machine &machine, uint64_t bytes,
                       const std::string &name);
/// The buffer that holds all of [address, address + bytes), or null.
Buffer *findBuffer(Machine &machine, const void *address, uint64_t bytes);
void freeBuffer(Machine &machine, Buffer *buffer);

// What must hold when a thread ends.
void barrierExit(Thread *thread);
void clusterExit(Thread *thread);
void warpExit(Thread *thread);

/// Where bad accesses go, so that a broken kernel can run on.
extern char sinkPage[4096];

} // namespace kopt::sim

#endif // LIB_SIM_MACHINE_H
