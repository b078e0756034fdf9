//===- oracle-test.cpp - The oracle on programs with known results --------===//

#include "kopt/Oracle/Oracle.h"
#include "kopt/Registration/Registration.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <cstring>

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

template <typename T>
HostValue makeTensor(gate::DType dtype, std::vector<int64_t> shape,
                     std::vector<T> values) {
  HostValue value{dtype, false, std::move(shape),
                  std::vector<uint8_t>(values.size() * sizeof(T))};
  std::memcpy(value.bytes.data(), values.data(), value.bytes.size());
  return value;
}

std::vector<OracleTensor> run(MLIRContext &context, const char *text,
                              const std::vector<HostValue> &arguments) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    check(false, "parse");
    return {};
  }
  auto oracle = Oracle::create(*module->getOps<func::FuncOp>().begin());
  if (failed(oracle)) {
    check(false, "create");
    return {};
  }
  auto results = (*oracle)->run(arguments);
  check(succeeded(results), "run");
  return succeeded(results) ? *results : std::vector<OracleTensor>();
}

const char *const sum = R"(
func.func @sum(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %s : tensor<?xf32>
})";

/// Rounds inside to bf16 (kept), doubles, and rounds for the result (left to
/// the comparison).
const char *const rounding = R"(
func.func @rounding(%x: tensor<2xf32>) -> (tensor<2xbf16>, tensor<2xi32>) {
  %e = tensor.empty() : tensor<2xbf16>
  %i = tensor.empty() : tensor<2xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<2xf32>) outs(%e, %i : tensor<2xbf16>, tensor<2xi32>) {
  ^bb0(%a: f32, %o: bf16, %p: i32):
    %c = arith.constant 0.1 : f32
    %t = arith.truncf %a : f32 to bf16
    %w = arith.extf %t : bf16 to f32
    %y = arith.addf %w, %c : f32
    %q = arith.truncf %y : f32 to bf16
    %k = arith.fptosi %a : f32 to i32
    linalg.yield %q, %k : bf16, i32
  } -> (tensor<2xbf16>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xbf16>, tensor<2xi32>
})";

const char *const softmax = R"(
func.func @softmax(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %e = tensor.empty() : tensor<1x2xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<1x2xf32>) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %s : tensor<1x2xf32>
})";

const char *const bits = R"(
func.func @bits(%x: tensor<2xf32>) -> tensor<2xi32> {
  %i = tensor.empty() : tensor<2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf32>) outs(%i : tensor<2xi32>) {
  ^bb0(%a: f32, %p: i32):
    %k = arith.bitcast %a : f32 to i32
    linalg.yield %k : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
})";

} // namespace

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  mlir::registerAllPasses();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);

  // 1 is lost beside 2^24 in f32 and not in f64.
  auto r = run(
      context, sum,
      {makeTensor<float>(gate::DType::F32, {2, 3}, {0x1p24f, 1, 1, 1, 2, 3}),
       HostValue{gate::DType::Index, true, {}, {2, 0, 0, 0, 0, 0, 0, 0}}});
  if (r.size() == 1) {
    check(r[0].shape == std::vector<int64_t>{2}, "dynamic shape");
    check(r[0].values.wide == std::vector<double>{0x1p24 + 2, 6},
          "f64 accumulation");
    check(r[0].values.narrow == std::vector<double>{0x1p24, 6},
          "f32 accumulation");
  }

  r = run(context, rounding,
          {makeTensor<float>(gate::DType::F32, {2}, {1.001f, -7.9f})});
  if (r.size() == 2) {
    check(r[0].dtype == gate::DType::BF16, "result type");
    check(r[0].values.wide[0] == 1.0 + double(0.1f),
          "the inner rounding stays, the last goes");
    check(r[1].values.exact == std::vector<int64_t>{1, -7},
          "integers are exact");
  }

  r = run(context, softmax,
          {makeTensor<float>(gate::DType::F32, {1, 2}, {1, 3})});
  if (r.size() == 1)
    check(std::fabs(r[0].values.wide[0] - 1 / (1 + std::exp(2.0))) < 1e-15,
          "softmax in f64");

  // An operation that reads a float's bits is refused.
  {
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(bits, &context);
    check(module && mlir::failed(Oracle::create(
                        *module->getOps<func::FuncOp>().begin())),
          "bits are refused");
  }
  return failures != 0;
}
