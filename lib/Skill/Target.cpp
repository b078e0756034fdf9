//===- Target.cpp - Numbers of the machine --------------------------------===//
//
// Sources: CUDA C++ Programming Guide, "Technical specifications per compute
// capability"; multiprocessors of A100, RTX 4090 and H200 (SXM).
//
//===----------------------------------------------------------------------===//

#include "kopt/Skill/Target.h"

using namespace kopt::skill;

namespace {
struct Row {
  const char *chip;
  int64_t multiprocessors, sharedPerBlock, sharedPerMultiprocessor,
      warpsPerMultiprocessor, blocksPerMultiprocessor, hasTma, clusterBlocks;
};
} // namespace

static constexpr Row rows[] = {
    {"sm_80", 108, 163 * 1024, 164 * 1024, 64, 32, 0, 1},
    {"sm_89", 128, 99 * 1024, 100 * 1024, 48, 24, 0, 1},
    {"sm_90a", 132, 227 * 1024, 228 * 1024, 64, 32, 1, 8},
};

static llvm::StringMap<int64_t> numbersOf(const Row &row) {
  llvm::StringMap<int64_t> numbers;
  numbers["multiprocessors"] = row.multiprocessors;
  numbers["shared_memory_per_block"] = row.sharedPerBlock;
  numbers["shared_memory_per_multiprocessor"] = row.sharedPerMultiprocessor;
  numbers["warps_per_multiprocessor"] = row.warpsPerMultiprocessor;
  numbers["blocks_per_multiprocessor"] = row.blocksPerMultiprocessor;
  numbers["has_tma"] = row.hasTma;
  numbers["cluster_blocks"] = row.clusterBlocks;
  numbers["registers_per_thread"] = 255;
  numbers["registers_per_multiprocessor"] = 65536;
  numbers["warps_per_block"] = 32;
  numbers["access_bytes"] = 16;
  return numbers;
}

std::optional<Target> Target::get(llvm::StringRef chip) {
  for (const Row &row : rows)
    if (chip == row.chip) {
      Target target;
      target.name = chip.str();
      target.numbers = numbersOf(row);
      return target;
    }
  return std::nullopt;
}

std::vector<std::string> Target::names() {
  std::vector<std::string> names;
  for (const auto &entry : numbersOf(rows[0]))
    names.push_back(entry.getKey().str());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<int64_t> Target::ask(llvm::StringRef what) const {
  auto found = numbers.find(what);
  if (found == numbers.end())
    return std::nullopt;
  return found->second;
}
