//===- Split.h - A reduction in parts, in kernels of their own --*- C++ -*-===//
//
// SplitPlan.cpp decides which reductions of a form-1 kernel are split and along
// which dimensions; SplitCascade.cpp makes a reduction that waits for another
// work on a part alone; SplitReduction.cpp writes the kernels, by means of
// Extract.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_SPLIT_H
#define LIB_REWRITES_SPLIT_H

#include "lib/Rewrites/DimClasses.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace kopt {

/// One class of dimensions in `parts` parts of `length`: first the part, then
/// the place in it.
struct Cut {
  unsigned cls = 0;
  int64_t parts = 1, length = 1;
};

/// A reduction that waits for others of the same dimensions, in a form that
/// part results can be corrected in afterwards: the sum of (u - c)², or that of
/// exp(u - c) times what is independent of c, where c comes from the others and
/// is the same for all that is summed.
struct Cascade {
  enum Kind { None, Squares, Exponential } kind = None;
  mlir::Operation *difference = nullptr; ///< u - c, in the body
  mlir::Value centre;                    ///< c, in the body
  mutable mlir::linalg::GenericOp sum;   ///< of u, for Squares
};

struct SplitReduction {
  mutable mlir::linalg::GenericOp op; ///< a handle: its methods are not const
  Cascade cascade;
  /// Iteration dimensions that the parts' results have, in memory's order.
  llvm::SmallVector<unsigned> dims;
};

/// What is split: all over the same dimensions.
struct SplitPlan {
  llvm::SmallVector<SplitReduction> reductions;
  /// Reduced classes that are parallel as a whole.
  llvm::SmallVector<unsigned> outer;
  std::optional<Cut> cut;
  /// Elements of a part.
  int64_t partElements = 1;

  const SplitReduction *find(mlir::Value result) const {
    for (const SplitReduction &r : reductions)
      if (r.op->getResult(0) == result)
        return &r;
    return nullptr;
  }
};

/// Sizes a plan may choose from: parts of at least `least` elements and at most
/// `most`, or `together` where several reductions read them and one read should
/// do; in between what gives `programs` programs. `columns` are what one
/// program has of a dimension that is innermost in memory and not reduced.
struct SplitSizes {
  int64_t least, most, together, programs, columns;
};

/// The plan for `kernel`, a form-1 kernel that may be changed: what cascades
/// wait for is fused into them, and sums that they need are added.
mlir::FailureOr<SplitPlan> planSplit(KernelOp kernel, const SplitSizes &sizes,
                                     mlir::RewriterBase &rewriter,
                                     std::string &reason);

/// Brings `op` into a form in which it cascades from the reductions in
/// `before`: elementwise producers that wait for those are fused into it; for
/// squares, a sum is added unless `before` has it.
mlir::FailureOr<SplitReduction>
matchCascade(mlir::linalg::GenericOp op,
             llvm::ArrayRef<mlir::linalg::GenericOp> before,
             mlir::RewriterBase &rewriter, std::string &reason);

/// Whether `value` or something it is made of, at any distance, is wanted;
/// what an end is made of is not looked at.
bool isBehind(mlir::Value value, llvm::function_ref<bool(mlir::Value)> isWanted,
              llvm::function_ref<bool(mlir::Value)> isEnd = nullptr);
/// Whether `value` is made, at any distance, from a result of `from`.
bool waitsFor(mlir::Value value, llvm::ArrayRef<mlir::linalg::GenericOp> from);

/// Clones `value` of a body and what it is made of in that body. What `map` has
/// is taken from there; `outside` gives what the body takes from around it.
mlir::Value cloneSlice(mlir::OpBuilder &builder, mlir::Value value,
                       mlir::Block *body, mlir::IRMapping &map,
                       llvm::function_ref<mlir::Value(mlir::Value)> outside);

/// Whether `value` of the body of `op` is made of a block argument that
/// satisfies `isWanted`.
bool dependsOn(mlir::Value value, mlir::linalg::GenericOp op,
               llvm::function_ref<bool(mlir::BlockArgument)> isWanted);

/// Writes a form-1 kernel that computes some values of another, and its launch.
class Extract {
public:
  /// From `source`, which `launch` runs; with a cut, dimensions of its class
  /// are two each.
  Extract(KernelOp source, LaunchOp launch, DimClasses &classes,
          std::optional<Cut> cut, std::string &reason);
  ~Extract();

  /// The value in the new kernel that stands for `value` of the source.
  mlir::FailureOr<mlir::Value> get(mlir::Value value);
  /// As `get`, from inside a body that is being built.
  mlir::Value around(mlir::Value value, bool &isFine);
  /// Lets `value` of the source stand for `here`.
  void seed(mlir::Value value, mlir::Value here) { map.map(value, here); }
  /// Adds an input and loads it: a host value that is not the source's.
  mlir::Value input(mlir::Value host);
  /// Stores `value` to a new output, whose destination is `host`.
  void output(mlir::Value value, mlir::Value host);
  /// An empty tensor for `dims` of the iteration space of `op`, of which those
  /// in the cut class are parts; with the destination on the host.
  mlir::FailureOr<std::pair<mlir::Value, mlir::Value>>
  empty(mlir::linalg::GenericOp op, llvm::ArrayRef<unsigned> dims,
        mlir::Type element);
  /// Ends the kernel, names it and launches it at `launch`.
  LaunchOp finish(llvm::StringRef name);

  /// The new iteration dimensions of dimension `d` of `op`: one, or the part
  /// and the place in it.
  llvm::SmallVector<unsigned> loops(mlir::linalg::GenericOp op, unsigned d);
  /// A projected permutation of the dimensions of `op` as one of the new ones.
  mlir::AffineMap expand(mlir::linalg::GenericOp op, mlir::AffineMap map);
  unsigned numLoops(mlir::linalg::GenericOp op);
  /// Maps `linalg.index` of `op`'s body to what they are in the new one.
  void indices(mlir::linalg::GenericOp op, mlir::IRMapping &body);

  mlir::OpBuilder builder; ///< at the end of the new kernel

private:
  mlir::FailureOr<mlir::Value> clone(mlir::Operation *op);
  mlir::Value argument(mlir::BlockArgument from);
  mlir::RankedTensorType expand(mlir::Value value);
  mlir::FailureOr<mlir::OpFoldResult> extent(unsigned cls, bool onHost);
  mlir::LogicalResult no(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }

  KernelOp source;
  LaunchOp launch;
  DimClasses &classes;
  std::optional<Cut> cut;
  std::string &reason;
  mlir::OpBuilder host; ///< before the launch
  KernelOp target;
  mlir::IRMapping map;
  llvm::SmallVector<mlir::Value> inputs, destinations;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> stores;
};

} // namespace kopt

#endif // LIB_REWRITES_SPLIT_H
