//===- Abi.h - Between generated code and the simulated machine -*- C++ -*-===//
//
// The one header that the compiler side (passes/NvvmToSim, lib/SimCompile) and
// the run time (lib/Sim) share. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SIM_ABI_H
#define KOPT_SIM_ABI_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kopt::sim {

/// The special registers of a thread. Generated code reads them at fixed
/// offsets from the pointer that `__kopt_sim_self` returns.
struct Sregs {
  uint32_t tid[3], ntid[3], ctaid[3], nctaid[3];
  uint32_t laneid, warpid, nwarpid, smid;
  uint32_t clusterid[3], nclusterid[3], cctaid[3], cnctaid[3], ctarank,
      nctarank;
  uint32_t warpsize, dynSmem, totalSmem, lanemaskEq, lanemaskLe, lanemaskLt,
      lanemaskGe, lanemaskGt;
  uint32_t one;
  uint64_t instructions; ///< executed so far; generated code adds to it
  char *smem; ///< the block's shared window; its low 32 bits are the address
};

enum AccessKind : uint8_t { Load, Store, Atomic, CopyTo, CopyFrom };

/// Of an access, between blocks of a device.
enum Order : uint8_t { IsAtomic = 1, Acquires = 2, Releases = 4 };

/// Static facts of one instrumented operation. Generated code names it by its
/// index in the image's table.
struct Site {
  uint32_t size = 0;  ///< bytes of one access
  uint32_t align = 1; ///< required alignment in bytes
  uint8_t kind = 0;   ///< an AccessKind
  uint8_t space = 0;  ///< 0 generic, 1 global, 3 shared
  uint32_t p[8] = {}; ///< operation specific; of an access p[0]: Order bits
  std::string op;     ///< "llvm.load", "nvvm.barrier0" …
  std::string loc;    ///< the MLIR location as text
};

/// A kernel of an image. It is entered as `void __kopt_entry_<name>(void **)`:
/// element i points to the value of parameter i.
struct KernelDesc {
  std::string name;
  std::vector<uint32_t> paramSizes; ///< bytes of each parameter
  std::vector<bool> byval;          ///< the parameter is a copy in memory
  uint32_t reqntid[3] = {0, 0, 0};  ///< required block, 0: any
  uint32_t cluster[3] = {1, 1, 1};
  uint32_t staticShared = 0;     ///< bytes
  uint32_t dynamicOffset = 1024; ///< where dynamic shared memory starts
};

/// What Image::Kind::SimObject holds.
struct ObjectImage {
  std::string object; ///< a relocatable x86-64 ELF object
  std::vector<Site> sites;
  std::vector<KernelDesc> kernels;
};

/// A self-contained byte string, and back. `deserialise` returns false for
/// anything truncated or out of range.
std::string serialise(const ObjectImage &image);
bool deserialise(const std::string &bytes, ObjectImage &image);

/// The same with its length in front, as a driver is given an image: by its
/// address alone. `fromDriverImage` returns false where `image` does not begin
/// as one.
std::string driverImage(const std::string &bytes);
bool fromDriverImage(const char *image, std::string &bytes);

/// Every symbol that generated code may refer to, with its address in this
/// process: the entry points below and the approximate functions.
///
///   void *__kopt_sim_self()
///   void *__kopt_sim_access(self, pointer, i32 site)
///   void *__kopt_sim_range(self, pointer, i64 bytes, i32 site)
///   void *__kopt_sim_shared(self, i32 address)
///   void  __kopt_sim_tick(self, i32 site)
///   void  __kopt_sim_barrier(self, i32 id, i32 threads, i32 arriveOnly, i32
///   site)
///   void  __kopt_sim_cluster_arrive(self, i32 relaxed, i32 site)
///   void  __kopt_sim_cluster_wait(self, i32 site)
///   void *__kopt_sim_mapa(self, pointer, i32 rank, i32 site)
///   void  __kopt_sim_syncwarp(self, i32 mask, i32 site) i1
///   __kopt_sim_shfl(self, i32 kind, i32 mask, i32 value, i32 offset,
///                         i32 clamp, i32 *result, i32 site)
///   i32   __kopt_sim_vote(self, i32 kind, i32 mask, i1 predicate, i32 site)
///   i32   __kopt_sim_redux(self, i32 kind, i32 mask, i32 value, i32 site)
///   i1    __kopt_sim_elect(self, i32 mask, i32 site)
///   f32   __kopt_sim_{ex2,ex2_ftz,lg2,rsqrt,rcp_ftz,tanh}(f32)
std::vector<std::pair<std::string, void *>> runtimeSymbols();

} // namespace kopt::sim

#endif // KOPT_SIM_ABI_H
