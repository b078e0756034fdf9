//===- Memory.cpp - Tiles from and to memory, flags -----------------------===//

#include "lib/Interpret/Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;
using gate::DType;

int64_t interpret::evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                            ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), dims, symbols),
          b = evaluate(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return int64_t(uint64_t(a) + uint64_t(b));
  case AffineExprKind::Mul:
    return int64_t(uint64_t(a) * uint64_t(b));
  // Division by what is not positive has no meaning; the operand stays.
  case AffineExprKind::Mod:
    return b > 0 ? llvm::mod(a, b) : a;
  case AffineExprKind::FloorDiv:
    return b > 0 ? llvm::divideFloorSigned(a, b) : a;
  default:
    return b > 0 ? llvm::divideCeilSigned(a, b) : a;
  }
}

//===----------------------------------------------------------------------===//
// Elements of memory
//===----------------------------------------------------------------------===//

namespace {
/// Which way programs may meet at an element.
enum class Access { Read, Write, Atomic };
} // namespace

/// Programs are unordered, so two at one element, one writing, are an error;
/// not where flags order them, or both combine.
static void checkRace(Agent &agent, Operation *op, const Memory &memory,
                      uint64_t byte, Access access) {
  if (agent.launch.isSignalling || access == Access::Atomic)
    return;
  uint32_t &writer = memory.buffer->writer[byte],
           &reader = memory.buffer->reader[byte];
  uint32_t self = agent.program->number, first = agent.launch.firstProgram;
  bool isRead = access == Access::Read;
  bool meets = (writer >= first && writer != self) ||
               (!isRead && reader >= first && reader != self);
  if (meets)
    agent.complain("race", op,
                   "two programs touch byte " + std::to_string(byte) + " of " +
                       memory.buffer->name);
  if (!isRead)
    writer = self;
  else if (reader < first)
    reader = self;
  else if (reader != self)
    reader = kMany;
}

/// The first byte of an element in its buffer; nothing, and told, if it is not
/// in it.
static std::optional<uint64_t> byteOf(Agent &agent, Operation *op,
                                      const Memory &memory,
                                      ArrayRef<int64_t> at) {
  uint64_t index = 0, size = gate::byteSize(memory.type);
  for (auto [i, extent] : llvm::zip(at, memory.shape))
    index = index * uint64_t(extent) + uint64_t(i);
  uint64_t byte = memory.offset + index * size;
  if (byte + size <= memory.buffer->bytes)
    return byte;
  agent.complain("out-of-bounds", op,
                 "byte " + std::to_string(byte) + " of " +
                     std::to_string(memory.buffer->bytes) + " of " +
                     memory.buffer->name);
  return std::nullopt;
}

static uint64_t readElement(Agent &agent, Operation *op, const Memory &memory,
                            ArrayRef<int64_t> at) {
  std::optional<uint64_t> byte = byteOf(agent, op, memory, at);
  if (!byte)
    return 0;
  checkRace(agent, op, memory, *byte, Access::Read);
  for (unsigned i = 0; i < gate::byteSize(memory.type); ++i)
    if (!memory.buffer->initialised[*byte + i]) {
      agent.complain("uninitialised", op,
                     "reads byte " + std::to_string(*byte + i) + " of " +
                         memory.buffer->name + ", which nobody has written");
      break;
    }
  return gate::loadBits(memory.type, memory.buffer->data.get() + *byte, 0);
}

static void writeElement(Agent &agent, Operation *op, const Memory &memory,
                         ArrayRef<int64_t> at, uint64_t bits, Access access) {
  std::optional<uint64_t> byte = byteOf(agent, op, memory, at);
  if (!byte)
    return;
  if (memory.buffer->readOnly)
    agent.complain("input-modified", op, "writes to " + memory.buffer->name);
  checkRace(agent, op, memory, *byte, access);
  unsigned size = gate::byteSize(memory.type);
  std::fill_n(memory.buffer->initialised.begin() + *byte, size, 1);
  // Who wrote also says that this launch did.
  std::fill_n(memory.buffer->writer.begin() + *byte, size,
              agent.program->number);
  gate::storeBits(memory.type, memory.buffer->data.get() + *byte, 0, bits);
}

//===----------------------------------------------------------------------===//
// Accesses of tiles
//===----------------------------------------------------------------------===//

/// Calls `visit(element, place)` for each element of a tile; the place is empty
/// where it is outside.
template <typename OpTy, typename F>
static void forEachElement(Agent &agent, OpTy op, const Memory &memory,
                           F visit) {
  AffineMap map = op.getAccessMap();
  RankedTensorType type = op.getTileType();
  SmallVector<int64_t> symbols = agent.integers(op, op.getOffsets());
  SmallVector<int64_t> bounds = agent.integers(op, op.getBounds());
  SmallVector<int64_t> limits(memory.shape);
  for (auto [d, bound] : llvm::enumerate(bounds))
    limits[d] = std::min(limits[d], bound);
  size_t offsets = symbols.size(), count = op.getIndices().size();
  symbols.resize(offsets + count);
  SmallVector<const Bits *> indices;
  SmallVector<DType> types;
  for (Value index : op.getIndices()) {
    indices.push_back(&agent.tile(op, index));
    types.push_back(dtypeOf(index.getType()));
  }
  SmallVector<int64_t> at(type.getRank(), 0), place(memory.shape.size());
  size_t element = 0;
  do {
    for (size_t i = 0; i < count; ++i) {
      int64_t number = 0;
      for (int64_t d :
           cast<DenseI64ArrayAttr>((*op.getIndexDims())[i]).asArrayRef())
        number = number * type.getDimSize(d) + at[d];
      symbols[offsets + i] =
          gate::decodeInteger(types[i], (*indices[i])[number]);
    }
    bool isInside = true;
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      place[d] = evaluate(expr, at, symbols);
      isInside &= place[d] >= 0 && place[d] < limits[d];
    }
    if (!isInside && count && agent.launch.options->strictIndices)
      agent.complain("out-of-bounds", op,
                     "an index tile points outside the memory");
    visit(element++, isInside ? ArrayRef<int64_t>(place) : ArrayRef<int64_t>(),
          isInside);
  } while (advance(at, type.getShape()));
}

static void load(Agent &agent, LoadOp op) {
  const Memory &memory = *agent.get(op, op.getSource()).memory;
  uint64_t pad = op.getPadAttr() ? constantBits(op.getPadAttr()).front() : 0;
  Bits result(op.getTileType().getNumElements());
  forEachElement(agent, op, memory,
                 [&](size_t element, ArrayRef<int64_t> place, bool isInside) {
                   result[element] =
                       isInside ? readElement(agent, op, memory, place) : pad;
                 });
  agent.set(op.getResult(), std::move(result));
}

static void store(Agent &agent, StoreOp op) {
  const Memory &memory = *agent.get(op, op.getDest()).memory;
  const Bits &value = agent.tile(op, op.getValue());
  forEachElement(agent, op, memory,
                 [&](size_t element, ArrayRef<int64_t> place, bool isInside) {
                   if (isInside)
                     writeElement(agent, op, memory, place, value[element],
                                  Access::Write);
                 });
}

/// What an atomic operation of this kind does to one element.
static Function combinerOf(ScatterReduceOp op) {
  // The operation on two scalars is one of arith, whose function is known.
  OpBuilder builder(op.getContext());
  Type type = op.getTileType().getElementType();
  Block block;
  Value a = block.addArgument(type, op.getLoc()),
        b = block.addArgument(type, op.getLoc());
  builder.setInsertionPointToStart(&block);
  Value result =
      arith::getReductionOp(op.getKind(), builder, op.getLoc(), a, b);
  return elementFunction(result.getDefiningOp());
}

static void scatter(Agent &agent, ScatterReduceOp op) {
  const Memory &memory = *agent.get(op, op.getDest()).memory;
  const Bits &value = agent.tile(op, op.getValue());
  Function combine = combinerOf(op);
  forEachElement(
      agent, op, memory,
      [&](size_t element, ArrayRef<int64_t> place, bool isInside) {
        if (!isInside)
          return;
        std::optional<uint64_t> byte = byteOf(agent, op, memory, place);
        if (!byte)
          return;
        uint64_t operands[] = {
            gate::loadBits(memory.type, memory.buffer->data.get() + *byte, 0),
            value[element]};
        writeElement(agent, op, memory, place, combine(operands),
                     Access::Atomic);
      });
}

//===----------------------------------------------------------------------===//
// Scalars and flags
//===----------------------------------------------------------------------===//

/// Whether scalar indices are in the memory; told if not.
static bool isInside(Agent &agent, Operation *op, const Memory &memory,
                     ArrayRef<int64_t> at) {
  for (auto [index, extent] : llvm::zip(at, memory.shape))
    if (index < 0 || index >= extent) {
      agent.complain("out-of-bounds", op,
                     "index " + std::to_string(index) + " of " +
                         std::to_string(extent));
      return false;
    }
  return true;
}

template <typename OpTy>
static LogicalResult signalOrAwait(Agent &agent, OpTy op) {
  const Memory &memory = *agent.get(op, op.getFlags()).memory;
  SmallVector<int64_t> at = agent.integers(op, op.getIndices());
  if (!isInside(agent, op, memory, at))
    return agent.stop("out-of-bounds", op, "expected a flag");
  std::optional<uint64_t> byte = byteOf(agent, op, memory, at);
  if (!byte)
    return agent.stop("out-of-bounds", op, "expected a flag");
  Flag &flag = agent.launch.flags[{memory.buffer, *byte}];
  flag.op = op;
  auto stored = [&memory, byte = *byte] {
    return gate::loadBits(DType::I32, memory.buffer->data.get() + byte, 0);
  };
  auto put = [&](uint64_t value) {
    writeElement(agent, op, memory, at, value, Access::Atomic);
  };
  if constexpr (std::is_same_v<OpTy, SignalOp>) {
    if (flag.signals == 0 && stored() != 0)
      agent.complain("precondition", op,
                     "expected the flag to be 0 at first, but got " +
                         std::to_string(stored()));
    ++flag.signals;
    put(flag.signals);
    return success();
  } else {
    int64_t signals = agent.integer(op, op.getSignals()),
            readers = agent.integer(op, op.getReaders());
    auto ready = [&flag, signals] { return int64_t(flag.signals) >= signals; };
    auto what = [&flag, signals] {
      return std::to_string(signals) + " signals, of which " +
             std::to_string(flag.signals) + " have come";
    };
    if (failed(agent.await(op, ready, what)))
      return failure();
    if (int64_t(flag.signals) > signals)
      agent.complain("precondition", op,
                     "expected " + std::to_string(signals) +
                         " signals, but got " + std::to_string(flag.signals));
    // The last one leaves the flag as it was found.
    if (int64_t(++flag.readers) == readers) {
      flag = Flag();
      flag.op = op;
      put(0);
    }
    return success();
  }
}

std::optional<LogicalResult> Agent::executeMemory(Operation *op) {
  if (auto signal = dyn_cast<SignalOp>(op))
    return signalOrAwait(*this, signal);
  if (auto await = dyn_cast<AwaitOp>(op))
    return signalOrAwait(*this, await);
  if (auto loading = dyn_cast<LoadOp>(op))
    load(*this, loading);
  else if (auto storing = dyn_cast<StoreOp>(op))
    store(*this, storing);
  else if (auto scattering = dyn_cast<ScatterReduceOp>(op))
    scatter(*this, scattering);
  else if (auto scalar = dyn_cast<memref::LoadOp>(op)) {
    const Memory &memory = *get(op, scalar.getMemRef()).memory;
    SmallVector<int64_t> at = integers(op, scalar.getIndices());
    if (!isInside(*this, op, memory, at))
      return stop("out-of-bounds", op, "expected an element of the memory");
    set(scalar.getResult(), readElement(*this, op, memory, at));
  } else if (auto dim = dyn_cast<memref::DimOp>(op)) {
    const Memory &memory = *get(op, dim.getSource()).memory;
    int64_t d = integer(op, dim.getIndex());
    if (d < 0 || d >= int64_t(memory.shape.size()))
      return stop("undefined", op, "expected a dimension of the memory");
    set(dim.getResult(), uint64_t(memory.shape[d]));
  } else {
    return std::nullopt;
  }
  return success();
}
