//===- ToSimt.cpp - From tiles to one thread's code -----------------------===//

#include "passes/ToSimt/ToSimt.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "passes/ToSimt/KernelLowering.h"

namespace kopt {
#define GEN_PASS_DEF_TOSIMTPASS
#include "passes/ToSimt/ToSimt.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

namespace {

struct ToSimt : kopt::impl::ToSimtPassBase<ToSimt> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    for (KernelOp kernel : kernels) {
      KernelLowering lowering(kernel);
      if (failed(lowering.run()))
        return signalPassFailure();
      kernel.erase();
    }
  }
};

} // namespace
