//===- Transform.cpp - Bodies of the transform dialect --------------------===//

#include "lib/Skill/Transform.h"
#include "lib/Skill/Quiet.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

/// A kernel that grows beyond this is a loop gone wrong, not a tiling.
static size_t mostOperations(size_t before) {
  constexpr size_t always = 256, times = 8;
  return std::max(always, times * before);
}

static size_t countOperations(Operation *root) {
  size_t count = 0;
  root->walk([&](Operation *) { ++count; });
  return count;
}

LogicalResult kopt::skill::applyTransform(TransformOp op, KernelOp kernel,
                                          ArrayRef<int64_t> numbers,
                                          std::string &reason) {
  if (kernel.isTiled()) {
    reason = "expected a kernel in form 1, but got @" +
             kernel.getSymName().str() + " in form 2";
    return failure();
  }
  // The body as a sequence of its own, which upstream takes as entry. It is not
  // verified again: annotations on its arguments are for callers.
  MLIRContext *context = op.getContext();
  context->getOrLoadDialect<transform::TransformDialect>();
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(op.getLoc());
  builder.setInsertionPointToStart(scratch->getBody());
  Block &body = op.getBody().front();
  auto sequence = transform::NamedSequenceOp::create(
      builder, op.getLoc(), "body",
      TypeAttr::get(builder.getFunctionType(body.getArgumentTypes(), {})),
      StringAttr(), ArrayAttr(), ArrayAttr());
  IRMapping mapping;
  op.getBody().cloneInto(&sequence.getBody(), mapping);
  Block &copy = sequence.getBody().front();
  if (copy.empty() || !isa<transform::YieldOp>(copy.back())) {
    builder.setInsertionPointToEnd(&copy);
    transform::YieldOp::create(builder, op.getLoc());
  }
  RaggedArray<transform::MappedValue> arguments;
  for (int64_t number : numbers)
    arguments.push_back(ArrayRef<transform::MappedValue>(
        Attribute(builder.getI64IntegerAttr(number))));
  size_t before = countOperations(kernel);
  Quiet quiet(context);
  if (failed(transform::applyTransforms(
          kernel, cast<transform::TransformOpInterface>(*sequence), arguments,
          transform::TransformOptions(),
          /*enforceToplevelTransformOp=*/false))) {
    reason = quiet.text.empty() ? "the transform failed" : quiet.text;
    return failure();
  }
  size_t after = countOperations(kernel);
  if (after <= mostOperations(before))
    return success();
  reason = "expected a kernel of at most " +
           std::to_string(mostOperations(before)) + " operations, but got " +
           std::to_string(after);
  return failure();
}
