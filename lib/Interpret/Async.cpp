//===- Async.cpp - Channels, roles, products in flight --------------------===//

#include "lib/Interpret/Machine.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

uint64_t Channel::released() const {
  uint64_t least = published;
  for (const auto &[side, reader] : readers)
    least = std::min(least, reader.released);
  return readers.empty() ? 0 : least;
}

std::string Channel::fill() const {
  return std::to_string(published - released()) + " of " +
         std::to_string(ChannelOp(op).getStages()) + " places full, " +
         std::to_string(acquired - published) + " acquired";
}

/// A queue with a side for each role, and each replica of it, that receives.
static std::shared_ptr<Channel> makeChannel(ChannelOp op) {
  auto channel = std::make_shared<Channel>();
  channel->op = op;
  for (Operation *user : op.getChannel().getUsers()) {
    if (!isa<ReceiveOp>(user))
      continue;
    auto role = user->getParentOfType<RoleOp>();
    int64_t sides =
        role && !role.isAlternating() ? int64_t(role.getReplicas()) : 1;
    for (int64_t i = 0; i < sides; ++i)
      channel->readers[{role, i}];
  }
  return channel;
}

static Reader &readerOf(Agent &agent, Channel &channel) {
  bool isAlone = !agent.role || agent.role.isAlternating();
  return channel.readers[{agent.role, isAlone ? 0 : agent.replica}];
}

static LogicalResult acquire(Agent &agent, AcquireOp op) {
  std::shared_ptr<Channel> channel = agent.get(op, op.getChannel()).channel;
  uint64_t stages = channel->op.getStages();
  auto ready = [channel, stages] {
    return channel->acquired - channel->released() < stages;
  };
  auto what = [channel] { return "a free place: " + channel->fill(); };
  if (failed(agent.await(op, ready, what)))
    return failure();
  ++channel->acquired;
  return success();
}

static LogicalResult publish(Agent &agent, PublishOp op) {
  std::shared_ptr<Channel> channel = agent.get(op, op.getChannel()).channel;
  if (channel->published == channel->acquired)
    return agent.stop("channel", op,
                      "expected an acquired place, but got none: " +
                          channel->fill());
  std::vector<Datum> tuple;
  for (Value value : op.getTiles()) {
    tuple.push_back(agent.get(op, value));
    tuple.back().lease = nullptr;
  }
  channel->tuples.push_back(std::move(tuple));
  ++channel->published;
  return success();
}

static LogicalResult receive(Agent &agent, ReceiveOp op) {
  std::shared_ptr<Channel> channel = agent.get(op, op.getChannel()).channel;
  Reader &reader = readerOf(agent, *channel);
  auto ready = [channel, &reader] {
    return reader.received < channel->published;
  };
  auto what = [channel] { return "a tuple: " + channel->fill(); };
  if (failed(agent.await(op, ready, what)))
    return failure();
  auto lease = std::make_shared<Lease>();
  lease->channel = channel->op;
  reader.leases.push_back(lease);
  const std::vector<Datum> &tuple = channel->tuples[reader.received++];
  for (auto [result, datum] : llvm::zip(op.getTiles(), tuple)) {
    agent.values[result] = datum;
    agent.values[result].lease = lease;
  }
  return success();
}

static LogicalResult release(Agent &agent, ReleaseOp op) {
  std::shared_ptr<Channel> channel = agent.get(op, op.getChannel()).channel;
  Reader &reader = readerOf(agent, *channel);
  if (reader.leases.empty())
    return agent.stop("channel", op,
                      "expected a received place, but got none: " +
                          channel->fill());
  reader.leases.front()->released = true;
  reader.leases.pop_front();
  ++reader.released;
  // What nobody can receive any more need not be kept.
  if (uint64_t done = channel->released())
    channel->tuples[done - 1].clear();
  return success();
}

//===----------------------------------------------------------------------===//
// Roles and turns
//===----------------------------------------------------------------------===//

static LogicalResult runRoles(Agent &agent, RolesOp op) {
  auto running = std::make_shared<SmallVector<std::shared_ptr<bool>>>();
  for (RoleOp role : op.getBody().getOps<RoleOp>()) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(role.getBody(), captured);
    int64_t count = role.isAlternating() ? 1 : int64_t(role.getReplicas());
    for (int64_t i = 0; i < count; ++i) {
      auto child = std::make_unique<Agent>(agent.launch, agent.program);
      child->role = role;
      child->replica = i;
      child->body = &role.getBody();
      for (Value value : captured)
        child->values[value] = agent.values[value];
      child->ended = std::make_shared<bool>(false);
      running->push_back(child->ended);
      agent.launch.agents.push_back(std::move(child));
    }
  }
  auto ready = [running] {
    return llvm::all_of(*running, [](auto &ended) { return *ended; });
  };
  return agent.await(op, ready, [] { return "its roles to end"; });
}

static LogicalResult runInTurn(Agent &agent, OrderOp op) {
  uint64_t &turn = agent.program->turns[{agent.role, op.getName().str()}];
  int64_t replicas = int64_t(agent.role.getReplicas());
  auto ready = [&turn, replicas, self = agent.replica] {
    return int64_t(turn % uint64_t(replicas)) == self;
  };
  auto what = [&turn, replicas, op]() mutable {
    return "its turn at \"" + op.getName().str() +
           "\", which is that of replica " +
           std::to_string(turn % uint64_t(replicas));
  };
  if (failed(agent.await(op, ready, what)) ||
      failed(agent.run(op.getBody().front())))
    return failure();
  ++turn;
  for (auto [result, datum] :
       llvm::zip(op.getResults(), agent.results(op.getBody().front())))
    agent.values[result] = datum;
  return success();
}

//===----------------------------------------------------------------------===//
// Products in flight
//===----------------------------------------------------------------------===//

/// Marks a product as having its one user.
static LogicalResult take(Agent &agent, Operation *op, Pending &pending) {
  if (pending.isTaken)
    return agent.stop("channel", op,
                      "expected a product that is neither awaited nor taken "
                      "over, but got one that is");
  pending.isTaken = true;
  return success();
}

static LogicalResult startDot(Agent &agent, DotStartOp op) {
  auto pending = std::make_shared<Pending>();
  pending->op = op;
  pending->a = agent.get(op, op.getA());
  pending->b = agent.get(op, op.getB());
  pending->c = agent.get(op, op.getC());
  if (pending->c.pending && failed(take(agent, op, *pending->c.pending)))
    return failure();
  Datum datum;
  datum.pending = pending;
  agent.values[op.getPending()] = datum;
  return success();
}

/// Computes a product, and before it those that it has taken over.
static const std::shared_ptr<const Bits> &finish(Agent &agent, Operation *op,
                                                 Pending &pending) {
  if (pending.value)
    return pending.value;
  auto start = cast<DotStartOp>(pending.op);
  const std::shared_ptr<const Bits> &sum =
      pending.c.pending ? finish(agent, op, *pending.c.pending)
                        : pending.c.tile;
  for (const Datum *operand : {&pending.a, &pending.b, &pending.c})
    if (operand->lease && operand->lease->released)
      agent.complain("released", start,
                     "reads a tile whose place in the channel has been "
                     "released before the product was done",
                     op);
  pending.value = std::make_shared<const Bits>(multiply(
      start.getLeftType(), start.getRightType(), start.getAccumulatorType(),
      *pending.a.tile, *pending.b.tile, *sum));
  // A chain of products is as long as the loop: keep no more than its end.
  pending.a = pending.b = pending.c = Datum();
  return pending.value;
}

static LogicalResult waitForDot(Agent &agent, DotWaitOp op) {
  std::shared_ptr<Pending> pending = agent.get(op, op.getPending()).pending;
  if (failed(take(agent, op, *pending)))
    return failure();
  Datum datum;
  datum.tile = finish(agent, op, *pending);
  agent.values[op.getResult()] = datum;
  return success();
}

static LogicalResult retireDot(Agent &agent, DotRetireOp op) {
  (void)finish(agent, op, *agent.get(op, op.getPending()).pending);
  return success();
}

std::optional<LogicalResult> Agent::executeAsync(Operation *op) {
  if (auto channel = dyn_cast<ChannelOp>(op)) {
    Datum datum;
    datum.channel = makeChannel(channel);
    values[channel.getChannel()] = datum;
    return success();
  }
  if (auto number = dyn_cast<ReplicaOp>(op)) {
    set(number.getResult(), uint64_t(replica));
    return success();
  }
  if (auto acquiring = dyn_cast<AcquireOp>(op))
    return acquire(*this, acquiring);
  if (auto publishing = dyn_cast<PublishOp>(op))
    return publish(*this, publishing);
  if (auto receiving = dyn_cast<ReceiveOp>(op))
    return receive(*this, receiving);
  if (auto releasing = dyn_cast<ReleaseOp>(op))
    return release(*this, releasing);
  if (auto roles = dyn_cast<RolesOp>(op))
    return runRoles(*this, roles);
  if (auto order = dyn_cast<OrderOp>(op))
    return runInTurn(*this, order);
  if (auto start = dyn_cast<DotStartOp>(op))
    return startDot(*this, start);
  if (auto wait = dyn_cast<DotWaitOp>(op))
    return waitForDot(*this, wait);
  if (auto retire = dyn_cast<DotRetireOp>(op))
    return retireDot(*this, retire);
  return std::nullopt;
}
