//===- KoptOps.td - All operations of the kopt dialect -----*- tablegen -*-===//

#ifndef KOPT_OPS_TD
#define KOPT_OPS_TD

include "dialects/Kopt/AsyncOps.td"
include "dialects/Kopt/CollectiveOps.td"
include "dialects/Kopt/ComputeOps.td"
include "dialects/Kopt/DotOps.td"
include "dialects/Kopt/KernelOps.td"
include "dialects/Kopt/LayoutAttr.td"
include "dialects/Kopt/MemoryOps.td"
include "dialects/Kopt/SyncOps.td"

#endif // KOPT_OPS_TD
