//===- oracle-test.cpp - The oracle on programs with known results --------===//

#include "kopt/Gate/Inputs.h"
#include "kopt/Oracle/IndexBounds.h"
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

const char *const dot = R"(
func.func @dot(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  return %s : tensor<2xf32>
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

double pairwise(const float *x, const float *y, int64_t count) {
  if (count == 1)
    return x[0] * y[0];
  int64_t half = count / 2;
  return float(pairwise(x, y, half)) +
         float(pairwise(x + half, y + half, count - half));
}

double deviation(const OracleTensor &result, size_t element) {
  double most = 0;
  for (const std::vector<float> &run : result.values.deviations)
    most = std::max(most, double(run[element]));
  return most;
}

/// A dot product of 2^19 terms: pairwise f32 is within the deviation of
/// perturbed runs, operands rounded to bf16 are not. A sequential sum would be
/// worse than these.
void testLongSum(MLIRContext &context, const char *family) {
  const int64_t rows = 2, terms = 1 << 19;
  HostValue x, y;
  x.shape = y.shape = {rows, terms};
  x.bytes = gate::generate(family, 1, gate::DType::F32, x.shape);
  y.bytes = gate::generate(family, 2, gate::DType::F32, y.shape);
  auto result = run(context, dot, {x, y});
  if (result.size() != 1)
    return;
  auto *a = reinterpret_cast<const float *>(x.bytes.data());
  auto *b = reinterpret_cast<const float *>(y.bytes.data());
  auto narrow = [](float value) {
    return gate::decodeFloat(gate::DType::BF16,
                             gate::encodeFloat(gate::DType::BF16, value));
  };
  unsigned caught = 0;
  for (int64_t row = 0; row < rows; ++row, a += terms, b += terms) {
    double want = result[0].values.wide[row], narrowed = 0;
    double allowed = deviation(result[0], row);
    for (int64_t k = 0; k < terms; ++k)
      narrowed += narrow(a[k]) * narrow(b[k]);
    check(std::fabs(float(pairwise(a, b, terms)) - want) <= allowed,
          "a pairwise sum is within what perturbed runs do");
    caught += std::fabs(narrowed - want) > allowed;
  }
  check(caught > 0, "operands of bf16 are beyond it");
}

/// Whole numbers are exact in any order, and stay where they are; a third of
/// one does not.
void testExactSums(MLIRContext &context) {
  HostValue x, y;
  x.shape = y.shape = {2, 100};
  x.bytes = gate::generate("small_integers", 1, gate::DType::F32, x.shape);
  y.bytes = gate::generate("small_integers", 2, gate::DType::F32, y.shape);
  auto result = run(context, dot, {x, y});
  for (size_t i = 0; result.size() == 1 && i < 2; ++i)
    check(deviation(result[0], i) == 0, "an exact sum does not move");
  y.bytes = gate::generate("constant_rows", 2, gate::DType::F32, y.shape);
  result = run(context, dot, {x, y});
  for (size_t i = 0; result.size() == 1 && i < 2; ++i)
    check(deviation(result[0], i) > 0, "a sum that rounds moves");
}

/// Magnitudes beyond f32: some order overflows, whatever this one does.
void testOverflow(MLIRContext &context) {
  std::vector<float> values(2 * 4, 1.0f), ones(2 * 4, 1.0f);
  for (size_t i = 0; i < 4; ++i)
    values[i] = i % 2 ? -2e38f : 2e38f;
  auto result = run(context, dot,
                    {makeTensor<float>(gate::DType::F32, {2, 4}, values),
                     makeTensor<float>(gate::DType::F32, {2, 4}, ones)});
  if (result.size() != 1)
    return;
  check(result[0].values.wide[0] == 0 &&
            std::isnan(result[0].values.deviations[0][0]),
        "a sum that may overflow is undecided");
  check(result[0].values.deviations[0][1] == 0, "its neighbour is not");
}

const char *const inverse = R"(
func.func @inverse(%x: tensor<3xf16>) -> tensor<3xf16> {
  %e = tensor.empty() : tensor<3xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf16>) outs(%e : tensor<3xf16>) {
  ^bb0(%a: f16, %p: f16):
    %s = arith.mulf %a, %a : f16
    %q = arith.divf %a, %s : f16
    linalg.yield %q : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
})";

/// Squares that overflow and underflow in f16, and one that does neither.
void testRange(MLIRContext &context) {
  auto bits = [](double x) {
    return uint16_t(gate::encodeFloat(gate::DType::F16, x));
  };
  auto values = [&](double x, double y, double z) {
    return makeTensor<uint16_t>(gate::DType::F16, {3},
                                {bits(x), bits(y), bits(z)});
  };
  auto result = run(context, inverse, {values(1024, 0x1p-14, 3)});
  if (result.size() != 1)
    return;
  const gate::OracleResult &got = result[0].values;
  auto gives = [&](size_t element, double value) {
    return llvm::any_of(got.ranged, [&](const std::vector<double> &run) {
      return run[element] == value;
    });
  };
  check(got.wide[0] == 0x1p-10 && got.wide[1] == 0x1p14, "a wider range");
  check(gives(0, 0) && gives(0, 0x1p-10), "a square may overflow");
  check(gives(1, INFINITY), "a square may underflow");
  check(!gives(2, 0) && !gives(2, INFINITY), "others do not");
  result = run(context, inverse, {values(1, 2, 3)});
  check(result.size() == 1 && result[0].values.ranged.empty(),
        "no runs where nothing leaves the range");
}

const char *const lookup = R"(
func.func @lookup(%t: tensor<?x8xf32>, %u: tensor<9xf32>, %i: tensor<5x1xi64>, %n: tensor<5xi64>) -> (tensor<5x8xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<?x8xf32>, tensor<5x1xi64>) -> tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i, %n : tensor<5x1xi64>, tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: i64, %b: i64, %p: f32):
    %k = arith.index_cast %a : i64 to index
    %v = tensor.extract %u[%k] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %g, %r : tensor<5x8xf32>, tensor<5xf32>
})";

/// The least extent that an argument indexes decides.
void testIndexBounds(MLIRContext &context) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(lookup, &context);
  if (!module)
    return check(false, "parse");
  func::FuncOp entry = *module->getOps<func::FuncOp>().begin();
  auto bounds = [&](int64_t rows) {
    return indexBounds(entry, {{rows, 8}, {9}, {5, 1}, {5}});
  };
  using Bounds = std::vector<int64_t>;
  check(bounds(4) == Bounds{kNoIndex, kNoIndex, 4, kNoIndex}, "rows");
  check(bounds(20) == Bounds{kNoIndex, kNoIndex, 9, kNoIndex}, "elements");
  check(bounds(0) == Bounds{kNoIndex, kNoIndex, 0, kNoIndex}, "none is valid");
}

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

  testLongSum(context, "normal");
  testLongSum(context, "uniform01");
  testExactSums(context);
  testOverflow(context);
  testRange(context);
  testIndexBounds(context);

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
