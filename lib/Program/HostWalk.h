//===- HostWalk.h - Evaluates a host function for given shapes --*- C++ -*-===//

#ifndef LIB_PROGRAM_HOSTWALK_H
#define LIB_PROGRAM_HOSTWALK_H

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Program.h"
#include "llvm/ADT/DenseMap.h"

namespace kopt {

/// Interprets the straight-line body of one host function on concrete sizes
/// and fills a Program's buffers and launches. Kernels are in form 3.
class HostWalk {
public:
  HostWalk(mlir::func::FuncOp entry, gate::Program &program)
      : entry(entry), program(program) {}

  mlir::LogicalResult run(const std::vector<HostArgument> &arguments);

  /// The gpu.modules used, in the order of Launch::image.
  llvm::ArrayRef<mlir::gpu::GPUModuleOp> modules() const { return used; }

private:
  /// What a tensor value is: a shape, and a buffer unless its contents are
  /// undefined (tensor.empty).
  struct Tensor {
    int buffer = -1;
    std::vector<int64_t> shape;
  };

  mlir::LogicalResult bindArguments(const std::vector<HostArgument> &arguments);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitEmpty(mlir::tensor::EmptyOp op);
  mlir::LogicalResult visitDim(mlir::tensor::DimOp op);
  mlir::LogicalResult visitReshape(mlir::Operation *op);
  mlir::LogicalResult visitLaunch(LaunchOp op);
  mlir::LogicalResult visitReturn(mlir::func::ReturnOp op);
  mlir::LogicalResult fold(mlir::Operation *op);

  mlir::FailureOr<int64_t> integer(mlir::Operation *user, mlir::Value value);
  mlir::FailureOr<std::vector<int64_t>>
  sizes(mlir::Operation *user, llvm::ArrayRef<int64_t> staticSizes,
        mlir::ValueRange dynamic);
  mlir::FailureOr<int> outputBuffer(LaunchOp op, mlir::Value out, bool inOut);
  mlir::LogicalResult setGrid(LaunchOp op, mlir::gpu::GPUFuncOp kernel,
                              llvm::ArrayRef<int64_t> symbols,
                              gate::Launch &launch);
  mlir::FailureOr<mlir::gpu::GPUFuncOp>
  chooseKernel(LaunchOp op, llvm::ArrayRef<int64_t> symbols);
  int addBuffer(mlir::RankedTensorType type, std::vector<int64_t> shape,
                gate::BufferRole role);
  int imageOf(mlir::gpu::GPUModuleOp module);

  mlir::func::FuncOp entry;
  gate::Program &program;
  llvm::DenseMap<mlir::Value, Tensor> tensors;
  llvm::DenseMap<mlir::Value, mlir::Attribute> scalars;
  llvm::SmallVector<mlir::gpu::GPUModuleOp> used;
};

} // namespace kopt

#endif // LIB_PROGRAM_HOSTWALK_H
