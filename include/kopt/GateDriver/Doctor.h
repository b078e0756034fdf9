//===- Doctor.h - What works on this machine --------------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_DOCTOR_H
#define KOPT_GATEDRIVER_DOCTOR_H

#include "kopt/GateDriver/Session.h"

namespace kopt {

/// Prints, one line each, what kopt finds: cards, the simulated GPU, driver,
/// GPUs with architecture and clocks, access to them, ptxas, memory, disk; and
/// at the end what works and what does not. Starts workers, launches nothing
/// and changes nothing. Whether the simulated GPU, which needs nothing, works.
bool printDoctor(Session &session, llvm::raw_ostream &os);

} // namespace kopt

#endif // KOPT_GATEDRIVER_DOCTOR_H
