//===- Signals.cpp - How a process meets its end --------------------------===//

#include "kopt/Support/Signals.h"

#include <csignal>
#include <cstring>
#include <initializer_list>
#include <sys/prctl.h>
#include <unistd.h>

void kopt::ignoreFileSizeSignal() { std::signal(SIGXFSZ, SIG_IGN); }

void kopt::endWithParent(int signal, int parent) {
  ::prctl(PR_SET_PDEATHSIG, signal);
  // The parent may have ended before.
  if (::getppid() != parent)
    ::_exit(1);
}

// A handler may call little and is given nothing, so these are global.
static const char *interruptedTool = "";
static char interruptedStage[256] = "";

static void sayInterrupted(int signal) {
  auto say = [](const char *text) {
    (void)!::write(STDERR_FILENO, text, std::strlen(text));
  };
  say(interruptedTool);
  say(": error: interrupted by ");
  say(signal == SIGINT ? "SIGINT" : "SIGTERM");
  if (interruptedStage[0]) {
    say(" at ");
    say(interruptedStage);
  }
  say("; nothing is written\n");
  // The handler was taken off as it was called: this ends the process.
  ::raise(signal);
}

void kopt::reportInterruption(const char *tool) {
  interruptedTool = tool;
  struct sigaction action = {};
  action.sa_handler = sayInterrupted;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  for (int signal : {SIGINT, SIGTERM})
    ::sigaction(signal, &action, nullptr);
}

void kopt::noteStage(const char *text) {
  // Read at any moment: ends in a zero always.
  std::strncpy(interruptedStage, text, sizeof interruptedStage - 1);
}
