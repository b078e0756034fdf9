//===- Remap.cpp - Rows, elements and thread coordinates ------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/ToSimt/KernelLowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

Value KernelLowering::constantIndex(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value KernelLowering::addConstant(Value value, int64_t constant) {
  if (constant == 0)
    return value;
  return arith::AddIOp::create(b, value, constantIndex(constant));
}

Value KernelLowering::getRow(Value tile, int64_t group) {
  return vector::ExtractOp::create(b, tile, ArrayRef<int64_t>{group});
}

Value KernelLowering::getElement(Value tile, const Tile &info, int64_t reg) {
  return vector::ExtractOp::create(
      b, tile, ArrayRef<int64_t>{reg / info.width, reg % info.width});
}

Value KernelLowering::packRows(ArrayRef<Value> rows, const Tile &info) {
  VectorType type = info.getVectorType();
  Value tile = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (auto [group, row] : llvm::enumerate(rows))
    tile = vector::InsertOp::create(b, row, tile,
                                    ArrayRef<int64_t>{int64_t(group)});
  return tile;
}

Value KernelLowering::rowOf(ArrayRef<Value> elements) {
  auto type = VectorType::get({static_cast<int64_t>(elements.size())},
                              elements.front().getType());
  if (llvm::all_equal(elements))
    return vector::BroadcastOp::create(b, type, elements.front());
  return vector::FromElementsOp::create(b, type, elements);
}

Value KernelLowering::packElements(ArrayRef<Value> elements, const Tile &info) {
  Values rows;
  for (int64_t g = 0; g < info.groups; ++g)
    rows.push_back(rowOf(elements.slice(g * info.width, info.width)));
  return packRows(rows, info);
}

Value KernelLowering::getThreadId() {
  if (!threadId) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&func.getBody().front());
    threadId = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
    if (kernel.getLaunchOrDefault().getCluster() > 1) {
      Value rank = gpu::ClusterBlockIdOp::create(b, gpu::Dimension::x);
      threadId = arith::AddIOp::create(
          b, threadId,
          arith::MulIOp::create(b, rank, constantIndex(getBlockMask() + 1)));
    }
  }
  return threadId;
}

SmallVector<unsigned> KernelLowering::bitsOf(uint64_t mask) {
  SmallVector<unsigned> bits;
  for (; mask != 0; mask &= mask - 1)
    bits.push_back(llvm::countr_zero(mask));
  return bits;
}

Value KernelLowering::threadHasNone(int64_t mask) {
  if (mask == 0)
    return Value();
  Value bits = arith::AndIOp::create(b, getThreadId(), constantIndex(mask));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bits,
                               constantIndex(0));
}

std::pair<Value, SmallVector<int64_t>>
KernelLowering::stridedPlaces(const Tile &tile, ArrayRef<int64_t> strides) {
  Value thread = constantIndex(0);
  for (auto [dim, coord] : llvm::enumerate(getThreadCoords(tile)))
    if (tile.threadMask(dim))
      thread = arith::AddIOp::create(
          b, thread,
          arith::MulIOp::create(b, coord, constantIndex(strides[dim])));
  SmallVector<int64_t> registers;
  for (int64_t r = 0; r < tile.groups * tile.width; ++r) {
    int64_t place = 0;
    for (auto [coord, stride] : llvm::zip(tile.coords(r), strides))
      place += coord * stride;
    registers.push_back(place);
  }
  return {thread, registers};
}

void KernelLowering::when(Value condition, function_ref<void()> body) {
  OpBuilder::InsertionGuard guard(b);
  if (condition) {
    auto guarded = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
    b.setInsertionPointToStart(guarded.thenBlock());
  }
  body();
}

/// Bit `i` of the result is bit `bits[i]` of the thread id.
Value KernelLowering::packThreadBits(ArrayRef<unsigned> bits) {
  Value packed;
  for (size_t i = 0; i < bits.size();) {
    size_t length = 1;
    while (i + length < bits.size() && bits[i + length] == bits[i] + length)
      ++length;
    Value part = getThreadId();
    if (bits[i] > 0)
      part = arith::ShRUIOp::create(b, part, constantIndex(bits[i]));
    part = arith::AndIOp::create(b, part,
                                 constantIndex((int64_t(1) << length) - 1));
    if (i > 0)
      part = arith::ShLIOp::create(b, part, constantIndex(i));
    packed = packed ? arith::AddIOp::create(b, packed, part).getResult() : part;
    i += length;
  }
  return packed ? packed : constantIndex(0);
}

ArrayRef<Value> KernelLowering::getThreadCoords(const Tile &tile) {
  Attribute key = tile.type.getEncoding();
  auto it = threadCoords.find(key);
  if (it != threadCoords.end())
    return it->second;
  Value id = getThreadId();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(id);
  SmallVector<SmallVector<int64_t>> bases = tile.threadBases();
  unsigned bits = bases.size();
  Values coords;
  for (int64_t dim = 0; dim < tile.getRank(); ++dim) {
    Value sum;
    // Take runs of bits whose steps double together:
    // (id >> first & (1 << length) - 1) * step.
    for (unsigned first = 0; first < bits;) {
      int64_t step = bases[first][dim];
      unsigned length = 1;
      if (step != 0)
        while (first + length < bits &&
               bases[first + length][dim] == step << length)
          ++length;
      if (step != 0) {
        Value part = id;
        if (first > 0)
          part = arith::ShRUIOp::create(b, part, constantIndex(first));
        if (first + length < bits)
          part = arith::AndIOp::create(
              b, part, constantIndex((int64_t(1) << length) - 1));
        if (step > 1)
          part = arith::MulIOp::create(b, part, constantIndex(step));
        sum = sum ? arith::AddIOp::create(b, sum, part).getResult() : part;
      }
      first += length;
    }
    coords.push_back(sum ? sum : constantIndex(0));
  }
  return threadCoords[key] = coords;
}

LogicalResult KernelLowering::lowerBroadcast(BroadcastOp op) {
  FailureOr<Tile> from = Tile::get(op.getSource().getType(), op.getLoc());
  FailureOr<Tile> to = Tile::get(op.getType(), op.getLoc());
  if (failed(from) || failed(to))
    return failure();
  if (!threadsAgree(*from, *to, op.getDims()))
    return op.emitOpError(
               "expected the operand's layout to be the slice of the "
               "result's, but got ")
           << from->type.getEncoding();
  Value source = mapping.lookup(op.getSource());
  // Elements are extracted once each; a row that repeats one of them is a
  // vector.broadcast.
  DenseMap<int64_t, Value> elements;
  Values result;
  for (int64_t r = 0; r < to->groups * to->width; ++r) {
    int64_t reg = findRegister(*from, *to, op.getDims(), r);
    if (reg < 0)
      return op.emitOpError("expected the operand's registers to be a slice of "
                            "the result's");
    Value &element = elements[reg];
    if (!element)
      element = getElement(source, *from, reg);
    result.push_back(element);
  }
  mapping.map(op.getResult(), packElements(result, *to));
  return success();
}

LogicalResult KernelLowering::lowerIota(IotaOp op) {
  FailureOr<Tile> tile = Tile::get(op.getType(), op.getLoc());
  if (failed(tile))
    return failure();
  int64_t dim = op.getDim();
  Type element = tile->getElementType();
  auto rowType = tile->getRowType();
  Value thread = getThreadCoords(*tile)[dim];
  if (!element.isIndex())
    thread = arith::IndexCastOp::create(b, element, thread);
  Value base = vector::BroadcastOp::create(b, rowType, thread);
  Values rows;
  for (int64_t g = 0; g < tile->groups; ++g) {
    SmallVector<Attribute> steps;
    for (int64_t v = 0; v < tile->width; ++v)
      steps.push_back(
          b.getIntegerAttr(element, tile->coords(g * tile->width + v)[dim]));
    Value offsets =
        arith::ConstantOp::create(b, DenseElementsAttr::get(rowType, steps));
    rows.push_back(arith::AddIOp::create(b, base, offsets));
  }
  mapping.map(op.getResult(), packRows(rows, *tile));
  return success();
}
