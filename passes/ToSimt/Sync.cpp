//===- Sync.cpp - Programs that wait for each other -----------------------===//
//
// A flag counts signals in its lower half and, in the upper one, the programs
// that have seen them all. The last of these takes both away again.
//
//===----------------------------------------------------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ToSimt/KernelLowering.h"

using namespace mlir;
using namespace kopt;

static constexpr int64_t readerBits = 16;

/// All stores of the block happen before the barrier, so before the release.
void KernelLowering::lowerSignal(SignalOp op) {
  gpu::BarrierOp::create(b);
  Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      getThreadId(), constantIndex(0));
  Values indices;
  for (Value index : op.getIndices())
    indices.push_back(mapping.lookup(index));
  when(first, [&] {
    nv::AddReleaseOp::create(b, b.getI32Type(),
                             arith::ConstantIntOp::create(b, 1, 32),
                             mapping.lookup(op.getFlags()), indices);
  });
}

/// One thread waits; the barrier hands on what it has seen.
void KernelLowering::lowerAwait(AwaitOp op) {
  // Programs that are not there cannot signal.
  func->setAttr("kopt.cooperative", b.getUnitAttr());
  Type i32 = b.getI32Type();
  Value flags = mapping.lookup(op.getFlags());
  Values indices;
  for (Value index : op.getIndices())
    indices.push_back(mapping.lookup(index));
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 32);
  };
  Value signals =
      arith::IndexCastOp::create(b, i32, mapping.lookup(op.getSignals()));
  Value readers =
      arith::IndexCastOp::create(b, i32, mapping.lookup(op.getReaders()));
  Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      getThreadId(), constantIndex(0));
  when(first, [&] {
    auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
    b.createBlock(&loop.getBefore());
    Value seen = nv::LoadAcquireOp::create(b, i32, flags, indices);
    seen = arith::AndIOp::create(b, seen, number((1 << readerBits) - 1));
    Value waits =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, seen, signals);
    scf::ConditionOp::create(b, waits, ValueRange());
    b.createBlock(&loop.getAfter());
    scf::YieldOp::create(b);

    b.setInsertionPointAfter(loop);
    Value one = number(1 << readerBits);
    Value old = nv::AddReleaseOp::create(b, i32, one, flags, indices);
    Value now = arith::AddIOp::create(b, old, one);
    Value isLast = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq,
        arith::ShRUIOp::create(b, now, number(readerBits)), readers);
    when(isLast, [&] {
      nv::AddReleaseOp::create(b, i32, arith::SubIOp::create(b, number(0), now),
                               flags, indices);
    });
  });
  gpu::BarrierOp::create(b);
}
