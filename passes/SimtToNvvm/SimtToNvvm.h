//===- SimtToNvvm.h - Form 3 to llvm and nvvm -------------------*- C++ -*-===//

#ifndef PASSES_SIMTTONVVM_SIMTTONVVM_H
#define PASSES_SIMTTONVVM_SIMTTONVVM_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/SimtToNvvm/SimtToNvvm.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/SimtToNvvm/SimtToNvvm.h.inc"

} // namespace kopt

#endif // PASSES_SIMTTONVVM_SIMTTONVVM_H
