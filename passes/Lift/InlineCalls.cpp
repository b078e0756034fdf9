//===- InlineCalls.cpp - Calls between functions of a program -------------===//

#include "mlir/IR/IRMapping.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;

/// Calls that are inlined into one function at most: functions that call the
/// one before twice double the program each.
static constexpr unsigned mostCalls = 10000;

namespace {
/// A call and the functions it came out of, outermost first.
struct Call {
  func::CallOp op;
  SmallVector<func::FuncOp> within;
};
} // namespace

/// Why `callee` cannot be put in the place of a call, or null.
static const char *obstacle(func::FuncOp callee, const Call &call) {
  if (!callee || callee.isExternal())
    return "a call of a function without a body";
  if (llvm::is_contained(call.within, callee))
    return "a recursive call";
  if (!callee.getBody().hasOneBlock())
    return "a call of a function with branches";
  return nullptr;
}

void kopt::lift::inlineCalls(func::FuncOp func,
                             DenseSet<Operation *> &inlined) {
  SmallVector<Call> work;
  func.walk([&](func::CallOp op) { work.push_back({op, {func}}); });
  for (unsigned done = 0; !work.empty();) {
    Call call = work.pop_back_val();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call.op, call.op.getCalleeAttr());
    const char *reason = obstacle(callee, call);
    if (!reason && done == mostCalls)
      reason = "the function makes too many calls";
    if (reason) {
      call.op.emitRemark() << "not lifted: " << reason;
      continue;
    }
    ++done;
    inlined.insert(callee);
    OpBuilder builder(call.op);
    IRMapping mapping;
    Block &body = callee.getBody().front();
    mapping.map(body.getArguments(), call.op.getOperands());
    SmallVector<func::FuncOp> within = call.within;
    within.push_back(callee);
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping)->walk([&](func::CallOp inner) {
        work.push_back({inner, within});
      });
    for (auto [result, value] : llvm::zip_equal(
             call.op.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call.op.erase();
  }
}
