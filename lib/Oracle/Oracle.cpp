//===- Oracle.cpp - Compile and run a program before lifting --------------===//

#include "kopt/Oracle/Oracle.h"
#include "Child.h"
#include "Runtime.h"
#include "Widen.h"
#include "kopt/Support/Canonicalize.h"
#include "kopt/Support/Sha256.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "passes/ExpandTensorOps/ExpandTensorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/TargetSelect.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;

namespace kopt {
namespace {

LogicalResult runPipeline(ModuleOp module, StringRef text) {
  PassManager manager(module.getContext());
  if (failed(parsePassPipeline(text, manager, llvm::errs())))
    return failure();
  return manager.run(module);
}

/// Upstream decomposes packing into tiles of static extents only.
bool hasStaticTiles(linalg::PackOp op) {
  return llvm::all_of(op.getMixedTiles(), [](OpFoldResult tile) {
    return getConstantIntValue(tile).has_value();
  });
}

/// Aggregates (softmax, packing, Winograd transforms) become structured
/// operations with regions and operations on tensors.
LogicalResult decomposeAggregates(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  SmallVector<Operation *> others;
  module.walk([&](Operation *op) {
    if (isa<linalg::PackOp, linalg::UnPackOp, linalg::WinogradFilterTransformOp,
            linalg::WinogradInputTransformOp,
            linalg::WinogradOutputTransformOp>(op))
      others.push_back(op);
  });
  for (Operation *op : others) {
    rewriter.setInsertionPoint(op);
    LogicalResult done =
        TypeSwitch<Operation *, LogicalResult>(op)
            .Case([&](linalg::PackOp op) {
              return hasStaticTiles(op)
                         ? LogicalResult(linalg::lowerPack(rewriter, op))
                         : oracle::packByElement(rewriter, op);
            })
            .Case([&](linalg::UnPackOp op) {
              return linalg::lowerUnPack(rewriter, op);
            })
            .Case([&](linalg::WinogradFilterTransformOp op) {
              return linalg::decomposeWinogradFilterTransformOp(rewriter, op);
            })
            .Case([&](linalg::WinogradInputTransformOp op) {
              return linalg::decomposeWinogradInputTransformOp(rewriter, op);
            })
            .Case([&](linalg::WinogradOutputTransformOp op) {
              return linalg::decomposeWinogradOutputTransformOp(rewriter, op);
            });
    if (failed(done))
      return op->emitOpError("cannot be decomposed for the oracle");
  }
  SmallVector<linalg::AggregatedOpInterface> found;
  module.walk([&](linalg::AggregatedOpInterface op) { found.push_back(op); });
  for (linalg::AggregatedOpInterface op : found) {
    OpBuilder builder(op);
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(builder);
    if (failed(parts))
      return op.emitOpError("cannot be decomposed for the oracle");
    op->replaceAllUsesWith(*parts);
    op->erase();
  }
  return success();
}

/// The compiled function, whatever its name in the program.
constexpr const char kEntry[] = "kopt_oracle_entry";

// `arith-expand` is left out: its maximumf gives max(-0, +0) = -0.
const char *const lowering =
    "one-shot-bufferize{bufferize-function-boundaries=true "
    "allow-return-allocs-from-loops=true "
    "function-boundary-type-conversion=identity-layout-map},"
    "func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,"
    "convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,convert-to-"
    "llvm,reconcile-"
    "unrealized-casts";

} // namespace

struct Oracle::Compiled {
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<ExecutionEngine> engine;
  bool asDouble; ///< floats are f64, else f32 (and f64 as it is)
};

/// One result of one run.
struct Oracle::Output {
  std::vector<int64_t> shape;
  std::vector<double> floats;
  std::vector<int64_t> integers;
};

Oracle::Oracle(func::FuncOp entry)
    : type(entry.getFunctionType()), loc(entry.getLoc()),
      name(entry.getName().str()) {}
Oracle::~Oracle() = default;

FailureOr<gate::DType> dtypeOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  gate::DType dtype;
  if (!gate::parseDType(text, dtype))
    return failure();
  return dtype;
}

FailureOr<std::unique_ptr<Oracle>> Oracle::create(func::FuncOp entry) {
  Operation *lifted = nullptr;
  entry.walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "kopt")
      lifted = op;
  });
  if (lifted)
    return lifted->emitOpError("expected the program before lifting");
  for (Type argument : entry.getFunctionType().getInputs())
    if (failed(dtypeOf(getElementTypeOrSelf(argument))) ||
        (isa<ShapedType>(argument) && !isa<RankedTensorType>(argument)))
      return entry.emitOpError(
                 "expected scalar or ranked tensor arguments, but got ")
             << argument;
  for (Type result : entry.getFunctionType().getResults())
    if (!isa<RankedTensorType>(result) ||
        failed(dtypeOf(getElementTypeOrSelf(result))))
      return entry.emitOpError("expected ranked tensor results, but got ")
             << result;
  auto source = entry->getParentOfType<ModuleOp>();
  MLIRContext *context = entry.getContext();
  registerBuiltinDialectTranslation(*context);
  registerLLVMDialectTranslation(*context);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();

  std::unique_ptr<Oracle> made(new Oracle(entry));
  using oracle::Variant;
  auto compile = [&](Variant variant) -> std::unique_ptr<Compiled> {
    auto compiled = std::make_unique<Compiled>();
    compiled->asDouble = variant != Variant::Narrow;
    compiled->module = source.clone();
    ModuleOp module = *compiled->module;
    for (auto function : module.getOps<func::FuncOp>()) {
      bool isEntry = function.getName() == made->name;
      function.setVisibility(isEntry ? SymbolTable::Visibility::Public
                                     : SymbolTable::Visibility::Private);
      if (isEntry)
        function->setAttr("llvm.emit_c_interface", UnitAttr::get(context));
    }
    std::string canonical = std::string("func.func(") + kCanonicalize + ")";
    if (failed(runPipeline(module, "inline{default-pipeline=},symbol-dce," +
                                       canonical)))
      return nullptr;
    // Kernels, which functions that are gone now launched, are no part of it.
    for (auto kernels :
         llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>()))
      kernels->erase();
    // A function @tanh would take the calls of the C library's.
    module.lookupSymbol<func::FuncOp>(made->name).setName(kEntry);
    oracle::removeEmptyParts(module);
    oracle::expandScans(module);
    expandTensorOps(module);
    if (failed(decomposeAggregates(module)) ||
        failed(runPipeline(module, "func.func(convert-elementwise-to-linalg,"
                                   "linalg-generalize-named-ops)")) ||
        failed(oracle::makeVariant(module, variant)) ||
        failed(runPipeline(module, lowering)))
      return nullptr;
    ExecutionEngineOptions options;
    // Listeners for perf and gdb write files into the user's home.
    options.enablePerfNotificationListener = false;
    options.enableGDBNotificationListener = false;
    auto transformer =
        makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, nullptr);
    options.transformer = transformer;
    auto engine = ExecutionEngine::create(module, options);
    if (!engine) {
      entry.emitOpError("oracle: ") << llvm::toString(engine.takeError());
      return nullptr;
    }
    compiled->engine = std::move(*engine);
    compiled->engine->registerSymbols(oracle::runtimeSymbols);
    // Compiled here, so that children only execute.
    auto function =
        compiled->engine->lookupPacked("_mlir_ciface_" + std::string(kEntry));
    if (!function) {
      entry.emitOpError("oracle: ") << llvm::toString(function.takeError());
      return nullptr;
    }
    return compiled;
  };
  made->wide = compile(Variant::Wide);
  if (!made->wide)
    return failure();
  made->narrow = compile(Variant::Narrow);
  if (!made->narrow)
    return failure();
  made->perturbed = compile(Variant::Perturbed);
  if (!made->perturbed)
    return failure();
  return made;
}

namespace {

/// A memref descriptor in the C interface: two pointers, offset, sizes,
/// strides; all of eight bytes.
using Descriptor = std::vector<int64_t>;

/// The value as the compiled function takes it: floats narrower than
/// `width` bytes in the type of that width, everything else as stored.
std::vector<uint8_t> convertInput(const HostValue &value, unsigned width) {
  unsigned stored = gate::byteSize(value.dtype);
  if (!gate::isFloat(value.dtype) || stored >= width)
    return value.bytes;
  size_t count = value.bytes.size() / stored;
  std::vector<uint8_t> out(count * width);
  for (size_t i = 0; i < count; ++i) {
    double number = gate::decodeFloat(
        value.dtype, gate::loadBits(value.dtype, value.bytes.data(), i));
    float single = float(number);
    std::memcpy(out.data() + i * width,
                width == 8 ? (void *)&number : (void *)&single, width);
  }
  return out;
}

/// Reads a returned memref element by element, in row-major order.
template <typename Read>
void forEachElement(const int64_t *descriptor, ArrayRef<int64_t> shape,
                    unsigned size, Read read) {
  auto *base = reinterpret_cast<const uint8_t *>(descriptor[1]);
  const int64_t *strides = descriptor + 3 + shape.size();
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, offset = descriptor[2];
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      offset += rest % shape[d] * strides[d];
    read(base + offset * size);
  }
}

} // namespace

FailureOr<std::vector<Oracle::Output>>
Oracle::execute(const Compiled &compiled,
                const std::vector<HostValue> &arguments) const {
  oracle::Arena arena;
  std::vector<std::vector<uint8_t>> storage;
  std::vector<Descriptor> descriptors;
  std::vector<void *> pointers;
  for (const HostValue &value : arguments)
    storage.push_back(convertInput(value, compiled.asDouble ? 8 : 4));
  for (auto [value, bytes] : llvm::zip(arguments, storage)) {
    int64_t data = reinterpret_cast<int64_t>(bytes.data());
    Descriptor descriptor = {data, data, 0};
    descriptor.insert(descriptor.end(), value.shape.begin(), value.shape.end());
    SmallVector<int64_t> strides(value.shape.size(), 1);
    for (int d = int(strides.size()) - 2; d >= 0; --d)
      strides[d] = strides[d + 1] * value.shape[d + 1];
    descriptor.insert(descriptor.end(), strides.begin(), strides.end());
    descriptors.push_back(std::move(descriptor));
  }
  for (auto [value, bytes, descriptor] :
       llvm::zip(arguments, storage, descriptors))
    pointers.push_back(value.scalar ? (void *)bytes.data()
                                    : (void *)descriptor.data());

  // The results come back as one structure of descriptors, in order.
  size_t words = 0;
  for (Type result : type.getResults())
    words += 3 + 2 * cast<RankedTensorType>(result).getRank();
  std::vector<int64_t> returned(words);
  int64_t *returnedPointer = returned.data();
  // invokePacked takes the address of each argument.
  std::vector<void *> descriptorPointers = pointers, packed;
  if (type.getNumResults())
    packed.push_back(&returnedPointer);
  for (auto [value, pointer] : llvm::zip(arguments, descriptorPointers))
    packed.push_back(value.scalar ? pointer : (void *)&pointer);
  llvm::Error error = compiled.engine->invokePacked(
      "_mlir_ciface_" + std::string(kEntry), packed);
  if (error)
    return emitError(loc, "oracle: ") << llvm::toString(std::move(error));

  std::vector<Output> outputs;
  const int64_t *descriptor = returned.data();
  for (Type expected : type.getResults()) {
    Output out;
    unsigned rank = cast<RankedTensorType>(expected).getRank();
    gate::DType dtype = *dtypeOf(getElementTypeOrSelf(expected));
    out.shape.assign(descriptor + 3, descriptor + 3 + rank);
    gate::DType stored = dtype;
    if (gate::isFloat(dtype) && dtype != gate::DType::F64)
      stored = compiled.asDouble ? gate::DType::F64 : gate::DType::F32;
    forEachElement(
        descriptor, out.shape, gate::byteSize(stored), [&](const uint8_t *p) {
          uint64_t bits = gate::loadBits(stored, p, 0);
          if (gate::isFloat(stored))
            out.floats.push_back(gate::decodeFloat(stored, bits));
          else
            out.integers.push_back(gate::decodeInteger(stored, bits));
        });
    descriptor += 3 + 2 * rank;
    outputs.push_back(std::move(out));
  }
  return outputs;
}

namespace {

/// How far a perturbed run moved an element: NaN where nothing can be said, as
/// only one of the two is a finite number, or the same infinity.
float deviation(double perturbed, double wide) {
  if (perturbed == wide || (std::isnan(perturbed) && std::isnan(wide)))
    return 0;
  double moved = std::fabs(perturbed - wide);
  if (!std::isfinite(moved))
    return std::numeric_limits<float>::quiet_NaN();
  return std::max(float(moved), std::numeric_limits<float>::denorm_min());
}

/// Perturbed runs; and the operations and terms that all of them may cost,
/// some seconds.
constexpr unsigned kMostRuns = 2 * oracle::kHadamardRuns, kLeastRuns = 4;
constexpr uint64_t kMostWork = 400'000'000;

/// Results that are kept, in bytes.
constexpr uint64_t kMostKnownBytes = uint64_t(128) << 20;

} // namespace

/// What results are kept for: all that `runAll` depends on, besides the
/// program.
static std::string keyOf(const std::vector<HostValue> &arguments, double ulps) {
  Sha256 hash;
  hash.update(&ulps, sizeof ulps);
  for (const HostValue &value : arguments) {
    uint64_t counts[] = {value.shape.size(), value.bytes.size()};
    hash.update(counts, sizeof counts);
    hash.update(value.shape.data(), value.shape.size() * sizeof(int64_t));
    hash.update(value.bytes.data(), value.bytes.size());
  }
  return hash.hex();
}

static uint64_t bytesOf(const std::vector<OracleTensor> &results) {
  uint64_t bytes = 0;
  for (const OracleTensor &result : results) {
    uint64_t elements = result.values.wide.size() + result.values.exact.size();
    bytes += elements * 8 *
             (3 + result.values.deviations.size() +
              result.values.alternatives.size() + result.values.ranged.size());
  }
  return bytes;
}

FailureOr<std::vector<OracleTensor>>
Oracle::run(const std::vector<HostValue> &arguments, double ulps,
            unsigned seconds) const {
  if (arguments.size() != type.getNumInputs())
    return emitError(loc, "expected ")
           << type.getNumInputs() << " arguments, but got " << arguments.size();
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip(arguments, type.getInputs()))) {
    auto &[value, expected] = pair;
    auto tensor = dyn_cast<RankedTensorType>(expected);
    int64_t elements = 1;
    for (int64_t extent : value.shape)
      elements *= extent;
    if (value.scalar == bool(tensor) ||
        *dtypeOf(getElementTypeOrSelf(expected)) != value.dtype ||
        int64_t(value.bytes.size()) != elements * gate::byteSize(value.dtype) ||
        (tensor &&
         failed(verifyCompatibleShape(tensor.getShape(), value.shape))))
      return emitError(loc, "argument ")
             << i << ": expected " << expected << ", but got "
             << gate::spelling(value.dtype) << " of shape ["
             << ArrayRef<int64_t>(value.shape) << "]";
  }
  std::string key = keyOf(arguments, ulps);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  std::string reason;
  FailureOr<std::vector<OracleTensor>> results = oracle::inChild(
      type.getContext(), seconds, [&] { return runAll(arguments, ulps); },
      reason);
  if (failed(results))
    emitError(loc, "the original cannot be executed on these arguments: ")
        << reason;
  else if (uint64_t bytes = bytesOf(*results); bytes <= kMostKnownBytes) {
    if (knownBytes + bytes > kMostKnownBytes) {
      known.clear();
      knownBytes = 0;
    }
    knownBytes += bytes;
    known.emplace(key, *results);
  }
  return results;
}

FailureOr<std::vector<OracleTensor>>
Oracle::runAll(const std::vector<HostValue> &arguments, double ulps) const {
  FailureOr<std::vector<Output>> wideOut = execute(*wide, arguments);
  if (failed(wideOut))
    return failure();
  FailureOr<std::vector<Output>> narrowOut = execute(*narrow, arguments);
  if (failed(narrowOut))
    return failure();
  std::vector<OracleTensor> results(type.getNumResults());
  for (auto [i, expected] : llvm::enumerate(type.getResults())) {
    OracleTensor &result = results[i];
    result.dtype = *dtypeOf(getElementTypeOrSelf(expected));
    result.shape = (*wideOut)[i].shape;
    result.values.wide = std::move((*wideOut)[i].floats);
    result.values.narrow = std::move((*narrowOut)[i].floats);
    result.values.exact = std::move((*wideOut)[i].integers);
    result.values.alternatives.push_back(std::move((*narrowOut)[i].integers));
    result.values.eitherZero.resize(result.values.wide.size());
  }
  unsigned runs = kMostRuns;
  oracle::takeWork();
  oracle::takeRangeEvent();
  // The last one rounds and moves nothing.
  for (unsigned run = 0; run <= runs; ++run) {
    oracle::setNoise({run, ulps, /*ranged=*/false, /*rounded=*/run == runs});
    FailureOr<std::vector<Output>> moved = execute(*perturbed, arguments);
    if (failed(moved))
      return failure();
    if (run == 0)
      runs = unsigned(std::clamp<uint64_t>(
          kMostWork / std::max<uint64_t>(oracle::takeWork(), 1), kLeastRuns,
          kMostRuns));
    for (auto [result, out] : llvm::zip(results, *moved)) {
      gate::OracleResult &values = result.values;
      if (out.shape != result.shape)
        return emitError(loc, "oracle: a result's shape depends on roundings");
      std::vector<float> deviations(out.floats.size());
      for (auto [i, value] : llvm::enumerate(out.floats)) {
        deviations[i] = deviation(value, values.wide[i]);
        if (value == 0 && std::signbit(value) != std::signbit(values.wide[i]))
          values.eitherZero[i] = true;
      }
      values.deviations.push_back(std::move(deviations));
      values.alternatives.push_back(std::move(out.integers));
    }
  }
  // Once more with the range of the program's types, where some result left it.
  if (!oracle::takeRangeEvent())
    return results;
  // Long programs have the last ones only.
  for (unsigned run = oracle::kRangedRuns - std::min(runs, oracle::kRangedRuns);
       run < oracle::kRangedRuns; ++run) {
    oracle::setNoise({run, ulps, /*ranged=*/true});
    FailureOr<std::vector<Output>> ranged = execute(*perturbed, arguments);
    if (failed(ranged))
      return failure();
    for (auto [result, out] : llvm::zip(results, *ranged)) {
      if (out.shape != result.shape)
        return emitError(loc, "oracle: a result's shape depends on roundings");
      result.values.ranged.push_back(std::move(out.floats));
      result.values.alternatives.push_back(std::move(out.integers));
    }
  }
  return results;
}

} // namespace kopt
