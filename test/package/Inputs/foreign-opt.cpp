//===- foreign-opt.cpp - An opt tool outside kopt's tree ------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Registration/Registration.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passes/ApplySkills/ApplySkills.h"
#include "passes/Lift/Lift.h"

#include <cstdlib>

using namespace mlir;

namespace {
/// A pass that knows kopt's operations.
struct CountLaunches : PassWrapper<CountLaunches, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountLaunches)
  StringRef getArgument() const override { return "foreign-count-launches"; }
  void runOnOperation() override {
    unsigned count = 0;
    getOperation().walk([&](kopt::LaunchOp) { ++count; });
    getOperation()->setAttr(
        "foreign.launches",
        IntegerAttr::get(IndexType::get(&getContext()), count));
  }
};
} // namespace

int main(int argc, char **argv) {
  // The environment is the user's; this is where cards are found without it.
  ::setenv("KOPT_SKILLS", KOPT_SKILLS_DIR, /*overwrite=*/0);
  DialectRegistry registry;
  kopt::registerAllDialects(registry);
  kopt::registerAllPasses();
  PassRegistration<CountLaunches>();
  PassPipelineRegistration<>(
      "foreign-pipeline", "kopt's passes by name, between this tool's own",
      [](OpPassManager &manager) {
        manager.addPass(kopt::createLiftPass());
        manager.addPass(std::make_unique<CountLaunches>());
        manager.addPass(kopt::createApplySkillsPass());
      });
  return failed(MlirOptMain(argc, argv, "foreign tool\n", registry));
}
