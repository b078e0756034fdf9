//===- InlineReads.h - Compute again what is read by index ------*- C++ -*-===//

#ifndef LIB_REWRITES_INLINEREADS_H
#define LIB_REWRITES_INLINEREADS_H

#include "dialects/Kopt/KoptDialect.h"

namespace kopt {

/// In a form-1 kernel, replaces each element that a body reads by index of what
/// the kernel computes elementwise by the computation of that one element.
/// Reads of other values stay.
void inlineReads(KernelOp kernel);

} // namespace kopt

#endif // LIB_REWRITES_INLINEREADS_H
