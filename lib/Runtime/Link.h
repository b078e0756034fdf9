//===- Link.h - PTX to a cubin ----------------------------------*- C++ -*-===//

#ifndef LIB_RUNTIME_LINK_H
#define LIB_RUNTIME_LINK_H

#include "Driver.h"

namespace kopt::cu {

/// PTX to a cubin for the current context's device by the driver's linker, with
/// all optimisations: the one way in which kopt compiles PTX, so that what is
/// measured is what is launched elsewhere. The compiler's log is appended to
/// `log`; a failure carries its errors.
Result<std::string> link(const Driver &driver, const std::string &ptx,
                         std::string &log);

} // namespace kopt::cu

#endif // LIB_RUNTIME_LINK_H
