//===- DimClasses.cpp - Which dimensions must have one extent -------------===//

#include "lib/Rewrites/DimClasses.h"
#include "dialects/Kopt/StructuredOps.h"
#include "lib/Rewrites/Parts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kopt;

unsigned DimClasses::node(void *key, unsigned dim) {
  auto [it, inserted] = nodes.try_emplace({key, dim}, parent.size());
  if (inserted)
    parent.push_back(parent.size());
  return it->second;
}

unsigned DimClasses::find(unsigned n) {
  while (parent[n] != n)
    n = parent[n] = parent[parent[n]];
  return n;
}

void DimClasses::unite(unsigned a, unsigned b) {
  a = find(a), b = find(b);
  // The smaller number leads, so that classes do not depend on visiting order.
  parent[std::max(a, b)] = std::min(a, b);
}

unsigned DimClasses::of(Value value, unsigned dim) {
  return find(node(value.getAsOpaquePointer(), dim));
}

unsigned DimClasses::ofLoop(linalg::GenericOp op, unsigned dim) {
  return find(node(op.getOperation(), dim));
}

SmallVector<unsigned> DimClasses::all(Value value) {
  SmallVector<unsigned> classes;
  unsigned rank = cast<ShapedType>(value.getType()).getRank();
  for (unsigned d = 0; d < rank; ++d)
    classes.push_back(of(value, d));
  return classes;
}

int64_t DimClasses::extent(unsigned cls) {
  for (auto &[value, dim] : arguments) {
    int64_t size = cast<ShapedType>(value.getType()).getDimSize(dim);
    if (!ShapedType::isDynamic(size) && of(value, dim) == cls)
      return size;
  }
  for (auto &[value, dim] : partial)
    if (of(value, dim) == cls)
      return cast<ShapedType>(value.getType()).getDimSize(dim);
  return ShapedType::kDynamic;
}

std::pair<Value, unsigned>
DimClasses::argument(unsigned cls, function_ref<bool(Value)> usable) {
  for (auto &[value, dim] : arguments)
    if (of(value, dim) == cls && usable(value))
      return {value, dim};
  return {Value(), 0};
}

bool DimClasses::isDirect(linalg::GenericOp op, tensor::ExtractOp read,
                          unsigned dim) {
  auto index = read.getIndices()[dim].getDefiningOp<linalg::IndexOp>();
  if (!index)
    return false;
  int64_t extent = read.getTensor().getType().getDimSize(dim);
  return !ShapedType::isDynamic(extent) &&
         op.getStaticLoopRanges()[index.getDim()] == extent;
}

bool DimClasses::visitRead(linalg::GenericOp op, tensor::ExtractOp read) {
  auto load = read.getTensor().getDefiningOp<LoadOp>();
  if (!load) {
    reason = "a tensor that is read by index is not an argument";
    return false;
  }
  if (!load.getAccessMap().isIdentity()) {
    reason = "a part of an argument is read by index";
    return false;
  }
  for (unsigned d = 0; d < read.getIndices().size(); ++d)
    if (isDirect(op, read, d))
      unite(
          node(read.getTensor().getAsOpaquePointer(), d),
          node(op.getOperation(),
               read.getIndices()[d].getDefiningOp<linalg::IndexOp>().getDim()));
  return true;
}

/// Dimensions that an access runs over whole are one; of another only the
/// extent is known, where it is static. A part of dynamic extent from the start
/// on has the map that the whole has: a load of all says so by having none.
bool DimClasses::part(Value memref, Value tensor, const Part &access,
                      bool isAll, bool isStore) {
  auto dims = partDims(access.map);
  if (!dims)
    return false;
  auto type = cast<MemRefType>(memref.getType());
  for (auto [d, dim] : llvm::enumerate(*dims)) {
    if (!dim.dim && isStore)
      return false;
    if (!dim.dim)
      continue;
    unsigned mine = node(tensor.getAsOpaquePointer(), *dim.dim);
    int64_t extent = access.shape[*dim.dim];
    // What a store leaves out along a dynamic dimension another could not name.
    bool isWhole = isWholeDim(dim, type.getDimSize(d), access) &&
                   (isAll || isStore || !ShapedType::isDynamic(extent));
    if (isStore && !isWhole &&
        (ShapedType::isDynamic(extent) || !isa<AffineConstantExpr>(dim.offset)))
      return false;
    if (isWhole)
      unite(mine, node(memref.getAsOpaquePointer(), d));
    else if (!ShapedType::isDynamic(extent))
      partial.push_back({tensor, *dim.dim});
  }
  return true;
}

/// Reduced dimensions of one static extent that nothing else runs over can be
/// done by one loop, whether or not their operations have anything else to do
/// with each other.
void DimClasses::uniteReduced(ArrayRef<linalg::GenericOp> generics) {
  auto isReduced = [&](unsigned cls) {
    return llvm::all_of(generics, [&](linalg::GenericOp op) {
      for (auto [d, kind] : llvm::enumerate(op.getIteratorTypesArray()))
        if (kind != utils::IteratorType::reduction && ofLoop(op, d) == cls)
          return false;
      return true;
    });
  };
  auto meet = [&](unsigned a, unsigned b) {
    return llvm::any_of(generics, [&](linalg::GenericOp op) {
      auto loops = llvm::map_range(llvm::seq(op.getNumLoops()), [&](unsigned d) {
        return ofLoop(op, d);
      });
      return llvm::is_contained(loops, a) && llvm::is_contained(loops, b);
    });
  };
  SmallVector<unsigned> reduced;
  for (linalg::GenericOp op : generics)
    for (auto [d, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        reduced.push_back(ofLoop(op, d));
  for (auto [i, a] : llvm::enumerate(reduced))
    for (unsigned b : ArrayRef(reduced).drop_front(i + 1)) {
      unsigned one = find(a), other = find(b);
      int64_t size = extent(one);
      if (one != other && !ShapedType::isDynamic(size) &&
          size == extent(other) && isReduced(one) && isReduced(other) &&
          !meet(one, other))
        unite(one, other);
    }
}

DimClasses::DimClasses(KernelOp kernel) {
  SmallVector<linalg::GenericOp> generics;
  auto identity = [&](Value a, Value b) {
    unsigned rank = cast<ShapedType>(a.getType()).getRank();
    for (unsigned d = 0; d < rank; ++d)
      unite(node(a.getAsOpaquePointer(), d), node(b.getAsOpaquePointer(), d));
  };
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (auto memref = dyn_cast<MemRefType>(argument.getType()))
      for (unsigned d = 0; d < memref.getRank(); ++d)
        arguments.push_back({argument, d});
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      if (!load.getIndices().empty() || !load.getBounds().empty() ||
          !part(load.getSource(), load.getResult(), Part::of(load),
                !load.getMapAttr(), /*isStore=*/false)) {
        reason = "expected loads of arguments or of boxes of them";
        return;
      }
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      if (!store.getIndices().empty() || !store.getBounds().empty() ||
          !part(store.getDest(), store.getValue(), Part::of(store),
                store.getAccessMap().isIdentity(), /*isStore=*/true)) {
        reason = "expected stores of results or of boxes of them";
        return;
      }
    } else if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      identity(fill.getOutputs()[0], fill.getResult(0));
    } else if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      if (!isRegular(generic, reason))
        return;
      generics.push_back(generic);
      for (auto read : generic.getBody()->getOps<tensor::ExtractOp>())
        if (!visitRead(generic, read))
          return;
      for (OpOperand &operand : generic->getOpOperands()) {
        AffineMap map = generic.getMatchingIndexingMap(&operand);
        for (auto [d, expr] : llvm::enumerate(map.getResults()))
          unite(node(operand.get().getAsOpaquePointer(), d),
                node(generic.getOperation(),
                     cast<AffineDimExpr>(expr).getPosition()));
      }
      for (auto [init, result] :
           llvm::zip(generic.getDpsInits(), generic->getResults()))
        identity(init, result);
    } else if (!isa<tensor::EmptyOp, memref::DimOp>(op) &&
               !op.hasTrait<OpTrait::ConstantLike>()) {
      reason = ("expected no '" + op.getName().getStringRef() +
                "' in a form-1 kernel")
                   .str();
      return;
    }
  }
  uniteReduced(generics);
}
