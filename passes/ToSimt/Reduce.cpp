//===- Reduce.cpp - Reductions over registers, lanes and warps ------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "passes/ToSimt/KernelLowering.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

/// Partials that are read by straight code; more are read in a loop.
static constexpr int64_t maxUnrolled = 32;

/// Whether the combiner works on vectors as it does on scalars: elementwise
/// operations and constants only, nothing captured.
static bool isElementwise(ReduceOp op) {
  Block &block = op.getCombiner().front();
  return llvm::all_of(block.without_terminator(), [&](Operation &inner) {
    return inner.getNumRegions() == 0 &&
           (inner.hasTrait<OpTrait::Elementwise>() ||
            isa<arith::ConstantOp>(inner)) &&
           llvm::all_of(inner.getOperands(), [&](Value operand) {
             return operand.getParentBlock() == &block;
           });
  });
}

/// What the region of an operation on tuples yields for two of them, which are
/// scalars or vectors of one length.
KernelLowering::Values
KernelLowering::combine(Region &combiner, ValueRange left, ValueRange right) {
  Block &block = combiner.front();
  IRMapping inner;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(combiner, captured);
  for (Value value : captured)
    inner.map(value, mapping.lookup(value));
  for (auto [i, value] : llvm::enumerate(left))
    inner.map(block.getArgument(i), value);
  for (auto [i, value] : llvm::enumerate(right))
    inner.map(block.getArgument(left.size() + i), value);
  auto vector = dyn_cast<VectorType>(left.front().getType());
  for (Operation &nested : block.without_terminator()) {
    if (!vector) {
      b.clone(nested, inner);
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(nested)) {
      Value value = b.clone(nested)->getResult(0);
      auto type = VectorType::get(vector.getShape(), constant.getType());
      inner.map(constant.getResult(),
                vector::BroadcastOp::create(b, type, value).getResult());
      continue;
    }
    OperationState state(nested.getLoc(), nested.getName());
    for (Value operand : nested.getOperands())
      state.operands.push_back(inner.lookup(operand));
    for (Type type : nested.getResultTypes())
      state.types.push_back(VectorType::get(vector.getShape(), type));
    state.attributes = nested.getAttrDictionary();
    inner.map(nested.getResults(), b.create(state)->getResults());
  }
  Values results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(inner.lookup(value));
  return results;
}

/// Combines neighbours until one tuple is left: a fixed order of little depth.
KernelLowering::Values KernelLowering::combineTree(Region &combiner,
                                                   SmallVector<Values> parts) {
  while (parts.size() > 1) {
    SmallVector<Values> next;
    for (size_t i = 0; i + 1 < parts.size(); i += 2)
      next.push_back(combine(combiner, parts[i], parts[i + 1]));
    if (parts.size() % 2 == 1)
      next.push_back(parts.back());
    parts = std::move(next);
  }
  return parts.front();
}

/// The value that `mode` and `offset`, an i32, name. Shuffles move 32 bits, so
/// other types travel as one or two i32.
Value KernelLowering::shuffle(Value value, Value offset,
                              gpu::ShuffleMode mode) {
  Type type = value.getType();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto word = [&](Value v) -> Value {
    Value width = arith::ConstantIntOp::create(b, i32, Layout::kLanes);
    return gpu::ShuffleOp::create(b, v, offset, width, mode).getShuffleResult();
  };
  if (type.isIndex())
    return arith::IndexCastOp::create(
        b, type,
        shuffle(arith::IndexCastOp::create(b, i64, value), offset, mode));
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 32)
    return word(value);
  Type integer = b.getIntegerType(bits);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(
        b, type,
        shuffle(arith::BitcastOp::create(b, integer, value), offset, mode));
  if (bits < 32)
    return arith::TruncIOp::create(b, integer,
                                   word(arith::ExtUIOp::create(b, i32, value)));
  Value half = arith::ConstantIntOp::create(b, i64, 32);
  Value low = word(arith::TruncIOp::create(b, i32, value));
  Value high = word(
      arith::TruncIOp::create(b, i32, arith::ShRUIOp::create(b, value, half)));
  return arith::OrIOp::create(
      b, arith::ExtUIOp::create(b, i64, low),
      arith::ShLIOp::create(b, arith::ExtUIOp::create(b, i64, high), half));
}

/// The value of the lane whose number differs in the bits of `mask`.
Value KernelLowering::shuffleXor(Value value, int64_t mask) {
  Value offset = arith::ConstantIntOp::create(b, b.getI32Type(), mask);
  return shuffle(value, offset, gpu::ShuffleMode::XOR);
}

KernelLowering::Values KernelLowering::select(Value condition, ValueRange yes,
                                              ValueRange no) {
  Values results;
  for (auto [y, n] : llvm::zip(yes, no))
    results.push_back(arith::SelectOp::create(b, condition, y, n));
  return results;
}

/// Butterfly over the lane bits of `laneMask`, highest first.
KernelLowering::Values KernelLowering::combineLanes(Region &combiner,
                                                    Values values,
                                                    int64_t laneMask) {
  for (int64_t bit = Layout::kLanes / 2; bit > 0; bit /= 2) {
    if (!(laneMask & bit))
      continue;
    Values others;
    for (Value value : values)
      others.push_back(shuffleXor(value, bit));
    values = combine(combiner, values, others);
  }
  return values;
}

/// Where, behind what the attribute `place` of `op` says, the partials of the
/// threads that differ in `crossMask` go.
FailureOr<KernelLowering::Partials>
KernelLowering::placePartials(ReduceOp op, const Tile &result, StringRef place,
                              int64_t crossMask) {
  Partials partials;
  int64_t count = int64_t(1) << llvm::popcount(uint64_t(crossMask));
  partials.count = count;
  int64_t elements = result.type.getNumElements();
  int64_t offset = 0;
  FailureOr<Values> buffers =
      getScratchTuple(op, op.getInputs(), elements * count, offset, place);
  if (failed(buffers))
    return failure();
  partials.buffers = *buffers;
  SmallVector<int64_t> strides(result.getRank(), count);
  for (int64_t i = result.getRank() - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * result.type.getDimSize(i + 1);
  std::tie(partials.first, partials.registers) = stridedPlaces(result, strides);
  return partials;
}

/// Reads the partials of the thread's elements and combines them: one tuple a
/// register of the result.
SmallVector<KernelLowering::Values>
KernelLowering::combinePartials(ReduceOp op, const Partials &partials,
                                int64_t numRegisters) {
  int64_t count = partials.count;
  SmallVector<Values> results;
  if (count <= maxUnrolled) {
    for (int64_t reg = 0; reg < numRegisters; ++reg) {
      SmallVector<Values> parts(count);
      Value at = addConstant(partials.first, partials.registers[reg]);
      for (Value buffer : partials.buffers) {
        Type element = cast<MemRefType>(buffer.getType()).getElementType();
        int64_t size = elementBytes(element);
        // Up to 16 bytes at once; i1 lies packed in vectors only.
        int64_t width = std::min(count, 16 / size);
        if (element.isIndex() || element.getIntOrFloatBitWidth() < 8)
          width = 1;
        for (int64_t k = 0; k < count; k += width) {
          Value index = addConstant(at, k);
          if (width == 1) {
            parts[k].push_back(memref::LoadOp::create(b, buffer, index));
            continue;
          }
          Value loaded = vector::LoadOp::create(
              b, VectorType::get({width}, element), buffer, index,
              /*nontemporal=*/false, llvm::Align(width * size));
          for (int64_t i = 0; i < width; ++i)
            parts[k + i].push_back(vector::ExtractOp::create(b, loaded, i));
        }
      }
      results.push_back(combineTree(op.getCombiner(), parts));
    }
    return results;
  }

  auto loadAll = [&](Value k) {
    Values loaded;
    for (int64_t reg = 0; reg < numRegisters; ++reg)
      for (Value buffer : partials.buffers)
        loaded.push_back(memref::LoadOp::create(
            b, buffer,
            ValueRange{arith::AddIOp::create(
                b, addConstant(partials.first, partials.registers[reg]), k)}));
    return loaded;
  };
  size_t arity = partials.buffers.size();
  auto loop = scf::ForOp::create(b, constantIndex(1), constantIndex(count),
                                 constantIndex(1), loadAll(constantIndex(0)));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Values next, loaded = loadAll(loop.getInductionVar());
    for (int64_t i = 0; i < numRegisters; ++i)
      next.append(combine(op.getCombiner(),
                          loop.getRegionIterArgs().slice(i * arity, arity),
                          ArrayRef<Value>(loaded).slice(i * arity, arity)));
    scf::YieldOp::create(b, next);
  }
  for (int64_t i = 0; i < numRegisters; ++i)
    results.emplace_back(loop.getResults().slice(i * arity, arity));
  return results;
}

/// Combines the partials of the block's threads that differ in `crossMask`
/// through shared memory. Threads with a bit of `writeMask` hold copies and do
/// not write. `partials`: one tuple a register of the result.
FailureOr<SmallVector<KernelLowering::Values>>
KernelLowering::combineShared(ReduceOp op, const Tile &result,
                              SmallVector<Values> partials, int64_t crossMask,
                              int64_t writeMask) {
  FailureOr<Partials> places =
      placePartials(op, result, "kopt.shared_offset", crossMask);
  if (failed(places))
    return failure();
  Value own = arith::AddIOp::create(b, places->first,
                                    packThreadBits(bitsOf(crossMask)));
  when(threadHasNone(writeMask), [&] {
    for (auto [offset, tuple] : llvm::zip(places->registers, partials))
      for (auto [value, buffer] : llvm::zip(tuple, places->buffers))
        memref::StoreOp::create(b, value, buffer, addConstant(own, offset));
  });
  gpu::BarrierOp::create(b);
  return combinePartials(op, *places, partials.size());
}

LogicalResult KernelLowering::lowerReduce(ReduceOp op) {
  FailureOr<Tile> in = Tile::get(op.getInputType(), op.getLoc());
  FailureOr<Tile> out = Tile::get(op.getResult(0).getType(), op.getLoc());
  if (failed(in) || failed(out))
    return failure();
  for (Value input : op.getInputs())
    if (cast<RankedTensorType>(input.getType()).getEncoding() !=
        in->type.getEncoding())
      return op.emitOpError("expected inputs of one layout");
  SmallVector<unsigned> registerMap;
  if (in->layout.slice(op.getAxis(), &registerMap) != out->layout)
    return op.emitOpError("expected the result's layout to be the slice of the "
                          "inputs', but got ")
           << out->type.getEncoding();

  // Within the thread. Rows that go to the same results combine as vectors,
  // then what is left of each result as scalars.
  Values inputs;
  for (Value input : op.getInputs())
    inputs.push_back(mapping.lookup(input));
  int64_t outRegisters = out->groups * out->width;
  SmallVector<SmallVector<Values>> parts(outRegisters);
  if (isElementwise(op) && in->width > 1) {
    llvm::MapVector<ArrayRef<unsigned>, SmallVector<Values>> rows;
    for (int64_t g = 0; g < in->groups; ++g) {
      Values row;
      for (Value input : inputs)
        row.push_back(getRow(input, g));
      rows[ArrayRef(registerMap).slice(g * in->width, in->width)].push_back(
          row);
    }
    for (auto &[targets, group] : rows) {
      Values combined = combineTree(op.getCombiner(), group);
      for (auto [v, target] : llvm::enumerate(targets)) {
        Values element;
        for (Value row : combined)
          element.push_back(
              vector::ExtractOp::create(b, row, static_cast<int64_t>(v)));
        parts[target].push_back(element);
      }
    }
  } else {
    for (int64_t r = 0; r < in->groups * in->width; ++r) {
      Values element;
      for (Value input : inputs)
        element.push_back(getElement(input, *in, r));
      parts[registerMap[r]].push_back(element);
    }
  }
  SmallVector<Values> results;
  for (SmallVector<Values> &part : parts)
    results.push_back(combineTree(op.getCombiner(), part));

  // Across lanes, then across what is left of the thread.
  int64_t allMask = in->threadMask(op.getAxis());
  int64_t crossMask = allMask & getBlockMask();
  int64_t writeMask = in->freeMask() & getBlockMask();
  if (op.getAcross() == Across::Lanes) {
    int64_t laneMask = crossMask & (Layout::kLanes - 1);
    for (Values &values : results)
      values = combineLanes(op.getCombiner(), values, laneMask);
    writeMask |= laneMask;
    crossMask &= ~laneMask;
  }
  if (crossMask != 0) {
    FailureOr<SmallVector<Values>> combined =
        combineShared(op, *out, std::move(results), crossMask, writeMask);
    if (failed(combined))
      return failure();
    results = std::move(*combined);
  }
  if (int64_t blocks = allMask & ~getBlockMask()) {
    FailureOr<SmallVector<Values>> combined =
        combineBlocks(op, *out, std::move(results), blocks);
    if (failed(combined))
      return failure();
    results = std::move(*combined);
  }
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Values elements;
    for (Values &values : results)
      elements.push_back(values[i]);
    FailureOr<Tile> tile = Tile::get(result.getType(), op.getLoc());
    if (failed(tile))
      return failure();
    mapping.map(result, packElements(elements, *tile));
  }
  return success();
}
