//===- Bufferization.h - Host programs on buffers ---------------*- C++ -*-===//

#ifndef DIALECTS_KOPT_BUFFERIZATION_H
#define DIALECTS_KOPT_BUFFERIZATION_H

#include "mlir/IR/DialectRegistry.h"

namespace kopt {

/// Makes One-Shot Bufferize understand `kopt.launch`: inputs are read, outputs
/// are written and become the results, and are read only where the kernel's
/// argument is `kopt.inout`. Kernels themselves are no part of it: they are
/// symbols in a gpu.module.
void registerBufferizableOpInterface(mlir::DialectRegistry &registry);

} // namespace kopt

#endif // DIALECTS_KOPT_BUFFERIZATION_H
