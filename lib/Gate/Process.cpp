//===- Process.cpp - A worker process and the pipe to it ------------------===//

#include "Process.h"
#include "kopt/Support/Signals.h"
#include "kopt/Support/Text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kopt;
using namespace kopt::gate;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static Status systemFailure(const std::string &what, int error) {
  return Status::failure("no-device", what + ": " + std::strerror(error));
}

/// Starts a program, found on the PATH, with these files as its standard ones,
/// in a process group of its own. 0, or why it could not be started. It ends
/// with this process even where that is killed, for which posix_spawn has no
/// attribute.
static int spawn(const std::vector<char *> &argv, std::array<int, 3> files,
                 pid_t &child) {
  int report[2]; // closed by exec, or how it failed
  if (::pipe2(report, O_CLOEXEC) != 0)
    return errno;
  int parent = ::getpid();
  child = ::fork();
  if (child == 0) {
    // Only calls that are safe where the process has other threads.
    ::setpgid(0, 0);
    endWithParent(SIGKILL, parent);
    for (int i = 0; i < 3; ++i)
      (void)(files[i] == i ? ::fcntl(i, F_SETFD, 0) : ::dup2(files[i], i));
    ::execvp(argv[0], argv.data());
    int error = errno;
    while (::write(report[1], &error, sizeof error) < 0 && errno == EINTR) {
    }
    ::_exit(127);
  }
  int error = child < 0 ? errno : 0;
  ::close(report[1]);
  while (child > 0 && ::read(report[0], &error, sizeof error) < 0 &&
         errno == EINTR) {
  }
  ::close(report[0]);
  if (error && child > 0)
    ::waitpid(child, nullptr, 0);
  return error;
}

Status Process::start(const std::vector<std::string> &command) {
  if (command.empty())
    return Status::failure("no-device",
                           "expected a worker command, but got none");
  errorText.clear();
  int ends[2], errors[2];
  // A socket rather than two pipes: writing to a dead child is then an error
  // of one call and no signal to the whole process.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return systemFailure("socketpair", errno);
  if (::pipe2(errors, O_CLOEXEC) != 0) {
    int error = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    return systemFailure("pipe2", error);
  }
  std::vector<char *> argv;
  for (const std::string &argument : command)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  int error = spawn(argv, {ends[1], ends[1], errors[1]}, child);
  ::close(ends[1]);
  ::close(errors[1]);
  if (error) {
    ::close(ends[0]);
    ::close(errors[0]);
    child = -1;
    return systemFailure("starting worker '" + command[0] + "'", error);
  }
  socket = ends[0];
  errorPipe = errors[0];
  ::fcntl(socket, F_SETFL, O_NONBLOCK);
  ::fcntl(errorPipe, F_SETFL, O_NONBLOCK);
  return Status::success();
}

void Process::drainErrors() {
  char buffer[4096];
  ssize_t n;
  while (errorPipe >= 0 &&
         (n = ::read(errorPipe, buffer, sizeof buffer)) != 0) {
    if (n < 0)
      return;
    errorText.append(buffer, size_t(n));
    if (errorText.size() > (size_t(64) << 10))
      errorText.erase(0, errorText.size() - (size_t(64) << 10));
  }
  if (errorPipe >= 0)
    ::close(errorPipe);
  errorPipe = -1;
}

int Process::pollOnce(short events, double seconds) {
  pollfd fds[2] = {{socket, events, 0}, {errorPipe, POLLIN, 0}};
  int wait = int(std::clamp(seconds * 1000 + 1, 0.0, 1e6));
  if (::poll(fds, 2, wait) <= 0)
    return 0;
  if (fds[1].revents)
    drainErrors();
  return fds[0].revents;
}

Status Process::ended() {
  int status = 0;
  pid_t pid = child;
  // The socket is closed, so the child is about to end, or has closed it and
  // hangs; it gets a second.
  double until = now() + 1;
  pid_t reaped;
  while ((reaped = ::waitpid(pid, &status, WNOHANG)) == 0 && now() < until)
    ::usleep(1000);
  drainErrors();
  std::string how = "closed its pipe";
  if (reaped == pid) {
    how = WIFSIGNALED(status)
              ? "ended by signal " + std::to_string(WTERMSIG(status))
              : "exited with status " + std::to_string(WEXITSTATUS(status));
    child = -1;
    ::kill(-pid, SIGKILL);
  }
  kill();
  std::string tail = errorText.size() > 2000
                         ? errorText.substr(errorText.size() - 2000)
                         : errorText;
  while (!tail.empty() && tail.back() == '\n')
    tail.pop_back();
  return Status::failure("fault",
                         "worker " + how +
                             (tail.empty() ? "" : ": " + escapeControls(tail)));
}

Result<Message> Process::exchange(Message &request, double limitSeconds) {
  if (!alive())
    return Status::failure("fault",
                           "expected a running worker, but it has ended");
  double until = now() + limitSeconds;
  auto late = [&] {
    kill();
    return Status::failure("timeout", "expected a reply within " +
                                          std::to_string(limitSeconds) +
                                          " s, but got none; worker killed");
  };
  std::string line = headerLine(request);
  if (line.size() > kMaxLineBytes)
    return Status::failure("parse", "expected a request line of at most " +
                                        std::to_string(kMaxLineBytes) +
                                        " bytes, but got " +
                                        std::to_string(line.size()));
  std::vector<const std::string *> pieces = {&line};
  for (const std::string &frame : request.frames)
    pieces.push_back(&frame);
  Decoder decoder;
  std::string buffer(1 << 20, '\0');
  size_t piece = 0, sent = 0;
  while (true) {
    while (piece < pieces.size() && sent == pieces[piece]->size()) {
      ++piece;
      sent = 0;
    }
    bool sending = piece < pieces.size();
    double left = until - now();
    if (left <= 0)
      return late();
    int events = pollOnce(short(POLLIN | (sending ? POLLOUT : 0)), left);
    if (sending && (events & POLLOUT)) {
      const std::string &bytes = *pieces[piece];
      ssize_t n = ::send(socket, bytes.data() + sent, bytes.size() - sent,
                         MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n > 0)
        sent += size_t(n);
      else if (n < 0 && errno != EAGAIN && errno != EINTR && errno != EPIPE)
        return ended();
      else if (n < 0 && errno == EPIPE)
        piece = pieces.size(); // a refusal may still be there to read
    }
    if (!(events & (POLLIN | POLLHUP | POLLERR)))
      continue;
    ssize_t n = ::read(socket, buffer.data(), buffer.size());
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
      continue;
    if (n <= 0)
      return ended();
    size_t used = 0;
    switch (decoder.feed(buffer.data(), size_t(n), used)) {
    case Decoder::State::NeedMore:
      continue;
    case Decoder::State::Complete:
      if (used == size_t(n))
        return std::move(decoder.message);
      kill();
      return Status::failure("parse",
                             "expected one reply of the worker, but got "
                             "more bytes");
    case Decoder::State::BadLine:
    case Decoder::State::Broken:
      kill();
      return Status::failure("parse", "the worker's reply: " + decoder.problem);
    }
  }
}

Status Process::waitForEnd(double limitSeconds) {
  double until = now() + limitSeconds;
  int status = 0;
  while (child > 0) {
    pid_t reaped = ::waitpid(child, &status, WNOHANG);
    if (reaped == child) {
      child = -1;
      kill();
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return Status::success();
      return Status::failure("fault", "worker ended with wait status " +
                                          std::to_string(status));
    }
    if (now() > until) {
      kill();
      return Status::failure("timeout", "expected the worker to end within " +
                                            std::to_string(limitSeconds) +
                                            " s; worker killed");
    }
    drainErrors();
    ::usleep(1000);
  }
  return Status::success();
}

void Process::kill() {
  if (child > 0) {
    ::kill(-child, SIGKILL);
    int status;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    child = -1;
  }
  if (errorPipe >= 0)
    drainErrors();
  for (int *fd : {&socket, &errorPipe}) {
    if (*fd >= 0)
      ::close(*fd);
    *fd = -1;
  }
}
