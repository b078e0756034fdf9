//===- SymbolicWalk.h - A host function for any sizes -----------*- C++ -*-===//

#ifndef LIB_PROGRAM_SYMBOLICWALK_H
#define LIB_PROGRAM_SYMBOLICWALK_H

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Artefact/Artefact.h"
#include "kopt/Program/Program.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace kopt {

/// Makes the values of an artefact: equal ones once, constants folded.
class ValueTable {
public:
  explicit ValueTable(std::vector<artefact::Value> &values) : values(values) {}

  int make(artefact::Operator op, int64_t a, int64_t b = 0, int64_t c = 0);
  int constant(int64_t number) {
    return make(artefact::Operator::Constant, number);
  }
  /// The number of a constant.
  std::optional<int64_t> known(int value) const;
  /// `expr` with these values for its dimensions and symbols.
  int affine(mlir::AffineExpr expr, llvm::ArrayRef<int> dims,
             llvm::ArrayRef<int> symbols);
  /// Whether `set` without dimensions holds; -1: always.
  int condition(mlir::IntegerSet set, llvm::ArrayRef<int> symbols);
  /// Both conditions, either of which may be -1.
  int both(int a, int b);

private:
  std::vector<artefact::Value> &values;
  std::map<std::array<int64_t, 4>, int> made;
};

/// Walks the body of one host function (loops unrolled) and fills an artefact's
/// signature, values and the launches of one variant. Kernels are in form 3.
/// HostWalk does the same for given sizes.
class SymbolicWalk {
public:
  SymbolicWalk(mlir::func::FuncOp entry, artefact::Artefact &artefact)
      : entry(entry), artefact(artefact), table(artefact.values) {}

  mlir::LogicalResult run();

  /// The gpu.modules used, in the order of Candidate::module.
  llvm::ArrayRef<mlir::gpu::GPUModuleOp> modules() const { return used; }

private:
  /// Where contents are: an argument, a constant, or memory of the workspace
  /// that is needed from launch `first` to launch `last`.
  struct Memory {
    int argument = -1;
    int constant = -1; ///< of the artefact's
    artefact::ValueIndex bytes = -1;
    int64_t alignment = 1; ///< that kernels rely on
    size_t first = 0, last = 0;
    bool persists = false;
    artefact::ValueIndex offset = -1;
  };
  struct Tensor {
    /// -1: contents are undefined (tensor.empty), or a constant.
    int memory = -1;
    llvm::SmallVector<int> sizes;
    mlir::ElementsAttr contents = {}; ///< a constant's
  };
  /// A constant, a value, or an argument that is only handed on.
  struct Scalar {
    mlir::Attribute constant;
    int value = -1;
    int argument = -1;
  };

  /// Most operations that are walked over, loops unrolled.
  static constexpr uint64_t mostOperations = 1'000'000;

  mlir::LogicalResult bindArguments();
  mlir::LogicalResult visitBlock(mlir::Block &block);
  mlir::LogicalResult visitConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult visitExtract(mlir::tensor::ExtractOp op);
  mlir::LogicalResult visitFor(mlir::scf::ForOp op);
  mlir::LogicalResult visitIf(mlir::scf::IfOp op);
  mlir::LogicalResult selectScalars(mlir::scf::IfOp op, int condition);
  mlir::LogicalResult visitAssert(mlir::cf::AssertOp op);
  mlir::LogicalResult assign(mlir::Operation *user, mlir::ValueRange from,
                             mlir::ValueRange to);
  mlir::FailureOr<int> constantMemory(mlir::Operation *user,
                                      mlir::ElementsAttr contents);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitReshape(mlir::Operation *op);
  mlir::LogicalResult visitLaunch(LaunchOp op);
  mlir::LogicalResult visitReturn(mlir::func::ReturnOp op);
  mlir::LogicalResult visitScalar(mlir::Operation *op);
  mlir::LogicalResult bindTensor(LaunchOp op, unsigned index,
                                 mlir::Value operand,
                                 mlir::gpu::GPUFuncOp kernel,
                                 artefact::Step &step);
  mlir::LogicalResult addWorkspace(LaunchOp op, mlir::Type type,
                                   artefact::Step &step);
  mlir::LogicalResult addCandidates(LaunchOp op, mlir::gpu::GPUFuncOp last,
                                    llvm::ArrayRef<int> symbols,
                                    llvm::ArrayRef<bool> mayBeNegative,
                                    artefact::Step &step);
  mlir::FailureOr<int> inOutMemory(LaunchOp op, mlir::Value out);
  void layOut(artefact::Variant &variant);

  mlir::FailureOr<int> integer(mlir::Operation *user, mlir::Value value);
  mlir::FailureOr<llvm::SmallVector<int>>
  sizes(mlir::Operation *user, llvm::ArrayRef<int64_t> staticSizes,
        mlir::ValueRange dynamic);
  int bytesOf(mlir::RankedTensorType type, llvm::ArrayRef<int> sizes);
  void require(int condition, std::string message);
  int moduleOf(mlir::gpu::GPUModuleOp module);

  /// A candidate, by launch and number, is for memory at multiples of `bytes`.
  struct Aligned {
    size_t step, candidate;
    int memory;
    int64_t bytes;
  };

  mlir::func::FuncOp entry;
  artefact::Artefact &artefact;
  ValueTable table;
  std::vector<Memory> memories;
  std::vector<artefact::Step> steps;
  llvm::DenseMap<mlir::Value, Tensor> tensors;
  llvm::DenseMap<mlir::Value, Scalar> scalars;
  llvm::SmallVector<mlir::gpu::GPUModuleOp> used;
  llvm::DenseMap<mlir::Attribute, int> constants; ///< the memory of each
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, int> workspaces;
  std::vector<Aligned> aligned;
  uint64_t operations = 0;
};

} // namespace kopt

#endif // LIB_PROGRAM_SYMBOLICWALK_H
