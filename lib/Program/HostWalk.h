//===- HostWalk.h - Evaluates a host function for given shapes --*- C++ -*-===//

#ifndef LIB_PROGRAM_HOSTWALK_H
#define LIB_PROGRAM_HOSTWALK_H

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Program.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace kopt {

/// The element type as buffers have it.
mlir::FailureOr<gate::DType> elementDType(mlir::Type type);

/// The scalar of an integer, index or float type with these bits.
mlir::TypedAttr scalarOf(mlir::Type type, uint64_t bits);

/// The elements of a constant as a buffer holds them: little-endian, packed, i1
/// as a byte, index as eight. Emits at `user`.
mlir::FailureOr<std::string> bytesOf(mlir::Operation *user,
                                     mlir::ElementsAttr value);

/// The element of a constant of `shape` at `indices`. Emits at `user`.
mlir::FailureOr<mlir::TypedAttr> elementOf(mlir::Operation *user,
                                           mlir::ElementsAttr contents,
                                           llvm::ArrayRef<int64_t> shape,
                                           llvm::ArrayRef<int64_t> indices);

/// "[2, 3]".
std::string shapeText(llvm::ArrayRef<int64_t> shape);

/// Interprets the body of one host function (one block; scf.for, scf.while
/// and scf.if inside) on concrete sizes and fills a Program's buffers and
/// launches. Kernels are in form 3.
class HostWalk {
public:
  HostWalk(mlir::func::FuncOp entry, gate::Program &program)
      : entry(entry), program(program) {}

  mlir::LogicalResult run(const std::vector<HostArgument> &arguments);

  /// The gpu.modules used, in the order of Launch::image.
  llvm::ArrayRef<mlir::gpu::GPUModuleOp> modules() const { return used; }

private:
  /// What a tensor value is: a shape, and a buffer unless its contents are
  /// undefined (tensor.empty) or a constant, which has one when it is used.
  struct Tensor {
    int buffer = -1;
    std::vector<int64_t> shape;
    mlir::ElementsAttr contents = {}; ///< a constant's, in row-major order
  };
  /// The temporary buffers that a loop's body takes.
  using LoopBuffers = llvm::SmallSetVector<int, 8>;
  /// Most operations that are evaluated.
  static constexpr uint64_t mostSteps = 10'000'000;

  mlir::LogicalResult bindArguments(const std::vector<HostArgument> &arguments);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitBlock(mlir::Block &block);
  mlir::LogicalResult visitConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult visitExtract(mlir::tensor::ExtractOp op);
  mlir::LogicalResult visitFor(mlir::scf::ForOp op);
  mlir::LogicalResult visitWhile(mlir::scf::WhileOp op);
  void endIteration(mlir::ValueRange carried);
  mlir::LogicalResult visitAssert(mlir::cf::AssertOp op);
  mlir::LogicalResult visitIf(mlir::scf::IfOp op);
  mlir::LogicalResult assign(mlir::Operation *user, mlir::ValueRange from,
                             mlir::ValueRange to);
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
  mlir::FailureOr<int> bufferOf(mlir::Operation *user, const Tensor &tensor);
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
  llvm::DenseMap<mlir::Attribute, int> constants;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, int> workspaces;
  std::vector<LoopBuffers> loops; ///< being evaluated, the innermost last
  std::vector<int> unused;        ///< temporary buffers whose value is dead
  uint64_t steps = 0;
};

} // namespace kopt

#endif // LIB_PROGRAM_HOSTWALK_H
