//===- Oracle.cpp - Compile and run a program before lifting --------------===//

#include "kopt/Oracle/Oracle.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/TargetSelect.h"

#include <cstdlib>
#include <cstring>

using namespace mlir;

namespace kopt {
namespace {

/// Everything the compiled code allocates during one run; freed as a whole.
class Arena {
public:
  ~Arena() {
    for (void *block : blocks)
      std::free(block);
  }
  void *allocate(size_t bytes) {
    blocks.push_back(std::malloc(bytes ? bytes : 1));
    return blocks.back();
  }

private:
  std::vector<void *> blocks;
};

/// The arena of the run in progress on this thread: compiled code calls
/// `malloc` without a context to find it through.
thread_local Arena *currentArena = nullptr;

void *arenaMalloc(size_t bytes) { return currentArena->allocate(bytes); }
void arenaFree(void *) {}

template <typename T> T roundTo(const llvm::fltSemantics &to, T value) {
  llvm::APFloat number(value);
  bool lost;
  number.convert(to, llvm::APFloat::rmNearestTiesToEven, &lost);
  number.convert(sizeof(T) == 8 ? llvm::APFloat::IEEEdouble()
                                : llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
  if constexpr (sizeof(T) == 8)
    return number.convertToDouble();
  else
    return number.convertToFloat();
}

double roundF32F64(double x) { return double(float(x)); }
double roundBF16F64(double x) { return roundTo(llvm::APFloat::BFloat(), x); }
double roundF16F64(double x) { return roundTo(llvm::APFloat::IEEEhalf(), x); }
double roundE4M3F64(double x) {
  return roundTo(llvm::APFloat::Float8E4M3FN(), x);
}
double roundE5M2F64(double x) {
  return roundTo(llvm::APFloat::Float8E5M2(), x);
}
float roundBF16F32(float x) { return roundTo(llvm::APFloat::BFloat(), x); }
float roundF16F32(float x) { return roundTo(llvm::APFloat::IEEEhalf(), x); }
float roundE4M3F32(float x) {
  return roundTo(llvm::APFloat::Float8E4M3FN(), x);
}
float roundE5M2F32(float x) { return roundTo(llvm::APFloat::Float8E5M2(), x); }

llvm::orc::SymbolMap runtimeSymbols(llvm::orc::MangleAndInterner mangle) {
  llvm::orc::SymbolMap map;
  auto add = [&](StringRef name, auto *function) {
    map[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                         llvm::JITSymbolFlags::Exported |
                             llvm::JITSymbolFlags::Callable};
  };
  add("malloc", &arenaMalloc);
  add("free", &arenaFree);
  add("kopt_round_f32_f64", &roundF32F64);
  add("kopt_round_bf16_f64", &roundBF16F64);
  add("kopt_round_f16_f64", &roundF16F64);
  add("kopt_round_f8E4M3FN_f64", &roundE4M3F64);
  add("kopt_round_f8E5M2_f64", &roundE5M2F64);
  add("kopt_round_bf16_f32", &roundBF16F32);
  add("kopt_round_f16_f32", &roundF16F32);
  add("kopt_round_f8E4M3FN_f32", &roundE4M3F32);
  add("kopt_round_f8E5M2_f32", &roundE5M2F32);
  return map;
}

LogicalResult runPipeline(ModuleOp module, StringRef text) {
  PassManager manager(module.getContext());
  if (failed(parsePassPipeline(text, manager, llvm::errs())))
    return failure();
  return manager.run(module);
}

/// Aggregates (softmax) become structured operations with regions.
LogicalResult decomposeAggregates(ModuleOp module) {
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

// `arith-expand` is left out: its maximumf gives max(-0, +0) = -0.
const char *const lowering =
    "one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map},"
    "func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,"
    "convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,convert-to-"
    "llvm,reconcile-"
    "unrealized-casts";

} // namespace

struct Oracle::Compiled {
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<ExecutionEngine> engine;
  FloatType compute;
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

  std::unique_ptr<Oracle> oracle(new Oracle(entry));
  auto compile = [&](FloatType compute) -> std::unique_ptr<Compiled> {
    auto compiled = std::make_unique<Compiled>();
    compiled->compute = compute;
    compiled->module = source.clone();
    ModuleOp module = *compiled->module;
    for (auto function : module.getOps<func::FuncOp>()) {
      bool isEntry = function.getName() == oracle->name;
      function.setVisibility(isEntry ? SymbolTable::Visibility::Public
                                     : SymbolTable::Visibility::Private);
      if (isEntry)
        function->setAttr("llvm.emit_c_interface", UnitAttr::get(context));
    }
    if (failed(runPipeline(module, "inline,symbol-dce")) ||
        failed(decomposeAggregates(module)) ||
        failed(runPipeline(module, "func.func(linalg-generalize-named-ops)")) ||
        failed(widenFloats(module, compute)) ||
        failed(runPipeline(module, lowering)))
      return nullptr;
    ExecutionEngineOptions options;
    auto transformer =
        makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, nullptr);
    options.transformer = transformer;
    auto engine = ExecutionEngine::create(module, options);
    if (!engine) {
      entry.emitOpError("oracle: ") << llvm::toString(engine.takeError());
      return nullptr;
    }
    compiled->engine = std::move(*engine);
    compiled->engine->registerSymbols(runtimeSymbols);
    return compiled;
  };
  oracle->wide = compile(Float64Type::get(context));
  if (!oracle->wide)
    return failure();
  oracle->narrow = compile(Float32Type::get(context));
  if (!oracle->narrow)
    return failure();
  return oracle;
}

namespace {

/// A memref descriptor in the C interface: two pointers, offset, sizes,
/// strides; all of eight bytes.
using Descriptor = std::vector<int64_t>;

/// The value as the compiled function takes it: floats narrower than
/// `compute` in that type, everything else as stored.
std::vector<uint8_t> convertInput(const HostValue &value, FloatType compute) {
  unsigned width = compute.getWidth() / 8, stored = gate::byteSize(value.dtype);
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

FailureOr<std::vector<OracleTensor>>
Oracle::run(const std::vector<HostValue> &arguments) const {
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

  std::vector<OracleTensor> results(type.getNumResults());
  for (const Compiled *compiled : {wide.get(), narrow.get()}) {
    bool isWide = compiled == wide.get();
    Arena arena;
    currentArena = &arena;
    std::vector<std::vector<uint8_t>> storage;
    std::vector<Descriptor> descriptors;
    std::vector<void *> pointers;
    for (const HostValue &value : arguments)
      storage.push_back(convertInput(value, compiled->compute));
    for (auto [value, bytes] : llvm::zip(arguments, storage)) {
      int64_t data = reinterpret_cast<int64_t>(bytes.data());
      Descriptor descriptor = {data, data, 0};
      descriptor.insert(descriptor.end(), value.shape.begin(),
                        value.shape.end());
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
    llvm::Error error =
        compiled->engine->invokePacked("_mlir_ciface_" + name, packed);
    if (error) {
      currentArena = nullptr;
      return emitError(loc, "oracle: ") << llvm::toString(std::move(error));
    }

    const int64_t *descriptor = returned.data();
    for (auto [index, expected] : llvm::enumerate(type.getResults())) {
      OracleTensor &result = results[index];
      unsigned rank = cast<RankedTensorType>(expected).getRank();
      result.dtype = *dtypeOf(getElementTypeOrSelf(expected));
      result.shape.assign(descriptor + 3, descriptor + 3 + rank);
      if (gate::isFloat(result.dtype)) {
        std::vector<double> &out =
            isWide ? result.values.wide : result.values.narrow;
        bool asDouble = isWide || result.dtype == gate::DType::F64;
        forEachElement(
            descriptor, result.shape, asDouble ? 8 : 4, [&](const uint8_t *p) {
              gate::DType type = asDouble ? gate::DType::F64 : gate::DType::F32;
              out.push_back(
                  gate::decodeFloat(type, gate::loadBits(type, p, 0)));
            });
      } else if (isWide) {
        forEachElement(descriptor, result.shape, gate::byteSize(result.dtype),
                       [&](const uint8_t *p) {
                         result.values.exact.push_back(gate::decodeInteger(
                             result.dtype, gate::loadBits(result.dtype, p, 0)));
                       });
      }
      descriptor += 3 + 2 * rank;
    }
    currentArena = nullptr;
  }
  return results;
}

} // namespace kopt
