//===- Shapes.cpp - Other shapes of a dynamic function to judge -----------===//
//
// Which dynamic extents of the arguments must agree is read from the original:
// two dimensions that an operation walks by the same loop are one extent.
// Shapes that break this would make the original itself read out of bounds.
//
//===----------------------------------------------------------------------===//

#include "JudgeImpl.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace kopt {
namespace {

/// A dimension of a tensor, or (dimension -1) an index.
using Extent = std::pair<void *, int64_t>;

class Extents {
public:
  explicit Extents(func::FuncOp function) : function(function) {}

  /// False where an operation's extents are not understood.
  bool analyse() {
    WalkResult result = function.walk([&](Operation *op) {
      return visit(op) ? WalkResult::advance() : WalkResult::interrupt();
    });
    return !result.wasInterrupted();
  }

  /// The extents of arguments that may change, in order of appearance; each
  /// with its places among the arguments.
  std::vector<std::vector<std::pair<unsigned, int64_t>>> free();

private:
  static Extent at(Value value, int64_t dimension) {
    return {value.getAsOpaquePointer(), dimension};
  }
  void unite(Extent a, Extent b) { classes.unionSets(a, b); }
  void uniteAll(Value a, Value b) {
    if (auto type = dyn_cast<RankedTensorType>(a.getType()))
      for (int64_t d = 0; d < type.getRank(); ++d)
        unite(at(a, d), at(b, d));
  }
  bool visit(Operation *op);
  bool visitStructured(linalg::LinalgOp op);
  /// An extent that is known or computed cannot change by itself.
  void pin(Extent extent) { unite(extent, {nullptr, 0}); }

  func::FuncOp function;
  llvm::EquivalenceClasses<Extent> classes;
};

bool Extents::visitStructured(linalg::LinalgOp op) {
  llvm::DenseMap<unsigned, Extent> loops;
  // Loops of a window: together they stay inside what they index.
  llvm::SmallBitVector bound(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [d, result] : llvm::enumerate(map.getResults())) {
      Extent extent = at(operand.get(), int64_t(d));
      auto loop = dyn_cast<AffineDimExpr>(result);
      if (!loop) {
        pin(extent);
        for (unsigned i = 0; i < op.getNumLoops(); ++i)
          if (result.isFunctionOfDim(i))
            bound.set(i);
        continue;
      }
      if (!type.isDynamicDim(unsigned(d)))
        pin(extent);
      auto [first, isNew] = loops.try_emplace(loop.getPosition(), extent);
      if (!isNew)
        unite(first->second, extent);
    }
  }
  for (unsigned i : bound.set_bits())
    if (auto loop = loops.find(i); loop != loops.end())
      pin(loop->second);
  for (auto [result, init] : llvm::zip(op->getResults(), op.getDpsInits()))
    uniteAll(result, init);
  return true;
}

/// Whether a tensor's extent may be computed from `op`'s results.
/// A size that only becomes an element, as the count of a mean, may change.
static bool makesSize(Operation *op) {
  if (op->getParentOfType<linalg::LinalgOp>() || isa<linalg::LinalgOp>(op))
    return false;
  return llvm::any_of(op->getResultTypes(), llvm::IsaPred<ShapedType>) ||
         llvm::any_of(op->getUsers(), makesSize);
}

bool Extents::visit(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return visitStructured(structured);
  // Inside a structured operation only scalars are left.
  if (op->getParentOfType<linalg::LinalgOp>())
    return !llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (index)
      unite(at(dim.getResult(), -1), at(dim.getSource(), *index));
    return index.has_value();
  }
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    unsigned next = 0;
    for (int64_t d = 0; d < empty.getType().getRank(); ++d) {
      if (empty.getType().isDynamicDim(unsigned(d)))
        unite(at(empty, d), at(empty.getDynamicSizes()[next++], -1));
      else
        pin(at(empty, d));
    }
    return true;
  }
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op)) {
    uniteAll(softmax.getInput(), softmax.getOutput());
    uniteAll(softmax.getOutput(), softmax->getResult(0));
    return true;
  }
  if (isa<func::FuncOp, func::ReturnOp>(op))
    return true;
  // A parameter that is read as a scalar: where it lies must not change.
  if (auto extract = dyn_cast<tensor::ExtractOp>(op);
      extract && extract.getTensor().getType().hasStaticShape()) {
    for (Value index : extract.getIndices())
      pin(at(index, -1));
    if (extract.getType().isIndex())
      pin(at(extract.getResult(), -1));
    return true;
  }
  // Constants and arithmetic on sizes: an index made by it is not free.
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
      op->getNumRegions())
    return false;
  for (OpResult result : op->getResults()) {
    if (auto tensor = dyn_cast<RankedTensorType>(result.getType()))
      for (int64_t d = 0; d < tensor.getRank(); ++d)
        pin(at(result, d));
    else if (result.getType().isIndex())
      pin(at(result, -1));
  }
  if (makesSize(op))
    for (Value operand : op->getOperands())
      if (operand.getType().isIndex())
        pin(at(operand, -1));
  return true;
}

std::vector<std::vector<std::pair<unsigned, int64_t>>> Extents::free() {
  llvm::MapVector<Extent, std::vector<std::pair<unsigned, int64_t>>> found;
  Extent pinned = classes.getOrInsertLeaderValue({nullptr, 0});
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (argument.getType().isIndex())
      found[classes.getOrInsertLeaderValue(at(argument, -1))].push_back(
          {number, -1});
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (!tensor)
      continue;
    for (int64_t d = 0; d < tensor.getRank(); ++d)
      if (tensor.isDynamicDim(unsigned(d)))
        found[classes.getOrInsertLeaderValue(at(argument, d))].push_back(
            {number, d});
  }
  std::vector<std::vector<std::pair<unsigned, int64_t>>> out;
  for (auto &[leader, places] : found) {
    bool isShape = llvm::any_of(
        places, [](const auto &place) { return place.second >= 0; });
    if (isShape && leader != pinned)
      out.push_back(places);
  }
  return out;
}

} // namespace

/// Sets extent `places` of the arguments.
static void set(Shapes &shapes,
                const std::vector<std::pair<unsigned, int64_t>> &places,
                int64_t extent) {
  for (auto [argument, dimension] : places) {
    if (dimension < 0)
      shapes[argument].bits = uint64_t(extent);
    else
      shapes[argument].shape[size_t(dimension)] = extent;
  }
}

std::optional<Shapes> defaultShapes(func::FuncOp original) {
  Extents extents(original);
  if (!extents.analyse())
    return std::nullopt;
  Shapes shapes(original.getNumArguments());
  // What stays -1 has no value that could be chosen.
  for (auto [shape, type] : llvm::zip(shapes, original.getArgumentTypes())) {
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      for (int64_t extent : tensor.getShape())
        shape.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
    } else {
      shape.bits = uint64_t(-1);
    }
  }
  const int64_t values[] = {37, 53, 29};
  for (auto [i, places] : llvm::enumerate(extents.free()))
    set(shapes, places, values[i % 3]);
  for (auto [shape, type] : llvm::zip(shapes, original.getArgumentTypes()))
    if (isa<RankedTensorType>(type) ? llvm::is_contained(shape.shape, -1)
                                    : shape.bits == uint64_t(-1))
      return std::nullopt;
  return shapes;
}

/// Extents beside the one that matters: small and not divisible by any tile.
static const int64_t others[] = {5, 3, 7};

static int64_t get(const Shapes &shapes, std::pair<unsigned, int64_t> place) {
  return place.second < 0 ? int64_t(shapes[place.first].bits)
                          : shapes[place.first].shape[size_t(place.second)];
}

/// One more than the largest extent of a tile that a kernel of the module loads
/// or stores, where that is beyond what `perturbedShapes` tries; else 0.
static int64_t beyondTiles(func::FuncOp candidate) {
  int64_t largest = 0;
  auto see = [&](RankedTensorType tile) {
    for (int64_t extent : tile.getShape())
      largest = std::max(largest, extent);
  };
  candidate->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      see(load.getTileType());
    else if (auto store = dyn_cast<StoreOp>(op))
      see(store.getTileType());
  });
  return largest > 128 ? largest + 1 : 0;
}

std::vector<Shapes> tileShapes(func::FuncOp original, func::FuncOp candidate,
                               const Shapes &asked) {
  Extents extents(original);
  int64_t beyond = beyondTiles(candidate);
  if (!beyond || !extents.analyse())
    return {};
  auto free = extents.free();
  std::vector<Shapes> out;
  for (size_t which = 0; which < free.size(); ++which) {
    Shapes shapes = asked;
    for (size_t other = 0; other < free.size(); ++other)
      set(shapes, free[other], other == which ? beyond : others[other % 3]);
    out.push_back(std::move(shapes));
  }
  return out;
}

std::vector<Shapes> variantShapes(func::FuncOp original, func::FuncOp candidate,
                                  const Shapes &asked) {
  Extents extents(original);
  if (!extents.analyse())
    return {};
  auto free = extents.free();
  Shapes base = asked;
  for (auto [i, places] : llvm::enumerate(free))
    set(base, places, others[i % 3]);
  std::vector<Shapes> out;
  auto add = [&](const Shapes &wanted) {
    if (wanted.empty())
      return;
    // A launch may not see all places of an extent.
    Shapes shapes = base;
    for (const auto &places : free)
      for (auto place : places)
        if (int64_t extent = get(wanted, place); extent != get(base, place))
          set(shapes, places, extent);
    for (const HostArgument &argument : shapes) {
      int64_t elements = 1;
      for (int64_t extent : argument.shape)
        if (llvm::MulOverflow(elements, extent, elements) ||
            elements > (int64_t(1) << 22))
          return;
    }
    bool isNew = llvm::none_of(out, [&](const Shapes &known) {
      return describe(original, known) == describe(original, shapes);
    });
    if (isNew)
      out.push_back(std::move(shapes));
  };
  for (const LaunchVariant &variant : launchVariants(candidate, base)) {
    add(variant.arguments);
    for (const Shapes &outside : variant.outside)
      add(outside);
  }
  return out;
}

std::vector<Shapes> perturbedShapes(func::FuncOp original,
                                    const Shapes &asked) {
  Extents extents(original);
  if (!extents.analyse())
    return {};
  auto free = extents.free();
  std::vector<Shapes> out;
  for (size_t which = 0; which < free.size(); ++which)
    for (int64_t extent : {127, 128, 129, 1, 0}) {
      Shapes shapes = asked;
      for (size_t other = 0; other < free.size(); ++other)
        set(shapes, free[other], other == which ? extent : others[other % 3]);
      out.push_back(std::move(shapes));
    }
  return out;
}

std::string describe(func::FuncOp original, const Shapes &shapes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, type] : llvm::enumerate(original.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.hasStaticShape())
      continue;
    os << (text.empty() ? "" : " ") << i << ":";
    if (tensor)
      llvm::interleave(shapes[i].shape, os, "x");
    else if (auto number = dyn_cast<FloatType>(type))
      os << llvm::APFloat(number.getFloatSemantics(),
                          llvm::APInt(number.getWidth(), shapes[i].bits,
                                      /*isSigned=*/false,
                                      /*implicitTrunc=*/true));
    else
      os << int64_t(shapes[i].bits);
  }
  return text;
}

} // namespace kopt
