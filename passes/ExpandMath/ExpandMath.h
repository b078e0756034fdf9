//===- ExpandMath.h - Functions without a library ---------------*- C++ -*-===//

#ifndef PASSES_EXPANDMATH_EXPANDMATH_H
#define PASSES_EXPANDMATH_EXPANDMATH_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ExpandMath/ExpandMath.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/ExpandMath/ExpandMath.h.inc"

} // namespace kopt

#endif // PASSES_EXPANDMATH_EXPANDMATH_H
