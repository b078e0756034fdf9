//===- Clock.h - Processor time ---------------------------------*- C++ -*-===//

#ifndef KOPT_SUPPORT_CLOCK_H
#define KOPT_SUPPORT_CLOCK_H

namespace kopt {

/// Processor time of this process, in seconds: other work on the machine must
/// not decide whether a kernel is in time.
double processorSeconds();

} // namespace kopt

#endif // KOPT_SUPPORT_CLOCK_H
