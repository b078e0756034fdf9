//===- Signals.h - How a process meets its end ------------------*- C++ -*-===//

#ifndef KOPT_SUPPORT_SIGNALS_H
#define KOPT_SUPPORT_SIGNALS_H

namespace kopt {

/// Makes a write past the limit of file sizes (`ulimit -f`) fail with EFBIG,
/// instead of ending the process with its output half written.
void ignoreFileSizeSignal();

/// Has the kernel send `signal` to this process when the thread that started
/// it ends, however that happens. Ends it at once where its parent is no longer
/// the process `parent`. Safe between fork and exec, which keeps it.
void endWithParent(int signal, int parent);

} // namespace kopt

#endif // KOPT_SUPPORT_SIGNALS_H
