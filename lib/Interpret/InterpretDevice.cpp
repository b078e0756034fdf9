//===- InterpretDevice.cpp - Kernels on tiles, by their meaning -----------===//

#include "lib/Interpret/Machine.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"

#include <cstring>
#include <utility>

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;

constexpr uint64_t kMemoryBytes = uint64_t(8) << 30;

void interpret::registerDialects(DialectRegistry &registry) {
  registry.insert<KoptDialect, affine::AffineDialect, arith::ArithDialect,
                  gpu::GPUDialect, math::MathDialect, memref::MemRefDialect,
                  NVVM::NVVMDialect, scf::SCFDialect, tensor::TensorDialect>();
}

std::string interpret::tileImage(gpu::GPUModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  // It fails only for a version that cannot be written, and none is asked for.
  (void)writeBytecodeToFile(module, stream);
  return bytes;
}

Operation *interpret::findUnsupported(ModuleOp module) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    auto isKnown = [](Type type) {
      Type element = getElementTypeOrSelf(type);
      gate::DType dtype;
      std::string text;
      llvm::raw_string_ostream(text) << element;
      auto tile = dyn_cast<TensorType>(type);
      return isa<ChannelType, PendingType>(type) ||
             (gate::parseDType(text, dtype) &&
              (!tile || tile.hasStaticShape()));
    };
    bool isOperation =
        isa<ModuleOp, gpu::GPUModuleOp, KernelOp, scf::ForOp, scf::WhileOp,
            scf::IfOp, arith::ConstantOp, affine::AffineApplyOp,
            affine::AffineMinOp, affine::AffineMaxOp, memref::LoadOp,
            memref::DimOp, tensor::SplatOp, tensor::ExtractSliceOp,
            tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ConcatOp>(
            op) ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        isa<KoptDialect>(op->getDialect()) || elementFunction(op);
    if (!found &&
        (!isOperation || !llvm::all_of(op->getResultTypes(), isKnown)))
      found = op;
  });
  return found;
}

namespace {
struct LoadedImage {
  OwningOpRef<ModuleOp> module; ///< around the gpu.module
  std::vector<uint64_t> kernels;
};

MLIRContext::Threading threading() { return MLIRContext::Threading::DISABLED; }
} // namespace

struct InterpretDevice::Impl {
  explicit Impl(InterpretOptions options)
      : options(options), context(registry(), threading()) {
    context.printOpOnDiagnostic(false);
  }
  static DialectRegistry registry() {
    DialectRegistry registry;
    registerDialects(registry);
    return registry;
  }

  InterpretOptions options;
  MLIRContext context;
  std::map<uint64_t, LoadedImage> images;
  std::map<uint64_t, KernelOp> kernels;
  std::map<uint64_t, std::unique_ptr<Buffer>> buffers; ///< by address
  uint64_t next = 1, allocated = 0, schedule = 0;
  uint32_t programs = 1; ///< number of the next program
  double deadline = 0;
  std::vector<gate::DeviceReport> reports;

  /// The buffer that holds `bytes` bytes at an address.
  Buffer *find(uint64_t address, uint64_t bytes, uint64_t &offset);
  Status bind(Launch &launch, const gate::ResolvedLaunch &resolved);
  void checkOutputs(Launch &launch);
};

InterpretDevice::InterpretDevice(InterpretOptions options)
    : impl(std::make_unique<Impl>(options)) {}
InterpretDevice::~InterpretDevice() = default;

gate::DeviceInfo InterpretDevice::info() const {
  gate::DeviceInfo info;
  info.kind = "interpret";
  info.name = "interpreter of tiles";
  info.architecture = "sm_90a";
  info.multiprocessors = 1;
  info.memoryBytes = kMemoryBytes;
  info.modelledTime = true;
  return info;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

Result<uint64_t>
InterpretDevice::loadImage(const gate::Image &image,
                           std::vector<gate::KernelInfo> &kernels) {
  if (image.kind != gate::Image::Kind::Tiles)
    return Status::failure("compile", "expected kernels on tiles");
  LoadedImage loaded;
  loaded.module = parseSourceString<ModuleOp>(
      image.bytes, ParserConfig(&impl->context), "image");
  if (!loaded.module)
    return Status::failure("compile", "broken kernels on tiles");
  if (Operation *op = findUnsupported(*loaded.module))
    return Status::failure("unsupported",
                           locationText(op->getLoc()) + ": '" +
                               op->getName().getStringRef().str() +
                               "' is not known to the interpreter");
  SmallVector<KernelOp> found;
  loaded.module->walk([&](KernelOp kernel) { found.push_back(kernel); });
  for (KernelOp kernel : found) {
    if (!kernel.isTiled())
      return Status::failure("compile", "expected kernels with a grid");
    gate::KernelInfo info;
    info.name = kernel.getName().str();
    kernels.push_back(info);
    loaded.kernels.push_back(impl->next);
    impl->kernels[impl->next++] = kernel;
  }
  uint64_t handle = impl->next++;
  impl->images.emplace(handle, std::move(loaded));
  return handle;
}

Status InterpretDevice::unloadImage(uint64_t image) {
  auto it = impl->images.find(image);
  if (it == impl->images.end())
    return Status::failure("launch", "no such image");
  for (uint64_t kernel : it->second.kernels)
    impl->kernels.erase(kernel);
  impl->images.erase(it);
  return Status::success();
}

Result<uint64_t> InterpretDevice::findKernel(uint64_t image,
                                             const std::string &name) {
  auto it = impl->images.find(image);
  if (it != impl->images.end())
    for (uint64_t handle : it->second.kernels)
      if (impl->kernels[handle].getName() == name)
        return handle;
  return Status::failure("launch", "no kernel " + name + " in the image");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Buffer *InterpretDevice::Impl::find(uint64_t address, uint64_t bytes,
                                    uint64_t &offset) {
  auto it = buffers.upper_bound(address);
  if (it == buffers.begin())
    return nullptr;
  Buffer *buffer = std::prev(it)->second.get();
  offset = address - std::prev(it)->first;
  return offset <= buffer->bytes && bytes <= buffer->bytes - offset ? buffer
                                                                    : nullptr;
}

Result<uint64_t> InterpretDevice::allocate(uint64_t bytes,
                                           const std::string &name) {
  if (impl->allocated + bytes > kMemoryBytes)
    return Status::failure("resources", "out of memory");
  auto buffer = std::make_unique<Buffer>();
  buffer->data.reset(new char[std::max<uint64_t>(bytes, 1)]);
  buffer->bytes = bytes;
  buffer->name = name;
  buffer->initialised.assign(bytes, 0);
  buffer->writer.assign(bytes, 0);
  buffer->reader.assign(bytes, 0);
  uint64_t address = uint64_t(reinterpret_cast<uintptr_t>(buffer->data.get()));
  impl->allocated += bytes;
  impl->buffers[address] = std::move(buffer);
  return address;
}

Status InterpretDevice::release(uint64_t address) {
  auto it = impl->buffers.find(address);
  if (it == impl->buffers.end())
    return Status::failure("launch", "no buffer at that address");
  impl->allocated -= it->second->bytes;
  impl->buffers.erase(it);
  return Status::success();
}

static Status noBuffer() {
  return Status::failure("launch", "outside every buffer");
}

Status InterpretDevice::write(uint64_t address, const void *data,
                              uint64_t bytes) {
  uint64_t offset = 0;
  Buffer *buffer = impl->find(address, bytes, offset);
  if (!buffer)
    return noBuffer();
  std::memcpy(buffer->data.get() + offset, data, bytes);
  std::fill_n(buffer->initialised.begin() + offset, bytes, 1);
  return Status::success();
}

Status InterpretDevice::read(void *data, uint64_t address, uint64_t bytes) {
  uint64_t offset = 0;
  Buffer *buffer = impl->find(address, bytes, offset);
  if (!buffer)
    return noBuffer();
  std::memcpy(data, buffer->data.get() + offset, bytes);
  return Status::success();
}

Status InterpretDevice::fill(uint64_t address, uint32_t pattern, uint64_t bytes,
                             bool initialised) {
  uint64_t offset = 0;
  Buffer *buffer = impl->find(address, bytes, offset);
  if (!buffer)
    return noBuffer();
  for (uint64_t i = 0; i < bytes; i += 4)
    std::memcpy(buffer->data.get() + offset + i, &pattern,
                std::min<uint64_t>(4, bytes - i));
  std::fill_n(buffer->initialised.begin() + offset, bytes, initialised);
  return Status::success();
}

Status InterpretDevice::protect(uint64_t address) {
  auto it = impl->buffers.find(address);
  if (it == impl->buffers.end())
    return noBuffer();
  it->second->readOnly = true;
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Status InterpretDevice::setTimeLimit(double seconds) {
  impl->deadline = seconds > 0 ? processorSeconds() + seconds : 0;
  return Status::success();
}

Status InterpretDevice::setSchedule(uint64_t number) {
  impl->schedule = number;
  return Status::success();
}

/// The arguments and the grid, as lib/Program passes them: a memref is its
/// address, then its dynamic extents.
Status InterpretDevice::Impl::bind(Launch &launch,
                                   const gate::ResolvedLaunch &resolved) {
  size_t next = 0;
  auto number = [&](uint64_t &value) {
    if (next == resolved.params.size())
      return false;
    const std::vector<uint8_t> &param = resolved.params[next++];
    value = 0;
    std::memcpy(&value, param.data(), std::min<size_t>(param.size(), 8));
    return true;
  };
  auto wrong = [&](size_t argument) {
    return Status::failure("launch", "parameters do not fit argument " +
                                         std::to_string(argument));
  };
  SmallVector<int64_t> symbols, scalars;
  for (auto [i, type] : llvm::enumerate(launch.kernel.getArgumentTypes())) {
    Datum datum;
    if (!number(datum.bits))
      return wrong(i);
    if (type.isIndex())
      scalars.push_back(int64_t(datum.bits));
    if (auto memref = dyn_cast<MemRefType>(type)) {
      auto memory = std::make_shared<Memory>();
      memory->type = dtypeOf(memref);
      uint64_t bytes = gate::byteSize(memory->type);
      for (int64_t extent : memref.getShape()) {
        uint64_t given = uint64_t(extent);
        if (ShapedType::isDynamic(extent)) {
          if (!number(given) || int64_t(given) < 0)
            return wrong(i);
          symbols.push_back(int64_t(given));
        }
        memory->shape.push_back(int64_t(given));
        bytes *= given;
      }
      memory->buffer = find(datum.bits, bytes, memory->offset);
      if (!memory->buffer || !memref.getLayout().isIdentity())
        return wrong(i);
      datum.memory = std::move(memory);
    }
    launch.arguments.push_back(std::move(datum));
  }
  llvm::append_range(symbols, scalars);
  uint64_t count = 1;
  for (AffineExpr extent :
       launch.kernel.getGridAttr().getValue().getResults()) {
    launch.extents.push_back(evaluate(extent, {}, symbols));
    count *= uint64_t(launch.extents.back());
  }
  if (next != resolved.params.size() || count != resolved.grid[0])
    return Status::failure("launch", "grid or parameters do not fit");
  return Status::success();
}

/// A kernel's postconditions: outputs are written in full, flags are 0.
void InterpretDevice::Impl::checkOutputs(Launch &launch) {
  for (auto [i, argument] : llvm::enumerate(launch.arguments)) {
    if (!launch.kernel.isOutput(i))
      continue;
    const Memory &memory = *argument.memory;
    uint64_t bytes = gate::byteSize(memory.type);
    for (int64_t extent : memory.shape)
      bytes *= uint64_t(extent);
    for (uint64_t b = memory.offset; b < memory.offset + bytes; ++b)
      if (memory.buffer->writer[b] < launch.firstProgram) {
        launch.report("unwritten", launch.kernel,
                      "leaves byte " + std::to_string(b) + " of argument " +
                          std::to_string(i) + ", " + memory.buffer->name +
                          ", unwritten");
        break;
      }
  }
  for (auto &[place, flag] : launch.flags)
    if (flag.signals)
      launch.report("precondition", flag.op,
                    "leaves a flag at " + std::to_string(flag.signals) +
                        " after " + std::to_string(flag.readers) + " awaits");
}

Status InterpretDevice::launch(const gate::ResolvedLaunch &resolved) {
  auto it = impl->kernels.find(resolved.kernel);
  if (it == impl->kernels.end())
    return Status::failure("launch", "no such kernel");
  Launch launch;
  launch.kernel = it->second;
  launch.options = &impl->options;
  launch.seed = impl->options.seed + impl->schedule;
  launch.deadline = impl->deadline;
  launch.reports = &impl->reports;
  // Numbers tell launches apart; start over before they run out.
  if (impl->programs > (1u << 31)) {
    impl->programs = 1;
    for (auto &[address, buffer] : impl->buffers) {
      std::fill(buffer->writer.begin(), buffer->writer.end(), 0);
      std::fill(buffer->reader.begin(), buffer->reader.end(), 0);
    }
  }
  launch.firstProgram = impl->programs;
  if (Status status = impl->bind(launch, resolved); !status.ok())
    return status;
  impl->programs += resolved.grid[0];
  launch.run();
  if (!launch.stopped)
    impl->checkOutputs(launch);
  return Status::success();
}

/// Launches run when they are made, within the limit set before.
Status InterpretDevice::synchronize(double) { return Status::success(); }

std::vector<gate::DeviceReport> InterpretDevice::takeReports() {
  return std::exchange(impl->reports, {});
}

Result<double>
InterpretDevice::timeOnce(const std::vector<gate::ResolvedLaunch> &launches,
                          double timeoutSeconds) {
  if (Status status = setTimeLimit(timeoutSeconds); !status.ok())
    return status;
  for (const gate::ResolvedLaunch &one : launches)
    if (Status status = launch(one); !status.ok())
      return status;
  return double(launches.size());
}
