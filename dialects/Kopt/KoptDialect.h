//===- KoptDialect.h - The kopt dialect -------------------------*- C++ -*-===//

#ifndef DIALECTS_KOPT_KOPTDIALECT_H
#define DIALECTS_KOPT_KOPTDIALECT_H

#include "kopt/Layout/Layout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Kopt/KoptDialect.h.inc"
#include "dialects/Kopt/KoptEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Kopt/KoptAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/Kopt/KoptOps.h.inc"

namespace kopt {
/// What `kopt.scatter_reduce` demands beyond an access: its kind fits the
/// elements, and programs may share the memory.
mlir::LogicalResult verifyScatterReduce(ScatterReduceOp op);
} // namespace kopt

#endif // DIALECTS_KOPT_KOPTDIALECT_H
