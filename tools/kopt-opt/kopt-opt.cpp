//===- kopt-opt.cpp - The optimiser driver --------------------------------===//

#include "kopt/Registration/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  kopt::registerAllDialects(registry);
  mlir::registerAllPasses();
  kopt::registerAllPasses();
  return mlir::failed(
             mlir::MlirOptMain(argc, argv, "kopt optimiser driver\n", registry))
             ? 1
             : 0;
}
