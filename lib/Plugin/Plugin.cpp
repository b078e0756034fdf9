//===- Plugin.cpp - kopt in a foreign mlir-opt ----------------------------===//
//
//   mlir-opt --load-dialect-plugin=libkopt_plugin.so
//            --load-pass-plugin=libkopt_plugin.so …
//
// Works in tools that share libMLIR.so of the version this was built with; one
// that has MLIR linked in statically would get every type id twice.
//
//===----------------------------------------------------------------------===//

#include "kopt/Registration/Registration.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "kopt", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            kopt::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "kopt", LLVM_VERSION_STRING,
          [] { kopt::registerAllPasses(); }};
}
