//===- TmTensorDialect.h - torch-mlir's irregular operations ----*- C++ -*-===//

#ifndef DIALECTS_TMTENSOR_TMTENSORDIALECT_H
#define DIALECTS_TMTENSOR_TMTENSORDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/TmTensor/TmTensorDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/TmTensor/TmTensorOps.h.inc"

namespace kopt {
using tm::TmTensorDialect;
} // namespace kopt

#endif // DIALECTS_TMTENSOR_TMTENSORDIALECT_H
