//===- Agents.cpp - Fibres and their order --------------------------------===//

#include "lib/Interpret/Machine.h"

#include <sys/mman.h>

using namespace mlir;
using namespace kopt;
using namespace kopt::interpret;
namespace bc = boost::context::detail;

constexpr size_t kStackBytes = 1 << 20, kGuardBytes = 4096;
/// Programs under way at once where a seed mixes them.
constexpr size_t kMostAgents = 64;

//===----------------------------------------------------------------------===//
// One agent
//===----------------------------------------------------------------------===//

Agent::Agent(Launch &launch, std::shared_ptr<Program> program)
    : launch(launch), program(std::move(program)) {}

Agent::~Agent() {
  if (stack)
    munmap(stack, kStackBytes + kGuardBytes);
}

std::string Agent::name() const {
  std::string text = "program (";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(program->ids, os, [&](int64_t id) { os << id; });
  os << ")";
  if (role) {
    RoleOp op = role;
    os << " role \"" << op.getName() << "\"";
    if (op.getReplicas() > 1)
      os << " replica " << replica;
  }
  return text;
}

static void fiberMain(bc::transfer_t from) {
  Agent *agent = static_cast<Agent *>(from.data);
  agent->scheduler = from.fctx;
  // A failure has been reported, and has stopped the launch.
  (void)agent->run(agent->body->front());
  agent->done = true;
  if (agent->ended)
    *agent->ended = true;
  bc::jump_fcontext(agent->scheduler, nullptr);
  __builtin_trap();
}

void Agent::resume() {
  if (!stack) {
    void *mapped =
        mmap(nullptr, kStackBytes + kGuardBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
      (void)stop("resources", launch.kernel, "no address space for a stack");
      done = true;
      return;
    }
    stack = static_cast<char *>(mapped);
    mprotect(stack, kGuardBytes, PROT_NONE);
    context = bc::make_fcontext(stack + kGuardBytes + kStackBytes, kStackBytes,
                                fiberMain);
  }
  context = bc::jump_fcontext(context, this).fctx;
}

LogicalResult Agent::await(Operation *op, std::function<bool()> ready,
                           std::function<std::string()> what) {
  // A seed also lets others go first where nobody has to wait.
  if (!ready() || launch.seed) {
    wait = {op, std::move(ready), std::move(what)};
    scheduler = bc::jump_fcontext(scheduler, nullptr).fctx;
    wait = {};
  }
  return failure(launch.stopped);
}

void Agent::complain(const char *kind, Operation *op, const std::string &text,
                     Operation *other) {
  launch.report(kind, op, text + ", " + name(), other);
}

LogicalResult Agent::stop(const char *kind, Operation *op,
                          const std::string &text) {
  complain(kind, op, text);
  launch.stopped = true;
  return failure();
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

void Launch::report(const char *kind, Operation *op, const std::string &text,
                    Operation *other) {
  gate::DeviceReport report;
  report.kind = kind;
  report.text = text;
  report.operation = op->getName().getStringRef().str();
  report.location = locationText(op->getLoc());
  if (other) {
    report.noteOperation = other->getName().getStringRef().str();
    report.noteLocation = locationText(other->getLoc());
  }
  for (gate::DeviceReport &known : *reports)
    if (known.kind == report.kind && known.location == report.location &&
        known.operation == report.operation) {
      ++known.count;
      return;
    }
  reports->push_back(std::move(report));
}

bool Launch::isLate(Operation *op) {
  // Asking for the time takes longer than most operations.
  if (deadline <= 0 || ++steps % 64 || processorSeconds() <= deadline)
    return false;
  report("timeout", op, "expected the launches to end in their time");
  return true;
}

/// Starts the next program of the grid; false where there is none.
bool Launch::startProgram() {
  uint64_t count = 1;
  for (int64_t extent : extents)
    count *= uint64_t(extent);
  if (next == count)
    return false;
  auto program = std::make_shared<Program>();
  program->number = firstProgram + uint32_t(next);
  uint64_t rest = next++;
  for (int64_t extent : llvm::reverse(extents)) {
    program->ids.insert(program->ids.begin(), int64_t(rest % extent));
    rest /= extent;
  }
  auto agent = std::make_unique<Agent>(*this, program);
  agent->body = &kernel.getBody();
  for (auto [argument, value] :
       llvm::zip(kernel.getBody().getArguments(), arguments))
    agent->values[argument] = value;
  agents.push_back(std::move(agent));
  return true;
}

/// Who goes on: the first that can, or by the seed any of those.
Agent *Launch::choose() {
  llvm::SmallVector<Agent *> ready;
  for (auto &agent : agents)
    if (!agent->done && (!agent->wait.op || stopped || agent->wait.ready())) {
      if (!seed)
        return agent.get();
      ready.push_back(agent.get());
    }
  if (ready.empty())
    return nullptr;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return ready[random % ready.size()];
}

void Launch::reportDeadlock() {
  // A program waits for its roles, which say themselves what they wait for.
  for (auto &agent : agents)
    if (!agent->done && !isa<RolesOp>(agent->wait.op))
      report("deadlock", agent->wait.op,
             "no agent can go on: " + agent->name() + " waits for " +
                 agent->wait.what());
  stopped = true;
}

void Launch::run() {
  random = (seed + 1) * 0x9E3779B97F4A7C15ull | 1;
  kernel.getBody().walk(
      [&](Operation *op) { isSignalling |= isa<SignalOp, AwaitOp>(op); });
  while (true) {
    llvm::erase_if(agents, [](auto &agent) { return agent->done; });
    // In order: a program begins where no other can go on.
    if (seed && !stopped && agents.size() < kMostAgents)
      startProgram();
    if (Agent *agent = choose()) {
      agent->resume();
      continue;
    }
    if (!stopped && startProgram())
      continue;
    if (agents.empty())
      return;
    reportDeadlock();
  }
}
