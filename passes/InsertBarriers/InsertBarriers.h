//===- InsertBarriers.h - Barriers between uses of shared memory  -*- C++
//-*-===//

#ifndef PASSES_INSERTBARRIERS_INSERTBARRIERS_H
#define PASSES_INSERTBARRIERS_INSERTBARRIERS_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/InsertBarriers/InsertBarriers.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/InsertBarriers/InsertBarriers.h.inc"

} // namespace kopt

#endif // PASSES_INSERTBARRIERS_INSERTBARRIERS_H
