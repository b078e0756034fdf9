//===- Counters.h - What memory requests cost -------------------*- C++ -*-===//
//
// The lanes of a warp that execute one operation for the k-th time make one
// request. Lanes whose loops run a different number of times are put together
// by that count, which is not what hardware does after they diverge: the
// numbers are a model's.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_SIM_COUNTERS_H
#define LIB_SIM_COUNTERS_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kopt::sim {

struct Thread;

/// Sums over requests; `cost` and `ideal` as in gate::SiteCounters.
struct RequestTotals {
  uint64_t requests = 0, bytes = 0, cost = 0, ideal = 0;
};
/// A generic access may go to either memory.
struct SiteTotals {
  RequestTotals global, shared;
};

/// The counters of one launch.
class Counters {
public:
  explicit Counters(size_t sites) : sums(sites) {}

  /// Starts with the blocks that are there together: so many warps.
  void beginBlocks(size_t warps);
  /// One lane's access. `address` is a byte offset for shared memory.
  void access(const Thread &thread, uint32_t site, uint64_t address,
              uint32_t bytes, bool shared);
  /// Closes the requests that not all lanes of their warp took part in.
  void endBlocks();

  const std::vector<SiteTotals> &totals() const { return sums; }

private:
  struct Request {
    uint32_t lanes = 0, bytes = 0;
    bool shared = false;
    uint64_t address[32];
  };
  void close(uint32_t site, const Request &request);

  std::vector<SiteTotals> sums;
  size_t warps = 0;            ///< that are there
  std::vector<uint32_t> turns; ///< of these, per thread and site
  std::unordered_map<uint64_t, Request> open;
};

} // namespace kopt::sim

#endif // LIB_SIM_COUNTERS_H
