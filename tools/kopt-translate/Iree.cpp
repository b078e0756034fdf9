//===- Iree.cpp - Launches as external dispatches of IREE -----------------===//
//
// IREE's CUDA driver passes a kernel the addresses of its bindings, then 32-bit
// constants: inputs come first, then the tensors that results are tied to, then
// the other results. The kernels get that signature, and each launch of the
// host becomes a hal.dispatch.extern that names their PTX. What was not lifted
// stays as it is, for IREE to compile.
//
//===----------------------------------------------------------------------===//

#include "Translations.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Program.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <map>

using namespace mlir;
using namespace kopt;

namespace {

/// The kernel's parameters in IREE's order.
struct Abi {
  SmallVector<unsigned> pointers, scalars;
  bool operator==(const Abi &other) const {
    return pointers == other.pointers && scalars == other.scalars;
  }
};

/// By gpu.module and kernel.
using Abis = std::map<std::pair<std::string, std::string>, Abi>;

/// Makes an external dispatch of one launch. The kernels are in form 3.
class Dispatch {
public:
  Dispatch(LaunchOp launch, const std::string &file)
      : launch(launch), file(file), b(launch.getLoc(), launch) {}
  LogicalResult run(Abis &abis);

private:
  LogicalResult check();
  LogicalResult addTensor(Value operand, bool isOutput, Abi &abi);
  void addConstant(Value scalar);
  void checkAssumption();
  Value countBlocks();
  void create(const Abi &abi);
  Attribute hal(const Twine &text) {
    return OpaqueAttr::get(b.getStringAttr("hal"), text.str(),
                           NoneType::get(b.getContext()));
  }

  LaunchOp launch;
  std::string file;
  ImplicitLocOpBuilder b;
  gpu::GPUFuncOp kernel;
  unsigned next = 0;                   ///< parameter of the kernel
  SmallVector<Value> symbols, indices; ///< what the grid is computed from
  SmallVector<Value> inputs, inOuts;   ///< tensors, in the order of bindings
  SmallVector<unsigned> inPointers, inOutPointers, outPointers;
  SmallVector<Value> constants, inputDims, inOutDims, resultDims;
  SmallVector<int64_t> tied; ///< for each result the in/out tensor, or -1
};

} // namespace

LogicalResult Dispatch::check() {
  kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  auto refuse = [&](const char *what) {
    return launch.emitOpError("cannot be handed to IREE: expected kernel ")
           << launch.getKernelAttr() << " to have " << what;
  };
  if (!kernel || !kernel->getAttrOfType<AffineMapAttr>("kopt.grid") ||
      !kernel.getKnownBlockSize())
    return refuse("kopt.grid and known_block_size, in form 3");
  if (kernel->hasAttr(NVVM::NVVMDialect::getClusterDimAttrName()))
    return refuse("no clusters");
  if (kernel->hasAttr("kopt.cooperative"))
    return refuse("no programs that wait for each other");
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (kernel.getArgAttr(i, "kopt.workspace"))
      return refuse("no workspace");
  return success();
}

/// A constant of 32 bits, or two, the lower first.
void Dispatch::addConstant(Value scalar) {
  Type type = scalar.getType();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  if (type.isIndex()) {
    scalar = arith::IndexCastOp::create(b, i64, scalar);
  } else if (isa<FloatType>(type)) {
    Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
    scalar = arith::BitcastOp::create(b, bits, scalar);
  }
  if (unsigned width = scalar.getType().getIntOrFloatBitWidth(); width == 64) {
    constants.push_back(arith::TruncIOp::create(b, i32, scalar));
    Value shift = arith::ConstantIntOp::create(b, 32, 64);
    Value high = arith::ShRUIOp::create(b, scalar, shift);
    constants.push_back(arith::TruncIOp::create(b, i32, high));
  } else {
    constants.push_back(width < 32 ? arith::ExtUIOp::create(b, i32, scalar)
                                   : scalar);
  }
}

LogicalResult Dispatch::addTensor(Value operand, bool isOutput, Abi &abi) {
  auto type = cast<RankedTensorType>(operand.getType());
  bool inOut = isOutput && next < kernel.getNumArguments() &&
               kernel.getArgAttr(next, "kopt.inout");
  SmallVector<Value> dims;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      dims.push_back(tensor::DimOp::create(b, operand, d));
  if (!isOutput) {
    inputs.push_back(operand);
    inPointers.push_back(next++);
    llvm::append_range(inputDims, dims);
  } else {
    if (inOut) {
      tied.push_back(int64_t(inOuts.size()));
      inOuts.push_back(operand);
      inOutPointers.push_back(next++);
      llvm::append_range(inOutDims, dims);
    } else {
      tied.push_back(-1);
      outPointers.push_back(next++);
    }
    llvm::append_range(resultDims, dims);
  }
  for (Value dim : dims) {
    abi.scalars.push_back(next++);
    addConstant(dim);
    symbols.push_back(dim);
  }
  return success();
}

/// That the kernel may be launched; of variants the last one is taken.
void Dispatch::checkAssumption() {
  auto assume = kernel->getAttrOfType<IntegerSetAttr>("kopt.assume");
  if (!assume)
    return;
  IntegerSet set = assume.getValue();
  Value zero = arith::ConstantIndexOp::create(b, 0);
  for (auto [constraint, isEq] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    Value value =
        affine::expandAffineExpr(b, b.getLoc(), constraint, {}, symbols);
    Value holds = arith::CmpIOp::create(
        b, isEq ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge, value,
        zero);
    cf::AssertOp::create(
        b, holds,
        b.getStringAttr("expected extents for which the kernel may run"));
  }
}

Value Dispatch::countBlocks() {
  auto map = kernel->getAttrOfType<AffineMapAttr>("kopt.grid").getValue();
  Value product;
  for (OpFoldResult extent : affine::makeComposedFoldedMultiResultAffineApply(
           b, b.getLoc(), map, getAsOpFoldResult(symbols))) {
    Value value = getValueOrCreateConstantIndexOp(b, b.getLoc(), extent);
    product = product ? b.createOrFold<arith::MulIOp>(product, value) : value;
  }
  return product ? product : Value(arith::ConstantIndexOp::create(b, 1));
}

/// The dialect is IREE's, so the operation and its attributes are text here.
void Dispatch::create(const Abi &abi) {
  Value blocks = countBlocks();
  OperationState state(launch.getLoc(), "hal.dispatch.extern");
  state.addOperands(blocks);
  state.addOperands(inputs);
  state.addOperands(inOuts);
  state.addOperands(constants);
  state.addOperands(inputDims);
  state.addOperands(inOutDims);
  state.addOperands(resultDims);
  state.addTypes(launch->getResultTypes());
  std::string bindings;
  for (size_t i = 0; i < abi.pointers.size(); ++i)
    bindings += std::string(i ? ", " : "") +
                "#hal.pipeline.binding<storage_buffer" +
                (i < inPointers.size() ? ", ReadOnly>" : ">");
  auto indexOf = [&](int64_t value) { return b.getIndexAttr(value); };
  ArrayRef<int32_t> block = *kernel.getKnownBlockSize();
  SmallVector<NamedAttribute> attributes;
  auto add = [&](StringRef name, Attribute value) {
    attributes.push_back(b.getNamedAttr(name, value));
  };
  add("export_name", b.getStringAttr(kernel.getName()));
  add("layout", hal("pipeline.layout<constants = " + Twine(constants.size()) +
                    ", bindings = [" + bindings + "]>"));
  add("operandSegmentSizes",
      b.getDenseI32ArrayAttr(
          {1, int32_t(inputs.size() + inOuts.size() + constants.size()),
           int32_t(inputDims.size() + inOutDims.size()),
           int32_t(resultDims.size())}));
  add("target_objects", b.getArrayAttr(b.getArrayAttr(hal(
                            "executable.object<{path = \"" + file + "\"}>"))));
  add("target_ordinals", b.getArrayAttr(indexOf(0)));
  add("targets",
      b.getArrayAttr(hal("executable.target<\"cuda\", \"cuda-nvptx-fb\">")));
  if (!inOuts.empty()) {
    SmallVector<Attribute> operands;
    for (int64_t index : tied)
      operands.push_back(
          indexOf(index < 0 ? -1 : int64_t(inputs.size()) + index));
    add("tied_operands", b.getArrayAttr(operands));
  }
  if (auto shared = kernel->getAttrOfType<IntegerAttr>("kopt.dyn_smem"))
    if (shared.getInt() > 0)
      add("workgroup_local_memory", indexOf(shared.getInt()));
  add("workgroup_size", b.getArrayAttr({indexOf(block[0]), indexOf(block[1]),
                                        indexOf(block[2])}));
  state.propertiesAttr = b.getDictionaryAttr(attributes);

  Region *count = state.addRegion();
  Block &body = count->emplaceBlock();
  Type device = OpaqueType::get(b.getStringAttr("hal"), "device");
  body.addArguments({device, b.getIndexType()},
                    {launch.getLoc(), launch.getLoc()});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&body);
    Value one = arith::ConstantIndexOp::create(b, 1);
    OperationState end(launch.getLoc(), "hal.return");
    end.addOperands({body.getArgument(1), one, one});
    b.create(end);
  }
  state.addRegion(); // the target has no condition
  Operation *dispatch = b.create(state);
  launch->replaceAllUsesWith(dispatch->getResults());
  launch.erase();
}

LogicalResult Dispatch::run(Abis &abis) {
  if (failed(check()))
    return failure();
  Abi abi;
  unsigned ins = launch.getInputs().size();
  for (auto [i, operand] : llvm::enumerate(launch->getOperands())) {
    if (isa<RankedTensorType>(operand.getType())) {
      if (failed(addTensor(operand, i >= ins, abi)))
        return failure();
      continue;
    }
    abi.scalars.push_back(next++);
    addConstant(operand);
    if (operand.getType().isIndex())
      indices.push_back(operand);
  }
  if (next != kernel.getNumArguments())
    return launch.emitOpError("expected kernel ")
           << kernel.getName() << " to have " << next << " parameters, but got "
           << kernel.getNumArguments();
  llvm::append_range(symbols, indices);
  for (ArrayRef<unsigned> list :
       {ArrayRef<unsigned>(inPointers), ArrayRef<unsigned>(inOutPointers),
        ArrayRef<unsigned>(outPointers)})
    llvm::append_range(abi.pointers, list);
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  auto [known, isNew] =
      abis.try_emplace({module.getName().str(), kernel.getName().str()}, abi);
  if (!isNew && !(known->second == abi))
    return launch.emitOpError("expected all launches of kernel ")
           << kernel.getName() << " to pass the same parameters";
  checkAssumption();
  create(abi);
  return success();
}

/// Gives the kernel the signature that IREE calls.
static void changeSignature(LLVM::LLVMFuncOp kernel, const Abi &abi) {
  Block &entry = kernel.getBody().front();
  unsigned old = entry.getNumArguments();
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&entry);
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  auto add = [&](Type type, Attribute attribute) {
    types.push_back(type);
    attributes.push_back(attribute);
    return entry.addArgument(type, b.getLoc());
  };
  Attribute none = b.getDictionaryAttr({});
  for (unsigned index : abi.pointers) {
    Attribute all = kernel.getArgAttrDict(index);
    Value pointer = add(entry.getArgument(index).getType(), all ? all : none);
    entry.getArgument(index).replaceAllUsesWith(pointer);
  }
  for (unsigned index : abi.scalars) {
    BlockArgument argument = entry.getArgument(index);
    Type type = argument.getType();
    unsigned width = type.getIntOrFloatBitWidth();
    Value value = add(i32, none);
    if (width == 64) {
      Value low = LLVM::ZExtOp::create(b, i64, value);
      Value high = LLVM::ZExtOp::create(b, i64, add(i32, none));
      Value shift = LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(32));
      value = LLVM::OrOp::create(b, low, LLVM::ShlOp::create(b, high, shift));
    } else if (width < 32) {
      value = LLVM::TruncOp::create(b, b.getIntegerType(width), value);
    }
    if (value.getType() != type)
      value = LLVM::BitcastOp::create(b, type, value);
    argument.replaceAllUsesWith(value);
  }
  entry.eraseArguments(0, old);
  kernel.setFunctionType(LLVM::LLVMFunctionType::get(
      kernel.getFunctionType().getReturnType(), types));
  kernel.setArgAttrsAttr(b.getArrayAttr(attributes));
}

/// PTX of the kernels that are handed over, of each module in `files`.
static FailureOr<std::vector<NamedFile>>
compileKernels(ModuleOp module, const std::map<std::string, std::string> &files,
               const Abis &abis, StringRef chip) {
  if (failed(lowerToNvvm(module)))
    return failure();
  std::vector<NamedFile> out;
  for (const auto &[name, file] : files) {
    auto kernels = module.lookupSymbol<gpu::GPUModuleOp>(name);
    if (!kernels)
      return module.emitError("expected gpu.module @") << name << " to remain";
    SmallVector<LLVM::LLVMFuncOp> functions(kernels.getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp function : functions) {
      if (!function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        continue;
      // Nobody calls the others, which have another signature.
      auto abi = abis.find({name, function.getName().str()});
      if (abi == abis.end())
        function.erase();
      else
        changeSignature(function, abi->second);
    }
    FailureOr<std::string> image = imageOf(kernels, chip);
    if (failed(image))
      return failure();
    out.push_back({file, std::move(*image)});
  }
  return out;
}

FailureOr<std::vector<NamedFile>> kopt::translateToIree(ModuleOp module,
                                                        StringRef chip) {
  // IREE's dialects are not known here, and need not be.
  module->getContext()->allowUnregisteredDialects();
  if (failed(lowerToSimt(module)))
    return failure();
  OwningOpRef<ModuleOp> kernels = module.clone();
  SmallVector<LaunchOp> launches;
  module.walk([&](LaunchOp launch) { launches.push_back(launch); });
  if (launches.empty())
    return module.emitError(
        "expected a kopt.launch to hand to IREE, but got none");
  std::map<std::string, std::string> files;
  Abis abis;
  for (LaunchOp launch : launches) {
    std::string name = launch.getKernelAttr().getRootReference().str();
    auto [file, isNew] =
        files.try_emplace(name, "kernels" + std::to_string(files.size()) +
                                    (chip == "sim" ? ".sim" : ".ptx"));
    if (failed(Dispatch(launch, file->second).run(abis)))
      return failure();
  }
  FailureOr<std::vector<NamedFile>> out =
      compileKernels(*kernels, files, abis, chip);
  if (failed(out))
    return failure();
  SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp kernelModule : modules)
    kernelModule.erase();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  std::string text;
  llvm::raw_string_ostream(text) << module << "\n";
  out->push_back({"program.mlir", std::move(text)});
  return out;
}
