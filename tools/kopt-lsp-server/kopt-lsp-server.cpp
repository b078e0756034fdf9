//===- kopt-lsp-server.cpp - Cards and kernels in editors -----------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "dialects/Skill/SkillDialect.h"
#include "kopt/Registration/Registration.h"
#include "kopt/Skill/Library.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tools/kopt-lsp-server/Proxy.h"

#include <unistd.h>

using namespace mlir;
using namespace kopt::skill;

namespace {
/// Unknown queries and the like are errors while one types.
struct CheckNames : CardCheckInterface {
  using CardCheckInterface::CardCheckInterface;
  LogicalResult check(CardOp card) const override { return checkCard(card); }
};
} // namespace

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  DialectRegistry registry;
  kopt::registerAllDialects(registry);
  registry.addExtension(+[](MLIRContext *context, SkillDialect *dialect) {
    dialect->addInterfaces<CheckNames>();
    context->loadDialect<kopt::KoptDialect>();
  });
  // With options, upstream's server prints help or takes a test's format, which
  // is no protocol.
  if (argc > 1)
    return failed(MlirLspServerMain(argc, argv, registry));
  Proxy proxy;
  if (!proxy.start())
    return kopt::fail("kopt-lsp-server", "cannot make pipes");
  bool isBad = failed(MlirLspServerMain(argc, argv, registry));
  proxy.finish();
  ::_exit(isBad); // a thread may still wait for the editor
}
