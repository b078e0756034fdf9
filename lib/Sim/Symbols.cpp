//===- Symbols.cpp - What generated code may refer to ---------------------===//

#include "kopt/Sim/Abi.h"

// Addresses only: the signatures are in Abi.h and at the definitions.
extern "C" {
#define KOPT_SIM_SYMBOLS(X)                                                    \
  X(__kopt_sim_self)                                                           \
  X(__kopt_sim_access)                                                         \
  X(__kopt_sim_range)                                                          \
  X(__kopt_sim_shared)                                                         \
  X(__kopt_sim_tick)                                                           \
  X(__kopt_sim_barrier)                                                        \
  X(__kopt_sim_cluster_arrive)                                                 \
  X(__kopt_sim_cluster_wait)                                                   \
  X(__kopt_sim_mapa)                                                           \
  X(__kopt_sim_syncwarp)                                                       \
  X(__kopt_sim_shfl)                                                           \
  X(__kopt_sim_vote)                                                           \
  X(__kopt_sim_redux)                                                          \
  X(__kopt_sim_elect)                                                          \
  X(__kopt_sim_ex2)                                                            \
  X(__kopt_sim_ex2_ftz)                                                        \
  X(__kopt_sim_lg2)                                                            \
  X(__kopt_sim_rsqrt)                                                          \
  X(__kopt_sim_rcp_ftz)                                                        \
  X(__kopt_sim_tanh)
#define DECLARE(name) void name();
KOPT_SIM_SYMBOLS(DECLARE)
#undef DECLARE
}

std::vector<std::pair<std::string, void *>> kopt::sim::runtimeSymbols() {
  std::vector<std::pair<std::string, void *>> symbols;
#define ADD(name) symbols.push_back({#name, reinterpret_cast<void *>(&name)});
  KOPT_SIM_SYMBOLS(ADD)
#undef ADD
  return symbols;
}
