//===- Masks.h - Masks that are always true ---------------------*- C++ -*-===//

#ifndef LIB_REWRITES_MASKS_H
#define LIB_REWRITES_MASKS_H

#include "dialects/Kopt/KoptDialect.h"

namespace kopt {

/// Replaces `arith.select(iota + offset < limit, a, b)` by `a` wherever the
/// largest coordinate is known at compile time to be below the limit. Sound:
/// what is not known stays masked.
void foldFullMasks(KernelOp kernel);

} // namespace kopt

#endif // LIB_REWRITES_MASKS_H
