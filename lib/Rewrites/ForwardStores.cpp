//===- ForwardStores.cpp - What was stored, where it is read --------------===//
//
// Two kernels in one: the consumer's loads of an intermediate become what the
// producer stored there. A load that lies in one stored part is that part of
// the value. One that crosses from part to part (a concatenation that is read
// whole) splits everything that depends on it along the boundary: each piece
// then reads one part.
//
//===----------------------------------------------------------------------===//

#include "lib/Rewrites/DimClasses.h"
#include "lib/Rewrites/Parts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kopt;

namespace {

class Forwarder {
public:
  Forwarder(KernelOp kernel, BlockArgument intermediate,
            function_ref<bool(Value)> live, std::string &reason)
      : kernel(kernel), intermediate(intermediate), live(live), builder(kernel),
        reason(reason) {}

  LogicalResult run();

private:
  /// A kernel with more stores has too many pieces to pay.
  static constexpr unsigned mostStores = 16;

  LogicalResult no(const Twine &text) {
    reason = text.str();
    return failure();
  }
  LoadOp nextLoad();
  SmallVector<StoreOp> stores();
  std::optional<Part> within(LoadOp load, StoreOp store);
  LogicalResult nameSizes(LoadOp load, Part &part);
  LogicalResult split(LoadOp load);
  LogicalResult splitAt(LoadOp load, unsigned dim, ArrayRef<int64_t> points);
  bool dependsOn(Value value, LoadOp load);
  void eraseDead();

  KernelOp kernel;
  BlockArgument intermediate;
  function_ref<bool(Value)> live;
  OpBuilder builder;
  std::string &reason;
};

} // namespace

LoadOp Forwarder::nextLoad() {
  for (auto load : kernel.getBody().front().getOps<LoadOp>())
    if (load.getSource() == intermediate)
      return load;
  return {};
}

SmallVector<StoreOp> Forwarder::stores() {
  SmallVector<StoreOp> stores;
  for (auto store : kernel.getBody().front().getOps<StoreOp>())
    if (store.getDest() == intermediate)
      stores.push_back(store);
  return stores;
}

void Forwarder::eraseDead() {
  SmallVector<Operation *> all;
  for (Operation &op : kernel.getBody().front().without_terminator())
    all.push_back(&op);
  for (Operation *op : llvm::reverse(all))
    if (isOpTriviallyDead(op))
      op->erase();
}

/// `expr`, whose symbols are `symbols`, as an expression in those of `all`.
static AffineExpr withSymbols(AffineExpr expr, ArrayRef<Value> symbols,
                              SmallVectorImpl<Value> &all) {
  SmallVector<AffineExpr> replacements;
  for (Value symbol : symbols) {
    auto found = llvm::find(all, symbol);
    replacements.push_back(
        getAffineSymbolExpr(found - all.begin(), expr.getContext()));
    if (found == all.end())
      all.push_back(symbol);
  }
  return expr.replaceSymbols(replacements);
}

/// What `load` reads, as a part of the value that `store` writes; nothing where
/// it is not known to lie in it.
std::optional<Part> Forwarder::within(LoadOp load, StoreOp store) {
  Part read = Part::of(load), written = Part::of(store);
  auto from = partDims(read.map), to = partDims(written.map);
  if (!from || !to)
    return std::nullopt;
  MLIRContext *context = load.getContext();
  MemRefType memref = load.getMemRefType();
  Part result = read;
  result.symbols.clear();
  SmallVector<AffineExpr> places(written.shape.size());
  for (unsigned d = 0; d < from->size(); ++d) {
    const PartDim &r = (*from)[d], &w = (*to)[d];
    if (!w.dim || w.stride != 1)
      return std::nullopt;
    AffineExpr offset = withSymbols(r.offset, read.symbols, result.symbols) -
                        withSymbols(w.offset, written.symbols, result.symbols);
    offset = simplifyAffineExpr(offset, 0, result.symbols.size());
    int64_t extent = written.shape[*w.dim];
    // A part with a dynamic extent is all there is along that dimension.
    bool isWhole = ShapedType::isDynamic(extent) ||
                   isWholeDim(w, memref.getDimSize(d), written);
    auto constant = dyn_cast<AffineConstantExpr>(offset);
    if (!isWhole) {
      int64_t count = r.dim ? read.shape[*r.dim] : 1;
      if (!constant || constant.getValue() < 0 ||
          ShapedType::isDynamic(count) ||
          (count > 0 && constant.getValue() + (count - 1) * r.stride >= extent))
        return std::nullopt;
    }
    places[*w.dim] = offset;
    if (r.dim)
      places[*w.dim] =
          getAffineDimExpr(*r.dim, context) * r.stride + places[*w.dim];
  }
  result.map = AffineMap::get(read.map.getNumDims(), result.symbols.size(),
                              places, context);
  return result;
}

/// Finds the dynamic extents of what `load` makes among arguments.
LogicalResult Forwarder::nameSizes(LoadOp load, Part &part) {
  auto memref = load.getMemRefType();
  auto dims = partDims(load.getAccessMap());
  std::optional<DimClasses> classes;
  for (auto [d, dim] : llvm::enumerate(*dims)) {
    // All of the intermediate.
    if (!dim.dim || !ShapedType::isDynamic(part.shape[*dim.dim]) ||
        (memref.isDynamicDim(d) && !load.getMap()))
      continue;
    if (!classes) {
      classes.emplace(kernel);
      if (!classes->valid())
        return no(classes->whyNot());
    }
    auto [argument, position] =
        classes->argument(classes->of(load.getResult(), *dim.dim), live);
    if (!argument)
      return no("an extent of a part is no extent of an argument");
    part.sizes[*dim.dim] =
        memref::DimOp::create(builder, load.getLoc(), argument, position);
  }
  return success();
}

bool Forwarder::dependsOn(Value value, LoadOp load) {
  SmallVector<Value> work{value};
  DenseSet<Operation *> seen;
  while (!work.empty()) {
    Operation *def = work.pop_back_val().getDefiningOp();
    if (def == load.getOperation())
      return true;
    if (def && seen.insert(def).second)
      llvm::append_range(work, def->getOperands());
  }
  return false;
}

LogicalResult Forwarder::split(LoadOp load) {
  auto dims = partDims(load.getAccessMap());
  if (!dims)
    return no("a load of the intermediate that is not a box with strides");
  for (auto [d, dim] : llvm::enumerate(*dims)) {
    auto start = dyn_cast<AffineConstantExpr>(dim.offset);
    if (!dim.dim || !start)
      continue;
    int64_t extent = load.getTileType().getDimSize(*dim.dim);
    if (ShapedType::isDynamic(extent))
      continue;
    SmallVector<int64_t> points;
    for (StoreOp store : stores()) {
      auto parts = partDims(store.getAccessMap());
      auto offset = parts && (*parts)[d].dim
                        ? dyn_cast<AffineConstantExpr>((*parts)[d].offset)
                        : AffineConstantExpr();
      if (!offset)
        continue;
      int64_t size = store.getTileType().getDimSize(*(*parts)[d].dim);
      for (int64_t edge : {offset.getValue(), offset.getValue() + size}) {
        int64_t point =
            llvm::divideCeilSigned(edge - start.getValue(), dim.stride);
        if (point > 0 && point < extent)
          points.push_back(point);
      }
    }
    llvm::sort(points);
    points.erase(llvm::unique(points), points.end());
    if (!points.empty())
      return splitAt(load, *dim.dim, points);
  }
  return no("a load of the intermediate that no stored part holds");
}

LogicalResult Forwarder::splitAt(LoadOp load, unsigned dim,
                                 ArrayRef<int64_t> points) {
  DimClasses classes(kernel);
  if (!classes.valid())
    return no(classes.whyNot());
  unsigned cls = classes.of(load.getResult(), dim);
  int64_t extent = load.getTileType().getDimSize(dim);
  MLIRContext *context = kernel.getContext();
  SmallVector<StoreOp> all(kernel.getBody().front().getOps<StoreOp>());
  size_t stored = all.size();
  for (StoreOp store : all) {
    if (!dependsOn(store.getValue(), load))
      continue;
    RankedTensorType type = store.getTileType();
    std::optional<unsigned> along;
    for (unsigned d = 0; d < type.getRank(); ++d)
      if (classes.of(store.getValue(), d) == cls) {
        if (along)
          return no("a result that has the divided dimension twice");
        along = d;
      }
    if (!along)
      return no("a reduction over the divided dimension");
    stored += points.size();
    if (stored > mostStores)
      return no("more than " + Twine(mostStores) + " stored parts");
    builder.setInsertionPoint(store);
    PartBuilder parts(builder, reason);
    for (unsigned k = 0; k <= points.size(); ++k) {
      int64_t low = k == 0 ? 0 : points[k - 1];
      int64_t high = k == points.size() ? extent : points[k];
      Part part = Part::whole(type);
      part.shape[*along] = high - low;
      SmallVector<AffineExpr> places(part.map.getResults());
      places[*along] = places[*along] + low;
      part.map = AffineMap::get(type.getRank(), 0, places, context);
      FailureOr<Value> value = parts.take(store.getValue(), part);
      if (failed(value))
        return failure();
      AffineMap to = store.getAccessMap();
      SmallVector<AffineExpr> exprs;
      for (AffineExpr expr : to.getResults())
        exprs.push_back(expr.replaceDims(places));
      to = simplifyAffineMap(
          AffineMap::get(type.getRank(), to.getNumSymbols(), exprs, context));
      StoreOp::create(builder, store.getLoc(), *value, store.getDest(),
                      store.getOffsets(), ValueRange(), ValueRange(),
                      ArrayAttr(), AffineMapAttr::get(to), Attribute(),
                      CacheAttr(), Attribute());
    }
    store.erase();
  }
  eraseDead();
  // What reduces over the boundary reads on both sides of it.
  for (auto rest : kernel.getBody().front().getOps<LoadOp>())
    if (rest == load)
      return no("a reduction over the divided dimension");
  return success();
}

LogicalResult Forwarder::run() {
  while (LoadOp load = nextLoad()) {
    std::optional<Part> part;
    StoreOp holder;
    for (StoreOp store : stores())
      if ((part = within(load, store))) {
        holder = store;
        break;
      }
    if (holder) {
      builder.setInsertionPoint(load);
      PartBuilder parts(builder, reason);
      if (failed(nameSizes(load, *part)))
        return failure();
      FailureOr<Value> value = parts.take(holder.getValue(), *part);
      if (failed(value))
        return failure();
      load.replaceAllUsesWith(*value);
      load.erase();
      continue;
    }
    if (failed(split(load)))
      return failure();
  }
  return success();
}

LogicalResult kopt::forwardStores(KernelOp kernel, BlockArgument intermediate,
                                  function_ref<bool(Value)> live,
                                  std::string &reason) {
  return Forwarder(kernel, intermediate, live, reason).run();
}
