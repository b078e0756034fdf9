//===- Memory.cpp - Tiles from and to memory ------------------------------===//

#include "dialects/Kopt/Assumptions.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "passes/ToSimt/Access.h"
#include "passes/ToSimt/Range.h"

#include <map>

using namespace mlir;
using namespace kopt;

std::optional<int64_t> kopt::growth(AffineExpr expr, AffineMap map,
                                    ArrayRef<int64_t> steps) {
  SmallVector<AffineExpr> moved;
  for (auto [dim, step] : llvm::enumerate(steps))
    moved.push_back(getAffineDimExpr(dim, map.getContext()) + step);
  AffineExpr difference = simplifyAffineExpr(
      expr.replaceDims(moved) - expr, map.getNumDims(), map.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(difference))
    return constant.getValue();
  return std::nullopt;
}

/// Bits of an element in memory.
static unsigned elementBits(Type element) {
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

/// Whether coordinate `expr` is exactly the program's place on a grid axis
/// whose extent is the dynamic extent of dimension `dim` of `memref`.
static bool isGridCovered(KernelOp kernel, Value memref, int64_t dim,
                          AffineExpr expr, AffineMap map,
                          ArrayRef<int64_t> tileShape, ValueRange offsets) {
  auto argument = dyn_cast<BlockArgument>(memref);
  if (!argument || argument.getOwner() != &kernel.getBody().front())
    return false;
  SmallVector<AffineExpr> dims;
  for (auto [i, extent] : llvm::enumerate(tileShape))
    dims.push_back(extent == 1 ? getAffineConstantExpr(0, map.getContext())
                               : getAffineDimExpr(i, map.getContext()));
  auto symbol = dyn_cast<AffineSymbolExpr>(simplifyAffineExpr(
      expr.replaceDims(dims), map.getNumDims(), map.getNumSymbols()));
  if (!symbol || symbol.getPosition() >= offsets.size())
    return false;
  auto id = offsets[symbol.getPosition()].getDefiningOp<ProgramIdOp>();
  if (!id)
    return false;
  return kernel.getGridAttr().getValue().getResult(id.getAxis()) ==
         kernel.getExtent(argument, dim);
}

/// A dynamic extent: a parameter of the function where `memref` is an argument.
Value KernelLowering::getExtent(Value memref, int64_t dim) {
  auto argument = dyn_cast<BlockArgument>(memref);
  if (argument && argument.getOwner() == &kernel.getBody().front())
    return symbols[cast<AffineSymbolExpr>(kernel.getExtent(argument, dim))
                       .getPosition()];
  return memref::DimOp::create(b, mapping.lookup(memref), dim);
}

FailureOr<KernelLowering::Access> KernelLowering::makeAccess(Operation *op,
                                                             ValueRange bounds,
                                                             Attribute via,
                                                             CacheAttr cache) {
  AccessInfo info = *AccessInfo::of(op);
  Value memref = info.memref;
  AffineMap map = info.map;
  ValueRange offsets = info.offsets;
  FailureOr<Tile> tile = Tile::get(info.tile.getType(), op->getLoc());
  if (failed(tile))
    return failure();
  Access access{*tile, mapping.lookup(memref),
                cast<MemRefType>(memref.getType()), map};
  access.nontemporal = cache && cache.getValue() == Cache::Streaming;
  // The hinted load takes numbers that memory has a width for.
  access.keep = cache && cache.getValue() == Cache::Keep &&
                !tile->type.getElementType().isIndex();
  for (Value offset : offsets)
    access.offsets.push_back(mapping.lookup(offset));
  if (failed(addIndexTiles(op, access, info)))
    return failure();

  // The coordinates of register 0. Dimensions no thread bit moves are 0 there.
  SmallVector<AffineExpr> dims;
  for (int64_t i = 0; i < tile->getRank(); ++i)
    dims.push_back(tile->threadMask(i)
                       ? getAffineDimExpr(i, b.getContext())
                       : getAffineConstantExpr(0, b.getContext()));
  ArrayRef<Value> thread = getThreadCoords(*tile);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    access.atZero.push_back(simplifyAffineExpr(
        expr.replaceDims(dims), map.getNumDims(), map.getNumSymbols()));
    access.base.push_back(access.usesOf(dim).empty()
                              ? affine::expandAffineExpr(b, b.getLoc(),
                                                         access.atZero.back(),
                                                         thread, access.offsets)
                              : Value());
  }

  // Which memref dimensions the tile may leave.
  SmallVector<std::optional<Interval>> dimRanges, symbolRanges;
  for (int64_t extent : tile->type.getShape())
    dimRanges.push_back(Interval{0, extent - 1});
  for (Value offset : offsets)
    symbolRanges.push_back(getRange(offset));
  // What an index tile holds is not known.
  symbolRanges.resize(map.getNumSymbols());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    std::optional<Interval> range = getRange(expr, dimRanges, symbolRanges);
    int64_t extent = access.memrefType.getDimSize(dim);
    std::optional<Interval> limit;
    if (!bounds.empty())
      limit = getRange(bounds[dim]);
    else if (!ShapedType::isDynamic(extent))
      limit = Interval{extent, extent};
    bool inside = range && limit && range->low >= 0 && range->high < limit->low;
    if (bounds.empty() && ShapedType::isDynamic(extent))
      inside = isGridCovered(kernel, memref, dim, expr, map,
                             tile->type.getShape(), offsets);
    Value value;
    if (!inside) {
      if (!bounds.empty())
        value = mapping.lookup(bounds[dim]);
      else if (ShapedType::isDynamic(extent))
        value = getExtent(memref, dim);
      else
        value = constantIndex(extent);
    }
    access.limits.push_back(value);
  }

  // How a row lies in memory.
  unsigned bits = elementBits(tile->getElementType());
  bool isContiguous = tile->rowDim >= 0 && !access.base.empty();
  access.isRowUniform = tile->rowDim >= 0;
  SmallVector<int64_t> step(tile->getRank(), 0);
  if (tile->rowDim >= 0)
    step[tile->rowDim] = 1;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    std::optional<int64_t> grows = growth(expr, map, step);
    if (tile->rowDim >= 0 && access.variesAlong(dim, tile->rowDim))
      grows = std::nullopt;
    bool isLast = dim + 1 == map.getNumResults();
    isContiguous &= grows == int64_t(isLast);
    access.isRowUniform &= grows == 0;
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  isContiguous &=
      succeeded(access.memrefType.getStridesAndOffset(strides, offset)) &&
      !strides.empty() && strides.back() == 1;
  auto direct = dyn_cast_or_null<DirectAttr>(via);
  if (!isContiguous || !direct || bits < 8)
    return access;
  access.width =
      std::clamp<int64_t>(direct.getBytes() * 8 / bits, 1, tile->width);
  // One predicate a whole access: only where none is half inside.
  if (access.limits.back()) {
    int64_t last = access.memrefType.getRank() - 1;
    AffineExpr extent = getAffineConstantExpr(
        access.memrefType.getDimSize(last), op->getContext());
    auto argument = dyn_cast<BlockArgument>(memref);
    if (argument && argument.getOwner() == &kernel.getBody().front())
      extent = kernel.getExtent(argument, last);
    else if (access.memrefType.isDynamicDim(last))
      access.width = 1;
    if (!bounds.empty()) {
      APInt end;
      if (matchPattern(bounds[last], m_ConstantInt(&end)))
        extent = getAffineConstantExpr(end.getSExtValue(), op->getContext());
      else if (!bounds[last].getDefiningOp<memref::DimOp>())
        access.width = 1;
    }
    while (!isMultiple(kernel, extent, access.width))
      access.width /= 2;
  }
  return access;
}

KernelLowering::Values KernelLowering::getIndices(const Access &access,
                                                  int64_t reg) {
  Values indices;
  SmallVector<int64_t> coords = access.tile.coords(reg);
  for (auto [dim, expr] : llvm::enumerate(access.map.getResults())) {
    Value base = access.base[dim];
    Values symbols = access.offsets;
    if (!base)
      symbols.append(getIndexElements(access, dim, reg));
    if (std::optional<int64_t> delta = growth(expr, access.map, coords)) {
      if (!base)
        base = affine::expandAffineExpr(b, b.getLoc(), access.atZero[dim],
                                        getThreadCoords(access.tile), symbols);
      indices.push_back(addConstant(base, *delta));
      continue;
    }
    Values dims;
    for (auto [thread, part] : llvm::zip(getThreadCoords(access.tile), coords))
      dims.push_back(addConstant(thread, part));
    indices.push_back(
        affine::expandAffineExpr(b, b.getLoc(), expr, dims, symbols));
  }
  return indices;
}

/// Null where the access is always inside. One unsigned comparison a dimension
/// covers both ends.
Value KernelLowering::getPredicate(const Access &access, ValueRange indices) {
  Value all;
  for (auto [index, limit] : llvm::zip(indices, access.limits)) {
    if (!limit)
      continue;
    Value one =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, limit);
    all = all ? arith::AndIOp::create(b, all, one).getResult() : one;
  }
  return all;
}

/// One access at `indices`: a vector if it has more than one element.
Value KernelLowering::loadAt(const Access &access, ValueRange indices) {
  Type type = access.tile.getElementType();
  unsigned bytes = access.width * elementBits(type) / 8;
  if (access.width > 1)
    type = VectorType::get({access.width}, type);
  if (access.keep && (bytes == 4 || bytes == 8 || bytes == 16))
    return nv::LoadOp::create(b, type, nv::Evict::Last, access.memref, indices);
  if (access.width == 1)
    return memref::LoadOp::create(b, access.memref, indices,
                                  access.nontemporal);
  return vector::LoadOp::create(b, cast<VectorType>(type), access.memref,
                                indices, access.nontemporal,
                                llvm::Align(bytes));
}

/// Loads the accesses that start at `registers`. Accesses under one predicate
/// share one branch, so that their loads can be in flight together.
llvm::DenseMap<int64_t, Value>
KernelLowering::loadParts(const Access &access, ArrayRef<int64_t> registers,
                          Type type, TypedAttr pad) {
  // The predicate depends on where the limited dimensions stand.
  llvm::MapVector<SmallVector<int64_t>, SmallVector<int64_t>> branches;
  llvm::DenseMap<int64_t, Value> parts;
  for (int64_t reg : registers) {
    SmallVector<int64_t> coords = access.tile.coords(reg), key;
    bool isLimited = false;
    for (auto [dim, expr] : llvm::enumerate(access.map.getResults())) {
      if (!access.limits[dim])
        continue;
      isLimited = true;
      // An unknown place gets a branch of its own.
      std::optional<int64_t> delta = growth(expr, access.map, coords);
      key.push_back(delta ? 0 : 1);
      key.push_back(delta ? *delta : reg);
      access.appendIndexRegisters(key, dim, reg);
    }
    if (!isLimited)
      parts[reg] = loadAt(access, getIndices(access, reg));
    else
      branches[key].push_back(reg);
  }
  for (auto &[key, members] : branches) {
    SmallVector<Values> indices;
    for (int64_t reg : members)
      indices.push_back(getIndices(access, reg));
    SmallVector<Type> types(members.size(), type);
    auto guarded =
        scf::IfOp::create(b, types, getPredicate(access, indices.front()),
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    Values loaded;
    for (const Values &at : indices)
      loaded.push_back(loadAt(access, at));
    scf::YieldOp::create(b, loaded);
    b.setInsertionPointToStart(guarded.elseBlock());
    Value padding = arith::ConstantOp::create(b, pad);
    scf::YieldOp::create(b, Values(members.size(), padding));
    for (auto [reg, result] : llvm::zip(members, guarded.getResults()))
      parts[reg] = result;
  }
  return parts;
}

LogicalResult KernelLowering::lowerLoad(LoadOp op) {
  FailureOr<Access> access =
      makeAccess(op, op.getBounds(), op.getViaAttr(), op.getCacheAttr());
  if (failed(access))
    return failure();
  const Tile &tile = access->tile;
  Type element = tile.getElementType();
  int64_t width = access->width;
  TypedAttr pad = op.getPadAttr();
  if (!pad)
    pad = b.getZeroAttr(element);
  Type accessType =
      width == 1 ? element : Type(VectorType::get({width}, element));
  if (width > 1)
    pad = DenseElementsAttr::get(cast<ShapedType>(accessType), Attribute(pad));

  // What to load: the first registers of the accesses, in order. Rows at one
  // place (a dimension the map drops) are loaded once.
  bool isWholeRow = (width == tile.width && width > 1) || access->isRowUniform;
  SmallVector<int64_t> registers;
  std::map<SmallVector<int64_t>, int64_t> groupAt;
  SmallVector<int64_t> sameAs;
  for (int64_t g = 0; g < tile.groups; ++g) {
    int64_t reg = g * tile.width;
    SmallVector<int64_t> place;
    bool isKnown = true;
    for (auto [dim, expr] : llvm::enumerate(access->map.getResults())) {
      std::optional<int64_t> delta =
          growth(expr, access->map, tile.coords(reg));
      isKnown &= delta.has_value();
      place.push_back(delta.value_or(0));
      access->appendIndexRegisters(place, dim, reg);
    }
    if (isKnown) {
      auto [known, isNew] = groupAt.try_emplace(place, g);
      sameAs.push_back(known->second);
      if (!isNew)
        continue;
    } else {
      sameAs.push_back(g);
    }
    int64_t end = isWholeRow ? reg + 1 : reg + tile.width;
    for (; reg < end; reg += width)
      registers.push_back(reg);
  }
  llvm::DenseMap<int64_t, Value> parts =
      loadParts(*access, registers, accessType, pad);

  Values rows;
  for (int64_t g = 0; g < tile.groups; ++g) {
    if (sameAs[g] != g) {
      rows.push_back(rows[sameAs[g]]);
      continue;
    }
    int64_t reg = g * tile.width;
    if (access->isRowUniform) {
      rows.push_back(
          vector::BroadcastOp::create(b, tile.getRowType(), parts.at(reg)));
    } else if (isWholeRow) {
      rows.push_back(parts.at(reg));
    } else {
      Values elements;
      for (int64_t v = 0; v < tile.width; v += width)
        for (int64_t i = 0; i < width; ++i)
          elements.push_back(
              width == 1 ? parts.at(reg + v)
                         : vector::ExtractOp::create(b, parts.at(reg + v), i)
                               .getResult());
      rows.push_back(rowOf(elements));
    }
  }
  mapping.map(op.getResult(), packRows(rows, tile));
  return success();
}

LogicalResult KernelLowering::lowerStore(StoreOp op) {
  FailureOr<Access> access =
      makeAccess(op, op.getBounds(), op.getViaAttr(), op.getCacheAttr());
  if (failed(access))
    return failure();
  const Tile &tile = access->tile;
  int64_t width = access->width;
  Value value = mapping.lookup(op.getValue());

  auto storePart = [&](int64_t reg) {
    Values indices = getIndices(*access, reg);
    Value inside = getPredicate(*access, indices);
    Value part;
    if (width == 1) {
      part = getElement(value, tile, reg);
    } else if (width == tile.width) {
      part = getRow(value, reg / tile.width);
    } else {
      Values elements;
      for (int64_t i = 0; i < width; ++i)
        elements.push_back(getElement(value, tile, reg + i));
      part = rowOf(elements);
    }
    when(inside, [&] {
      if (width == 1) {
        memref::StoreOp::create(b, part, access->memref, indices,
                                access->nontemporal);
      } else {
        unsigned bits = elementBits(tile.getElementType());
        vector::StoreOp::create(b, part, access->memref, indices,
                                access->nontemporal,
                                llvm::Align(width * bits / 8));
      }
    });
  };

  // Threads that hold copies leave the store to the first of them.
  when(threadHasNone(tile.freeMask()), [&] {
    for (int64_t reg = 0; reg < tile.groups * tile.width; reg += width)
      storePart(reg);
  });
  return success();
}
