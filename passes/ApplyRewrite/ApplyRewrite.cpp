//===- ApplyRewrite.cpp - One structural rewrite --------------------------===//

#include "passes/ApplyRewrite/ApplyRewrite.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrite.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"

namespace kopt {
#define GEN_PASS_DEF_APPLYREWRITEPASS
#include "passes/ApplyRewrite/ApplyRewrite.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

namespace {

struct ApplyRewrite : kopt::impl::ApplyRewritePassBase<ApplyRewrite> {
  using ApplyRewritePassBase::ApplyRewritePassBase;

  void runOnOperation() override {
    skill::registerAllRewrites();
    const skill::Rewrite *rewrite = skill::lookupRewrite(rewriteName);
    if (!rewrite) {
      getOperation().emitError() << "unknown rewrite '" << rewriteName << "'";
      return signalPassFailure();
    }
    auto dict =
        dyn_cast_or_null<DictionaryAttr>(parseAttribute(params, &getContext()));
    if (!dict) {
      getOperation().emitError()
          << "expected params to be a dictionary, but got '" << params << "'";
      return signalPassFailure();
    }
    // Anchors by number: a rewrite replaces the module's body, so pointers do
    // not survive.
    for (unsigned index = 0;;) {
      Operation *anchor = anchorAt(getOperation(), index);
      if (!anchor)
        return;
      OwningOpRef<ModuleOp> copy = getOperation().clone();
      IRRewriter rewriter(&getContext());
      std::string reason;
      if (failed(skill::applyRewrite(*rewrite, rewriter, anchorAt(*copy, index),
                                     dict, reason))) {
        anchor->emitRemark() << rewriteName << " not applied: " << reason;
        ++index;
        continue;
      }
      if (failed(verify(*copy))) {
        anchor->emitError() << rewriteName << " made invalid IR";
        return signalPassFailure();
      }
      getOperation().getBodyRegion().takeBody(copy->getBodyRegion());
      // A fused launch is tried again: it may have further producers.
      if (rewriteName != "fuse_launch")
        ++index;
      else
        index = 0;
    }
  }

  bool isAnchor(Operation *op) {
    if (rewriteName == "fuse_launch")
      return isa<LaunchOp>(op);
    if (rewriteName == "defer_reduce" || rewriteName == "block_sum")
      return isa<scf::ForOp>(op) && op->getParentOfType<KernelOp>();
    return isa<KernelOp>(op);
  }

  Operation *anchorAt(ModuleOp module, unsigned index) {
    Operation *found = nullptr;
    module.walk([&](Operation *op) {
      if (isAnchor(op) && index-- == 0) {
        found = op;
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return found;
  }
};

} // namespace
