//===- ToSimt.h - From tiles to one thread's code ---------------*- C++ -*-===//

#ifndef PASSES_TOSIMT_TOSIMT_H
#define PASSES_TOSIMT_TOSIMT_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ToSimt/ToSimt.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/ToSimt/ToSimt.h.inc"

} // namespace kopt

#endif // PASSES_TOSIMT_TOSIMT_H
