//===- Signals.cpp - How a process meets its end --------------------------===//

#include "kopt/Support/Signals.h"

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

void kopt::ignoreFileSizeSignal() { std::signal(SIGXFSZ, SIG_IGN); }

void kopt::endWithParent(int signal, int parent) {
  ::prctl(PR_SET_PDEATHSIG, signal);
  // The parent may have ended before.
  if (::getppid() != parent)
    ::_exit(1);
}
