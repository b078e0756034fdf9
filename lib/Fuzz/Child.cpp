//===- Child.cpp - Cases in processes of their own ------------------------===//

#include "Child.h"
#include "kopt/Support/Signals.h"
#include "lib/Support/Json.h"

#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kopt;
using namespace kopt::fuzz;

/// Numbers that a case's log has room for.
static constexpr size_t logCapacity = 16384;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

static void send(int pipe, const Json &message) {
  std::string line = dumpJson(message, -1) + "\n";
  for (size_t at = 0; at < line.size();) {
    ssize_t written = ::write(pipe, line.data() + at, line.size() - at);
    if (written <= 0)
      ::_exit(1); // the parent is gone
    at += size_t(written);
  }
}

static void runCases(const FuzzOptions &options, int pipe, uint32_t *log,
                     uint64_t first, uint64_t step, uint64_t end,
                     const std::vector<uint32_t> *given) {
  struct rlimit none = {0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  std::unique_ptr<Workbench> bench;
  unsigned runs = 0;
  for (uint64_t seed = first; seed < end; seed += step) {
    // A context keeps every type and attribute it has met.
    if (!bench || ++runs % 50 == 0)
      bench = Workbench::create(options);
    if (!bench)
      ::_exit(1);
    log[0] = 0;
    send(pipe, {{"begin", seed}});
    double start = now();
    Choices choices = given ? Choices(*given) : Choices(seed);
    choices.record(log, logCapacity);
    Outcome outcome = bench->run(choices);
    Json message = {{"seed", seed},
                    {"kind", unsigned(outcome.kind)},
                    {"reason", outcome.reason},
                    {"detail", outcome.detail},
                    {"change", outcome.change},
                    {"steps", outcome.steps},
                    {"cards", outcome.cards},
                    {"operations", outcome.operations},
                    {"types", outcome.types},
                    {"seconds", now() - start}};
    for (const Outcome::Mutant &mutant : outcome.mutants)
      message["mutants"].push_back(
          {mutant.fault, unsigned(mutant.fate), mutant.why});
    if (outcome.kind == Outcome::Finding) {
      message["original"] = outcome.original;
      message["candidate"] = outcome.candidate;
      message["base"] = outcome.base;
      message["shapes"] = outcome.shapes;
      message["choices"] = choices.drawn();
    }
    send(pipe, message);
  }
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

std::optional<Child> Child::start(const FuzzOptions &options, uint64_t first,
                                  uint64_t step, uint64_t end,
                                  const std::vector<uint32_t> *choices) {
  int ends[2];
  void *shared =
      ::mmap(nullptr, (logCapacity + 1) * sizeof(uint32_t),
             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return std::nullopt;
  Child child;
  child.log = static_cast<uint32_t *>(shared);
  if (::pipe(ends))
    return std::nullopt;
  int parent = int(::getpid());
  int process = ::fork();
  if (process < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return std::nullopt;
  }
  if (process == 0) {
    ::close(ends[0]);
    endWithParent(SIGKILL, parent);
    runCases(options, ends[1], child.log, first, step, end, choices);
    ::_exit(0); // the parent's streams are not this one's to flush
  }
  ::close(ends[1]);
  child.pipe = ends[0];
  child.process = process;
  child.since = now();
  return child;
}

Child::Child(Child &&other) { *this = std::move(other); }

Child &Child::operator=(Child &&other) {
  std::swap(pipe, other.pipe);
  std::swap(process, other.process);
  std::swap(buffer, other.buffer);
  std::swap(begun, other.begun);
  std::swap(since, other.since);
  std::swap(log, other.log);
  return *this;
}

Child::~Child() {
  if (process > 0) {
    kill();
    (void)wait();
  }
  if (pipe >= 0)
    ::close(pipe);
  if (log)
    ::munmap(log, (logCapacity + 1) * sizeof(uint32_t));
}

bool Child::read() {
  char bytes[1 << 16];
  ssize_t got = ::read(pipe, bytes, sizeof(bytes));
  if (got < 0 && errno == EINTR)
    return true;
  if (got <= 0)
    return false;
  buffer.append(bytes, size_t(got));
  return true;
}

std::optional<Report> Child::next() {
  for (;;) {
    size_t end = buffer.find('\n');
    if (end == std::string::npos)
      return std::nullopt;
    Json message = parseJson(buffer.substr(0, end));
    buffer.erase(0, end + 1);
    since = now();
    if (message.contains("begin")) {
      begun = message["begin"].get<uint64_t>();
      continue;
    }
    begun.reset();
    Report report;
    Outcome &outcome = report.outcome;
    report.seed = message["seed"].get<uint64_t>();
    report.seconds = message["seconds"].get<double>();
    outcome.kind = Outcome::Kind(message["kind"].get<unsigned>());
    outcome.reason = message["reason"].get<std::string>();
    outcome.detail = message["detail"].get<std::string>();
    outcome.change = message["change"].get<std::string>();
    message["steps"].get_to(outcome.steps);
    message["cards"].get_to(outcome.cards);
    message["operations"].get_to(outcome.operations);
    message["types"].get_to(outcome.types);
    if (message.contains("mutants"))
      for (const Json &mutant : message["mutants"])
        outcome.mutants.push_back(
            {mutant[0].get<std::string>(),
             Outcome::Mutant::Fate(mutant[1].get<unsigned>()),
             mutant[2].get<std::string>()});
    if (outcome.kind == Outcome::Finding) {
      outcome.original = message["original"].get<std::string>();
      outcome.candidate = message["candidate"].get<std::string>();
      outcome.base = message["base"].get<std::string>();
      message["shapes"].get_to(outcome.shapes);
      message["choices"].get_to(report.choices);
    }
    return report;
  }
}

double Child::secondsOfCase() const { return now() - since; }

std::vector<uint32_t> Child::drawn() const {
  size_t count = std::min<size_t>(log[0], logCapacity);
  return {log + 1, log + 1 + count};
}

std::string Child::wait() {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  process = -1;
  if (WIFSIGNALED(status))
    return "signal " + std::to_string(WTERMSIG(status)) + " (" +
           ::strsignal(WTERMSIG(status)) + ")";
  return WEXITSTATUS(status) ? "status " + std::to_string(WEXITSTATUS(status))
                             : "";
}

void Child::kill() { ::kill(process, SIGKILL); }

Report fuzz::runOne(const FuzzOptions &options, std::vector<uint32_t> choices) {
  Report report;
  report.choices = choices;
  report.outcome.kind = Outcome::Finding;
  std::optional<Child> child = Child::start(options, 0, 1, 1, &choices);
  if (!child) {
    report.outcome.reason = "start";
    return report;
  }
  for (;;) {
    struct pollfd ready = {child->descriptor(), POLLIN, 0};
    (void)::poll(&ready, 1, 200);
    if (child->secondsOfCase() > options.caseSeconds) {
      report.outcome.reason = "hang";
      return report;
    }
    if (!ready.revents)
      continue;
    bool isOpen = child->read();
    if (std::optional<Report> done = child->next()) {
      if (done->choices.empty())
        done->choices = choices;
      return *done;
    }
    if (!isOpen)
      break;
  }
  report.outcome.reason = "crash";
  report.outcome.detail = child->wait();
  return report;
}

/// Fewer numbers, then smaller ones. Each attempt is a case of its own, legal
/// by construction, in a process of its own.
Report fuzz::reduce(const FuzzOptions &options, Report best) {
  double end = now() + options.reduceSeconds;
  std::string reason = best.outcome.reason;
  auto attempt = [&](std::vector<uint32_t> choices) {
    if (now() > end || choices == best.choices)
      return false;
    Report report = runOne(options, choices);
    if (report.outcome.kind != Outcome::Finding ||
        report.outcome.reason != reason)
      return false;
    best = std::move(report);
    return true;
  };
  for (bool isSmaller = true; isSmaller && now() < end;) {
    isSmaller = false;
    for (size_t length = best.choices.size() / 2; length > 0 && now() < end;
         length /= 2)
      for (size_t at = 0; at < best.choices.size() && now() < end;) {
        std::vector<uint32_t> fewer = best.choices;
        fewer.erase(fewer.begin() + at,
                    fewer.begin() + std::min(at + length, fewer.size()));
        if (attempt(std::move(fewer)))
          isSmaller = true;
        else
          at += length;
      }
    for (size_t at = 0; at < best.choices.size() && now() < end; ++at)
      for (uint32_t smaller : {uint32_t(0), best.choices[at] / 2}) {
        std::vector<uint32_t> fewer = best.choices;
        if (at >= fewer.size() || smaller >= fewer[at])
          continue;
        fewer[at] = smaller;
        isSmaller |= attempt(std::move(fewer));
      }
  }
  return best;
}
