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
#include "mlir/IR/RegionKindInterface.h"
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

#define GET_TYPEDEF_CLASSES
#include "dialects/Kopt/KoptTypes.h.inc"

namespace kopt {
/// Bytes of an element in memory: whole ones, an index 8.
int64_t elementBytes(mlir::Type element);

/// The types of a channel and of its tiles, printed as the channel's.
mlir::ParseResult parseTupleOf(mlir::OpAsmParser &parser, mlir::Type &channel,
                               llvm::SmallVectorImpl<mlir::Type> &tiles);
void printTupleOf(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::Type channel, mlir::TypeRange tiles);
/// The type of a tile that is there, or in flight.
mlir::RankedTensorType tileOf(mlir::Type type);
/// The types of a tile, there or in flight, and of a product in flight that is
/// of such a tile: printed as the first.
mlir::ParseResult parsePendingOf(mlir::OpAsmParser &parser, mlir::Type &tile,
                                 mlir::Type &pending);
void printPendingOf(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::Type tile, mlir::Type pending);
} // namespace kopt

#define GET_OP_CLASSES
#include "dialects/Kopt/KoptOps.h.inc"

namespace kopt {
/// Bytes of an element in memory: whole ones, an index 8.
int64_t elementBytes(mlir::Type element);

/// What `kopt.scatter_reduce` demands beyond an access: its kind fits the
/// elements, and programs may share the memory.
mlir::LogicalResult verifyScatterReduce(ScatterReduceOp op);

/// Whether `warps` warps may be given `regs` registers a thread (0: not set).
mlir::LogicalResult
verifyRegisters(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                int64_t warps, int64_t regs);
} // namespace kopt

#endif // DIALECTS_KOPT_KOPTDIALECT_H
