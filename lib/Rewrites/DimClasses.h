//===- DimClasses.h - Which dimensions must have one extent -----*- C++ -*-===//
//
// In a form-1 kernel, indexing maps that are projected permutations tie the
// dimensions of values, iteration spaces and arguments together. A *class* is a
// set of dimensions that run over the same coordinate.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_DIMCLASSES_H
#define LIB_REWRITES_DIMCLASSES_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kopt {

struct Part;

class DimClasses {
public:
  /// Analyses a form-1 kernel. Check `valid()` before anything else.
  explicit DimClasses(KernelOp kernel);

  /// Whether every operation was understood; else `reason` is set.
  bool valid() const { return reason.empty(); }
  const std::string &whyNot() const { return reason; }

  /// Class of dimension `dim` of tensor or memref `value`.
  unsigned of(mlir::Value value, unsigned dim);
  /// Class of iteration dimension `dim` of `op`.
  unsigned ofLoop(mlir::linalg::GenericOp op, unsigned dim);
  /// Whether `read` in the body of `op` takes dimension `dim` by the number of
  /// a loop that has its extent.
  static bool isDirect(mlir::linalg::GenericOp op, mlir::tensor::ExtractOp read,
                       unsigned dim);
  /// The classes of all dimensions of `value`.
  llvm::SmallVector<unsigned> all(mlir::Value value);

  /// The static extent of a class, or ShapedType::kDynamic.
  int64_t extent(unsigned cls);
  /// A kernel argument and its dimension in the class; prefers one for which
  /// `usable` holds. Null value if there is none.
  std::pair<mlir::Value, unsigned>
  argument(unsigned cls, llvm::function_ref<bool(mlir::Value)> usable);

private:
  bool visitRead(mlir::linalg::GenericOp op, mlir::tensor::ExtractOp read);
  bool part(mlir::Value memref, mlir::Value tensor, const Part &access,
            bool isAll, bool isStore);
  void uniteReduced(llvm::ArrayRef<mlir::linalg::GenericOp> generics);
  unsigned node(void *key, unsigned dim);
  unsigned find(unsigned node);
  void unite(unsigned a, unsigned b);

  llvm::DenseMap<std::pair<void *, unsigned>, unsigned> nodes;
  std::vector<unsigned> parent;
  std::vector<std::pair<mlir::Value, unsigned>> arguments;
  /// Dimensions of what is a part of an argument, of static extent.
  std::vector<std::pair<mlir::Value, unsigned>> partial;
  std::string reason;
};

} // namespace kopt

#endif // LIB_REWRITES_DIMCLASSES_H
