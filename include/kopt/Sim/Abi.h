#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>
namespace kopt::sim {
struct Sregs {
  uint32_t tid[3], ntid[3], ctaid[3], nctaid[3];
  uint32_t laneid, warpid, nwarpid, smid;
  uint32_t clusterid[3], nclusterid[3], cctaid[3], cnctaid[3], ctarank, nctarank;
  uint32_t warpsize, dynSmem, totalSmem, lanemaskEq, lanemaskLe, lanemaskLt, lanemaskGe, lanemaskGt;
  uint32_t one;
  char *smem;
};
enum AccessKind : uint8_t { Load, Store, Atomic, CopyTo, CopyFrom };
struct Site {
  uint32_t size = 0, align = 1; uint8_t kind = 0, space = 0;
  uint32_t p[8] = {};
  std::string op, loc;
};
struct KernelDesc {
  std::string name;
  std::vector<uint32_t> paramSizes;
  std::vector<bool> byval;
  uint32_t reqntid[3] = {0, 0, 0}, cluster[3] = {1, 1, 1};
  uint32_t staticShared = 0, dynamicOffset = 1024;
};
struct ObjectImage {
  std::string object;
  std::vector<Site> sites;
  std::vector<KernelDesc> kernels;
};
}
