//===- Convert.cpp - The same elements in other threads -------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/ToSimt/KernelLowering.h"

#include <map>

using namespace mlir;
using namespace kopt;

/// The result of `op` has the same elements in the same threads; dimension `i`
/// of its operand is dimension `dims[i]` there.
LogicalResult KernelLowering::renumber(Operation *op, const Tile &from,
                                       const Tile &to, ArrayRef<int64_t> dims) {
  Value source = mapping.lookup(op->getOperand(0));
  Values result;
  for (int64_t r = 0; r < to.groups * to.width; ++r) {
    int64_t reg = findRegister(from, to, dims, r);
    if (reg < 0)
      return op->emitOpError("expected layouts of one tile");
    result.push_back(getElement(source, from, reg));
  }
  mapping.map(op->getResult(0), packElements(result, to));
  return success();
}

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
  return renumber(op, *from, *to, dims);
}

LogicalResult KernelLowering::lowerConvertLayout(ConvertLayoutOp op) {
  FailureOr<Tile> from = Tile::get(op.getSource().getType(), op.getLoc());
  FailureOr<Tile> to = Tile::get(op.getType(), op.getLoc());
  if (failed(from) || failed(to))
    return failure();
  if (placed.count(op.getSource()))
    return success(); // read in this layout already
  if (from->layout == to->layout) {
    mapping.map(op.getResult(), mapping.lookup(op.getSource()));
    return success();
  }
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, to->getRank()));
  if (!threadsAgree(*from, *to, dims))
    return convertThroughShared(op, *from, *to);
  return renumber(op, *from, *to, dims);
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

/// Where tiles with these layouts lie in shared memory.
static SharedLayout sharedLayout(const Tile &store, const Tile &load) {
  Type element = load.getElementType();
  // An index has no fixed width, and bits lie packed in vectors only.
  bool isScalar = element.isIndex() || element.getIntOrFloatBitWidth() < 8;
  return SharedLayout::swizzleFor(store.layout, load.layout,
                                  elementBytes(element), isScalar ? 1 : 16);
}

/// Every element of `tile` goes to its place once.
void KernelLowering::writeShared(Value source, const Tile &tile, Value buffer,
                                 const SharedLayout &shared) {
  SharedSide side(b, tile, shared, getThreadId());
  int64_t width = shared.vectorElements();
  int64_t bytes = elementBytes(tile.getElementType());
  // Each block of a cluster writes what its own threads need.
  when(threadHasNone(tile.freeMask() & getBlockMask()), [&] {
    Values elements;
    for (auto [offset, reg] : side.getRegisters()) {
      elements.push_back(getElement(source, tile, reg));
      if (static_cast<int64_t>(elements.size()) < width)
        continue;
      Value place = side.getPlace(offset - (width - 1));
      if (width == 1)
        memref::StoreOp::create(b, elements.front(), buffer, place);
      else
        vector::StoreOp::create(b, rowOf(elements), buffer, place,
                                /*nontemporal=*/false,
                                llvm::Align(width * bytes));
      elements.clear();
    }
  });
}

/// What a thread has of `tile`, from its places.
Value KernelLowering::readShared(const Tile &tile, Value buffer,
                                 const SharedLayout &shared) {
  SharedSide side(b, tile, shared, getThreadId());
  int64_t width = shared.vectorElements();
  int64_t bytes = elementBytes(tile.getElementType());
  auto vector = VectorType::get({width}, tile.getElementType());
  Values result(tile.groups * tile.width);
  Value loaded;
  for (auto [offset, reg] : side.getRegisters()) {
    int64_t within = offset % width;
    if (within == 0) {
      Value place = side.getPlace(offset);
      loaded = width == 1 ? memref::LoadOp::create(b, buffer, place).getResult()
                          : vector::LoadOp::create(b, vector, buffer, place,
                                                   /*nontemporal=*/false,
                                                   llvm::Align(width * bytes))
                                .getResult();
    }
    result[reg] =
        width == 1 ? loaded
                   : vector::ExtractOp::create(b, loaded, within).getResult();
  }
  return packElements(result, tile);
}

/// Every element is written once and read where it is wanted.
LogicalResult KernelLowering::convertThroughShared(ConvertLayoutOp op,
                                                   const Tile &from,
                                                   const Tile &to) {
  FailureOr<Value> scratch =
      getScratch(op, 0, to.type.getNumElements(), to.getElementType());
  if (failed(scratch))
    return failure();
  SharedLayout shared = sharedLayout(from, to);
  writeShared(mapping.lookup(op.getSource()), from, *scratch, shared);
  gpu::BarrierOp::create(b);
  mapping.map(op.getResult(), readShared(to, *scratch, shared));
  return success();
}

/// The tile goes to memory of its own here; `readPlaced` fetches it for each
/// use.
LogicalResult KernelLowering::lowerPlace(PlaceOp op) {
  FailureOr<Tile> tile = Tile::get(op.getType(), op.getLoc());
  if (failed(tile))
    return failure();
  FailureOr<Value> buffer =
      getScratch(op, 0, tile->type.getNumElements(), tile->getElementType());
  if (failed(buffer))
    return failure();
  // The places suit the first use in another layout, if there is one.
  Tile load = *tile;
  for (Operation *user : op->getUsers())
    if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
      FailureOr<Tile> target = Tile::get(convert.getType(), op.getLoc());
      if (failed(target))
        return failure();
      load = *target;
      break;
    }
  SharedLayout shared = sharedLayout(*tile, load);
  writeShared(mapping.lookup(op.getSource()), *tile, *buffer, shared);
  gpu::BarrierOp::create(b);
  placed.try_emplace(op.getResult(), Placed{*buffer, shared});
  return success();
}

LogicalResult KernelLowering::readPlaced(Operation *op) {
  auto convert = dyn_cast<ConvertLayoutOp>(op);
  for (Value operand : op->getOperands()) {
    auto it = placed.find(operand);
    if (it == placed.end())
      continue;
    // In another layout at once, where that is all the operation does.
    FailureOr<Tile> tile = Tile::get(
        convert ? convert.getType() : operand.getType(), op->getLoc());
    if (failed(tile))
      return failure();
    Value read = readShared(*tile, it->second.buffer, it->second.layout);
    mapping.map(convert ? convert.getResult() : operand, read);
  }
  return success();
}
