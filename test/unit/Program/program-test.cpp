//===- program-test.cpp - Programs built from host functions --------------===//

#include "kopt/Program/Program.h"
#include "kopt/Registration/Registration.h"
#include "kopt/Support/Sha256.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"

using namespace mlir;
using namespace kopt;

namespace {

int failures = 0;
void check(bool condition, const char *what) {
  if (!condition) {
    std::printf("failed: %s\n", what);
    ++failures;
  }
}

FailureOr<gate::Image> compileImage(gpu::GPUModuleOp module) {
  llvm::Expected<std::string> ptx = compilePtx(module, "sm_90a");
  if (!ptx)
    return module.emitError(llvm::toString(ptx.takeError()));
  return gate::Image{gate::Image::Kind::PTX, *ptx, sha256(*ptx)};
}

/// Builds from text; the first error goes to `error`.
FailureOr<gate::Program> build(MLIRContext &context, StringRef text,
                               std::vector<HostArgument> arguments,
                               std::string &error) {
  error.clear();
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (error.empty())
      error = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return failure();
  return buildProgram(*module->getOps<func::FuncOp>().begin(), arguments,
                      compileImage);
}

/// A kernel in form 3 with one dynamic dimension, launched twice; the first
/// result is a temporary.
const std::string kernels = R"(
gpu.module @kernels {
  gpu.func @double(%x: memref<f32>, %n: index, %o: memref<f32>, %m: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, kopt.dyn_smem = 64 : i64,
                  kopt.grid = affine_map<()[s0, s1] -> (s0 ceildiv 128, 1)>} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %c128 = arith.constant 128 : index
    %base = arith.muli %b, %c128 : index
    %i = arith.addi %base, %t : index
    %in = arith.cmpi slt, %i, %n : index
    %xs = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32>
    %os = memref.reinterpret_cast %o to offset: [0], sizes: [%m], strides: [1] : memref<f32> to memref<?xf32>
    scf.if %in {
      %v = memref.load %xs[%i] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %os[%i] : memref<?xf32>
    }
    gpu.return
  }
})";
const std::string twice = kernels + R"(
func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = kopt.launch @kernels::@double ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = kopt.launch @kernels::@double ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
})";

void testTwice(MLIRContext &context) {
  std::string error;
  FailureOr<gate::Program> built = build(context, twice, {{{300}}}, error);
  check(succeeded(built), error.c_str());
  if (failed(built))
    return;
  const gate::Program &program = *built;
  check(program.buffers.size() == 3 && program.buffers[0].name == "arg0" &&
            program.buffers[1].name == "result0" &&
            program.buffers[2].name == "tmp0",
        "arguments, results, temporaries");
  check(program.buffers[1].role == gate::BufferRole::Output &&
            program.buffers[1].shape == std::vector<int64_t>{300},
        "the result");
  check(program.launches.size() == 2 && program.images.size() == 1,
        "two launches, one image");
  const gate::Launch &first = program.launches[0],
                     &second = program.launches[1];
  check(first.grid[0] == 3 && first.block[0] == 128 &&
            first.dynamicSharedBytes == 64,
        "grid, block and shared memory");
  check(first.args.size() == 4 && first.args[0].buffer == 0 &&
            first.args[1].scalarBits == 300 && first.args[1].scalarBytes == 8 &&
            first.args[2].buffer == 2,
        "pointer and extent");
  check(second.args[0].buffer == 2 && second.args[2].buffer == 1,
        "one tensor.empty for two launches is two buffers");
  check(program.images[0].bytes.find(".entry double") != std::string::npos,
        "PTX");

  built = build(context, twice, {{{0}}}, error);
  check(succeeded(built) && built->launches[0].grid[0] == 0, "an empty grid");
}

void testErrors(MLIRContext &context) {
  std::string error;
  auto refuses = [&](const std::string &text,
                     std::vector<HostArgument> arguments,
                     const char *expected) {
    bool refused = failed(build(context, text, std::move(arguments), error));
    check(refused && error.find(expected) != std::string::npos, expected);
    if (error.find(expected) == std::string::npos)
      std::printf("  got: %s\n", error.c_str());
  };
  refuses(twice, {}, "expected 1 arguments, but got 0");
  refuses(twice, {{{2, 3}}},
          "argument 0: expected a value of type 'tensor<?xf32>', but got shape "
          "[2, 3]");
  refuses(kernels + R"(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> })",
          {{{4}}}, "result 0: expected a tensor that is no argument");
  refuses(R"(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})",
          {{{4}}}, "on the host: expected a kopt.launch");
  refuses(R"(
gpu.module @kernels {
  kopt.kernel @copy(%x: memref<4xf32>, %o: memref<4xf32> {kopt.out}) {
    %t = kopt.load %x : memref<4xf32> -> tensor<4xf32>
    kopt.store %t, %o : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @kernels::@copy ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})",
          {{{4}}}, "is in form 1: apply recipe plain first");
}

} // namespace

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  mlir::registerAllPasses();
  kopt::registerAllPasses();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  testTwice(context);
  testErrors(context);
  return failures != 0;
}
