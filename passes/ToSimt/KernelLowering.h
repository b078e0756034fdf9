//===- KernelLowering.h - One kernel to one thread's code -------*- C++ -*-===//

#ifndef PASSES_TOSIMT_KERNELLOWERING_H
#define PASSES_TOSIMT_KERNELLOWERING_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "passes/ToSimt/Tile.h"
#include "llvm/ADT/DenseMap.h"

namespace kopt {

/// Writes the `gpu.func` of one kernel next to it. The kernel itself is read
/// only, so its values can be looked up at any time.
class KernelLowering {
public:
  explicit KernelLowering(KernelOp kernel);

  /// Makes the function; on failure an error has been emitted and the function
  /// may be half done.
  mlir::LogicalResult run();

private:
  using Values = llvm::SmallVector<mlir::Value>;

  // The kernel as a whole (KernelLowering.cpp).
  mlir::LogicalResult lowerSignature();
  mlir::LogicalResult lowerBlock(mlir::Block &block);
  mlir::LogicalResult lowerOp(mlir::Operation *op);
  mlir::LogicalResult lowerGeneric(mlir::Operation *op);
  mlir::LogicalResult lowerConstant(mlir::arith::ConstantOp op);
  mlir::FailureOr<mlir::Type> convertType(mlir::Type type, mlir::Location loc);
  void lowerProgramId(ProgramIdOp op);
  mlir::Value getGridExtent(unsigned axis);

  // Rows and elements of tiles (Remap.cpp).
  mlir::Value getRow(mlir::Value tile, int64_t group);
  mlir::Value getElement(mlir::Value tile, const Tile &info, int64_t reg);
  mlir::Value packRows(llvm::ArrayRef<mlir::Value> rows, const Tile &info);
  mlir::Value packElements(llvm::ArrayRef<mlir::Value> elements,
                           const Tile &info);
  mlir::Value rowOf(llvm::ArrayRef<mlir::Value> elements);
  mlir::Value constantIndex(int64_t value);
  mlir::Value addConstant(mlir::Value value, int64_t constant);
  mlir::LogicalResult lowerBroadcast(BroadcastOp op);
  mlir::LogicalResult lowerIota(IotaOp op);

  // Between layouts (Convert.cpp).
  mlir::LogicalResult lowerTranspose(TransposeOp op);
  mlir::LogicalResult lowerConvertLayout(ConvertLayoutOp op);
  mlir::LogicalResult convertThroughShared(ConvertLayoutOp op, const Tile &from,
                                           const Tile &to);

  /// What the thread id adds to each coordinate of a tile; made once a layout,
  /// at the start of the function.
  llvm::ArrayRef<mlir::Value> getThreadCoords(const Tile &tile);
  /// True in the threads whose id has none of the bits of `mask`; null where
  /// `mask` is 0.
  mlir::Value threadHasNone(int64_t mask);
  /// Bit `i` of the result is bit `bits[i]` of the thread id.
  mlir::Value packThreadBits(llvm::ArrayRef<unsigned> bits);
  /// The numbers of the bits of `mask`, increasing.
  static llvm::SmallVector<unsigned> bitsOf(uint64_t mask);
  mlir::Value getThreadId();

  // Memory (Memory.cpp).
  struct Access;
  mlir::FailureOr<Access> makeAccess(mlir::Operation *op, mlir::Type tile,
                                     mlir::Value memref, mlir::AffineMap map,
                                     mlir::ValueRange offsets,
                                     mlir::ValueRange bounds,
                                     mlir::Attribute via, CacheAttr cache);
  Values getIndices(const Access &access, llvm::ArrayRef<int64_t> coords);
  mlir::Value getPredicate(const Access &access, mlir::ValueRange indices);
  mlir::Value loadAt(const Access &access, mlir::ValueRange indices);
  llvm::DenseMap<int64_t, mlir::Value>
  loadParts(const Access &access, llvm::ArrayRef<int64_t> registers,
            mlir::Type type, mlir::TypedAttr pad);
  mlir::Value getExtent(mlir::Value memref, int64_t dim);
  mlir::LogicalResult lowerLoad(LoadOp op);
  mlir::LogicalResult lowerStore(StoreOp op);

  // Reductions (Reduce.cpp).
  mlir::LogicalResult lowerReduce(ReduceOp op);
  Values combine(mlir::Region &combiner, mlir::ValueRange left,
                 mlir::ValueRange right);
  Values combineTree(mlir::Region &combiner, llvm::SmallVector<Values> parts);
  Values combineLanes(mlir::Region &combiner, Values values, int64_t laneMask);
  mlir::Value shuffle(mlir::Value value, mlir::Value offset,
                      mlir::gpu::ShuffleMode mode);
  mlir::Value shuffleXor(mlir::Value value, int64_t mask);
  Values select(mlir::Value condition, mlir::ValueRange yes,
                mlir::ValueRange no);
  mlir::FailureOr<llvm::SmallVector<Values>> combineShared(
      ReduceOp op, const Tile &result, llvm::ArrayRef<int64_t> registers,
      llvm::SmallVector<Values> partials, int64_t crossMask, int64_t writeMask);

  // Scans (Scan.cpp).
  struct Scan;
  mlir::LogicalResult lowerScan(ScanOp op);

  // Shared memory (Scratch.cpp).
  /// A workgroup buffer of `count` elements, `offset` bytes after the place
  /// `kopt.shared_offset` of `op` names; an error where it does not fit the
  /// kernel's `kopt.shared_bytes`.
  mlir::FailureOr<mlir::Value> getScratch(mlir::Operation *op, int64_t offset,
                                          int64_t count, mlir::Type element);
  mlir::Value getSharedBase();

  KernelOp kernel;
  mlir::gpu::GPUFuncOp func;
  mlir::ImplicitLocOpBuilder b;
  mlir::IRMapping mapping;
  /// Values of the symbols of the kernel's grid.
  Values symbols;
  mlir::Value threadId;
  mlir::Value sharedBase;
  llvm::DenseMap<mlir::Attribute, Values> threadCoords;
};

} // namespace kopt

#endif // PASSES_TOSIMT_KERNELLOWERING_H
