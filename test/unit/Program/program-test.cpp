//===- program-test.cpp - Programs built from host functions --------------===//

#include "kopt/Program/Program.h"
#include "kopt/Program/Variants.h"
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
                      {compileImage});
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
  check(program.results.size() == 1 && program.results[0].buffer == 1 &&
            program.results[0].shape == std::vector<int64_t>{300},
        "where the result is");
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

/// A launch with a general kernel and two for some extents: the first for
/// multiples of 4 up to 64, the second for other multiples of 4.
const std::string versioned = R"(
#equal = affine_set<()[s0, s1] : (s0 - s1 == 0)>
#four = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 mod 4 == 0)>
#short = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 mod 4 == 0, 64 - s0 >= 0)>
gpu.module @kernels {
  kopt.kernel @any(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {assume = #equal, grid = affine_map<()[s0, s1] -> (s0 ceildiv 128)>} {
    kopt.return
  }
  kopt.kernel @four(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {assume = #four, grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>} {
    kopt.return
  }
  kopt.kernel @short(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {assume = #short, grid = affine_map<()[s0, s1] -> (1)>} {
    kopt.return
  }
}
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = kopt.launch @kernels::@any variants [@kernels::@short, @kernels::@four] ins(%y : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %g = tensor.empty(%m) : tensor<?xf32>
  %b = kopt.launch @kernels::@any ins(%x : tensor<?xf32>) outs(%g : tensor<?xf32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
})";

void testVariants(MLIRContext &context) {
  std::string error;
  auto kernelFor = [&](int64_t extent) -> std::string {
    FailureOr<gate::Program> built =
        build(context, versioned, {{{10}}, {{extent}}}, error);
    return succeeded(built) ? built->launches[0].kernel : error;
  };
  check(kernelFor(0) == "short" && kernelFor(64) == "short", "the first");
  check(kernelFor(68) == "four", "the second");
  check(kernelFor(63) == "any" && kernelFor(69) == "any", "neither");

  // Every kernel runs with the arguments given for it, near the asked ones.
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(versioned, &context);
  auto entry = *module->getOps<func::FuncOp>().begin();
  std::vector<LaunchVariant> variants =
      launchVariants(entry, {{{10}}, {{1001}}});
  check(variants.size() == 3, "three kernels");
  const char *names[] = {"short", "four", "any"};
  for (auto [variant, name] : llvm::zip(variants, names)) {
    check(variant.kernel == name && !variant.condition.empty(), name);
    check(variant.arguments.size() == 2 &&
              variant.arguments[0].shape == std::vector<int64_t>{10} &&
              kernelFor(variant.arguments[1].shape[0]) == name,
          "arguments that run it");
  }
  // Outside each condition another kernel runs: equal extents are everyone's.
  check(variants[0].outside.size() == 2 && variants[1].outside.size() == 1 &&
            variants[2].outside.empty(),
        "outside");
  check(kernelFor(variants[0].outside[0][1].shape[0]) == "any" &&
            kernelFor(variants[0].outside[1][1].shape[0]) == "four" &&
            kernelFor(variants[1].outside[0][1].shape[0]) == "any",
        "another kernel outside");
  check(std::abs(variants[1].arguments[1].shape[0] - 1001) <= 4 &&
            std::abs(variants[2].arguments[1].shape[0] - 1001) <= 4,
        "near the asked shape");
  check(variants[0].condition ==
            "arg0[0] - arg1[0] == 0 and arg0[0] mod 4 == 0 and "
            "-arg0[0] + 64 >= 0",
        variants[0].condition.c_str());

  // An output that is not as long as the input.
  std::string uneven = versioned;
  uneven.replace(uneven.find("tensor.dim %y"), 13, "tensor.dim %x");
  check(failed(build(context, uneven, {{{10}}, {{12}}}, error)) &&
            error.find("expected extents for which @kernels::@any may be "
                       "launched, but got [12, 10]") != std::string::npos,
        error.c_str());
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
func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  return %x, %e : tensor<4xf32>, tensor<4xf32>
})",
          {{{4}}}, "result 1: expected an argument or a tensor computed");
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
  testVariants(context);
  testErrors(context);
  return failures != 0;
}
