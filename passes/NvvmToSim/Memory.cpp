//===- Memory.cpp - Loads, stores and addresses ---------------------------===//
//
// Every access that may touch global or shared memory is announced to the run
// time, which checks it and answers with the address to use: the same one, or
// that of a sink after a report.
//
//===----------------------------------------------------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "passes/NvvmToSim/Emitter.h"
#include <cstddef>

using namespace mlir;
using namespace kopt::sim;

/// Does the pointer come from a local variable or a constant global?
static bool isLocal(Value pointer) {
  while (Operation *def = pointer.getDefiningOp()) {
    if (isa<LLVM::AllocaOp>(def))
      return true;
    if (isa<LLVM::AddressOfOp>(def)) // those of shared memory are replaced
      return true;
    if (!isa<LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp>(def))
      return false;
    pointer = def->getOperand(0);
  }
  return false;
}

/// The Order bits of an access. What is ordered within a block only is not for
/// other blocks.
static uint32_t orderOf(LLVM::AtomicOrdering ordering,
                        std::optional<StringRef> scope) {
  using Ordering = LLVM::AtomicOrdering;
  if (ordering == Ordering::not_atomic)
    return 0;
  uint32_t order = IsAtomic;
  if (scope && *scope != "device" && !scope->empty())
    return order;
  bool both = ordering == Ordering::acq_rel || ordering == Ordering::seq_cst;
  if (both || ordering == Ordering::acquire)
    order |= Acquires;
  if (both || ordering == Ordering::release)
    order |= Releases;
  return order;
}

/// Announces one access of `type` through an operand.
static void announce(Emitter &emitter, Operation *op, unsigned operand,
                     Type type, std::optional<uint64_t> alignment,
                     AccessKind kind, uint32_t order = 0) {
  Value pointer = op->getOperand(operand);
  if (isLocal(pointer))
    return;
  Location loc = op->getLoc();
  Site facts;
  facts.size = emitter.layout.getTypeSize(type).getFixedValue();
  facts.align = alignment.value_or(0)
                    ? *alignment
                    : emitter.layout.getTypeABIAlignment(type);
  facts.kind = kind;
  facts.p[0] = order;
  facts.space =
      cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  Value checked =
      emitter.call(loc, "__kopt_sim_access", emitter.ptr,
                   {emitter.self, pointer, emitter.site(op, facts)});
  op->setOperand(operand, emitter.castPointer(loc, checked, pointer.getType()));
}

/// A misaligned access is a report of the run time's; the host's code must not
/// fault on it. An atomic one needs its alignment to stay an instruction.
template <typename OpTy> static void forgetAlignment(OpTy op) {
  if (op.getOrdering() == LLVM::AtomicOrdering::not_atomic)
    op.setAlignment(1);
}

/// Announces an access whose length is known at run time only.
static void announceRange(Emitter &emitter, Operation *op, unsigned operand,
                          Value length, AccessKind kind) {
  Value pointer = op->getOperand(operand);
  if (isLocal(pointer))
    return;
  Location loc = op->getLoc();
  if (length.getType() != emitter.i64)
    length = LLVM::ZExtOp::create(emitter.builder, loc, emitter.i64, length);
  Site facts;
  facts.kind = kind;
  emitter.call(loc, "__kopt_sim_range", emitter.ptr,
               {emitter.self, pointer, length, emitter.site(op, facts)});
}

/// The address of a shared global is an offset in the block's window.
static void addressOf(Emitter &emitter, LLVM::AddressOfOp op) {
  Location loc = op.getLoc();
  auto found = emitter.sharedOffsets.find(op.getGlobalName());
  Value pointer;
  if (found != emitter.sharedOffsets.end()) {
    Value window =
        emitter.specialRegister(loc, offsetof(Sregs, smem), emitter.ptr);
    pointer = LLVM::GEPOp::create(
        emitter.builder, loc, emitter.ptr, emitter.i8, window,
        ArrayRef<LLVM::GEPArg>{int32_t(found->second)});
  } else if (op.getType() != emitter.ptr) {
    pointer = LLVM::AddressOfOp::create(emitter.builder, loc, emitter.ptr,
                                        op.getGlobalName());
  } else {
    return;
  }
  emitter.replace(op, emitter.castPointer(loc, pointer, op.getType()));
}

/// A 32-bit shared address becomes a host pointer; other integers are host
/// addresses already.
static void intToPtr(Emitter &emitter, LLVM::IntToPtrOp op) {
  auto type = cast<LLVM::LLVMPointerType>(op.getRes().getType());
  if (type.getAddressSpace() != 3)
    return;
  Location loc = op.getLoc();
  Value address = op.getArg();
  if (address.getType() != emitter.i32)
    address = LLVM::TruncOp::create(emitter.builder, loc, emitter.i32, address);
  Value pointer = emitter.call(loc, "__kopt_sim_shared", emitter.ptr,
                               {emitter.self, address});
  emitter.replace(op, emitter.castPointer(loc, pointer, type));
}

bool Emitter::memory(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LLVM::LoadOp load) {
        // Facts that hold on the GPU mean nothing to the host's code.
        load.setInvariant(false);
        load.removeNoaliasScopesAttr();
        load.removeAliasScopesAttr();
        announce(*this, op, 0, load.getRes().getType(), load.getAlignment(),
                 Load, orderOf(load.getOrdering(), load.getSyncscope()));
        load.setSyncscope(std::nullopt);
        forgetAlignment(load);
        return true;
      })
      .Case([&](kopt::nv::LoadOp load) {
        // The hint means nothing here.
        auto plain = LLVM::LoadOp::create(
            builder, op->getLoc(), load.getType(), load.getSource(),
            kopt::nv::LoadOp::bytesOf(load.getType()));
        replace(op, plain.getRes());
        builder.setInsertionPoint(plain);
        return memory(plain);
      })
      .Case([&](LLVM::StoreOp store) {
        store.removeNoaliasScopesAttr();
        store.removeAliasScopesAttr();
        announce(*this, op, 1, store.getValue().getType(), store.getAlignment(),
                 Store, orderOf(store.getOrdering(), store.getSyncscope()));
        store.setSyncscope(std::nullopt);
        forgetAlignment(store);
        return true;
      })
      .Case<LLVM::AtomicRMWOp>([&](auto atomic) {
        announce(*this, op, 0, atomic.getVal().getType(), atomic.getAlignment(),
                 Atomic, orderOf(atomic.getOrdering(), atomic.getSyncscope()));
        atomic.setSyncscope(std::nullopt);
        return true;
      })
      .Case<LLVM::AtomicCmpXchgOp>([&](auto atomic) {
        announce(*this, op, 0, atomic.getVal().getType(), atomic.getAlignment(),
                 Atomic,
                 orderOf(atomic.getSuccessOrdering(), atomic.getSyncscope()));
        atomic.setSyncscope(std::nullopt);
        return true;
      })
      .Case([&](LLVM::FenceOp fence) {
        fence.setSyncscope(std::nullopt);
        return true;
      })
      .Case([&](LLVM::MemcpyOp copy) {
        announceRange(*this, op, 0, copy.getLen(), Store);
        announceRange(*this, op, 1, copy.getLen(), Load);
        return true;
      })
      .Case([&](LLVM::MemsetOp set) {
        announceRange(*this, op, 0, set.getLen(), Store);
        return true;
      })
      .Case([&](LLVM::AddressOfOp address) {
        addressOf(*this, address);
        return true;
      })
      .Case([&](LLVM::IntToPtrOp cast) {
        intToPtr(*this, cast);
        return true;
      })
      .Default(false);
}
