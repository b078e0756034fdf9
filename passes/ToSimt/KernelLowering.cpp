//===- KernelLowering.cpp - One kernel to one thread's code ---------------===//

#include "passes/ToSimt/KernelLowering.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt;

KernelLowering::KernelLowering(KernelOp kernel)
    : kernel(kernel), b(kernel.getLoc(), kernel.getContext()) {}

LogicalResult KernelLowering::run() {
  if (!kernel.isTiled())
    return kernel.emitOpError("expected a kernel with a grid, but got one in "
                              "form 1");
  if (failed(lowerSignature()))
    return failure();
  return lowerBlock(kernel.getBody().front());
}

/// The memref from a pointer and the dynamic extents, row-major.
static Value rebuildMemRef(ImplicitLocOpBuilder &b, MemRefType type,
                           Value pointer, ArrayRef<Value> extents) {
  SmallVector<OpFoldResult> sizes, strides(type.getRank());
  unsigned next = 0;
  for (int64_t extent : type.getShape())
    sizes.push_back(ShapedType::isDynamic(extent)
                        ? OpFoldResult(extents[next++])
                        : OpFoldResult(b.getIndexAttr(extent)));
  OpFoldResult stride = b.getIndexAttr(1);
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    strides[i] = stride;
    if (i == 0)
      break;
    std::optional<int64_t> known = getConstantIntValue(stride);
    if (known && !type.isDynamicDim(i))
      stride = b.getIndexAttr(*known * type.getDimSize(i));
    else
      stride = OpFoldResult(arith::MulIOp::create(
          b, getValueOrCreateConstantIndexOp(b, b.getLoc(), stride),
          getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes[i])));
  }
  return memref::ReinterpretCastOp::create(b, type, pointer, b.getIndexAttr(0),
                                           sizes, strides);
}

LogicalResult KernelLowering::lowerSignature() {
  Builder types(kernel.getContext());
  SmallVector<Type> params;
  for (Type type : kernel.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || memref.hasStaticShape()) {
      params.push_back(type);
      continue;
    }
    if (!memref.getLayout().isIdentity())
      return kernel.emitOpError("expected dynamic memref arguments to be "
                                "row-major, but got ")
             << memref;
    params.push_back(MemRefType::get({}, memref.getElementType(),
                                     MemRefLayoutAttrInterface(),
                                     memref.getMemorySpace()));
    params.append(memref.getNumDynamicDims(), types.getIndexType());
  }
  b.setInsertionPoint(kernel);
  func = gpu::GPUFuncOp::create(b, kernel.getSymName(),
                                types.getFunctionType(params, {}));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  LaunchAttr launch = kernel.getLaunchOrDefault();
  func.setKnownBlockSizeAttr(b.getDenseI32ArrayAttr(
      {static_cast<int32_t>(launch.getWarps() * 32), 1, 1}));
  func->setAttr("kopt.grid", kernel.getGridAttr());
  if (IntegerSetAttr assume = kernel.getAssumeAttr())
    func->setAttr("kopt.assume", assume);
  if (launch.getCluster() > 1)
    func->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                  b.getDenseI32ArrayAttr(
                      {static_cast<int32_t>(launch.getCluster()), 1, 1}));
  if (launch.getMinBlocks() > 0)
    func->setAttr("nvvm.minctasm", b.getI32IntegerAttr(launch.getMinBlocks()));

  Block &entry = func.getBody().front();
  b.setInsertionPointToStart(&entry);
  unsigned next = 0;
  Values scalars;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (memref) {
      unsigned number = argument.getArgNumber();
      bool isWorkspace = kernel.isWorkspace(number);
      // Arguments are pairwise no-alias by the memory model. Of one that is
      // written this may not be said: LLVM takes it to mean that no other
      // thread touches the memory, and drops or moves accesses over barriers.
      if (!kernel.isOutput(number) && !kernel.isInOut(number) && !isWorkspace) {
        func.setArgAttr(next, "llvm.noalias", b.getUnitAttr());
        func.setArgAttr(next, "llvm.readonly", b.getUnitAttr());
      }
      // What launches promise is the host's to keep.
      if (Attribute align = kernel.getArgAttr(number, "kopt.align"))
        func.setArgAttr(next, "kopt.align", align);
      // The host must know: an output that is read is passed with contents.
      if (kernel.isInOut(number))
        func.setArgAttr(next, "kopt.inout", b.getUnitAttr());
      if (isWorkspace)
        func.setArgAttr(next, "kopt.workspace", b.getUnitAttr());
    }
    Value value = entry.getArgument(next++);
    if (memref && !memref.hasStaticShape()) {
      Values extents;
      for (int64_t i = 0, e = memref.getNumDynamicDims(); i < e; ++i)
        extents.push_back(entry.getArgument(next++));
      symbols.append(extents);
      value = rebuildMemRef(b, memref, value, extents);
    } else if (value.getType().isIndex()) {
      scalars.push_back(value);
    }
    mapping.map(argument, value);
  }
  symbols.append(scalars);
  return success();
}

FailureOr<Type> KernelLowering::convertType(Type type, Location loc) {
  if (!isa<RankedTensorType>(type))
    return type;
  FailureOr<Tile> tile = Tile::get(type, loc);
  if (failed(tile))
    return failure();
  return Type(tile->getVectorType());
}

LogicalResult KernelLowering::lowerBlock(Block &block) {
  for (Operation &op : block) {
    b.setLoc(op.getLoc());
    if (failed(lowerOp(&op)))
      return failure();
  }
  return success();
}

LogicalResult KernelLowering::lowerOp(Operation *op) {
  if (failed(readPlaced(op)))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LoadOp o) { return lowerLoad(o); })
      .Case([&](StoreOp o) { return lowerStore(o); })
      .Case([&](ReduceOp o) { return lowerReduce(o); })
      .Case([&](SignalOp o) {
        lowerSignal(o);
        return success();
      })
      .Case([&](AwaitOp o) {
        lowerAwait(o);
        return success();
      })
      .Case([&](ScatterReduceOp o) { return lowerScatterReduce(o); })
      .Case([&](HistogramOp o) { return lowerHistogram(o); })
      .Case([&](ScanOp o) { return lowerScan(o); })
      .Case([&](SortOp o) {
        return lowerSort(o, o.getInputs(), o.getAxis(), o.getBefore());
      })
      .Case([&](TopKOp o) { return lowerTopK(o); })
      .Case([&](BroadcastOp o) { return lowerBroadcast(o); })
      .Case([&](IotaOp o) { return lowerIota(o); })
      .Case([&](TransposeOp o) { return lowerTranspose(o); })
      .Case([&](ConvertLayoutOp o) { return lowerConvertLayout(o); })
      .Case([&](arith::ConstantOp o) { return lowerConstant(o); })
      .Case([&](PlaceOp o) { return lowerPlace(o); })
      .Case([&](tensor::SplatOp o) -> LogicalResult {
        FailureOr<Type> type = convertType(o.getType(), o.getLoc());
        if (failed(type))
          return failure();
        mapping.map(o.getResult(), vector::BroadcastOp::create(
                                       b, *type, mapping.lookup(o.getInput()))
                                       .getResult());
        return success();
      })
      .Case([&](ProgramIdOp o) {
        lowerProgramId(o);
        return success();
      })
      .Case([&](NumProgramsOp o) {
        mapping.map(o.getResult(), getGridExtent(o.getAxis()));
        return success();
      })
      .Case([&](ReturnOp) {
        gpu::ReturnOp::create(b);
        return success();
      })
      .Default([&](Operation *o) { return lowerGeneric(o); });
}

/// Elementwise work, control flow and scalar code: the same operation on the
/// converted types, regions included.
LogicalResult KernelLowering::lowerGeneric(Operation *op) {
  bool hasTile =
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  if (hasTile && !op->hasTrait<OpTrait::Elementwise>() &&
      !isa_and_nonnull<scf::SCFDialect>(op->getDialect()))
    return op->emitOpError("expected an elementwise operation, scf or a kopt "
                           "operation on tiles");
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.operands.push_back(mapping.lookup(operand));
  for (Type type : op->getResultTypes()) {
    FailureOr<Type> converted = convertType(type, op->getLoc());
    if (failed(converted))
      return failure();
    state.types.push_back(*converted);
  }
  state.attributes = op->getAttrDictionary();
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *created = b.create(state);
  mapping.map(op->getResults(), created->getResults());
  OpBuilder::InsertionGuard guard(b);
  for (auto [from, to] : llvm::zip(op->getRegions(), created->getRegions())) {
    // scf regions have one block each, or none (an absent else).
    for (Block &block : from) {
      Block &target = to.emplaceBlock();
      for (BlockArgument argument : block.getArguments()) {
        FailureOr<Type> type =
            convertType(argument.getType(), argument.getLoc());
        if (failed(type))
          return failure();
        mapping.map(argument, target.addArgument(*type, argument.getLoc()));
      }
      b.setInsertionPointToStart(&target);
      if (failed(lowerBlock(block)))
        return failure();
    }
  }
  return success();
}

LogicalResult KernelLowering::lowerConstant(arith::ConstantOp op) {
  TypedAttr value = op.getValue();
  if (isa<RankedTensorType>(op.getType())) {
    FailureOr<Type> type = convertType(op.getType(), op.getLoc());
    if (failed(type))
      return failure();
    auto splat = dyn_cast<SplatElementsAttr>(value);
    if (!splat)
      return op.emitOpError("expected a splat as constant tile");
    value = DenseElementsAttr::get(cast<ShapedType>(*type),
                                   splat.getSplatValue<Attribute>());
  }
  mapping.map(op.getResult(), arith::ConstantOp::create(b, value).getResult());
  return success();
}

Value KernelLowering::getGridExtent(unsigned axis) {
  AffineExpr expr = kernel.getGridAttr().getValue().getResult(axis);
  return affine::expandAffineExpr(b, b.getLoc(), expr, {}, symbols);
}

/// The grid is linear, last axis fastest.
void KernelLowering::lowerProgramId(ProgramIdOp op) {
  unsigned axis = op.getAxis();
  unsigned rank = kernel.getGridAttr().getValue().getNumResults();
  Value id = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  if (int64_t cluster = kernel.getLaunchOrDefault().getCluster(); cluster > 1)
    id = arith::DivUIOp::create(b, id, constantIndex(cluster));
  if (axis + 1 < rank) {
    Value inner = getGridExtent(axis + 1);
    for (unsigned i = axis + 2; i < rank; ++i)
      inner = arith::MulIOp::create(b, inner, getGridExtent(i));
    id = arith::DivUIOp::create(b, id, inner);
  }
  if (axis > 0)
    id = arith::RemUIOp::create(b, id, getGridExtent(axis));
  mapping.map(op.getResult(), id);
}
