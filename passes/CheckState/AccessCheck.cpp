//===- AccessCheck.cpp - Is the path of an access legal? ------------------===//

#include "dialects/Kopt/AccessInfo.h"
#include "dialects/Kopt/Assumptions.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "passes/CheckState/CheckState.h"

#include "llvm/ADT/BitVector.h"

#include <numeric>

using namespace mlir;
using namespace kopt;

/// The largest known divisor; 0 for the constant 0, which all numbers divide.
static int64_t divisorOf(AffineExpr expr, ArrayRef<int64_t> dims,
                         ArrayRef<int64_t> symbols);

static int64_t divisorOf(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::abs(constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument == loop.getInductionVar())
      return std::gcd(divisorOf(loop.getLowerBound()),
                      divisorOf(loop.getStep()));
    return 1;
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(divisorOf(op->getOperand(0)), divisorOf(op->getOperand(1)));
  if (isa<arith::MulIOp>(op))
    return divisorOf(op->getOperand(0)) * divisorOf(op->getOperand(1));
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<int64_t> operands;
    for (Value operand : apply.getMapOperands())
      operands.push_back(divisorOf(operand));
    ArrayRef<int64_t> all(operands);
    unsigned dims = apply.getAffineMap().getNumDims();
    return divisorOf(apply.getAffineMap().getResult(0), all.take_front(dims),
                     all.drop_front(dims));
  }
  return 1;
}

static int64_t divisorOf(AffineExpr expr, ArrayRef<int64_t> dims,
                         ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::abs(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = divisorOf(binary.getLHS(), dims, symbols);
  int64_t b = divisorOf(binary.getRHS(), dims, symbols);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::gcd(a, b);
  case AffineExprKind::Mul:
    return a * b;
  default:
    return 1;
  }
}

/// How a step of one along tile dimension `dim` moves result `expr` of `map`;
/// none where that is not constant.
static std::optional<int64_t> stepOf(AffineExpr expr, AffineMap map,
                                     int64_t dim) {
  AffineExpr d = getAffineDimExpr(dim, map.getContext());
  auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      expr.replace(d, d + 1) - expr, map.getNumDims(), map.getNumSymbols()));
  return step ? std::optional<int64_t>(step.getValue()) : std::nullopt;
}

static Value memrefOf(LoadOp op) { return op.getSource(); }
static Value memrefOf(StoreOp op) { return op.getDest(); }

/// What the row extent of the accessed memory is known to be a multiple of:
/// itself where it is static, else `width` or nothing (kDynamic).
template <typename OpTy> static int64_t rowDivisor(OpTy op, int64_t width) {
  MemRefType memref = op.getMemRefType();
  if (!ShapedType::isDynamic(memref.getShape().back()))
    return memref.getShape().back();
  auto kernel = op->template getParentOfType<KernelOp>();
  auto argument = dyn_cast<BlockArgument>(memrefOf(op));
  bool isKnown =
      kernel && argument && argument.getOwner() == &kernel.getBody().front() &&
      isMultiple(kernel, kernel.getExtent(argument, memref.getRank() - 1),
                 width);
  return isKnown ? width : ShapedType::kDynamic;
}

template <typename OpTy> static LogicalResult checkVia(OpTy op) {
  Attribute via = op.getViaAttr();
  if (!via)
    return success();
  auto direct = dyn_cast<DirectAttr>(via);
  if (!direct)
    return op.emitOpError("expected via #kopt.direct, but got ") << via;
  RankedTensorType tile = op.getTileType();
  MemRefType memref = op.getMemRefType();
  Type element = tile.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  int64_t bytes = direct.getBytes();
  if (bits < 8 || bytes * 8 % bits != 0)
    return op.emitOpError("expected an access of whole elements of ")
           << element << ", but got " << bytes << " bytes";
  int64_t width = bytes * 8 / bits;
  if (width == 1 || tile.getRank() == 0)
    return success();

  // The innermost tile dimension runs along rows, or stays at one place.
  AffineMap map = op.getAccessMap();
  int64_t inner = tile.getRank() - 1;
  bool isUniform = true, isRow = map.getNumResults() > 0;
  AccessInfo access = *AccessInfo::of(op);
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    std::optional<int64_t> step = stepOf(expr, map, inner);
    if (access.variesAlong(expr, inner))
      step = std::nullopt;
    isUniform &= step == 0;
    isRow &= step == int64_t(i + 1 == map.getNumResults());
  }
  if (isUniform)
    return success();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!isRow || failed(memref.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1)
    return op.emitOpError("expected accesses of ")
           << bytes << " bytes to run along the contiguous dimension of "
           << memref;
  if (offset != 0 && (ShapedType::isDynamic(offset) || offset % width != 0))
    return op.emitOpError("expected ")
           << memref << " to start at a multiple of " << width << " elements";
  // In row-major memory all strides are multiples of a row's extent.
  if (memref.getLayout().isIdentity())
    std::replace(strides.begin(), std::prev(strides.end()),
                 ShapedType::kDynamic, rowDivisor(op, width));
  for (auto [dim, stride] : llvm::enumerate(ArrayRef(strides).drop_back()))
    if (memref.getDimSize(dim) != 1 &&
        (ShapedType::isDynamic(stride) || stride % width != 0))
      return op.emitOpError("expected a stride of a multiple of ")
             << width << " elements along dimension " << dim
             << " for accesses of " << bytes << " bytes, but got "
             << (ShapedType::isDynamic(stride) ? "a dynamic one"
                                               : std::to_string(stride));

  // Groups start at multiples of `width` of the innermost tile dimension; what
  // else adds to the innermost coordinate must be a multiple too.
  SmallVector<int64_t> dims(tile.getRank(), 1), symbols;
  dims[inner] = width;
  for (Value value : op.getOffsets())
    symbols.push_back(divisorOf(value));
  // Of what an index tile holds nothing is known.
  symbols.resize(map.getNumSymbols(), 1);
  for (int64_t i = 0; i < inner; ++i)
    if (tile.getDimSize(i) == 1)
      dims[i] = 0;
  int64_t divisor =
      divisorOf(map.getResult(map.getNumResults() - 1), dims, symbols);
  if (divisor % width != 0)
    return op.emitOpError("expected the innermost offset to be a multiple of ")
           << width << " elements for accesses of " << bytes
           << " bytes, but got one known to be a multiple of " << divisor;
  return success();
}

/// What arithmetic modulo 2^64 makes of a coordinate.
enum class Exactness {
  Exact,   ///< the number itself
  Modular, ///< equal modulo 2^64, and in bounds only if the number is
  Lost     ///< a number out of bounds may come out in bounds
};

/// The coordinate `expr`, where `symbols` are index tiles whose elements may be
/// any of 64 bits, and all other numbers are small. A sum with one such element
/// wraps around to what is in bounds only where the sum is; multiples and sums
/// of several do not keep this.
static Exactness exactnessOf(AffineExpr expr, const llvm::BitVector &wide) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return wide.test(symbol.getPosition()) ? Exactness::Modular
                                           : Exactness::Exact;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return Exactness::Exact;
  Exactness a = exactnessOf(binary.getLHS(), wide);
  Exactness b = exactnessOf(binary.getRHS(), wide);
  if (a == Exactness::Exact && b == Exactness::Exact)
    return Exactness::Exact;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    if (a == Exactness::Exact)
      return b;
    return b == Exactness::Exact ? a : Exactness::Lost;
  case AffineExprKind::Mod:
  case AffineExprKind::FloorDiv:
    // Of the element itself, which has not wrapped around.
    return isa<AffineSymbolExpr>(binary.getLHS()) ? Exactness::Exact
                                                  : Exactness::Lost;
  default:
    return Exactness::Lost;
  }
}

/// Index tiles: elements are machine integers, and one that is out of bounds
/// stays so through the map.
static LogicalResult checkIndices(Operation *op, const AccessInfo &access) {
  llvm::BitVector wide(access.map.getNumSymbols());
  for (auto [i, operand] : llvm::enumerate(access.indices)) {
    Type element = getElementTypeOrSelf(operand.get().getType());
    if (element.isIndex() || element.getIntOrFloatBitWidth() > 32)
      wide.set(access.offsets.size() + i);
  }
  for (AffineExpr expr : access.map.getResults())
    if (exactnessOf(expr, wide) == Exactness::Lost)
      return op->emitOpError("expected index tiles of at most 32 bits where "
                             "the map does more than add one to a coordinate, "
                             "as 64 bits may overflow, but got ")
             << AffineMapAttr::get(access.map);
  return success();
}

/// Quotients and remainders of maps, which code is made of, have a divisor of
/// at least 1 where it is constant.
static LogicalResult checkDivisors(Operation *op, AffineMap map) {
  std::optional<int64_t> bad;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() == AffineExprKind::Add ||
        binary.getKind() == AffineExprKind::Mul)
      return;
    if (auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      if (divisor.getValue() < 1)
        bad = divisor.getValue();
  });
  if (bad)
    return op->emitOpError("expected divisors of at least 1 in its map, "
                           "but got ")
           << *bad;
  return success();
}

LogicalResult kopt::checkAccess(Operation *op) {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return checkDivisors(op, apply.getAffineMap());
  if (std::optional<AccessInfo> access = AccessInfo::of(op))
    if (failed(checkDivisors(op, access->map)) ||
        failed(checkIndices(op, *access)))
      return failure();
  if (auto scatter = dyn_cast<ScatterReduceOp>(op)) {
    Type element = scatter.getTileType().getElementType();
    if (!nv::RedOp::combines(scatter.getKind(), element))
      return op->emitOpError("expected elements that the machine combines by ")
             << arith::stringifyAtomicRMWKind(scatter.getKind()) << ", "
             << (isa<FloatType>(element) ? "f32 or f64"
                                         : "8, 16, 32 or 64 bits")
             << ", but got " << element;
    return success();
  }
  if (auto load = dyn_cast<LoadOp>(op))
    return checkVia(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return checkVia(store);
  return success();
}
