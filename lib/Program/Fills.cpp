//===- Fills.cpp - Fills on the host become launches ----------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Program.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace kopt {
namespace {

/// Elements of the innermost dimension that a program fills at most.
constexpr int64_t mostElements = 1024;

/// A kernel of the arguments (value, memref) behind those of `kernels`.
KernelOp makeKernel(OpBuilder &builder, Location loc, gpu::GPUModuleOp kernels,
                    Type value, MemRefType memref) {
  std::string name = "fill";
  for (unsigned i = 0; SymbolTable::lookupSymbolIn(kernels, name); ++i)
    name = "fill_" + std::to_string(i);
  int64_t rank = memref.getRank();
  SmallVector<int64_t> shape(rank, 1);
  SmallVector<AffineExpr> grid;
  unsigned symbols = 0;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t extent = memref.getDimSize(i);
    AffineExpr expr = memref.isDynamicDim(i)
                          ? builder.getAffineSymbolExpr(symbols++)
                          : builder.getAffineConstantExpr(extent);
    if (i + 1 == rank) {
      shape[i] = mostElements;
      if (!memref.isDynamicDim(i))
        shape[i] = std::min<int64_t>(
            mostElements, llvm::PowerOf2Ceil(std::max<int64_t>(extent, 1)));
      expr = expr.ceilDiv(shape[i]);
    }
    grid.push_back(expr);
  }
  if (rank == 0)
    grid.push_back(builder.getAffineConstantExpr(1));
  symbols += value.isIndex();

  builder.setInsertionPointToEnd(kernels.getBody());
  Attribute none = builder.getDictionaryAttr({});
  Attribute out = builder.getDictionaryAttr(
      builder.getNamedAttr("kopt.out", builder.getUnitAttr()));
  auto kernel = KernelOp::create(
      builder, loc, name, builder.getFunctionType({value, memref}, {}),
      AffineMapAttr::get(
          AffineMap::get(0, symbols, grid, builder.getContext())),
      nullptr, nullptr, builder.getArrayAttr({none, out}), nullptr);
  Block *body = builder.createBlock(&kernel.getBody());
  body->addArguments({value, memref}, {loc, loc});
  SmallVector<Value> offsets;
  for (int64_t i = 0; i < rank; ++i) {
    Value id = ProgramIdOp::create(builder, loc, builder.getIndexType(), i);
    if (i + 1 == rank)
      id = affine::AffineApplyOp::create(
          builder, loc,
          AffineMap::get(1, 0, builder.getAffineDimExpr(0) * shape[i]), id);
    offsets.push_back(id);
  }
  Value tile = tensor::SplatOp::create(builder, loc, body->getArgument(0),
                                       RankedTensorType::get(shape, value));
  StoreOp::create(builder, loc, tile, body->getArgument(1), offsets,
                  ValueRange(), ValueRange(), nullptr, nullptr, nullptr,
                  nullptr, nullptr);
  ReturnOp::create(builder, loc);
  return kernel;
}

} // namespace

void launchFills(func::FuncOp entry) {
  gpu::GPUModuleOp kernels;
  entry.walk([&](LaunchOp launch) {
    if (!kernels)
      kernels = SymbolTable::lookupNearestSymbolFrom<gpu::GPUModuleOp>(
          launch, launch.getKernelAttr().getRootReference());
  });
  // Without a launch there is no place for the kernel; the walk over the
  // function says that it does not take a fill.
  if (!kernels)
    return;
  SmallVector<linalg::FillOp> fills;
  entry.walk([&](linalg::FillOp fill) { fills.push_back(fill); });
  for (linalg::FillOp fill : fills) {
    auto type =
        dyn_cast<RankedTensorType>(fill.getDpsInitOperand(0)->get().getType());
    Value value = fill.getDpsInputOperand(0)->get();
    if (!type || value.getType() != type.getElementType())
      continue;
    OpBuilder builder(fill);
    KernelOp kernel =
        makeKernel(builder, fill.getLoc(), kernels, value.getType(),
                   MemRefType::get(type.getShape(), type.getElementType()));
    builder.setInsertionPoint(fill);
    auto launch = LaunchOp::create(
        builder, fill.getLoc(), type,
        SymbolRefAttr::get(kernels.getSymNameAttr(),
                           {SymbolRefAttr::get(kernel.getSymNameAttr())}),
        value, fill.getDpsInitOperand(0)->get(), nullptr);
    fill.replaceAllUsesWith(launch);
    fill.erase();
  }
}

} // namespace kopt
