//===- Bufferization.cpp - Host programs on buffers -----------------------===//

#include "dialects/Kopt/Bufferization.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace kopt;
using namespace mlir::bufferization;

/// Whether the kernel reads output `number` of the launch. A kernel that cannot
/// be looked into (it is binary already) may read.
static bool readsOutput(LaunchOp launch, unsigned number) {
  unsigned argument = launch.getInputs().size() + number;
  if (auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
          launch, launch.getKernelAttr()))
    return argument >= kernel.getNumArguments() || kernel.isInOut(argument);
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  if (!kernel)
    return true;
  // In form 3 a dynamic dimension is a parameter of its own.
  unsigned parameter = 0, index = 0;
  for (Value operand : launch->getOperands()) {
    if (index++ == argument)
      break;
    auto type = dyn_cast<ShapedType>(operand.getType());
    parameter += 1 + (type ? type.getNumDynamicDims() : 0);
  }
  return parameter >= kernel.getNumArguments() ||
         kernel.getArgAttr(parameter, "kopt.inout");
}

namespace {

struct LaunchBufferization
    : DstBufferizableOpInterfaceExternalModel<LaunchBufferization, LaunchOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto launch = cast<LaunchOp>(op);
    unsigned inputs = launch.getInputs().size();
    return operand.getOperandNumber() < inputs ||
           readsOutput(launch, operand.getOperandNumber() - inputs);
  }

  // Memref and tensor outputs may be mixed; only tensors have a result.
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    auto launch = cast<LaunchOp>(op);
    if (operand.getOperandNumber() < launch.getInputs().size())
      return {};
    unsigned result = 0;
    for (OpOperand &output : launch.getOutputsMutable()) {
      if (&output == &operand)
        break;
      result += isa<RankedTensorType>(output.get().getType());
    }
    return {{launch.getResult(result), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto launch = cast<LaunchOp>(op);
    auto toBuffer = [&](Value value) -> FailureOr<Value> {
      if (!isa<TensorType>(value.getType()))
        return value;
      return getBuffer(rewriter, value, options, state);
    };
    SmallVector<Value> inputs, outputs, results;
    for (Value input : launch.getInputs()) {
      FailureOr<Value> buffer = toBuffer(input);
      if (failed(buffer))
        return failure();
      inputs.push_back(*buffer);
    }
    for (Value output : launch.getOutputs()) {
      FailureOr<Value> buffer = toBuffer(output);
      if (failed(buffer))
        return failure();
      outputs.push_back(*buffer);
      if (isa<TensorType>(output.getType()))
        results.push_back(*buffer);
    }
    auto onBuffers = LaunchOp::create(rewriter, launch.getLoc(), TypeRange(),
                                      launch.getKernelAttr(), inputs, outputs,
                                      launch.getVariantsAttr());
    onBuffers->setDiscardableAttrs(launch->getDiscardableAttrDictionary());
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};

} // namespace

void kopt::registerBufferizableOpInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, KoptDialect *) {
    LaunchOp::attachInterface<LaunchBufferization>(*context);
  });
}
