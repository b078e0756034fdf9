//===- Process.h - A worker process and the pipe to it ----------*- C++ -*-===//

#ifndef LIB_GATE_PROCESS_H
#define LIB_GATE_PROCESS_H

#include "Message.h"

#include <sys/types.h>

namespace kopt::gate {

/// A child in a process group of its own, with a socket as its stdin and
/// stdout and a pipe from its stderr. Killed and reaped at the end, and killed
/// where the thread that started it ends before.
class Process {
public:
  ~Process() { kill(); }
  Status start(const std::vector<std::string> &command);
  /// Sends and receives one message within the limit. A failure kills.
  Result<Message> exchange(Message &request, double limitSeconds);
  /// Waits for the child to end by itself; kills it past the limit.
  Status waitForEnd(double limitSeconds);
  void kill();
  bool alive() const { return child > 0; }
  const std::string &errors() const { return errorText; }
  int id() const { return int(child); }

private:
  /// Polls once; moves errors to `errorText`. 0: nothing for the socket.
  int pollOnce(short events, double seconds);
  void drainErrors();
  /// The failure of a child that went away, after reaping it.
  Status ended();

  pid_t child = -1;
  int socket = -1, errorPipe = -1;
  std::string errorText;
};

} // namespace kopt::gate

#endif // LIB_GATE_PROCESS_H
