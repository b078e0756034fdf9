//===- Canonicalize.h - Upstream's canonicalizer, as far as right -*- C++ -*-===//

#ifndef KOPT_SUPPORT_CANONICALIZE_H
#define KOPT_SUPPORT_CANONICALIZE_H

namespace kopt {

/// `canonicalize` as the text of a pipeline for programs on tensors. Left out is
/// upstream's folding of a `tensor.cast` into what an `scf.for` carries: it
/// takes the carried tensor to keep the extents of the first step, while a loop
/// may pad it or put it together with another at each step.
inline constexpr const char kCanonicalize[] =
    "canonicalize{disable-patterns=\"(anonymous "
    "namespace)::ForOpTensorCastFolder\"}";

} // namespace kopt

#endif // KOPT_SUPPORT_CANONICALIZE_H
