//===- Child.cpp - The original in a process of its own -------------------===//
//
// The original is the user's text, compiled without checks: it may assert what
// does not hold, divide by zero, read where nothing is, recurse or loop for
// ever. It runs in a forked child, whose results come back in an anonymous
// file.
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "kopt/Support/Signals.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

namespace kopt::oracle {
namespace {

/// The file of the child's results, in the child.
int resultFile = -1;
std::string lastMessage;

/// How a child ends that has written results, or the reason why there are none.
constexpr int kResults = 0, kReason = 1;

void writeBytes(int file, const void *data, size_t size) {
  auto *at = static_cast<const char *>(data);
  while (size) {
    ssize_t done = ::write(file, at, size);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      _exit(kReason);
    at += done;
    size -= size_t(done);
  }
}

[[noreturn]] void endWith(const std::string &reason) {
  (void)!::ftruncate(resultFile, 0);
  ::lseek(resultFile, 0, SEEK_SET);
  writeBytes(resultFile, reason.data(), reason.size());
  _exit(kReason);
}

/// Values in order, each array behind its length.
struct Writer {
  template <typename T> void operator()(const T &value) {
    writeBytes(resultFile, &value, sizeof value);
  }
  template <typename T> void operator()(const std::vector<T> &values) {
    (*this)(uint64_t(values.size()));
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      writeBytes(resultFile, values.data(), values.size() * sizeof(T));
    else
      for (const auto &value : values)
        (*this)(T(value));
  }
};

struct Reader {
  const char *at;
  template <typename T> void operator()(T &value) {
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
  }
  template <typename T> void operator()(std::vector<T> &values) {
    uint64_t size;
    (*this)(size);
    values.resize(size);
    if constexpr (std::is_same_v<T, bool>) {
      for (uint64_t i = 0; i < size; ++i)
        values[i] = *at++;
    } else if constexpr (std::is_arithmetic_v<T>) {
      if (size)
        std::memcpy(values.data(), at, size * sizeof(T));
      at += size * sizeof(T);
    } else {
      for (T &value : values)
        (*this)(value);
    }
  }
};

template <typename Io, typename Tensor> void visit(Io &io, Tensor &tensor) {
  io(tensor.dtype);
  io(tensor.shape);
  auto &values = tensor.values;
  io(values.wide);
  io(values.narrow);
  io(values.exact);
  io(values.deviations);
  io(values.eitherZero);
  io(values.ranged);
  io(values.alternatives);
}

void limitChild(unsigned seconds) {
  struct rlimit time = {seconds, seconds + 1}, none = {0, 0};
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_CORE, &none);
  // As much more as this machine has, so that allocation fails, not the
  // machine.
  struct rlimit space;
  uint64_t machine =
      uint64_t(::sysconf(_SC_PHYS_PAGES)) * uint64_t(::sysconf(_SC_PAGESIZE));
  if (::getrlimit(RLIMIT_AS, &space) == 0 && machine < space.rlim_cur) {
    space.rlim_cur = machine;
    ::setrlimit(RLIMIT_AS, &space);
  }
  // Handlers of this tool would print the stack and more.
  for (int signal :
       {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGXCPU})
    ::signal(signal, SIG_DFL);
}

/// What a status of waitpid says, but for results.
std::string describe(int status, unsigned seconds) {
  if (!WIFSIGNALED(status))
    return "it ended its process";
  switch (WTERMSIG(status)) {
  case SIGXCPU:
  case SIGKILL:
    return "it did not end within " + std::to_string(seconds) +
           " s of processor time, or was killed";
  case SIGFPE:
    return "an integer was divided by zero, or overflowed in a division";
  case SIGSEGV:
  case SIGBUS:
    return "an access outside of its memory, or recursion without end";
  default:
    return std::string("signal ") + std::to_string(WTERMSIG(status)) + ", " +
           ::strsignal(WTERMSIG(status));
  }
}

} // namespace

int takeMessage(const char *text) {
  lastMessage = text;
  return 0;
}
void endByAssertion() {
  endWith("an assertion does not hold: \"" + lastMessage + "\"");
}
void endWithoutMemory(size_t bytes) {
  endWith("no memory for " + std::to_string(bytes) + " bytes");
}

FailureOr<std::vector<OracleTensor>>
inChild(MLIRContext *context, unsigned seconds,
        llvm::function_ref<FailureOr<std::vector<OracleTensor>>()> compute,
        std::string &reason) {
  auto failed = [&](const std::string &what) {
    reason = what;
    return failure();
  };
  int file = ::memfd_create("kopt-oracle", MFD_CLOEXEC);
  if (file < 0)
    return failed(std::string("no file for its results: ") + ::strerror(errno));
  llvm::scope_exit close([&] { ::close(file); });
  int parent = int(::getpid());
  pid_t child = ::fork();
  if (child < 0)
    return failed(std::string("no process for it: ") + ::strerror(errno));
  if (child == 0) {
    endWithParent(SIGKILL, parent);
    resultFile = file;
    limitChild(seconds);
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        endWith(diagnostic.str());
      return success();
    });
    auto results = compute();
    if (mlir::failed(results))
      endWith("it failed");
    Writer write;
    write(uint64_t(results->size()));
    for (const OracleTensor &tensor : *results)
      visit(write, tensor);
    _exit(kResults);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  off_t size = ::lseek(file, 0, SEEK_END);
  if (!WIFEXITED(status) || size <= 0)
    return failed(describe(status, seconds));
  void *data = ::mmap(nullptr, size_t(size), PROT_READ, MAP_PRIVATE, file, 0);
  if (data == MAP_FAILED)
    return failed(std::string("its results: ") + ::strerror(errno));
  llvm::scope_exit unmap([&] { ::munmap(data, size_t(size)); });
  if (WEXITSTATUS(status) != kResults)
    return failed(std::string(static_cast<char *>(data), size_t(size)));
  Reader read{static_cast<char *>(data)};
  uint64_t count;
  read(count);
  std::vector<OracleTensor> results(count);
  for (OracleTensor &tensor : results)
    visit(read, tensor);
  return results;
}

} // namespace kopt::oracle
