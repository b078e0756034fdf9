//===- Counters.cpp - What memory requests cost ---------------------------===//

#include "lib/Sim/Counters.h"
#include "lib/Sim/Machine.h"

#include <algorithm>

namespace kopt::sim {

constexpr uint32_t kSectorBytes = 32, kBanks = 32, kBankBytes = 4;
/// The widest access of one lane.
constexpr uint32_t kPieceBytes = 16;
/// Requests of part of a warp wait for the rest; not without end.
constexpr size_t kMostOpen = 1 << 16;

/// Adds one request for a mask of lanes.
static void addGlobal(RequestTotals &sum, const uint64_t *address,
                      uint32_t lanes, uint32_t offset, uint32_t bytes) {
  std::vector<uint64_t> sectors, starts;
  for (uint32_t m = lanes; m; m &= m - 1) {
    uint64_t at = address[__builtin_ctz(m)] + offset;
    starts.push_back(at);
    for (uint64_t s = at / kSectorBytes; s <= (at + bytes - 1) / kSectorBytes;
         ++s)
      sectors.push_back(s);
  }
  std::sort(sectors.begin(), sectors.end());
  std::sort(starts.begin(), starts.end());
  // Bytes that several lanes read are fetched once.
  uint64_t distinct = 0, end = 0;
  for (uint64_t start : starts) {
    distinct += start + bytes - std::max(std::min(end, start + bytes), start);
    end = std::max(end, start + bytes);
  }
  ++sum.requests;
  sum.bytes += uint64_t(bytes) * starts.size();
  sum.cost += std::unique(sectors.begin(), sectors.end()) - sectors.begin();
  sum.ideal += (distinct + kSectorBytes - 1) / kSectorBytes;
}

/// Lanes of 8 bytes go by half warps, of 16 by quarters; a part takes as many
/// cycles as the fullest bank has different words.
static void addShared(RequestTotals &sum, const uint64_t *address,
                      uint32_t lanes, uint32_t offset, uint32_t bytes) {
  uint32_t parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4, width = 32 / parts;
  for (uint32_t part = 0; part < parts; ++part) {
    uint32_t mask = width == 32 ? ~0u : ((1u << width) - 1) << (part * width);
    std::vector<uint64_t> words;
    for (uint32_t m = lanes & mask; m; m &= m - 1) {
      uint64_t at = address[__builtin_ctz(m)] + offset;
      for (uint64_t w = at / kBankBytes; w <= (at + bytes - 1) / kBankBytes;
           ++w)
        words.push_back(w);
      sum.bytes += bytes;
    }
    if (words.empty())
      continue;
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    uint32_t inBank[kBanks] = {}, fullest = 0;
    for (uint64_t word : words)
      fullest = std::max(fullest, ++inBank[word % kBanks]);
    sum.cost += fullest;
    ++sum.ideal;
  }
  ++sum.requests;
}

void Counters::beginBlocks(size_t count) {
  warps = count;
  turns.assign(warps * 32 * sums.size(), 0);
  open.clear();
}

void Counters::access(const Thread &thread, uint32_t site, uint64_t address,
                      uint32_t bytes, bool shared) {
  size_t number = size_t(thread.batchWarp) * 32 + thread.laneid;
  uint64_t turn = turns[number * sums.size() + site]++;
  if (open.size() >= kMostOpen)
    endBlocks();
  uint64_t key = (turn * sums.size() + site) * warps + thread.batchWarp;
  Request &request = open[key];
  request.bytes = bytes;
  request.shared = shared;
  request.lanes |= 1u << thread.laneid;
  request.address[thread.laneid] = address;
  if (request.lanes != ~0u)
    return;
  close(site, request);
  open.erase(key);
}

void Counters::close(uint32_t site, const Request &request) {
  SiteTotals &sum = sums[site];
  for (uint32_t offset = 0; offset < request.bytes; offset += kPieceBytes) {
    uint32_t bytes = std::min(kPieceBytes, request.bytes - offset);
    if (request.shared)
      addShared(sum.shared, request.address, request.lanes, offset, bytes);
    else
      addGlobal(sum.global, request.address, request.lanes, offset, bytes);
  }
}

void Counters::endBlocks() {
  for (const auto &[key, request] : open)
    close(uint32_t(key / warps % sums.size()), request);
  open.clear();
}

} // namespace kopt::sim
