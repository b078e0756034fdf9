//===- Expansion.h - One launch to gpu.launch_func --------------*- C++ -*-===//

#ifndef PASSES_EXPANDLAUNCH_EXPANSION_H
#define PASSES_EXPANDLAUNCH_EXPANSION_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace kopt {

/// Of the run-time library, include/kopt-c/Runtime.h: returns 0 as long as
/// nothing failed; makes a condition that does not hold a failure; says that
/// the blocks of the thread's next launch wait for each other.
constexpr const char *kFailedFunction = "koptRuntimeFailed";
constexpr const char *kExpectFunction = "koptRuntimeExpect";
constexpr const char *kCooperateFunction = "koptRuntimeCooperate";

/// Expands one launch in place.
class Expansion {
public:
  Expansion(LaunchOp launch, mlir::SymbolTable &symbols, bool copy,
            bool checkStatus)
      : launch(launch), symbols(symbols), b(launch.getLoc(), launch),
        copy(copy), checkStatus(checkStatus) {}
  mlir::LogicalResult run();

private:
  struct Operand {
    mlir::Value host;      ///< a scalar, or a memref in identity layout
    mlir::MemRefType type; ///< null: a scalar
    llvm::SmallVector<mlir::Value> extents; ///< of the dynamic dimensions
    bool read, written;
  };

  mlir::LogicalResult findKernel(mlir::SymbolRefAttr name);
  mlir::LogicalResult addOperand(unsigned index, mlir::Value value);
  mlir::FailureOr<mlir::Value> checkLayout(unsigned index, mlir::Value memref,
                                           mlir::MemRefType identity);
  mlir::LogicalResult checkSignature();
  llvm::SmallVector<mlir::Value> symbolValues();
  mlir::FailureOr<mlir::Value> computeAssumption();
  mlir::Value computeAlignment();
  int32_t clusterBlocks();
  mlir::Value computeGrid();
  void emitKernel();
  void emitLaunch(mlir::Value programs);
  mlir::Value toDevice(const Operand &operand);
  mlir::Value makeWorkspace(mlir::MemRefType type,
                            llvm::SmallVectorImpl<mlir::Value> &allocated);
  void expect(mlir::Value condition, const llvm::Twine &message);
  void expectNoFailure();
  std::string describe(const llvm::Twine &message);

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(b, value);
  }
  mlir::Value both(mlir::Value lhs, mlir::Value rhs) {
    return b.createOrFold<mlir::arith::AndIOp>(lhs, rhs);
  }

  LaunchOp launch;
  mlir::SymbolTable &symbols;
  mlir::ImplicitLocOpBuilder b;
  bool copy, checkStatus;
  mlir::SymbolRefAttr kernelName; ///< of the launch's kernels the one at hand
  mlir::gpu::GPUFuncOp kernel;
  llvm::SmallVector<Operand> operands;
  llvm::SmallVector<mlir::MemRefType> workspaces; ///< behind the operands
  mlir::Value token; ///< the last operation on the stream
};

} // namespace kopt

#endif // PASSES_EXPANDLAUNCH_EXPANSION_H
