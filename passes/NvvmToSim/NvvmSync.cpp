//===- NvvmSync.cpp - Special registers, barriers, warp exchanges ---------===//

#include "passes/NvvmToSim/Emitter.h"
#include <cstddef>

using namespace mlir;
using namespace kopt::sim;

/// Offsets of the special registers by operation name.
static llvm::StringMap<unsigned> makeSpecialRegisters() {
  llvm::StringMap<unsigned> map;
  auto add = [&](StringRef name, unsigned offset) {
    map[("nvvm.read.ptx.sreg." + name).str()] = offset;
  };
  auto addXYZ = [&](StringRef name, unsigned offset) {
    add((name + ".x").str(), offset);
    add((name + ".y").str(), offset + 4);
    add((name + ".z").str(), offset + 8);
  };
  addXYZ("tid", offsetof(Sregs, tid));
  addXYZ("ntid", offsetof(Sregs, ntid));
  addXYZ("ctaid", offsetof(Sregs, ctaid));
  addXYZ("nctaid", offsetof(Sregs, nctaid));
  addXYZ("clusterid", offsetof(Sregs, clusterid));
  addXYZ("nclusterid", offsetof(Sregs, nclusterid));
  addXYZ("cluster.ctaid", offsetof(Sregs, cctaid));
  addXYZ("cluster.nctaid", offsetof(Sregs, cnctaid));
  add("laneid", offsetof(Sregs, laneid));
  add("warpid", offsetof(Sregs, warpid));
  add("nwarpid", offsetof(Sregs, nwarpid));
  add("smid", offsetof(Sregs, smid));
  add("cluster.ctarank", offsetof(Sregs, ctarank));
  add("cluster.nctarank", offsetof(Sregs, nctarank));
  add("warpsize", offsetof(Sregs, warpsize));
  add("dynamic.smem.size", offsetof(Sregs, dynSmem));
  add("total.smem.size", offsetof(Sregs, totalSmem));
  add("lanemask.eq", offsetof(Sregs, lanemaskEq));
  add("lanemask.le", offsetof(Sregs, lanemaskLe));
  add("lanemask.lt", offsetof(Sregs, lanemaskLt));
  add("lanemask.ge", offsetof(Sregs, lanemaskGe));
  add("lanemask.gt", offsetof(Sregs, lanemaskGt));
  return map;
}

/// A barrier of all threads, or of a number of them; `arrive` does not wait.
static bool barrier(Emitter &emitter, Operation *op, Value id, Value threads,
                    bool arrive) {
  Location loc = op->getLoc();
  Value zero = emitter.constant(loc, 0);
  emitter.call(loc, "__kopt_sim_barrier", {},
               {emitter.self, id ? id : zero, threads ? threads : zero,
                emitter.constant(loc, arrive), emitter.site(op)});
  return emitter.replace(op);
}

static bool shuffle(Emitter &emitter, NVVM::ShflOp op) {
  OpBuilder &builder = emitter.builder;
  Location loc = op.getLoc();
  Value value = op.getVal();
  if (value.getType() != emitter.i32)
    value = LLVM::BitcastOp::create(builder, loc, emitter.i32, value);
  Value out = emitter.slot(loc, emitter.i32);
  Value inRange =
      emitter.call(loc, "__kopt_sim_shfl", emitter.i1,
                   {emitter.self, emitter.constant(loc, int64_t(op.getKind())),
                    op.getThreadMask(), value, op.getOffset(),
                    op.getMaskAndClamp(), out, emitter.site(op)});
  Value result = LLVM::LoadOp::create(builder, loc, op.getVal().getType(), out);
  if (auto both = dyn_cast<LLVM::LLVMStructType>(op.getRes().getType())) {
    Value pair = LLVM::PoisonOp::create(builder, loc, both);
    pair = LLVM::InsertValueOp::create(builder, loc, pair, result,
                                       ArrayRef<int64_t>{0});
    result = LLVM::InsertValueOp::create(builder, loc, pair, inRange,
                                         ArrayRef<int64_t>{1});
  }
  return emitter.replace(op, result);
}

static bool vote(Emitter &emitter, NVVM::VoteSyncOp op) {
  Location loc = op.getLoc();
  Value result =
      emitter.call(loc, "__kopt_sim_vote", emitter.i32,
                   {emitter.self, emitter.constant(loc, int64_t(op.getKind())),
                    op.getMask(), op.getPred(), emitter.site(op)});
  if (op.getRes().getType() == emitter.i1)
    result = LLVM::ICmpOp::create(emitter.builder, loc, LLVM::ICmpPredicate::ne,
                                  result, emitter.constant(loc, 0));
  return emitter.replace(op, result);
}

static bool redux(Emitter &emitter, NVVM::ReduxOp op) {
  Location loc = op.getLoc();
  if (op.getVal().getType() != emitter.i32)
    return emitter.unsupported(op, "only i32 is reduced across a warp");
  return emitter.replace(
      op,
      emitter.call(loc, "__kopt_sim_redux", emitter.i32,
                   {emitter.self, emitter.constant(loc, int64_t(op.getKind())),
                    op.getMaskAndClamp(), op.getVal(), emitter.site(op)}));
}

bool Emitter::sync(Operation *op) {
  static const llvm::StringMap<unsigned> registers = makeSpecialRegisters();
  Location loc = op->getLoc();
  auto found = registers.find(op->getName().getStringRef());
  if (found != registers.end())
    return replace(op, specialRegister(loc, found->second, i32));
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](NVVM::Barrier0Op) {
        return barrier(*this, op, {}, {}, /*arrive=*/false);
      })
      .Case([&](NVVM::BarrierOp b) {
        if (b.getRes())
          return unsupported(op, "a barrier with a reduction");
        return barrier(*this, op, b.getBarrierId(), b.getNumberOfThreads(),
                       /*arrive=*/false);
      })
      .Case([&](NVVM::BarrierArriveOp b) {
        return barrier(*this, op, b.getBarrierId(), b.getNumberOfThreads(),
                       /*arrive=*/true);
      })
      .Case<NVVM::ClusterArriveOp, NVVM::ClusterArriveRelaxedOp>([&](auto) {
        bool relaxed = isa<NVVM::ClusterArriveRelaxedOp>(op);
        call(loc, "__kopt_sim_cluster_arrive", {},
             {self, constant(loc, relaxed), site(op)});
        return replace(op);
      })
      .Case([&](NVVM::ClusterWaitOp) {
        call(loc, "__kopt_sim_cluster_wait", {}, {self, site(op)});
        return replace(op);
      })
      .Case([&](NVVM::MapaOp m) {
        Value there = call(loc, "__kopt_sim_mapa", ptr,
                           {self, m.getA(), m.getB(), site(op)});
        return replace(op, castPointer(loc, there, m.getType()));
      })
      .Case([&](NVVM::SyncWarpOp s) {
        call(loc, "__kopt_sim_syncwarp", {}, {self, s.getMask(), site(op)});
        return replace(op);
      })
      .Case([&](NVVM::ShflOp s) { return shuffle(*this, s); })
      .Case([&](NVVM::VoteSyncOp v) { return vote(*this, v); })
      .Case([&](NVVM::ReduxOp r) { return redux(*this, r); })
      .Case([&](NVVM::ElectSyncOp e) {
        Value mask = e.getMembermask() ? e.getMembermask() : constant(loc, -1);
        return replace(
            op, call(loc, "__kopt_sim_elect", i1, {self, mask, site(op)}));
      })
      // Order between blocks and power hints: nothing to do on a machine that
      // runs one thread at a time.
      .Case<NVVM::MembarOp, NVVM::NanosleepOp>(
          [&](auto) { return replace(op); })
      .Default(false);
}
