//===- Session.cpp - What kopt-run and kopt-gate share --------------------===//

#include "kopt/GateDriver/Session.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Interpret/InterpretDevice.h"
#include "kopt/Oracle/IndexBounds.h"
#include "kopt/Registration/Registration.h"
#include "kopt/Sim/Compile.h"
#include "kopt/Support/Sha256.h"
#include "kopt/ToolSupport/Files.h"
#include "kopt/ToolSupport/Foreign.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "passes/NvvmToPtx/NvvmToPtx.h"
#include "llvm/Support/Path.h"

#include <unistd.h>

using namespace mlir;

namespace kopt {

std::optional<DeviceSpec> DeviceSpec::parse(llvm::StringRef text) {
  DeviceSpec spec;
  spec.interpret = text == "interpret";
  if (text == "sim" || spec.interpret)
    return spec;
  spec.sim = false;
  if (!text.consume_front("cuda:") || text.getAsInteger(10, spec.ordinal))
    return std::nullopt;
  return spec;
}

std::string DeviceSpec::kind() const {
  return interpret ? "interpret" : sim ? "sim" : "cuda";
}

std::string DeviceSpec::text() const {
  return sim ? kind() : "cuda:" + std::to_string(ordinal);
}

static DialectRegistry allDialects() {
  DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

Session::Session(std::string toolPath,
                 std::vector<std::vector<std::string>> workers,
                 double startSeconds)
    : mlirContext(allDialects()), diagnostics(sources, &mlirContext),
      folder(llvm::sys::path::parent_path(toolPath).str()),
      workers(std::move(workers)), startSeconds(startSeconds) {
  mlirContext.printOpOnDiagnostic(false);
  registerPlacelessHandler(&mlirContext, llvm::sys::path::filename(toolPath),
                           /*hasSeveralFiles=*/true);
  mlir::registerAllPasses();
  kopt::registerAllPasses();
}

OwningOpRef<ModuleOp> Session::parse(llvm::StringRef path) {
  auto buffer = readInput(path);
  if (!buffer) {
    emitError(UnknownLoc::get(&mlirContext),
              llvm::toString(buffer.takeError()));
    return nullptr;
  }
  return parseText((*buffer)->getBuffer(), path);
}

OwningOpRef<ModuleOp> Session::parseText(llvm::StringRef text,
                                         llvm::StringRef name) {
  if (isForeign && failed(checkForeignText(&mlirContext, text, name)))
    return nullptr;
  SyntaxNote note(&mlirContext);
  auto module =
      parseSourceString<ModuleOp>(text, ParserConfig(&mlirContext), name);
  if (module && failed(checkNames(*module)))
    return nullptr;
  return module;
}

FailureOr<const Oracle *> Session::oracleOf(func::FuncOp original) {
  // With locations: the oracle's errors name them.
  std::string text = original.getName().str() + "\n";
  llvm::raw_string_ostream os(text);
  original->getParentOfType<ModuleOp>().print(
      os, OpPrintingFlags().enableDebugInfo());
  if (oracle && text == oracleText)
    return oracle.get();
  oracle.reset();
  FailureOr<std::unique_ptr<Oracle>> made = Oracle::create(original);
  if (failed(made))
    return failure();
  oracle = std::move(*made);
  oracleText = std::move(text);
  return oracle.get();
}

Result<std::unique_ptr<gate::Worker>> Session::start(const DeviceSpec &device,
                                                     size_t number) const {
  if (!hasOwnWorkers())
    return gate::Worker::spawn(workers[number]);
  std::vector<std::string> command = {
      folder + (device.interpret ? "/kopt-interpret-worker"
                : device.sim     ? "/kopt-sim-worker"
                                 : "/kopt-gpu-worker")};
  if (!device.sim)
    command.push_back("--device=" + std::to_string(device.ordinal));
  return gate::Worker::spawn(command);
}

ImageCompiler Session::compiler(const DeviceSpec &device, std::string chip) {
  if (device.interpret)
    return {[](gpu::GPUModuleOp module) -> FailureOr<gate::Image> {
              gate::Image image;
              image.kind = gate::Image::Kind::Tiles;
              image.bytes = interpret::tileImage(module);
              image.sha256 = sha256(image.bytes);
              return image;
            },
            /*takesTiles=*/true};
  bool onSim = device.sim;
  return {[onSim, chip](gpu::GPUModuleOp module) -> FailureOr<gate::Image> {
    llvm::Expected<std::string> bytes =
        onSim ? sim::compileObject(module) : compilePtx(module, chip);
    if (!bytes)
      return module.emitError(llvm::toString(bytes.takeError()));
    gate::Image image;
    image.kind = onSim ? gate::Image::Kind::SimObject : gate::Image::Kind::PTX;
    image.bytes = std::move(*bytes);
    image.sha256 = sha256(image.bytes);
    return image;
  }};
}

FailureOr<func::FuncOp> findEntry(ModuleOp module, llvm::StringRef name) {
  if (!name.empty()) {
    auto function = module.lookupSymbol<func::FuncOp>(name);
    if (!function || function.isExternal())
      return module.emitError("expected a function @") << name;
    return function;
  }
  func::FuncOp found;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    if (found)
      return module.emitError("expected --entry: there is @")
             << found.getName() << " and @" << function.getName();
    found = function;
  }
  if (!found)
    return module.emitError("expected a public function");
  return found;
}

/// Reads "20x96" (or the empty text for rank 0).
static bool parseShape(llvm::StringRef text, std::vector<int64_t> &shape) {
  if (text.empty())
    return true;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, 'x');
  for (llvm::StringRef part : parts) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 0)
      return false;
    shape.push_back(extent);
  }
  return true;
}

/// Reads a number as the bits of a scalar type.
static bool parseScalar(llvm::StringRef text, Type type, uint64_t &bits) {
  if (auto number = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(number.getFloatSemantics());
    auto status =
        value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return false;
    }
    bits = value.bitcastToAPInt().getZExtValue();
    return true;
  }
  int64_t value;
  if (text.getAsInteger(0, value))
    return false;
  bits = uint64_t(value);
  return true;
}

/// The bytes of a tensor; nothing above 2^40, the most a worker takes.
static std::optional<uint64_t> bytesOf(ArrayRef<int64_t> shape, Type element) {
  constexpr uint64_t most = uint64_t(1) << 40;
  uint64_t bytes =
      element.isIndex() ? 8 : (element.getIntOrFloatBitWidth() + 7) / 8;
  if (llvm::is_contained(shape, 0))
    return 0;
  for (int64_t extent : shape) {
    if (uint64_t(extent) > most / bytes)
      return std::nullopt;
    bytes *= uint64_t(extent);
  }
  return bytes;
}

/// What of an argument its type does not say, for people.
static std::string unknownOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return "the value of a scalar is not known";
  std::string text;
  for (int64_t d = 0; d < tensor.getRank(); ++d)
    if (tensor.isDynamicDim(unsigned(d)))
      text += (text.empty() ? "" : ", ") + std::to_string(d);
  bool isOne = tensor.getNumDynamicDims() == 1;
  return (isOne ? "dimension " : "dimensions ") + text +
         (isOne ? " is not known" : " are not known");
}

FailureOr<std::vector<HostArgument>>
concreteArguments(func::FuncOp entry, llvm::ArrayRef<std::string> texts) {
  std::vector<std::optional<llvm::StringRef>> given(entry.getNumArguments());
  for (llvm::StringRef text : texts) {
    auto [position, value] = text.split(':');
    unsigned index;
    if (position.getAsInteger(10, index) || index >= given.size())
      return entry.emitOpError(
                 "expected --arg=INDEX:VALUE with an index below ")
             << given.size() << ", but got '" << text << "'";
    if (given[index])
      return entry.emitOpError("expected one value for argument ")
             << index << ", but got '" << *given[index] << "' and '" << value
             << "'";
    given[index] = value;
  }
  std::vector<HostArgument> arguments(entry.getNumArguments());
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    bool isKnown = tensor && tensor.hasStaticShape() && !given[i];
    if (isKnown)
      arguments[i].shape = tensor.getShape().vec();
    if (!isKnown && !given[i])
      return entry.emitOpError("argument ")
             << i << " of type " << type << ": expected --arg=" << i << ":"
             << (tensor ? "SHAPE" : "VALUE") << ", as " << unknownOf(type);
    bool fits = isKnown  ? true
                : tensor ? parseShape(*given[i], arguments[i].shape) &&
                               succeeded(verifyCompatibleShape(
                                   tensor.getShape(), arguments[i].shape))
                         : type.isIntOrIndexOrFloat() &&
                               parseScalar(*given[i], type, arguments[i].bits);
    if (!fits)
      return entry.emitOpError("argument ")
             << i << ": '" << *given[i] << "' does not fit type " << type;
    if (tensor && tensor.getElementType().isIntOrIndexOrFloat() &&
        !bytesOf(arguments[i].shape, tensor.getElementType()))
      return entry.emitOpError("argument ")
             << i << ": expected at most 2^40 bytes, but got more";
  }
  return arguments;
}

std::vector<std::vector<int64_t>>
shapesOf(const std::vector<HostArgument> &arguments) {
  std::vector<std::vector<int64_t>> shapes;
  for (const HostArgument &argument : arguments)
    shapes.push_back(argument.shape);
  return shapes;
}

FailureOr<std::vector<HostValue>>
generateInputs(func::FuncOp entry, const std::vector<HostArgument> &arguments,
               const std::string &family, uint64_t seed) {
  // The oracle's wider types need memory too.
  uint64_t needed = 0;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (succeeded(dtypeOf(getElementTypeOrSelf(type))))
      needed += bytesOf(arguments[i].shape, getElementTypeOrSelf(type))
                    .value_or(UINT64_MAX / 1024);
  for (Type type : entry.getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.hasStaticShape() &&
        succeeded(dtypeOf(tensor.getElementType())))
      needed += bytesOf(tensor.getShape(), tensor.getElementType())
                    .value_or(UINT64_MAX / 1024);
  uint64_t memory =
      uint64_t(::sysconf(_SC_PHYS_PAGES)) * uint64_t(::sysconf(_SC_PAGESIZE));
  if (needed > memory / 4)
    return entry.emitOpError("expected arguments and results of at most a "
                             "quarter of this machine's memory, ")
           << (memory / 4 >> 20) << " MiB, but got " << (needed >> 20)
           << " MiB";
  std::vector<int64_t> bounds = indexBounds(entry, shapesOf(arguments));
  std::vector<HostValue> values;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    HostValue value;
    FailureOr<gate::DType> dtype = dtypeOf(getElementTypeOrSelf(type));
    if (failed(dtype))
      return entry.emitOpError("argument ")
             << i << ": " << type << " cannot cross the host boundary";
    value.dtype = *dtype;
    value.scalar = !isa<ShapedType>(type);
    value.shape = arguments[i].shape;
    if (value.scalar) {
      value.bytes.resize(gate::byteSize(value.dtype));
      gate::storeBits(value.dtype, value.bytes.data(), 0, arguments[i].bits);
    } else {
      value.bytes = gate::generate(
          gate::familyOfArgument(family, i, entry.getNumArguments()), seed + i,
          value.dtype, value.shape, std::max<int64_t>(bounds[i], 0));
    }
    values.push_back(std::move(value));
  }
  return values;
}

std::optional<std::vector<uint8_t>>
resultBytes(const gate::Program &program, size_t i,
            const gate::RunResult &reply,
            const std::vector<HostValue> &values) {
  int buffer = program.results[i].buffer;
  for (const gate::OutputResult &output : reply.outputs)
    if (output.buffer == buffer)
      return std::vector<uint8_t>(output.bytes.begin(), output.bytes.end());
  if (program.buffers[buffer].role == gate::BufferRole::Constant) {
    const std::string &contents = program.buffers[buffer].contents;
    return std::vector<uint8_t>(contents.begin(), contents.end());
  }
  if (program.buffers[buffer].role != gate::BufferRole::Input)
    return std::nullopt;
  // Arguments come first, in order; scalars have no buffer.
  int next = 0;
  for (const HostValue &value : values)
    if (!value.scalar && next++ == buffer)
      return std::vector<uint8_t>(value.bytes.begin(), value.bytes.end());
  return std::nullopt;
}

} // namespace kopt
