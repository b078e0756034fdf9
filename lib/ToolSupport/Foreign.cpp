//===- Foreign.cpp - Text from others -------------------------------------===//

#include "kopt/ToolSupport/Foreign.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace kopt;

/// The child's exit status after printing too much.
static constexpr int tooLong = 17;

namespace {

/// Drops what is printed and ends the process after so many bytes.
class LimitedStream : public llvm::raw_ostream {
public:
  explicit LimitedStream(size_t most) : most(most) {}
  ~LimitedStream() override { flush(); }

private:
  void write_impl(const char *, size_t size) override {
    written += size;
    if (written > most)
      ::_exit(tooLong);
  }
  uint64_t current_pos() const override { return written; }
  size_t most, written = 0;
};

} // namespace

/// What the bytes alone show.
static std::optional<ForeignError> scan(size_t number, StringRef text,
                                        const ForeignLimits &limits) {
  if (text.size() > limits.bytes)
    return ForeignError{number, 1, 1,
                        "expected at most " + std::to_string(limits.bytes) +
                            " bytes, but got " + std::to_string(text.size())};
  if (auto place = findDeepNesting(text))
    return ForeignError{number, place->first, place->second, deepNesting};
  if (text.starts_with("ML\xefR"))
    return std::nullopt;
  size_t aliases = 0;
  unsigned line = 0;
  for (StringRef rest = text; !rest.empty();) {
    auto [first, others] = rest.split('\n');
    rest = others;
    ++line;
    first = first.ltrim();
    if ((first.starts_with("!") || first.starts_with("#")) &&
        ++aliases > limits.aliases)
      return ForeignError{number, line, 1,
                          "expected at most " + std::to_string(limits.aliases) +
                              " aliases"};
  }
  return std::nullopt;
}

static void limitProcess(const ForeignLimits &limits) {
  auto limit = [](__rlimit_resource resource, rlim_t most) {
    struct rlimit now;
    if (::getrlimit(resource, &now) == 0) {
      now.rlim_cur = std::min(most, now.rlim_max);
      (void)::setrlimit(resource, &now);
    }
  };
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.seconds);
  limit(RLIMIT_FSIZE, 0);
  // The address space that there is already counts.
  long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  if (pages > 0)
    limit(RLIMIT_AS, rlim_t(pages) * rlim_t(::sysconf(_SC_PAGESIZE)) +
                         rlim_t(limits.memory));
}

/// In the child: all texts, `*done` of which are through.
static void parseAll(const DialectRegistry &registry, ArrayRef<StringRef> texts,
                     const ForeignLimits &limits, volatile uint32_t *done) {
  // Its death is this process's answer, not a story for the terminal.
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGINT,
                     SIGTERM, SIGXCPU, SIGXFSZ, SIGHUP, SIGPIPE})
    ::signal(signal, SIG_DFL);
  if (int null = ::open("/dev/null", O_RDWR); null >= 0)
    for (int descriptor : {0, 1, 2})
      ::dup2(null, descriptor);
  limitProcess(limits);
  for (StringRef text : texts) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.printOpOnDiagnostic(false);
    context.allowUnregisteredDialects(); // of which more is parsed
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      LimitedStream(limits.printed) << diagnostic;
      return success();
    });
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context), "foreign");
    if (module)
      LimitedStream(limits.printed) << *module;
    *done = *done + 1;
  }
  ::_exit(0);
}

std::optional<ForeignError> kopt::checkForeign(const DialectRegistry &registry,
                                               ArrayRef<StringRef> texts,
                                               const ForeignLimits &limits) {
  for (auto [i, text] : llvm::enumerate(texts))
    if (std::optional<ForeignError> error = scan(i, text, limits))
      return error;
  auto failed = [](const char *what) {
    return ForeignError{0, 1, 1,
                        std::string("cannot be tried: ") + what + ": " +
                            std::strerror(errno)};
  };
  void *shared = ::mmap(nullptr, sizeof(uint32_t), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return failed("mmap");
  auto *done = static_cast<volatile uint32_t *>(shared);
  int process = ::fork();
  if (process == 0)
    parseAll(registry, texts, limits, done);
  int status = 0;
  bool isWaited = process > 0;
  while (isWaited && ::waitpid(process, &status, 0) < 0)
    isWaited = errno == EINTR;
  size_t through = *done;
  ::munmap(shared, sizeof(uint32_t));
  if (!isWaited)
    return failed("fork");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return std::nullopt;
  std::string text;
  if (WIFEXITED(status) && WEXITSTATUS(status) == tooLong)
    text = "expected text that prints as at most " +
           std::to_string(limits.printed) + " bytes";
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    text = "expected text that is parsed and printed within " +
           std::to_string(limits.seconds) + " s";
  else if (WIFSIGNALED(status))
    text = std::string("expected text that can be parsed and printed, but it "
                       "ended the parser: ") +
           ::strsignal(WTERMSIG(status));
  else
    text = "expected text that can be parsed and printed within " +
           std::to_string(limits.memory) + " bytes of memory";
  return ForeignError{through, 1, 1, text};
}

LogicalResult kopt::checkForeignText(MLIRContext *context, StringRef text,
                                     StringRef file) {
  auto error = checkForeign(context->getDialectRegistry(), text);
  if (!error)
    return success();
  return emitError(
             FileLineColLoc::get(context, file, error->line, error->column))
         << error->message;
}
