//===- kopt-opt.cpp - The optimiser driver --------------------------------===//

#include "kopt/Registration/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

/// `--explain-skills` and `--explain-skills=json=FILE` are short for options of
/// `--apply-skills`, which they are put into. Returns whether that is there.
static bool moveExplain(std::vector<std::string> &args) {
  std::string options;
  llvm::erase_if(args, [&](llvm::StringRef arg) {
    if (!arg.consume_front("--explain-skills") &&
        !arg.consume_front("-explain-skills"))
      return false;
    options += arg.consume_front("=json=") ? " explain-json=" + arg.str()
                                           : " explain=remarks";
    return true;
  });
  if (options.empty())
    return true;
  for (std::string &arg : args) {
    llvm::StringRef rest = llvm::StringRef(arg).ltrim('-');
    if (!llvm::StringRef(arg).starts_with("-") ||
        !rest.consume_front("apply-skills"))
      continue;
    arg += (rest.empty() ? "=" : "") + options;
    return true;
  }
  return false;
}

int main(int argc, char **argv) {
  std::vector<std::string> args(argv, argv + argc);
  if (!moveExplain(args)) {
    llvm::errs() << "kopt-opt: expected --apply-skills beside "
                    "--explain-skills\n";
    return 1;
  }
  std::vector<char *> pointers;
  for (std::string &arg : args)
    pointers.push_back(arg.data());
  mlir::DialectRegistry registry;
  kopt::registerAllDialects(registry);
  mlir::registerAllPasses();
  kopt::registerAllPasses();
  return mlir::failed(mlir::MlirOptMain(int(pointers.size()), pointers.data(),
                                        "kopt optimiser driver\n", registry))
             ? 1
             : 0;
}
