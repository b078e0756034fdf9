//===- Convert.cpp - The same elements in other threads -------------------===//

#include "kopt/Layout/SharedLayout.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/ToSimt/KernelLowering.h"

#include <map>

using namespace mlir;
using namespace kopt;

/// Threads keep what they have; it is only numbered otherwise.
LogicalResult KernelLowering::lowerTranspose(TransposeOp op) {
  FailureOr<Tile> from = Tile::get(op.getSource().getType(), op.getLoc());
  FailureOr<Tile> to = Tile::get(op.getType(), op.getLoc());
  if (failed(from) || failed(to))
    return failure();
  SmallVector<int64_t> dims = invertPermutationVector(op.getPerm());
  if (!threadsAgree(*from, *to, dims))
    return op.emitOpError("expected the result's layout to be the operand's "
                          "with its dimensions permuted, but got ")
           << to->type.getEncoding();
  Value source = mapping.lookup(op.getSource());
  Values result;
  for (int64_t r = 0; r < to->groups * to->width; ++r) {
    int64_t reg = findRegister(*from, *to, dims, r);
    if (reg < 0)
      return op.emitOpError("expected the registers of one tile");
    result.push_back(getElement(source, *from, reg));
  }
  mapping.map(op.getResult(), packElements(result, *to));
  return success();
}

LogicalResult KernelLowering::lowerConvertLayout(ConvertLayoutOp op) {
  FailureOr<Tile> from = Tile::get(op.getSource().getType(), op.getLoc());
  FailureOr<Tile> to = Tile::get(op.getType(), op.getLoc());
  if (failed(from) || failed(to))
    return failure();
  Value source = mapping.lookup(op.getSource());
  if (from->layout == to->layout) {
    mapping.map(op.getResult(), source);
    return success();
  }
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, to->getRank()));
  if (!threadsAgree(*from, *to, dims))
    return convertThroughShared(op, *from, *to);
  Values result;
  for (int64_t r = 0; r < to->groups * to->width; ++r) {
    int64_t reg = findRegister(*from, *to, dims, r);
    if (reg < 0)
      return op.emitOpError("expected layouts of one tile");
    result.push_back(getElement(source, *from, reg));
  }
  mapping.map(op.getResult(), packElements(result, *to));
  return success();
}

namespace {

/// Where one side's thread finds its part of a tile in shared memory.
class SharedSide {
public:
  SharedSide(ImplicitLocOpBuilder &b, const Tile &tile,
             const SharedLayout &shared, Value threadId)
      : b(b) {
    // Bits move from the thread id to the offset; those that move equally far
    // are masked out and shifted together.
    std::map<int64_t, int64_t> masks;
    for (auto [bit, basis] : llvm::enumerate(tile.threadBases())) {
      int64_t offset = shared.offset(basis);
      used |= offset;
      for (int64_t to = 0; offset >> to; ++to)
        if (offset >> to & 1)
          masks[to - static_cast<int64_t>(bit)] |= int64_t(1) << bit;
    }
    Value sum;
    for (auto [shift, mask] : masks) {
      Value part =
          arith::AndIOp::create(b, threadId, constant(mask)).getResult();
      if (shift > 0)
        part = arith::ShLIOp::create(b, part, constant(shift));
      else if (shift < 0)
        part = arith::ShRUIOp::create(b, part, constant(-shift));
      sum = sum ? arith::XOrIOp::create(b, sum, part).getResult() : part;
    }
    bases[0] = sum ? sum : constant(0);
    for (int64_t r = 0; r < tile.groups * tile.width; ++r)
      registers[shared.offset(tile.coords(r))] = r;
  }

  /// Registers by the place of their element in thread 0.
  const std::map<int64_t, int64_t> &getRegisters() const { return registers; }

  /// The thread's place of what thread 0 has at `offset`.
  Value getPlace(int64_t offset) {
    Value &base = bases[offset & used];
    if (!base)
      base = arith::XOrIOp::create(b, bases[0], constant(offset & used));
    int64_t rest = offset & ~used;
    return rest == 0
               ? base
               : arith::AddIOp::create(b, base, constant(rest)).getResult();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  ImplicitLocOpBuilder &b;
  /// Offset bits that the thread id sets.
  int64_t used = 0;
  std::map<int64_t, Value> bases;
  std::map<int64_t, int64_t> registers;
};

} // namespace

/// Every element is written once and read where it is wanted; see SharedLayout
/// for the places.
LogicalResult KernelLowering::convertThroughShared(ConvertLayoutOp op,
                                                   const Tile &from,
                                                   const Tile &to) {
  Type element = to.getElementType();
  FailureOr<Value> scratch =
      getScratch(op, 0, to.type.getNumElements(), element);
  if (failed(scratch))
    return failure();
  // An index has no fixed width, and bits lie packed in vectors only.
  bool isScalar = element.isIndex() || element.getIntOrFloatBitWidth() < 8;
  unsigned bytes =
      element.isIndex() ? 8 : std::max(1u, element.getIntOrFloatBitWidth() / 8);
  SharedLayout shared = SharedLayout::swizzleFor(from.layout, to.layout, bytes,
                                                 isScalar ? 1 : 16);
  int64_t width = shared.vectorElements();
  auto vector = VectorType::get({width}, element);

  Value source = mapping.lookup(op.getSource());
  Value id = getThreadId();
  {
    OpBuilder::InsertionGuard guard(b);
    SharedSide side(b, from, shared, id);
    if (Value first = threadHasNone(from.freeMask())) {
      auto guarded = scf::IfOp::create(b, first, /*withElseRegion=*/false);
      b.setInsertionPointToStart(guarded.thenBlock());
    }
    Values elements;
    for (auto [offset, reg] : side.getRegisters()) {
      elements.push_back(getElement(source, from, reg));
      if (static_cast<int64_t>(elements.size()) < width)
        continue;
      Value place = side.getPlace(offset - (width - 1));
      if (width == 1)
        memref::StoreOp::create(b, elements.front(), *scratch, place);
      else
        vector::StoreOp::create(b, rowOf(elements), *scratch, place,
                                /*nontemporal=*/false,
                                llvm::Align(width * bytes));
      elements.clear();
    }
  }
  gpu::BarrierOp::create(b);

  SharedSide side(b, to, shared, id);
  Values result(to.groups * to.width);
  Value loaded;
  for (auto [offset, reg] : side.getRegisters()) {
    int64_t within = offset % width;
    if (within == 0) {
      Value place = side.getPlace(offset);
      loaded = width == 1
                   ? memref::LoadOp::create(b, *scratch, place).getResult()
                   : vector::LoadOp::create(b, vector, *scratch, place,
                                            /*nontemporal=*/false,
                                            llvm::Align(width * bytes))
                         .getResult();
    }
    result[reg] =
        width == 1 ? loaded
                   : vector::ExtractOp::create(b, loaded, within).getResult();
  }
  mapping.map(op.getResult(), packElements(result, to));
  return success();
}
