//===- MemoryOrder.h - Accesses that other threads must see -----*- C++ -*-===//

#ifndef PASSES_INSERTBARRIERS_MEMORYORDER_H
#define PASSES_INSERTBARRIERS_MEMORYORDER_H

#include "mlir/IR/Operation.h"

namespace kopt {

/// Whether different threads of a program may meet at one element of memory in
/// `first` and, later, `second`, one of them writing: in one round of the loops
/// around both or in different ones. Both are accesses (AccessInfo) of one
/// kernel whose tiles have layouts. True where nothing is known.
bool mayMeetInMemory(mlir::Operation *first, mlir::Operation *second);

} // namespace kopt

#endif // PASSES_INSERTBARRIERS_MEMORYORDER_H
