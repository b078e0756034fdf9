//===- Anchors.cpp - What rewrites ask of anchor and parameters -----------===//

#include "lib/Rewrites/Anchors.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace kopt;

KernelOp kopt::wholeKernel(Operation *anchor, std::string &reason) {
  auto kernel = dyn_cast<KernelOp>(anchor);
  if (kernel && !kernel.isTiled())
    return kernel;
  reason = "expected a form-1 kopt.kernel as anchor";
  return {};
}

KernelOp kopt::launchedKernel(Operation *anchor, bool isTiled,
                              std::string &reason) {
  auto launch = dyn_cast<LaunchOp>(anchor);
  if (!launch) {
    reason = "expected a kopt.launch as anchor";
    return {};
  }
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      launch, launch.getKernelAttr());
  if (!kernel || kernel.isTiled() != isTiled) {
    reason = ("expected a launch of a form-" + Twine(isTiled ? 2 : 1) +
              " kopt.kernel")
                 .str();
    return {};
  }
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (kernel.isInOut(i)) {
      reason = ("an argument of kernel @" + kernel.getSymName() +
                " is read and written")
                   .str();
      return {};
    }
  return kernel;
}

bool kopt::isLaunchedElsewhere(LaunchOp launch) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      launch, launch.getKernelAttr());
  return kernel->getParentOp()
      ->getParentOp()
      ->walk([&](LaunchOp other) {
        bool is = other != launch && llvm::is_contained(other.getKernels(),
                                                        launch.getKernelAttr());
        return is ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

int64_t kopt::parameterOf(DictionaryAttr params, StringRef name,
                          int64_t byDefault) {
  auto attr = params ? params.getAs<IntegerAttr>(name) : IntegerAttr();
  return attr ? attr.getInt() : byDefault;
}

LogicalResult
kopt::positiveParameters(DictionaryAttr params,
                         ArrayRef<std::pair<StringRef, int64_t *>> values,
                         std::string &reason) {
  for (auto [name, value] : values) {
    *value = parameterOf(params, name, 0);
    if (*value < 1) {
      reason = ("expected a parameter " + name + " of at least 1").str();
      return failure();
    }
  }
  return success();
}

KernelOp kopt::startKernel(OpBuilder &builder, KernelOp source, AffineMap grid,
                           IntegerSetAttr assume, IRMapping &arguments) {
  auto kernel = KernelOp::create(
      builder, source.getLoc(), source.getSymName(), source.getFunctionType(),
      AffineMapAttr::get(grid), source.getScheduleAttr(), assume,
      source.getArgAttrsAttr(), source.getResAttrsAttr());
  Block *entry = builder.createBlock(&kernel.getBody());
  for (BlockArgument argument : source.getBody().getArguments())
    arguments.map(argument,
                  entry->addArgument(argument.getType(), argument.getLoc()));
  return kernel;
}
