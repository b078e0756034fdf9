//===- Registration.cpp - All of kopt's dialects and passes ---------------===//

#include "kopt/Registration/Registration.h"
#include "dialects/Kopt/Bufferization.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Transforms/Passes.h"

#include "DialectHeaders.inc"
#include "PassHeaders.inc"

void kopt::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
#include "DialectList.inc"
  registerBufferizableOpInterface(registry);
}

void kopt::registerAllPasses() {
  // kopt's pipelines name these.
  mlir::registerTransformsPasses();
#include "PassList.inc"
}
