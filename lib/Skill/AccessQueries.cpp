//===- AccessQueries.cpp - Facts about loads, stores and their tiles ------===//
//
// The facts from which a card decides the path of an access. What a tensor
// program leaves open until launch (extents, strides) is unknown.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/AccessInfo.h"
#include "kopt/Skill/Facts.h"
#include "lib/Rewrites/TileClasses.h"
#include "mlir/IR/Matchers.h"

#include <numeric>

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

namespace {
/// A load or store.
struct Access {
  RankedTensorType tile;
  MemRefType memref;
  AffineMap map;
  ValueRange offsets;
  Value base;
};
} // namespace

static std::optional<Access> accessOf(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return Access{load.getTileType(), load.getMemRefType(), load.getAccessMap(),
                  load.getOffsets(), load.getSource()};
  if (auto store = dyn_cast<StoreOp>(op))
    return Access{store.getTileType(), store.getMemRefType(),
                  store.getAccessMap(), store.getOffsets(), store.getDest()};
  return std::nullopt;
}

static Number notAn(const FactArgs &args, StringRef what) {
  return Number::unknown("expected " + what + ", but got " +
                         args.place->getName().getStringRef());
}

/// "dimension 1 of argument 0", for reasons.
static std::string nameOf(const Access &access, int64_t dim) {
  std::string text = "dimension " + std::to_string(dim);
  if (auto argument = dyn_cast<BlockArgument>(access.base))
    text += " of argument " + std::to_string(argument.getArgNumber());
  return text;
}

/// The tile an operation is about: what a load makes, a store writes, a
/// reduction takes, another operation makes.
static RankedTensorType tileOf(Operation *op) {
  if (std::optional<Access> access = accessOf(op))
    return access->tile;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getInputType();
  for (Type type : op->getResultTypes())
    if (auto tile = dyn_cast<RankedTensorType>(type))
      return tile;
  return {};
}

/// The dimension a word names: `inner`, `axis` (of a reduction) or a number.
static std::optional<int64_t> dimensionOf(const FactArgs &args, int64_t rank) {
  int64_t dim = rank - 1;
  if (!args.words.empty()) {
    if (auto number = dyn_cast<IntegerAttr>(args.words[0]))
      dim = number.getInt();
    else if (cast<StringAttr>(args.words[0]).getValue() == "axis") {
      auto reduce = dyn_cast<ReduceOp>(args.place);
      if (!reduce)
        return std::nullopt;
      dim = reduce.getAxis();
    } else if (cast<StringAttr>(args.words[0]).getValue() != "inner")
      return std::nullopt;
  }
  return dim >= 0 && dim < rank ? std::optional<int64_t>(dim) : std::nullopt;
}

static int64_t bitsOf(Type element) {
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}
static int64_t bytesOf(int64_t elements, Type element) {
  return llvm::divideCeil(elements * bitsOf(element), 8);
}

/// Elements of memory from one element of the tile to the next along a
/// dimension.
static Number askStride(const FactArgs &args) {
  std::optional<Access> access = accessOf(args.place);
  if (!access)
    return notAn(args, "a load or store");
  std::optional<int64_t> dim = dimensionOf(args, access->tile.getRank());
  if (!dim)
    return Number::unknown("the tile has no such dimension");
  SmallVector<int64_t> strides;
  int64_t offset, sum = 0;
  if (failed(access->memref.getStridesAndOffset(strides, offset)))
    return Number::unknown("the memory has no strides");
  MLIRContext *context = access->tile.getContext();
  AffineExpr d = getAffineDimExpr(*dim, context);
  for (auto [memoryDim, pair] :
       llvm::enumerate(llvm::zip(access->map.getResults(), strides))) {
    auto [expr, stride] = pair;
    if (AccessInfo::of(args.place)->variesAlong(expr, *dim))
      return Number::unknown("an index tile says where elements are");
    auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        expr.replace(d, d + 1) - expr, access->map.getNumDims(),
        access->map.getNumSymbols()));
    if (!step)
      return Number::unknown("the access is not linear in the tile");
    if (step.getValue() == 0)
      continue;
    if (ShapedType::isDynamic(stride))
      return Number::unknown("the stride of " + nameOf(*access, memoryDim) +
                             " is dynamic");
    sum += step.getValue() * stride;
  }
  return sum;
}

/// Bytes of memory along the innermost dimension; `why` they are not known.
static Number rowBytes(const Access &access, Operation *place,
                       const std::string &why) {
  int64_t last = access.memref.getRank() - 1;
  Type element = access.tile.getElementType();
  if (!access.memref.isDynamicDim(last))
    return bytesOf(access.memref.getDimSize(last), element);
  auto argument = dyn_cast<BlockArgument>(access.base);
  auto kernel = place->getParentOfType<KernelOp>();
  if (!argument || !kernel ||
      argument.getOwner() != &kernel.getBody().front() ||
      bitsOf(element) % 8 != 0)
    return Number::unknown(why);
  return Number::known(kernel.getExtent(argument, last) * (bitsOf(element) / 8),
                       kernel, why);
}

/// A number that all distances between rows, and the place of the first, are a
/// multiple of; 0 where there is one row.
static Number askPitch(const FactArgs &args) {
  std::optional<Access> access = accessOf(args.place);
  if (!access)
    return notAn(args, "a load or store");
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(access->memref.getStridesAndOffset(strides, offset)))
    return Number::unknown("the memory has no strides");
  if (ShapedType::isDynamic(offset))
    return Number::unknown("the offset of the memory is dynamic");
  // Row-major memory: the stride of the last dimension with rows is a row, and
  // all others are multiples of it, whatever the extents are.
  bool isRowMajor = access->memref.getLayout().isIdentity();
  int64_t pitch = offset;
  for (int64_t dim = 0; dim + 1 < access->memref.getRank(); ++dim) {
    if (access->memref.getDimSize(dim) == 1)
      continue;
    if (ShapedType::isDynamic(strides[dim])) {
      std::string why = "the stride of " + nameOf(*access, dim) + " is dynamic";
      if (!isRowMajor)
        return Number::unknown(why);
      Number row = rowBytes(*access, args.place, why);
      if (!row.value)
        return row;
      strides[dim] = access->memref.getShape().back();
    }
    pitch = std::gcd(pitch, strides[dim]);
  }
  return bytesOf(pitch, access->tile.getElementType());
}

static Number askRowBytes(const FactArgs &args) {
  std::optional<Access> access = accessOf(args.place);
  if (!access || access->memref.getRank() == 0)
    return notAn(args, "a load or store of rows");
  return rowBytes(*access, args.place,
                  "the extent of " +
                      nameOf(*access, access->memref.getRank() - 1) +
                      " is dynamic");
}

/// The largest known divisor of an offset; 0 for the constant 0.
static int64_t divisorOf(Value offset) {
  APInt constant;
  if (matchPattern(offset, m_ConstantInt(&constant)))
    return std::abs(constant.getSExtValue());
  OffsetOrigin origin = originOf(offset);
  if (origin.kind == OffsetOrigin::Axis)
    return origin.scale;
  if (origin.kind == OffsetOrigin::Loop)
    return std::gcd(divisorOf(origin.loop.getLowerBound()),
                    divisorOf(origin.loop.getStep()));
  if (auto sum = offset.getDefiningOp<arith::AddIOp>())
    return std::gcd(divisorOf(sum.getLhs()), divisorOf(sum.getRhs()));
  int64_t product;
  if (auto both = offset.getDefiningOp<arith::MulIOp>();
      both && !llvm::MulOverflow(divisorOf(both.getLhs()),
                                 divisorOf(both.getRhs()), product))
    return product;
  if (auto apply = offset.getDefiningOp<affine::AffineApplyOp>())
    return apply.getAffineMap().getResult(0).getLargestKnownDivisor();
  return 1;
}

static int64_t divisorOf(AffineExpr expr, const Access &access) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::abs(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    unsigned position = symbol.getPosition();
    return position < access.offsets.size()
               ? divisorOf(access.offsets[position])
               : 1; // an index tile
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    // The innermost tile dimension moves within the access, by whole groups.
    bool isFixed = access.tile.getDimSize(dim.getPosition()) == 1 ||
                   dim.getPosition() + 1 == access.tile.getRank();
    return isFixed ? 0 : 1;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = divisorOf(binary.getLHS(), access);
  int64_t b = divisorOf(binary.getRHS(), access);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return std::gcd(a, b);
  case AffineExprKind::Mul:
    return a * b;
  default:
    return 1;
  }
}

/// Bytes that the first innermost coordinate of every tile is a multiple of.
static Number askStart(const FactArgs &args) {
  std::optional<Access> access = accessOf(args.place);
  if (!access || access->map.getNumResults() == 0)
    return notAn(args, "a load or store of rows");
  return bytesOf(divisorOf(access->map.getResults().back(), *access),
                 access->tile.getElementType());
}

/// Alignment of the base address: what kopt's launches promise for kernel
/// arguments, see the argument attribute `kopt.align`.
static Number askAlign(const FactArgs &args) {
  std::optional<Access> access = accessOf(args.place);
  auto argument =
      access ? dyn_cast<BlockArgument>(access->base) : BlockArgument();
  auto kernel = args.place->getParentOfType<KernelOp>();
  if (!argument || !kernel || argument.getOwner() != &kernel.getBody().front())
    return Number::unknown("the memory is no argument of the kernel");
  if (auto align = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                        "kopt.align"))
    return align.getInt();
  return 16;
}

static Number askExtent(const FactArgs &args) {
  RankedTensorType tile = tileOf(args.place);
  if (!tile)
    return notAn(args, "an operation on a tile");
  std::optional<int64_t> dim = dimensionOf(args, tile.getRank());
  if (!dim)
    return Number::unknown("the tile has no such dimension");
  if (tile.isDynamicDim(*dim))
    return Number::unknown("the extent of dimension " + Twine(*dim) +
                           " of the tile is dynamic");
  return tile.getDimSize(*dim);
}

static Number askElementBits(const FactArgs &args) {
  RankedTensorType tile = tileOf(args.place);
  return tile ? Number(bitsOf(tile.getElementType()))
              : notAn(args, "an operation on a tile");
}

static Number askElementBytes(const FactArgs &args) {
  RankedTensorType tile = tileOf(args.place);
  return tile ? Number((bitsOf(tile.getElementType()) + 7) / 8)
              : notAn(args, "an operation on a tile");
}

static Number askInnerBytes(const FactArgs &args) {
  RankedTensorType tile = tileOf(args.place);
  if (!tile || tile.getRank() == 0)
    return notAn(args, "an operation on a tile with dimensions");
  if (ShapedType::isDynamic(tile.getShape().back()))
    return Number::unknown("the extent of the last dimension of the tile is "
                           "dynamic");
  return bytesOf(tile.getShape().back(), tile.getElementType());
}

/// Warps: a value or number, which has to be what a block can have, else those
/// of the kernel.
static Number warpsOf(const FactArgs &args) {
  constexpr int64_t most = 32;
  if (args.values.empty() && args.words.empty()) {
    KernelOp kernel = kernelOf(args.place);
    return kernel ? kernel.getLaunchOrDefault().getProgramWarps() : 1;
  }
  auto word = args.values.empty() ? dyn_cast<IntegerAttr>(args.words[0])
                                  : IntegerAttr();
  if (args.values.empty() && !word)
    return Number::unknown("expected warps as a number");
  Number given = word ? Number(word.getInt()) : args.values[0];
  if (given.value && (*given.value < 1 || *given.value > most))
    return Number::unknown("expected 1 to " + Twine(most) + " warps, but got " +
                           Twine(*given.value));
  return given.value ? given
                     : Number::unknown("the warps are not known: " + given.why);
}

/// Of a kernel: its largest load or store.
static Number askBytesAThread(const FactArgs &args) {
  int64_t bytes = 0;
  auto consider = [&](RankedTensorType type) {
    if (type && type.hasStaticShape())
      bytes = std::max(bytes,
                       bytesOf(type.getNumElements(), type.getElementType()));
  };
  if (auto kernel = dyn_cast<KernelOp>(args.place))
    kernel.walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp>(op))
        consider(tileOf(op));
    });
  else
    consider(tileOf(args.place));
  if (bytes == 0)
    return Number::unknown("there is no tile with a known shape");
  Number warps = warpsOf(args);
  return warps.value ? Number(bytes / (32 * *warps.value)) : warps;
}

/// Of a kernel: of all its tiles, whether they are in memory or not.
static Number askElementsAThread(const FactArgs &args) {
  KernelOp kernel = kernelOf(args.place);
  if (!kernel)
    return Number::unknown("there is no kernel");
  Number warps = warpsOf(args);
  if (!warps.value)
    return warps;
  int64_t most = 0;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<RankedTensorType>(type);
          tile && tile.hasStaticShape())
        most = std::max(most, tile.getNumElements());
  });
  return int64_t(llvm::divideCeil(most, 32 * *warps.value));
}

std::vector<Query> kopt::skill::accessQueries() {
  return {
      {"stride",
       "elements of memory from one tile element to the next along a dimension",
       askStride, 1},
      {"pitch",
       "bytes that the distances between rows are multiples of; 0 for one row",
       askPitch},
      {"row_bytes", "bytes of memory along the innermost dimension",
       askRowBytes},
      {"start",
       "bytes that the start of a tile in its row is a multiple of; 0 for the "
       "row's start",
       askStart},
      {"align", "bytes the base address is aligned to", askAlign},
      {"extent", "elements of the tile along a dimension", askExtent, 1},
      {"element_bits", "bits of an element of the tile", askElementBits},
      {"element_bytes", "bytes of an element of the tile in memory",
       askElementBytes},
      {"inner_bytes", "bytes of the tile along its innermost dimension",
       askInnerBytes},
      {"bytes_a_thread",
       "bytes of the tile, or of a kernel's largest access, over its threads "
       "(the value: warps)",
       askBytesAThread, 1},
      {"elements_a_thread",
       "elements of the kernel's largest tile over its threads (the value: "
       "warps)",
       askElementsAThread, 1},
  };
}
