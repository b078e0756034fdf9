//===- KernelLowering.h - One kernel to one thread's code -------*- C++ -*-===//

#ifndef PASSES_TOSIMT_KERNELLOWERING_H
#define PASSES_TOSIMT_KERNELLOWERING_H

#include "dialects/Kopt/AccessInfo.h"
#include "kopt/Layout/SharedLayout.h"
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
  mlir::LogicalResult renumber(mlir::Operation *op, const Tile &from,
                               const Tile &to, llvm::ArrayRef<int64_t> dims);
  mlir::LogicalResult lowerTranspose(TransposeOp op);
  mlir::LogicalResult lowerConvertLayout(ConvertLayoutOp op);
  mlir::LogicalResult convertThroughShared(ConvertLayoutOp op, const Tile &from,
                                           const Tile &to);
  mlir::LogicalResult lowerPlace(PlaceOp op);
  /// Fetches the operands of `op` that are resident in shared memory.
  mlir::LogicalResult readPlaced(mlir::Operation *op);
  void writeShared(mlir::Value source, const Tile &tile, mlir::Value buffer,
                   const SharedLayout &shared);
  mlir::Value readShared(const Tile &tile, mlir::Value buffer,
                         const SharedLayout &shared);

  /// What the thread id adds to each coordinate of a tile; made once a layout,
  /// at the start of the function.
  llvm::ArrayRef<mlir::Value> getThreadCoords(const Tile &tile);
  /// Where elements are whose coordinates count `strides`: the thread's part,
  /// and that of each register.
  std::pair<mlir::Value, llvm::SmallVector<int64_t>>
  stridedPlaces(const Tile &tile, llvm::ArrayRef<int64_t> strides);
  /// Code that only threads with `condition` run; all where it is null.
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  /// True in the threads whose id has none of the bits of `mask`; null where
  /// `mask` is 0.
  mlir::Value threadHasNone(int64_t mask);
  /// Bit `i` of the result is bit `bits[i]` of the thread id.
  mlir::Value packThreadBits(llvm::ArrayRef<unsigned> bits);
  /// The numbers of the bits of `mask`, increasing.
  static llvm::SmallVector<unsigned> bitsOf(uint64_t mask);
  /// The thread's number in the program: over all blocks of a cluster.
  mlir::Value getThreadId();

  // Memory (Memory.cpp).
  struct Access;
  mlir::FailureOr<Access> makeAccess(mlir::Operation *op,
                                     mlir::ValueRange bounds,
                                     mlir::Attribute via, CacheAttr cache);
  Values getIndices(const Access &access, int64_t reg);
  mlir::Value getPredicate(const Access &access, mlir::ValueRange indices);
  mlir::Value loadAt(const Access &access, mlir::ValueRange indices);
  llvm::DenseMap<int64_t, mlir::Value>
  loadParts(const Access &access, llvm::ArrayRef<int64_t> registers,
            mlir::Type type, mlir::TypedAttr pad);
  mlir::Value getExtent(mlir::Value memref, int64_t dim);
  mlir::LogicalResult lowerLoad(LoadOp op);
  mlir::LogicalResult lowerStore(StoreOp op);

  // Index tiles (Gather.cpp).
  mlir::LogicalResult addIndexTiles(mlir::Operation *op, Access &access,
                                    const AccessInfo &info);
  Values getIndexElements(const Access &access, unsigned dim, int64_t reg);

  // Atomic updates (Scatter.cpp) and counting (Histogram.cpp).
  mlir::LogicalResult lowerScatterReduce(ScatterReduceOp op);
  mlir::LogicalResult lowerHistogram(HistogramOp op);

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
  /// The partials of a result's elements in shared memory: element e
  /// (row-major) has them at e * count …, in thread order.
  struct Partials {
    Values buffers; ///< one an input
    int64_t count;
    mlir::Value first; ///< of the thread's element of register 0
    llvm::SmallVector<int64_t> registers; ///< what a register adds
  };
  mlir::FailureOr<Partials> placePartials(ReduceOp op, const Tile &result,
                                          llvm::StringRef place,
                                          int64_t crossMask);
  llvm::SmallVector<Values>
  combinePartials(ReduceOp op, const Partials &partials, int64_t registers);
  mlir::FailureOr<llvm::SmallVector<Values>>
  combineShared(ReduceOp op, const Tile &result,
                llvm::SmallVector<Values> partials, int64_t crossMask,
                int64_t writeMask);

  // Clusters of blocks (Cluster.cpp).
  /// Bits of a thread's number within its block.
  int64_t getBlockMask();
  /// The low bits of `value`, moved to where `mask` has bits.
  mlir::Value scatterBits(mlir::Value value, int64_t mask);
  mlir::FailureOr<llvm::SmallVector<Values>>
  combineBlocks(ReduceOp op, const Tile &result,
                llvm::SmallVector<Values> partials, int64_t crossMask);

  // Programs that wait for each other (Sync.cpp).
  void lowerSignal(SignalOp op);
  void lowerAwait(AwaitOp op);

  // Scans (Scan.cpp).
  struct Scan;
  mlir::LogicalResult lowerScan(ScanOp op);

  // Sorts (Sort.cpp).
  mlir::LogicalResult lowerSort(mlir::Operation *op, mlir::ValueRange inputs,
                                int64_t axis, mlir::Region &before);
  std::pair<mlir::Value, llvm::SmallVector<int64_t>>
  linePlaces(const Tile &tile, int64_t axis, int64_t length);
  void sortBuffers(mlir::Region &before, mlir::ValueRange buffers,
                   int64_t lines, int64_t length,
                   mlir::Value count = mlir::Value());
  mlir::LogicalResult readLines(mlir::Operation *op, mlir::ValueRange buffers,
                                int64_t axis, int64_t length);

  // The first few of an order (TopK.cpp).
  struct Selection;
  mlir::LogicalResult lowerTopK(TopKOp op);

  // Shared memory (Scratch.cpp).
  /// A workgroup buffer of `count` elements, `offset` bytes after the place
  /// the attribute `place` of `op` names; an error where it does not fit the
  /// kernel's `kopt.shared_bytes`.
  mlir::FailureOr<mlir::Value>
  getScratch(mlir::Operation *op, int64_t offset, int64_t count,
             mlir::Type element, llvm::StringRef place = "kopt.shared_offset");
  /// Buffers of `count` elements for each of the tiles `inputs`; `offset` is
  /// where they start, and is moved behind them.
  mlir::FailureOr<Values>
  getScratchTuple(mlir::Operation *op, mlir::ValueRange inputs, int64_t count,
                  int64_t &offset,
                  llvm::StringRef place = "kopt.shared_offset");
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
  /// Tiles that live in shared memory.
  struct Placed {
    mlir::Value buffer;
    SharedLayout layout;
  };
  llvm::DenseMap<mlir::Value, Placed> placed;
};

} // namespace kopt

#endif // PASSES_TOSIMT_KERNELLOWERING_H
