//===- AsyncOps.cpp - Roles, channels, turns ------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kopt;

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

LogicalResult ChannelType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<Type> elements) {
  for (Type type : elements) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile || !tile.hasStaticShape())
      return emitError() << "expected a channel of static tiles, but got "
                         << type;
  }
  return success();
}

static bool isProducing(Operation *op) { return isa<AcquireOp, PublishOp>(op); }

LogicalResult ChannelOp::verify() {
  if ((*this)->getParentOfType<RoleOp>())
    return emitOpError("expected to lie outside roles");
  // Which role is on which side; null: none, but the kernel itself.
  Operation *producer = nullptr;
  for (Operation *user : getChannel().getUsers()) {
    if (!isProducing(user) || (producer && producer == user))
      continue;
    if (producer && producer->getParentOfType<RoleOp>() !=
                        user->getParentOfType<RoleOp>()) {
      InFlightDiagnostic diagnostic =
          user->emitOpError("expected one role to fill the channel");
      diagnostic.attachNote(producer->getLoc()) << "another one does here";
      return diagnostic;
    }
    producer = user;
  }
  RoleOp role = producer ? producer->getParentOfType<RoleOp>() : RoleOp();
  if (!role)
    return success();
  if (role.getReplicas() > 1 && !role.isAlternating())
    return producer->emitOpError("expected one replica to fill the channel, "
                                 "but role \"")
           << role.getName() << "\" has " << role.getReplicas()
           << " that cooperate";
  for (Operation *user : getChannel().getUsers())
    if (isa<ReceiveOp, ReleaseOp>(user) &&
        user->getParentOfType<RoleOp>() == role) {
      InFlightDiagnostic diagnostic =
          user->emitOpError("expected another role than \"")
          << role.getName() << "\", which fills the channel";
      diagnostic.attachNote(producer->getLoc()) << "here";
      return diagnostic;
    }
  return success();
}

/// Tiles as the channel has them.
static LogicalResult verifyTuple(Operation *op, ChannelType channel,
                                 TypeRange tiles) {
  if (TypeRange(channel.getElements()) != tiles)
    return op->emitOpError()
           << "expected tiles as in " << channel << ", but got " << tiles;
  return success();
}

LogicalResult PublishOp::verify() {
  return verifyTuple(*this, getChannelType(), getTiles().getTypes());
}

LogicalResult ReceiveOp::verify() {
  return verifyTuple(*this, getChannelType(), getTiles().getTypes());
}

/// The tiles have the types that the channel's type says.
ParseResult kopt::parseTupleOf(OpAsmParser &parser, Type &channel,
                               SmallVectorImpl<Type> &tiles) {
  ChannelType type;
  if (parser.parseCustomTypeWithFallback(type))
    return failure();
  channel = type;
  llvm::append_range(tiles, type.getElements());
  return success();
}

void kopt::printTupleOf(OpAsmPrinter &printer, Operation *, Type channel,
                        TypeRange) {
  printer.printStrippedAttrOrType(cast<ChannelType>(channel));
}

//===----------------------------------------------------------------------===//
// Products in flight
//===----------------------------------------------------------------------===//

RankedTensorType kopt::tileOf(Type type) {
  if (auto pending = dyn_cast<PendingType>(type))
    return pending.getTile();
  return cast<RankedTensorType>(type);
}

ParseResult kopt::parsePendingOf(OpAsmParser &parser, Type &tile,
                                 Type &pending) {
  llvm::SMLoc place = parser.getCurrentLocation();
  if (parser.parseType(tile))
    return failure();
  if (!isa<RankedTensorType, PendingType>(tile))
    return parser.emitError(place, "expected a tile or one in flight, but got ")
           << tile;
  pending = PendingType::get(parser.getContext(), tileOf(tile));
  return success();
}

void kopt::printPendingOf(OpAsmPrinter &printer, Operation *, Type tile, Type) {
  printer << tile;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

LogicalResult
kopt::verifyRegisters(function_ref<InFlightDiagnostic()> emitError,
                      int64_t warps, int64_t regs) {
  if (regs == 0)
    return success();
  if (regs < 24 || regs > 240 || regs % 8)
    return emitError() << "expected regs to be a multiple of 8 from 24 to 240, "
                          "but got "
                       << regs;
  if (warps % 4)
    return emitError() << "expected whole warpgroups, 4 warps each, where regs "
                          "are set, but got "
                       << warps << " warps";
  return success();
}

LogicalResult RolesOp::verify() {
  if (!isa_and_present<KernelOp>((*this)->getParentOp()))
    return emitOpError("expected to lie directly in a kopt.kernel");
  llvm::StringSet<> names;
  int64_t warps = 0;
  for (Operation &op : getBody().front()) {
    auto role = dyn_cast<RoleOp>(op);
    if (!role)
      return op.emitOpError("expected kopt.role only in kopt.roles");
    if (!names.insert(role.getName()).second)
      return role.emitOpError("expected roles of different names, but got \"")
             << role.getName() << "\" twice";
    warps += int64_t(role.getWarps()) * int64_t(role.getReplicas());
  }
  if (warps > 32)
    return emitOpError("expected at most 32 warps in all roles, but got ")
           << warps;
  for (Operation &op : *(*this)->getBlock())
    if (isa<RolesOp>(op) && &op != *this)
      return emitOpError("expected one kopt.roles in a kernel");
  return success();
}

LogicalResult RoleOp::verify() {
  if (std::optional<uint64_t> regs = getRegs()) {
    auto emit = [&] { return emitOpError(); };
    if (*regs == 0)
      return emit() << "expected regs to be a multiple of 8 from 24 to 240, "
                       "but got 0";
    if (failed(verifyRegisters(emit, getWarps(), *regs)))
      return failure();
  }
  return success();
}

/// What each role makes again for itself.
static bool isMadeAgain(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (op->hasTrait<OpTrait::ConstantLike>() ||
                isa<tensor::SplatOp, IotaOp>(op));
}

LogicalResult RoleOp::verifyRegions() {
  WalkResult walk = getBody().walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      bool isOutside = !getBody().isAncestor(operand.getParentRegion());
      if (!isOutside || !isa<TensorType, PendingType>(operand.getType()) ||
          isMadeAgain(operand))
        continue;
      InFlightDiagnostic diagnostic = op->emitOpError("expected role \"")
                                      << getName()
                                      << "\" to capture scalars, memrefs and "
                                         "channels only, but got "
                                      << operand.getType();
      diagnostic.attachNote(operand.getLoc())
          << "put it into a kopt.channel here";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (!isAlternating())
    return success();
  // What is beside the loop must mean the same to each replica.
  scf::ForOp loop;
  for (Operation &op : getBody().front()) {
    if (isMemoryEffectFree(&op))
      continue;
    auto next = dyn_cast<scf::ForOp>(op);
    if (!next || loop || next.getNumResults())
      return op.emitOpError("expected an alternating role to be one loop that "
                            "carries no values");
    loop = next;
  }
  if (!loop)
    return emitOpError("expected an alternating role to be one loop that "
                       "carries no values");
  return success();
}

LogicalResult ReplicaOp::verify() {
  if (!(*this)->getParentOfType<RoleOp>())
    return emitOpError("expected to lie in a kopt.role");
  return success();
}

LogicalResult OrderOp::verify() {
  auto role = (*this)->getParentOfType<RoleOp>();
  if (!role || role.getReplicas() < 2 || role.isAlternating())
    return emitOpError("expected to lie in a role with at least two replicas "
                       "that cooperate");
  auto yield = cast<YieldOp>(getBody().front().getTerminator());
  if (yield.getValues().getTypes() != getResultTypes())
    return emitOpError() << "expected to yield " << getResultTypes()
                         << ", but got " << yield.getValues().getTypes();
  return success();
}
