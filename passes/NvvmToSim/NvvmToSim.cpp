//===- NvvmToSim.cpp - Modules, functions, globals, entries ---------------===//

#include "passes/NvvmToSim/NvvmToSim.h"
#include "mlir/IR/Dominance.h"
#include "passes/NvvmToSim/Emitter.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>

namespace kopt {
#define GEN_PASS_DEF_NVVMTOSIMPASS
#include "passes/NvvmToSim/NvvmToSim.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt::sim;

/// Where shared memory starts in a block's window; what is below belongs to
/// the driver, as on the device.
static constexpr uint32_t kSharedStart = 1024;
static constexpr unsigned kSharedSpace = 3;

/// Before the names of functions of the module: back ends call C's `fma` or
/// `memcpy`, which must not find a kernel of that name.
static constexpr StringLiteral kFunctionPrefix = "__kopt_function_";

static LogicalResult renameFunctions(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    auto name = StringAttr::get(module.getContext(),
                                kFunctionPrefix + function.getName());
    if (failed(SymbolTable::replaceAllSymbolUses(function, name, module)))
      return function.emitError("cannot be renamed for the simulated device");
    function.setSymNameAttr(name);
  }
  return success();
}

/// Lays out the shared globals that a kernel names: static ones in the order
/// of the module, then those of no size, which are the dynamic memory.
static void placeShared(Emitter &emitter, LLVM::LLVMFuncOp function,
                        ArrayRef<LLVM::GlobalOp> globals, KernelDesc &kernel) {
  llvm::StringSet<> used;
  function.walk([&](LLVM::AddressOfOp op) { used.insert(op.getGlobalName()); });
  emitter.sharedOffsets.clear();
  uint32_t offset = kSharedStart;
  SmallVector<LLVM::GlobalOp> dynamic;
  for (LLVM::GlobalOp global : globals) {
    if (!used.contains(global.getSymName()))
      continue;
    uint64_t size = emitter.layout.getTypeSize(global.getType());
    if (size == 0) {
      dynamic.push_back(global);
      continue;
    }
    offset = llvm::alignTo(
        offset, std::max<uint64_t>(global.getAlignment().value_or(16), 1));
    emitter.sharedOffsets[global.getSymName()] = offset;
    offset += size;
  }
  kernel.staticShared = offset - kSharedStart;
  uint64_t alignment = 16;
  for (LLVM::GlobalOp global : dynamic)
    alignment = std::max(alignment, global.getAlignment().value_or(16));
  kernel.dynamicOffset = llvm::alignTo(offset, alignment);
  for (LLVM::GlobalOp global : dynamic)
    emitter.sharedOffsets[global.getSymName()] = kernel.dynamicOffset;
}

/// What the launch must know of a kernel, from its attributes and parameters.
static KernelDesc describe(Emitter &emitter, LLVM::LLVMFuncOp function) {
  KernelDesc kernel;
  kernel.name = function.getName().drop_front(kFunctionPrefix.size()).str();
  auto read = [&](StringRef attribute, auto &dims) {
    auto array = function->getAttrOfType<DenseI32ArrayAttr>(attribute);
    if (!array)
      return false;
    for (int i = 0; i < 3; ++i)
      dims[i] = i < array.size() ? array[i] : 1;
    return true;
  };
  if (!read("nvvm.reqntid", kernel.reqntid))
    read("gpu.known_block_size", kernel.reqntid);
  read("nvvm.cluster_dim", kernel.cluster);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto byval = function.getArgAttrOfType<TypeAttr>(i, "llvm.byval");
    kernel.byval.push_back(bool(byval));
    kernel.paramSizes.push_back(
        emitter.layout.getTypeSize(byval ? byval.getValue() : type)
            .getFixedValue());
  }
  return kernel;
}

/// Attributes of functions and parameters say what holds on the GPU (noalias,
/// readonly, grid constants); the host's code must not build on them.
static void stripAttributes(LLVM::LLVMFuncOp function) {
  for (NamedAttribute attribute :
       llvm::to_vector(function->getDiscardableAttrs()))
    function->removeDiscardableAttr(attribute.getName());
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttrs(i, DictionaryAttr::get(function.getContext()));
  function.setCConv(LLVM::CConv::C);
  function.removePassthroughAttr();
  function.removeMemoryEffectsAttr();
  function.removeTargetCpuAttr();
  function.removeTargetFeaturesAttr();
  function.setNoUnwind(true);
}

/// Adds `void __kopt_entry_<name>(void **params)`, which loads the parameters
/// and calls the kernel.
static void addEntry(Emitter &emitter, LLVM::LLVMFuncOp function,
                     const KernelDesc &kernel) {
  OpBuilder &builder = emitter.builder;
  Location loc = function.getLoc();
  builder.setInsertionPointToEnd(emitter.module.getBody());
  auto entry = LLVM::LLVMFuncOp::create(
      builder, loc, "__kopt_entry_" + kernel.name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {emitter.ptr}));
  entry.setNoUnwind(true);
  Block *body = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);
  SmallVector<Value> args;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    Value place = LLVM::GEPOp::create(builder, loc, emitter.ptr, emitter.ptr,
                                      body->getArgument(0),
                                      ArrayRef<LLVM::GEPArg>{int32_t(i)});
    Value param = LLVM::LoadOp::create(builder, loc, emitter.ptr, place);
    // An argument by value is a pointer to the launch's copy.
    args.push_back(
        kernel.byval[i]
            ? param
            : LLVM::LoadOp::create(builder, loc, type, param).getResult());
  }
  LLVM::CallOp::create(builder, loc, function, args);
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
}

/// The terminators from which a loop starts its next turn.
static SmallVector<Operation *> backEdges(LLVM::LLVMFuncOp function) {
  DominanceInfo dominance(function);
  SmallVector<Operation *> edges;
  for (Block &block : function.getBody())
    if (llvm::any_of(block.getSuccessors(), [&](Block *target) {
          return dominance.dominates(target, &block);
        }))
      edges.push_back(block.getTerminator());
  return edges;
}

/// Operations that become no instruction, or are counted by none of their own.
static bool isFree(Operation &op) {
  return isa<LLVM::ConstantOp, LLVM::ZeroOp, LLVM::UndefOp, LLVM::PoisonOp,
             LLVM::AddrSpaceCastOp, LLVM::BitcastOp, LLVM::AddressOfOp,
             LLVM::AssumeOp, LLVM::LifetimeStartOp, LLVM::LifetimeEndOp,
             LLVM::AllocaOp>(op);
}

/// Adds a block's operations to the thread's count of instructions.
static void countInstructions(Emitter &emitter, Block &block,
                              int64_t instructions) {
  OpBuilder &builder = emitter.builder;
  Operation *terminator = block.getTerminator();
  Location loc = terminator->getLoc();
  builder.setInsertionPoint(terminator);
  Value place = LLVM::GEPOp::create(
      builder, loc, emitter.ptr, emitter.i8, emitter.self,
      ArrayRef<LLVM::GEPArg>{int32_t(offsetof(Sregs, instructions))});
  Value count = LLVM::LoadOp::create(builder, loc, emitter.i64, place);
  count = LLVM::AddOp::create(
      builder, loc, count,
      emitter.constant(loc, emitter.i64, APInt(64, instructions)));
  LLVM::StoreOp::create(builder, loc, count, place);
}

static void rewriteFunction(Emitter &emitter, LLVM::LLVMFuncOp function) {
  SmallVector<Operation *> ops;
  function.getBody().walk([&](Operation *op) { ops.push_back(op); });
  SmallVector<Operation *> edges = backEdges(function);
  emitter.builder.setInsertionPointToStart(&function.getBody().front());
  emitter.self =
      emitter.call(function.getLoc(), "__kopt_sim_self", emitter.ptr, {});
  for (Block &block : function.getBody()) {
    // The call above is in the first block.
    int64_t instructions =
        llvm::count_if(block, [](Operation &op) { return !isFree(op); }) -
        (block.isEntryBlock() ? 1 : 0);
    countInstructions(emitter, block, instructions);
  }
  for (Operation *edge : edges)
    emitter.tick(edge);
  for (Operation *op : ops)
    emitter.rewrite(op);
}

OwningOpRef<ModuleOp> kopt::sim::hostModule(gpu::GPUModuleOp module) {
  OwningOpRef<ModuleOp> host =
      ModuleOp::create(module.getLoc(), module.getName());
  OpBuilder builder = OpBuilder::atBlockEnd(host->getBody());
  for (Operation &op : *module.getBody())
    builder.clone(op);
  return host;
}

LogicalResult kopt::sim::instrument(ModuleOp module, std::vector<Site> &sites,
                                    std::vector<KernelDesc> &kernels) {
  if (failed(renameFunctions(module)))
    return failure();
  Emitter emitter(module, sites);
  SmallVector<LLVM::GlobalOp> shared;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() == kSharedSpace)
      shared.push_back(global);
    else
      global.setAddrSpace(0);
  }
  for (auto function : llvm::to_vector(module.getOps<LLVM::LLVMFuncOp>())) {
    if (function.isExternal())
      continue;
    bool isKernel =
        function->hasAttr("nvvm.kernel") || function->hasAttr("gpu.kernel");
    KernelDesc kernel = describe(emitter, function);
    placeShared(emitter, function, shared, kernel);
    if (!isKernel && !emitter.sharedOffsets.empty()) {
      function.emitError("the simulated device does not support shared memory "
                         "of a function that is not a kernel");
      return failure();
    }
    stripAttributes(function);
    rewriteFunction(emitter, function);
    if (isKernel) {
      addEntry(emitter, function, kernel);
      kernels.push_back(std::move(kernel));
    }
  }
  if (emitter.failed)
    return failure();
  for (LLVM::GlobalOp global : shared)
    global.erase();
  return success();
}

namespace {

struct NvvmToSim : kopt::impl::NvvmToSimPassBase<NvvmToSim> {
  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules) {
      std::vector<Site> sites;
      std::vector<KernelDesc> kernels;
      OwningOpRef<ModuleOp> host = hostModule(module);
      if (failed(instrument(*host, sites, kernels)))
        return signalPassFailure();
      OpBuilder(module).insert(host.release());
      module.erase();
    }
  }
};

} // namespace
