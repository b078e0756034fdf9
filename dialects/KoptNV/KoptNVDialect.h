//===- KoptNVDialect.h - What NVVM lacks ------------------------*- C++ -*-===//

#ifndef DIALECTS_KOPTNV_KOPTNVDIALECT_H
#define DIALECTS_KOPTNV_KOPTNVDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/KoptNV/KoptNVDialect.h.inc"

#include "dialects/KoptNV/KoptNVEnums.h.inc"

#define GET_OP_CLASSES
#include "dialects/KoptNV/KoptNVOps.h.inc"

namespace kopt {
using nv::KoptNVDialect;
namespace nv {
/// The LLVM intrinsic that NVPTX turns into the PTX instruction of `op`, a
/// kopt_nv function; empty for any other. llvm.tanh.f32 is tanh.approx
/// with the flag afn only.
llvm::StringRef intrinsicOf(mlir::Operation *op);
} // namespace nv
} // namespace kopt

#endif // DIALECTS_KOPTNV_KOPTNVDIALECT_H
