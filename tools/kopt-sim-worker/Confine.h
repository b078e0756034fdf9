//===- Confine.h - What the worker may ask of the system --------*- C++ -*-===//

#ifndef TOOLS_KOPT_SIM_WORKER_CONFINE_H
#define TOOLS_KOPT_SIM_WORKER_CONFINE_H

#include "kopt/Support/Status.h"

namespace kopt {

/// Gives up, for good, what running a kernel does not need: other programs
/// and processes, writing to files, sockets, looking into other processes.
/// Such calls fail with EPERM. Memory may still be mapped and made executable
/// and threads started. Fails with kind "confinement".
Status confine();

} // namespace kopt

#endif // TOOLS_KOPT_SIM_WORKER_CONFINE_H
