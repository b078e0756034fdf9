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

/// From now on SIGINT and SIGTERM end this process as ever, but say on standard
/// error that `tool`, which must outlive the process, was interrupted, and at
/// what: the text of `noteStage` last.
void reportInterruption(const char *tool);

/// What the process does now, of which at most 255 bytes are kept.
void noteStage(const char *text);

} // namespace kopt

#endif // KOPT_SUPPORT_SIGNALS_H
